/* Prints an outline; the indentation of an entry is the number of its parents. */
#include "input.h"

struct entry {
    struct entry *parent;
    long depth;
};
static struct entry **entry;
static long n_entries, capacity;

static long depth_of(const struct entry *e) {
#ifdef REPAIRED
    return e->depth;
#else
    long depth = 0;
    for (e = e->parent; e; e = e->parent) depth++;
    return depth;
#endif
}

static void add_entry(long parent) {
    if (n_entries == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        entry = (struct entry **)realloc(entry, (size_t)capacity * sizeof *entry);
    }
    struct entry *e = (struct entry *)calloc(1, sizeof *e);
    if (parent >= 0) {
        e->parent = entry[parent];
        e->depth = entry[parent]->depth + 1;
    }
    entry[n_entries++] = e;
}

static long make(long i, long n) {
    (void)n;
    return i < 4 ? i - 1 : i - 1 - (long)(mixed(i) % 3);
}

int main(int argc, char **argv) {
    long width = 0;
    numbers(argc, argv, make, add_entry);
    for (long i = 0; i < n_entries; i++) width += 2 * depth_of(entry[i]);
    printf("%ld\n", width);
}
