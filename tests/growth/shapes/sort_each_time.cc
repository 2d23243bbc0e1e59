/* Keeps a vector in order with std::sort after each addition. */
#include "input.h"
#include <algorithm>
#include <vector>

static std::vector<long> scores;

static void add_score(long score) {
    scores.push_back(score);
#ifndef REPAIRED
    std::sort(scores.begin(), scores.end());
#endif
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)(10 * n);
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add_score);
#ifdef REPAIRED
    std::sort(scores.begin(), scores.end());
#endif
    long sum = 0;
    for (long score : scores) sum = (31 * sum + score) % 1000003;
    printf("%ld\n", sum);
}
