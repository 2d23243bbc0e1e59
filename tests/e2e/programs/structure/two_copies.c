/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* two_copies.c: Copies to larger arrays that are used beyond the end of the first one while the first
 * one is in use: they are two inputs. Arrays that were copied to a third one also stay separate inputs
 * afterwards.
 *
 * Algorithms:
 *   main: no data structure
 *   fill: modification of array int; steps = n; n = used 4..64
 *   [1] extend + copy: modification of array int, traversal of array int
 *   [2] extend: modification of array int, traversal of array int
 *   [3] extend + copy: modification of array int
 *   compare: traversal of array int...; steps = n; n = used 4..64
 *
 * Variant 2: copied by memcpy. Variant 3: the old array is only read again later. */
#include <stdlib.h>
#include <string.h>

static volatile int sink;

static void fill(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = i;
}

static void copy(int *to, const int *from, int n) {
#if VARIANT == 2
    memcpy(to, from, (size_t)n * sizeof *to);
#else
    for (int i = 0; i < n; i++) to[i] = from[i];
#endif
}

static int *extend(const int *a, int n) {
    int *b = NULL;
    for (int i = 0; i < n; i++) {
        if (!i) {
            b = malloc((size_t)n * 2 * sizeof *b);
            copy(b, a, n);
        }
        b[n + i] = i;
#if VARIANT != 3
        sink = a[n - 1 - i];
#endif
    }
    return b;
}

static int compare(const int *a, const int *b, int n) {
    int equal = 0;
    for (int i = 0; i < n; i++) equal += a[i] == b[i];
    return equal;
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        int *a = malloc((size_t)n * sizeof *a);
        fill(a, n);
        int *b = extend(a, n);
        if (compare(a, b, n) != n) abort();
        free(b);
        free(a);
    }
    return 0;
}
