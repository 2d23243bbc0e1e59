/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The program has a library in front of the C library, whose routines it calls.
 */
#include "../../support/programs/life.h"

int main(void) {
    puts("main");
    say("rand", rand());
    grow();
    live();
    puts("end of main");
    return 0;
}
