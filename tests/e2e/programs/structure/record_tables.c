/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* record_tables.c: Records that could be linked, in a table that is accessed by its index: an
 * array. A pool whose records are linked when it is made is a list, whatever its payload is
 * accessed by.
 *
 * Algorithms:
 *   main*: any
 *   fill: modification of array entry; steps = n; n = elements 2..398
 *   scan: traversal of array entry; steps = n; n = elements 2..398
 *   forward: traversal of array entry; steps = n; n = elements 2..398
 *   make_pool: construction of structure cell; steps = n; n = elements 2..398
 *   walk: traversal of structure cell; steps = n; n = elements 2..398 */
#include <stdio.h>
#include <stdlib.h>

struct entry {
    struct entry *link;
    int key;
};

struct cell {
    struct cell *next;
    int value;
};

static volatile long sink;

static void fill(struct entry *e, int n) {
    for (int i = 0; i < n; i++) e[i].key = i * 7 % 100;
}

static long scan(struct entry *e, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += e[i].key;
    return s;
}

static long forward(struct entry *e, int n) {
    long s = 0;
    for (struct entry *p = e; p < e + n; p++) s ^= p->key;
    return s;
}

static void make_pool(struct cell *c, int n) {
    for (int i = 0; i < n; i++) {
        c[i].next = i + 1 < n ? &c[i + 1] : NULL;
        c[i].value = i;
    }
}

static long walk(struct cell *c) {
    long s = 0;
    for (; c; c = c->next) s += c->value;
    return s;
}

int main(void) {
    for (int n = 2; n <= 400; n += 9) {
        struct entry *e = calloc((size_t)n, sizeof *e);
        struct cell *c = malloc((size_t)n * sizeof *c);
        fill(e, n);
        sink += scan(e, n) + forward(e, n);
        make_pool(c, n);
        sink += walk(c);
        free(e);
        free(c);
    }
    printf("%ld\n", sink);
    return 0;
}
