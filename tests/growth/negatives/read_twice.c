/* Makes an array for every number, larger each time, and reads it all once and half of it twice. */
#include "input.h"

static long result;

static long total(const int *a, long n) {
    long sum = 0;
    for (long i = 0; i < n; i++) sum += a[i];
    return sum;
}

static long score(const int *a, long n) {
    long mean = total(a, n) / n, above = 0;
    for (long i = 0; i < n; i++) above += a[i] > mean;
    return above + total(a, n / 2);
}

static void add(long n) {
    int *a = (int *)malloc((size_t)n * sizeof *a);
    for (long i = 0; i < n; i++) a[i] = (int)(n * i % 101);
    result += score(a, n);
    free(a);
}

static long make(long i, long n) {
    return 16 + 1500 * i / n;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add);
    printf("%ld\n", result);
}
