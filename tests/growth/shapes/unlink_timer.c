/* Cancels timers; a timer's predecessor in the list is found from the first. */
#include "input.h"

struct timer {
    struct timer *next, *previous;
    long due;
};
static struct timer *timers;
static struct timer **timer;
static long n_timers, capacity;

static void start(long due) {
    if (n_timers == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        timer = (struct timer **)realloc(timer, (size_t)capacity * sizeof *timer);
    }
    struct timer *t = (struct timer *)calloc(1, sizeof *t);
    t->due = due;
    t->next = timers;
    if (timers) timers->previous = t;
    timers = t;
    timer[n_timers++] = t;
}

static void cancel(struct timer *t) {
#ifdef REPAIRED
    if (t->previous)
        t->previous->next = t->next;
    else
        timers = t->next;
    if (t->next) t->next->previous = t->previous;
#else
    struct timer **at = &timers;
    while (*at != t) at = &(*at)->next;
    *at = t->next;
#endif
    free(t);
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, start);
    for (long i = 0; i < n_timers; i += 2) cancel(timer[i]);
    for (struct timer *t = timers; t; t = t->next) sum = (31 * sum + t->due) % 1000003;
    printf("%ld\n", sum);
}
