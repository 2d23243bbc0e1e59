/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The recording grows until what is around the run stops it; life goes on.
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
