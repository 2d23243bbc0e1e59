/* Loads records of ascending size, and then checks each of them three times. */
#include "input.h"

struct record {
    size_t n;
    unsigned char *bytes;
};
static struct record *records;
static size_t n_records, capacity;

static unsigned check(const struct record *r, unsigned hash) {
    for (size_t i = 0; i < r->n; i++) hash = hash * 31 + r->bytes[i];
    return hash;
}

static void load(long number) {
    records = (struct record *)more_room(records, n_records, &capacity, sizeof *records);
    struct record *r = &records[n_records++];
    r->n = (size_t)number;
    r->bytes = (unsigned char *)malloc(r->n);
    for (size_t i = 0; i < r->n; i++) r->bytes[i] = (unsigned char)(number * (long)i);
}

static long make(long i, long n) {
    return 64 + 4000 * i / n;
}

int main(int argc, char **argv) {
    unsigned sum = 0;
    numbers(argc, argv, make, load);
    for (size_t i = 0; i < n_records; i++)
        for (unsigned k = 0; k < 3; k++) sum ^= check(&records[i], k);
    printf("%u\n", sum);
}
