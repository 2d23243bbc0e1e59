/* Goes over a linked list by index; each element is found from the first. */
#include "input.h"

struct item {
    struct item *next;
    long value;
};
static struct item *items, **last = &items;
static long n_items;

static void add(long value) {
    struct item *item = (struct item *)malloc(sizeof *item);
    item->value = value;
    item->next = NULL;
    *last = item;
    last = &item->next;
    n_items++;
}

static long item_at(long index) {
#ifdef REPAIRED
    static struct item *at;
    at = index ? at->next : items;
#else
    struct item *at = items;
    while (index-- > 0) at = at->next;
#endif
    return at->value;
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, add);
    for (long i = 0; i < n_items; i++) sum = (31 * sum + item_at(i)) % 1000003;
    printf("%ld\n", sum);
}
