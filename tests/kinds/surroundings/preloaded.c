/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * preloaded.c: the program calls routines of a library that precedes the C library.
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
