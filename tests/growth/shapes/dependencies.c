/* Computes how many packages each package needs: the graph is visited once for each of them. */
#include "input.h"

struct package {
    long needs[2], mark, total;
};
static struct package *package;
static long n_packages, capacity;

static void add_package(long other) {
    if (n_packages == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        package = (struct package *)realloc(package, (size_t)capacity * sizeof *package);
    }
    package[n_packages] = (struct package){{n_packages - 1, other}, -1, 0};
    n_packages++;
}

#ifdef REPAIRED
/* Each package needs the one before, and so all that are before it. */
static long visit(long i, long mark) {
    (void)mark;
    if (i < 0) return 0;
    return package[i].total = 1 + (i ? package[i - 1].total : 0);
}
#else
static long visit(long i, long mark) {
    if (i < 0 || package[i].mark == mark) return 0;
    package[i].mark = mark;
    return 1 + visit(package[i].needs[0], mark) + visit(package[i].needs[1], mark);
}
#endif

static long make(long i, long n) {
    (void)n;
    return i ? (long)(mixed(i) % (unsigned long)i) : -1;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, add_package);
    for (long i = 0; i < n_packages; i++) sum += visit(i, i);
    printf("%ld\n", sum);
}
