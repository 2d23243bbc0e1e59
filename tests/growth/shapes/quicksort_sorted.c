/* Sorts records that are nearly in order; the first one of a part is its pivot. */
#include "input.h"

static long *key;
static size_t n_keys, capacity;

static void add(long number) {
    key = (long *)more_room(key, n_keys, &capacity, sizeof *key);
    key[n_keys++] = number;
}

static void swap(long *a, long *b) {
    long x = *a;
    *a = *b;
    *b = x;
}

static void quick_sort(long *a, long n) {
    if (n < 2) return;
#ifdef REPAIRED
    swap(&a[0], &a[mixed(n) % (unsigned long)n]);
#endif
    long m = 0;
    for (long i = 1; i < n; i++)
        if (a[i] < a[0]) swap(&a[++m], &a[i]);
    swap(&a[0], &a[m]);
    quick_sort(a, m);
    quick_sort(a + m + 1, n - m - 1);
}

static long make(long i, long n) {
    return i % 100 == 99 ? i - mixed(i) % 50 : i + 0 * n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, add);
    quick_sort(key, (long)n_keys);
    for (size_t i = 0; i < n_keys; i++) sum = (31 * sum + key[i]) % 1000003;
    printf("%ld\n", sum);
}
