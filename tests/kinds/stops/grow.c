/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * grow.c: the recording grows until its surroundings stop it; the program continues.
 */
#include "../../support/programs/life.h"

int main(void) {
    grow();
    say("grown", work(30));
    live();
    grow();
    life_forks();
    return 3;
}
