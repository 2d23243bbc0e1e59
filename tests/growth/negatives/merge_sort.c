/* Sorts numbers by merging sorted halves. */
#include "input.h"

static long *value, *other;
static size_t n_values, capacity;

static void add(long number) {
    if (n_values == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        value = (long *)realloc(value, capacity * sizeof *value);
        other = (long *)realloc(other, capacity * sizeof *other);
    }
    value[n_values++] = number;
}

static void merge_sort(long *a, long *b, size_t n) {
    if (n < 2) return;
    size_t half = n / 2, i = 0, k = half;
    merge_sort(a, b, half);
    merge_sort(a + half, b + half, n - half);
    for (size_t m = 0; m < n; m++) b[m] = k == n || (i < half && a[i] <= a[k]) ? a[i++] : a[k++];
    memcpy(a, b, n * sizeof *a);
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)(10 * n);
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add);
    merge_sort(value, other, n_values);
    for (size_t i = 0; i < n_values; i += n_values / 5) printf("%ld\n", value[i]);
}
