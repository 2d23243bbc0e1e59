/* Runs tasks by deadline; the next one is searched for in an array without order. */
#include "input.h"

static long *task;
static long n_tasks, capacity;

#ifdef REPAIRED
static void sift_down(long i) {
    for (long c; (c = 2 * i + 1) < n_tasks; i = c) {
        if (c + 1 < n_tasks && task[c + 1] < task[c]) c++;
        if (task[i] <= task[c]) return;
        long t = task[i];
        task[i] = task[c];
        task[c] = t;
    }
}

static long take_next(void) {
    long next = task[0];
    task[0] = task[--n_tasks];
    sift_down(0);
    return next;
}
#else
static long take_next(void) {
    long best = 0;
    for (long i = 1; i < n_tasks; i++)
        if (task[i] < task[best]) best = i;
    long next = task[best];
    task[best] = task[--n_tasks];
    return next;
}
#endif

static void add(long deadline) {
    if (n_tasks == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        task = (long *)realloc(task, (size_t)capacity * sizeof *task);
    }
    task[n_tasks++] = deadline;
#ifdef REPAIRED
    for (long i = n_tasks - 1; i > 0 && task[(i - 1) / 2] > task[i]; i = (i - 1) / 2) {
        long t = task[i];
        task[i] = task[(i - 1) / 2];
        task[(i - 1) / 2] = t;
    }
#endif
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)(10 * n);
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, add);
    while (n_tasks) sum = (31 * sum + take_next()) % 1000003;
    printf("%ld\n", sum);
}
