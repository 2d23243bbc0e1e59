/* Numbers the entries of a log; the length of the list is counted for each new entry. */
#include "input.h"

struct entry {
    struct entry *next;
    long number, value;
};
static struct entry *entries;

#ifdef REPAIRED
static long n_entries;

static long length(void) {
    return n_entries++;
}
#else
static long length(void) {
    long n = 0;
    for (struct entry *e = entries; e; e = e->next) n++;
    return n;
}
#endif

static void log_value(long value) {
    struct entry *e = (struct entry *)malloc(sizeof *e);
    e->number = length() + 1;
    e->value = value;
    e->next = entries;
    entries = e;
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, log_value);
    for (struct entry *e = entries; e; e = e->next) sum += e->number * e->value;
    printf("%ld\n", sum);
}
