/* Keeps a copy of the whole drawing for each change, so that it can be undone. */
#include "input.h"

static long *shape;
static size_t n_shapes, capacity;
struct snapshot {
    struct snapshot *previous;
    size_t n;
    long *shape;
};
static struct snapshot *history;

static void save_snapshot(void) {
    struct snapshot *s = (struct snapshot *)calloc(1, sizeof *s);
    s->n = n_shapes;
#ifndef REPAIRED
    s->shape = (long *)malloc(n_shapes * sizeof *shape);
    memcpy(s->shape, shape, n_shapes * sizeof *shape);
#endif
    s->previous = history;
    history = s;
}

static void undo(void) {
    struct snapshot *s = history;
    n_shapes = s->n;
#ifndef REPAIRED
    free(shape);
    shape = s->shape;
    capacity = n_shapes;
#endif
    history = s->previous;
    free(s);
}

static void draw(long what) {
    save_snapshot();
    if (n_shapes >= capacity) {
        capacity = capacity ? 2 * capacity : 16;
        shape = (long *)realloc(shape, capacity * sizeof *shape);
    }
    shape[n_shapes++] = what;
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, draw);
    for (int i = 0; i < 3; i++) undo();
    for (size_t i = 0; i < n_shapes; i++) sum = (31 * sum + shape[i]) % 1000003;
    printf("%ld\n", sum);
}
