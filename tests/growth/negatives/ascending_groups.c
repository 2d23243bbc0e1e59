/* Handles groups of numbers in ascending order of size; each number is in one group only. */
#include "input.h"

static long *group;
static size_t n_group, capacity;
static long result, taken;

static long largest_gap(const long *a, size_t n) {
    long gap = 0;
    for (size_t i = 1; i < n; i++)
        if (labs(a[i] - a[i - 1]) > gap) gap = labs(a[i] - a[i - 1]);
    return gap;
}

static void add(long number) {
    group = (long *)more_room(group, n_group, &capacity, sizeof *group);
    group[n_group++] = number;
    taken++;
    if (n_group > 10 + (size_t)taken / 50) {
        result += largest_gap(group, n_group);
        n_group = 0;
    }
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add);
    printf("%ld\n", result + largest_gap(group, n_group));
}
