/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* includes.c: includes a line of a loop's body from lib/body.inc, and calls a routine of
 * lib/shared.h. */
#include "lib/shared.h"
int other(int n);
int main(void) {
    int n = 0;
    for (int i = 0; i < 6; i++) {
#include "lib/body.inc"
    }
    for (int i = 0; i < 5; i++) n = shared(n); // = 6
    return other(n) - n - 4;
}
