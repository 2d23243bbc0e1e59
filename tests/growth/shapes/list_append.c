/* Appends to a singly linked list, whose last element is found from the first. */
#include "input.h"

struct item {
    struct item *next;
    long value;
};
static struct item *items;

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

static void add(long value) {
    struct item *item = (struct item *)malloc(sizeof *item);
    item->value = value;
    item->next = NULL;
    append(item);
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, add);
    for (struct item *i = items; i; i = i->next) sum = (31 * sum + i->value) % 1000003;
    printf("%ld\n", sum);
}
