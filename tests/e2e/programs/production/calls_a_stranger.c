/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* calls_a_stranger.c: calls a routine of an uninstrumented library, by name or by address. */
#include <stdio.h>
long strange(const long *p);
long (*stranger(void))(const long *);
static long v[40];
__attribute__((noinline)) static long by_address(long (*by)(const long *), int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += by(&v[i]);
    return s;
}
__attribute__((noinline)) static long by_name(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += strange(&v[i]);
    return s;
}
int main(int argc, char **argv) {
    long (*by)(const long *) = stranger(), s = 0;
    for (volatile int i = 0; i < 40; i++) v[i] = i;
    for (int n = 1; n < 40; n += 3) s += argc > 1 ? by_name(n) : by_address(by, n);
    printf("%ld\n", s + (argv == NULL));
    return 0;
}
