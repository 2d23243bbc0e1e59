/* Removes duplicates from an array: each element is compared with all that are kept. */
#include "index.h"

static long *value;
static size_t n_values, capacity;

static void add(long number) {
    value = (long *)more_room(value, n_values, &capacity, sizeof *value);
    value[n_values++] = number;
}

static size_t remove_duplicates(long *a, size_t n) {
    size_t kept = 0;
#ifdef REPAIRED
    struct index seen = {0};
    for (size_t i = 0; i < n; i++)
        if (!(*index_at(&seen, (unsigned long)a[i]))++) a[kept++] = a[i];
#else
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < kept && a[k] != a[i]) k++;
        if (k == kept) a[kept++] = a[i];
    }
#endif
    return kept;
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add);
    n_values = remove_duplicates(value, n_values);
    printf("%zu of them, the last is %ld\n", n_values, value[n_values - 1]);
}
