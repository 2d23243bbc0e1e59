/* Keeps an array in order while numbers arrive, then prints some of them. */
#include "input.h"

static long *sorted;
static size_t n_sorted, capacity;

#ifdef REPAIRED
static int ascending(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static void insert(long number) {
    sorted[n_sorted++] = number;
}
#else
static void insert(long number) {
    size_t i = n_sorted++;
    for (; i > 0 && sorted[i - 1] > number; i--) sorted[i] = sorted[i - 1];
    sorted[i] = number;
}
#endif

static void add(long number) {
    sorted = (long *)more_room(sorted, n_sorted, &capacity, sizeof *sorted);
    insert(number);
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)(10 * n);
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add);
#ifdef REPAIRED
    qsort(sorted, n_sorted, sizeof *sorted, ascending);
#endif
    for (size_t i = 0; i < n_sorted; i += n_sorted / 10) printf("%ld\n", sorted[i]);
}
