/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* choice_of_two.c: calls one of two routines by an address that a comparison chooses. */
#include <stdio.h>
typedef long hash(const char *, int);
static long by_text(const char *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s = s * 9 + a[i];
    return s;
}
static long by_bytes(const char *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s = (s << 3) ^ a[i];
    return s;
}
static hash *chosen(int kind) { return kind == 1 ? &by_text : &by_bytes; }
int main(int argc, char **argv) {
    static char a[1001];
    long s = 0;
    for (int i = 0; i < 1000; i++) s += chosen((argc + i) & 1)(a, i) + chosen(i & 1)(a + 1, 10);
    printf("%ld\n", s);
    return 0;
}
