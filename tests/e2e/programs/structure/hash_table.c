/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hash_table.c: A hash table with chains. When there are more items than it has room for, they are
 * moved to an array of twice the size. The new array's address is only in a member of a local, which
 * is in a register. The table's size is its capacity and the items.
 *
 * Algorithms:
 *   main: no data structure
 *   build + grow#1 + grow#2: construction of array item ?; n = elements 16..1024; class = n; coefficient = any
 *   total#1 + total#2: traversal of array item ?; steps = n; n = elements 16..1024 */
#include <stdlib.h>

struct item {
    unsigned value;
    struct item *next;
};
struct table {
    struct item **buckets;
    size_t n_buckets, n_items;
};

static void grow(struct table *t) {
    struct table bigger = {calloc(t->n_buckets * 2, sizeof *t->buckets), t->n_buckets * 2,
                           t->n_items};
    for (size_t i = 0; i < t->n_buckets; i++)
        for (struct item *e = t->buckets[i], *next; e; e = next) {
            next = e->next;
            struct item **p = &bigger.buckets[e->value % bigger.n_buckets];
            e->next = *p;
            *p = e;
        }
    free(t->buckets);
    *t = bigger;
}

static void put(struct table *t, unsigned value) {
    struct item **p = &t->buckets[value % t->n_buckets];
    struct item *e = malloc(sizeof *e);
    e->value = value;
    e->next = *p;
    *p = e;
    if (++t->n_items > t->n_buckets) grow(t);
}

static struct table build(unsigned n) {
    struct table t = {calloc(4, sizeof *t.buckets), 4, 0};
    for (unsigned i = 0; i < n; i++) put(&t, i * 7);
    return t;
}

static unsigned total(const struct table *t) {
    unsigned sum = 0;
    for (size_t i = 0; i < t->n_buckets; i++)
        for (const struct item *e = t->buckets[i]; e; e = e->next) sum += e->value;
    return sum;
}

int main(void) {
    int wrong = 0;
    for (unsigned n = 8; n <= 512; n *= 2) {
        struct table t = build(n);
        wrong += total(&t) != 7 * n * (n - 1) / 2;
    }
    return wrong;
}
