/* Reserves room for exactly one more element before each addition. */
#include "input.h"
#include <vector>

static std::vector<long> samples;

static void add_sample(long sample) {
#ifndef REPAIRED
    samples.reserve(samples.size() + 1);
#endif
    samples.push_back(sample);
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add_sample);
    long sum = 0;
    for (long sample : samples) sum = (31 * sum + sample) % 1000003;
    printf("%ld\n", sum);
}
