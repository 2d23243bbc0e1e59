/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* inlined_loop.c: a routine with a loop that three routines inline. */
static inline long first(const int *a, long n, int wanted) {
    for (long i = 0; i < n; i++)
        if (a[i] == wanted) return i;
    return -1;
}
long once(const int *a, long n) { return first(a, n, n & 3); }
long of(const int *a, long n, int v) { return first(a, n, v) + 1; }
int has(const int *a, long n, int v) { return first(a, n, v) >= 0; }
