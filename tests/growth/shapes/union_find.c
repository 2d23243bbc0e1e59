/* Adds each node to the group of an older one, whose root is found over a chain of parents. */
#include "input.h"

static long *parent;
static long n_nodes, capacity;

static long find_root(long node) {
#ifdef REPAIRED
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
#else
    while (parent[node] != node) node = parent[node];
#endif
    return node;
}

static void add_node(long older) {
    if (n_nodes == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        parent = (long *)realloc(parent, (size_t)capacity * sizeof *parent);
    }
    parent[n_nodes] = n_nodes;
    parent[find_root(older)] = n_nodes++;
}

static long make(long i, long n) {
    (void)n;
    return i < 5 ? i : (long)(mixed(i) % (unsigned long)i);
}

int main(int argc, char **argv) {
    long groups = 0;
    numbers(argc, argv, make, add_node);
    for (long i = 0; i < n_nodes; i++) groups += parent[i] == i;
    printf("%ld groups of %ld\n", groups, n_nodes);
}
