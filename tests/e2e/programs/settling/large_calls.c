/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * large_calls.c: many large calls, and many that are dear without being large, of sizes and costs
 * that differ; a few are much dearer than others of their size. They come from two callers, one of
 * which calls late.
 */
#include <stdio.h>

static unsigned state = 12345;

static unsigned next(unsigned most) {
    state = state * 1103515245u + 12345u;
    return (state >> 16) % most;
}

__attribute__((noinline)) static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

/* Goes over its array many times in one of 700 calls. */
__attribute__((noinline)) static int visit(const int *a, int n, int call) {
    int s = 0;
    for (int k = call % 700 == 699 ? 40 : 1; k > 0; k--) s += sum(a, n);
    return s;
}

__attribute__((noinline)) static unsigned spin(unsigned n) {
    unsigned s = 1;
    for (unsigned i = 0; i < n; i++) s = s * 7 + i;
    return s;
}

__attribute__((noinline)) static int depth(const int *a, int n) {
    return n == 0 ? 0 : a[n] + depth(a, n - 1);
}

__attribute__((noinline)) static int early(const int *a, int i) {
    return visit(a, 50 + (int)next(300), i);
}

__attribute__((noinline)) static int late(const int *a, int i) {
    return visit(a, 40 + (int)next(20), i) + visit(a, 2000 + (int)next(40), i);
}

int main(void) {
    static int a[8192];
    long total = 0;
    for (int i = 0; i < 8192; i++) a[i] = i % 50;
    for (int i = 0; i < 30000; i++) {
        total += early(a, i);
        total += spin(200 + next(4000));
        if (i % 4 == 0) total += depth(a, 45 + (int)next(100));
        if (i % 10000 == 9999) total += sum(a, i / 4) + depth(a, i / 40);
    }
    for (int i = 0; i < 3000; i++) total += late(a, i);
    printf("%ld\n", total);
    return 0;
}
