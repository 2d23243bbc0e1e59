/* Appends numbers to one list in three parts; the last item is found from the first. */
#include "input.h"

struct item {
    struct item *next;
    long value;
};
static struct item *items;
static long *number;
static size_t n_numbers, capacity;

#ifdef REPAIRED
static struct item **last = &items;

static void append(struct item *item) {
    *last = item;
    last = &item->next;
}
#else
static void append(struct item *item) {
    struct item **at = &items;
    while (*at) at = &(*at)->next;
    *at = item;
}
#endif

static void keep(long value) {
    number = (long *)more_room(number, n_numbers, &capacity, sizeof *number);
    number[n_numbers++] = value;
}

static void load(const long *from, const long *to) {
    for (; from < to; from++) {
        struct item *item = (struct item *)malloc(sizeof *item);
        item->value = *from;
        item->next = NULL;
        append(item);
    }
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, keep);
    for (size_t part = 0; part < 3; part++)
        load(number + part * n_numbers / 3, number + (part + 1) * n_numbers / 3);
    for (struct item *i = items; i; i = i->next) sum = (31 * sum + i->value) % 1000003;
    printf("%ld\n", sum);
}
