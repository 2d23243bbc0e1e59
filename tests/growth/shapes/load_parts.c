/* Keeps numbers in descending order; they are inserted in three parts, each from the end. */
#include "input.h"

static long *number, *ordered;
static size_t n_numbers, capacity, n_ordered, ordered_capacity;

#ifdef REPAIRED
static void insert(long value) {
    ordered[n_ordered++] = value;
}
#else
static void insert(long value) {
    size_t at = n_ordered++;
    for (; at && ordered[at - 1] < value; at--) ordered[at] = ordered[at - 1];
    ordered[at] = value;
}
#endif

static int descending(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x < y) - (x > y);
}

static void keep(long value) {
    number = (long *)more_room(number, n_numbers, &capacity, sizeof *number);
    number[n_numbers++] = value;
}

static void load(const long *from, const long *to) {
    for (; from < to; from++) {
        ordered = (long *)more_room(ordered, n_ordered, &ordered_capacity, sizeof *ordered);
        insert(*from);
    }
}

static long make(long i, long n) {
    return i * 3 + mixed(i) % 5 + 0 * n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, keep);
    for (size_t part = 0; part < 3; part++)
        load(number + part * n_numbers / 3, number + (part + 1) * n_numbers / 3);
    qsort(ordered, n_ordered, sizeof *ordered, descending);
    for (size_t i = 0; i < n_ordered; i++) sum = (31 * sum + ordered[i]) % 1000003;
    printf("%ld\n", sum);
}
