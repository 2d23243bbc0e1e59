/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* array_1d.c: Table 1, array, 1d: fills an array of numbers, sums it by a loop and by a recursion, and
 * sorts it.
 *
 * Algorithms:
 *   main: no data structure
 *   fill: modification of array int; steps = n; n = used 4..64
 *   sum: traversal of array int; steps = n; n = used 4..64
 *   sum_from: traversal of array int; steps = n + 1; n = used 4..64
 *   sort#1 + sort#2: modification of array int; steps = n - 1 + n * (n - 1) / 2; n = used 4..64; class = n^2
 *
 * Variant 2: pointers walk the array, and the outer loop of the sort accesses no element. Variant 3: the same
 * in a variable that is larger than the part that is used. */
#include <stdlib.h>

static volatile int sink;

#if VARIANT == 1
static void fill(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = n - i;
}

static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

static void sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int key = a[i], j;
        for (j = i; j > 0 && a[j - 1] > key; j--) a[j] = a[j - 1];
        a[j] = key;
    }
}
#else
static void fill(int *a, int n) {
    for (int *p = a; p < a + n; p++) *p = (int)(a + n - p);
}

static int sum(const int *a, int n) {
    int s = 0;
    while (n--) s += *a++;
    return s;
}

static void swap(int *x, int *y) {
    int t = *x;
    *x = *y;
    *y = t;
}

static void sort(int *a, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) swap(&a[j - 1], &a[j]);
}
#endif

static int sum_from(const int *a, int i, int n) {
    if (i == n) return 0;
    return a[i] + sum_from(a, i + 1, n);
}

#if VARIANT == 3
static int numbers[1000];
#endif

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
#if VARIANT == 3
        int *a = numbers;
#else
        int *a = malloc((size_t)n * sizeof *a);
#endif
        fill(a, n);
        sink = sum(a, n);
        sink = sum_from(a, 0, n);
        sort(a, n);
#if VARIANT != 3
        free(a);
#endif
    }
    return 0;
}
