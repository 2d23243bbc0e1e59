/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* skip.c: a loop by `continue` whose executions all begin with an iteration; some have more. */
#include <stdio.h>
#include <stdlib.h>
static long seen;
static __attribute__((noinline)) int see(int n) { return seen++, n; }
static __attribute__((noinline)) int skip(const char **at) {
    const char *p = *at;
    for (;;) { /* skip */
        switch (*p) {
        case ' ': p += see(1); continue;
        case '#': p += see(3); continue;
        case '\\': p += see(2); continue;
        default: break;
        }
        break;
    }
    *at = p + 1;
    return *p;
}
int main(int argc, char **argv) {
    long all = 0, letters = 0;
    for (int i = 0, n = atoi(argv[1]); i < n; i++)
        for (const char *p = "ab c  d#xye\\ f"; *p; letters++) all += skip(&p);
    printf("%ld %ld %ld\n", letters, all, seen);
    return argc < 0;
}
