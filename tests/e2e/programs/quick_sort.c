/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * quick_sort.c N SEED: quicksort of N distinct random numbers, with the comparison on a line of its own.
 * Prints `compares: COUNT`.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;
static long compares;

static uint64_t draw(void) {
    uint64_t x = state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static void quick_sort(uint64_t *a, long low, long high) {
    if (low >= high) return;
    uint64_t pivot = a[high];
    long to = low;
    for (long i = low; i < high; i++) {
        compares++; // compare
        if (a[i] >= pivot) continue;
        uint64_t x = a[i];
        a[i] = a[to];
        a[to++] = x;
    }
    a[high] = a[to];
    a[to] = pivot;
    quick_sort(a, low, to - 1);
    quick_sort(a, to + 1, high);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    long n = atol(argv[1]);
    state = (uint64_t)atol(argv[2]) * 1000003u + (uint64_t)n;
    uint64_t *a = malloc((size_t)n * sizeof *a);
    for (long i = 0; i < n; i++) a[i] = draw();
    quick_sort(a, 0, n - 1);
    printf("compares: %ld\n", compares);
    return 0;
}
