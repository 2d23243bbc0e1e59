/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hash.c: A hash table with chains that doubles.
 *
 * Algorithms:
 *   main: no data structure
 *   fill + resize#1 + resize#2 + put: construction of array entry *; class = n; coefficient = any; n = elements 52..1923 */
#include "textbook.h"

struct entry {
    unsigned key;
    int value;
    struct entry *next;
};
struct table {
    struct entry **buckets;
    unsigned size, count;
};
static void resize(struct table *t) {
    unsigned size = t->size * 2;
    struct entry **b = calloc(size, sizeof *b);
    for (unsigned i = 0; i < t->size; i++)
        for (struct entry *e = t->buckets[i], *next; e; e = next) {
            next = e->next;
            e->next = b[e->key % size];
            b[e->key % size] = e;
        }
    free(t->buckets);
    t->buckets = b;
    t->size = size;
}
static void put(struct table *t, unsigned key, int value) {
    for (struct entry *e = t->buckets[key % t->size]; e; e = e->next)
        if (e->key == key) {
            e->value = value;
            return;
        }
    if (t->count >= t->size) resize(t);
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->value = value;
    e->next = t->buckets[key % t->size];
    t->buckets[key % t->size] = e;
    t->count++;
}
static void fill(struct table *t, int n) {
    for (int i = 0; i < n; i++) put(t, draw(), i);
}
int main(void) {
    for (int n = 20; n <= 900; n += 40) {
        struct table t = {calloc(8, sizeof(struct entry *)), 8, 0};
        fill(&t, n);
        sink += t.count;
    }
}
