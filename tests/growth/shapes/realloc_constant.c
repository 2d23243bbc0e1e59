/* Keeps samples in an array that is 32 elements longer each time it is full. */
#include "input.h"

static long *samples;
static size_t n_samples, capacity;

static void make_room(void) {
#ifdef REPAIRED
    capacity = capacity ? 2 * capacity : 32;
#else
    capacity += 32;
#endif
    long *larger = (long *)malloc(capacity * sizeof *larger);
    if (n_samples) memcpy(larger, samples, n_samples * sizeof *larger);
    free(samples);
    samples = larger;
}

static void add_sample(long sample) {
    if (n_samples == capacity) make_room();
    samples[n_samples++] = sample;
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, add_sample);
    for (size_t i = 0; i < n_samples; i++) sum += samples[i] * (long)(i % 7);
    printf("%ld\n", sum);
}
