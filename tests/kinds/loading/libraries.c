/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libraries.c: the program calls two instrumented libraries and one that is not, which call one
 * another.
 */
#include "../../support/programs/life.h"

long one(int n);
long two(int n);
long three(int n);

int main(void) {
    long s = 0;
    for (int i = 0; i < 30; i++) s += one(i) + two(i) + three(i);
    say("libraries", s);
    live();
    say("one", one(40));
    return 0;
}
