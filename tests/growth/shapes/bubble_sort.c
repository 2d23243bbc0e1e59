/* Sorts by exchanging neighbours until nothing changes. */
#include "input.h"

static long *value;
static size_t n_values, capacity;

static void add(long number) {
    value = (long *)more_room(value, n_values, &capacity, sizeof *value);
    value[n_values++] = number;
}

#ifdef REPAIRED
static int ascending(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static void sort(long *a, size_t n) {
    qsort(a, n, sizeof *a, ascending);
}
#else
static void sort(long *a, size_t n) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 1; i < n; i++) {
            if (a[i - 1] <= a[i]) continue;
            long x = a[i];
            a[i] = a[i - 1];
            a[i - 1] = x;
            changed = true;
        }
    }
}
#endif

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, add);
    sort(value, n_values);
    for (size_t i = 0; i < n_values; i++) sum = (31 * sum + value[i]) % 1000003;
    printf("%ld\n", sum);
}
