/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hard_words.c: a sort that is linear for sorted words and quadratic for reversed ones, and a loop
 * that works in registers.
 *
 *   hard_words sort|count
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long sum;

__attribute__((noinline)) static void sort(long *a, long n) {
    for (long i = 1; i < n; i++)
        for (long k = i; k > 0 && a[k - 1] > a[k]; k--) {
            long x = a[k];
            a[k] = a[k - 1];
            a[k - 1] = x;
        }
}

__attribute__((noinline)) static void count_pairs(long n) {
    for (long i = 0; i < n; i++)
        for (long k = 0; k < n; k++) sum += (i ^ k) % 7 == 3;
}

/* Of 200 arrays of each size one is reversed. */
static void sort_all(void) {
    static long a[400];
    for (long n = 20; n <= 400; n += n / 4)
        for (long round = 0; round < 200; round++) {
            for (long i = 0; i < n; i++) a[i] = round ? i : n - i;
            sort(a, n);
            sum += a[n / 2];
        }
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    if (strcmp(argv[1], "sort") == 0) sort_all();
    for (long n = 5; n <= 200 && strcmp(argv[1], "count") == 0; n += 5) count_pairs(n);
    printf("%ld\n", sum);
}
