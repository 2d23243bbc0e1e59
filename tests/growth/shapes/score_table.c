/* Keeps a table of scores in order by sorting all of it after each new score. */
#include "input.h"

static long *score;
static size_t n_scores, capacity;

static int descending(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x < y) - (x > y);
}

static void add_score(long value) {
    score = (long *)more_room(score, n_scores, &capacity, sizeof *score);
    score[n_scores++] = value;
#ifndef REPAIRED
    qsort(score, n_scores, sizeof *score, descending);
#endif
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)(10 * n);
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add_score);
#ifdef REPAIRED
    qsort(score, n_scores, sizeof *score, descending);
#endif
    for (size_t i = 0; i < 10; i++) printf("%ld\n", score[i]);
}
