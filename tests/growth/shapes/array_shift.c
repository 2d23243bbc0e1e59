/* A queue in an array: all elements move by one place when the first is taken. */
#include "input.h"

static long *queue;
static size_t n_queued, capacity;
static unsigned long done;

#ifdef REPAIRED
static size_t first;

static long take_first(void) {
    n_queued--;
    return queue[first++];
}
#else
static const size_t first = 0;

static long take_first(void) {
    long value = queue[0];
    n_queued--;
    for (size_t i = 0; i < n_queued; i++) queue[i] = queue[i + 1];
    return value;
}
#endif

static void add(long job) {
    if (first + n_queued == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        queue = (long *)realloc(queue, capacity * sizeof *queue);
    }
    queue[first + n_queued++] = job;
    if (job % 2) done = 31 * done + (unsigned long)take_first();
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add);
    while (n_queued) done = 31 * done + (unsigned long)take_first();
    printf("%lx\n", done);
}
