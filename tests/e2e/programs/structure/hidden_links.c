/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hidden_links.c: Links that the type of a member does not show: numbers with marks, and `void *`.
 * A table whose keys are addresses has none.
 *
 * Algorithms:
 *   main: no data structure
 *   fill: construction of structure cell; steps = n; n = elements of cell 3..300
 *   sum: traversal of structure cell; steps = n; n = elements of cell 3..300
 *   build: construction of structure fork; steps = 2*n + 1; n = elements of fork 3..300
 *   total: traversal of structure fork; steps = 2*n + 1; n = elements of fork 3..300
 *   chain: construction of structure link; steps = n; n = elements of link 3..300
 *   walk: traversal of structure link; steps = n; n = elements of link 3..300
 *   grow#1 + grow#2: construction of structure tree; n = elements of tree 3..300; steps = 2*n - 1
 *   visit#1 + visit#2: traversal of structure tree; n = elements of tree 3..300; steps = 2*n - 1
 *   pairs: construction of structure pair; steps = n; n = elements of pair 3..300
 *   lookups#1 + lookups#2: others */
#include <stdint.h>
#include <stdlib.h>

static volatile long sink;

struct cell {
    int value;
    uintptr_t next; /* bit 0: the value is odd */
};

static struct cell *cell_at(uintptr_t link) {
    return (struct cell *)(link & ~(uintptr_t)3);
}

static struct cell *fill(int n) {
    struct cell *head = NULL;
    for (int i = 0; i < n; i++) {
        struct cell *c = malloc(sizeof *c);
        c->value = i;
        c->next = (uintptr_t)head | (i & 1);
        head = c;
    }
    return head;
}

static long sum(struct cell *c) {
    long s = 0;
    while (c) {
        s += (c->next & 1) + c->value;
        c = cell_at(c->next);
    }
    return s;
}

typedef struct fork {
    int key;
    uintptr_t child[2]; /* bit 0 of the first one */
} fork_t;

static fork_t *child(fork_t *t, int side) {
    return (fork_t *)(t->child[side] & ~(uintptr_t)7);
}

static fork_t *build(int low, int high) {
    if (low >= high) return NULL;
    int middle = (low + high) / 2;
    fork_t *t = malloc(sizeof *t);
    t->key = middle;
    t->child[0] = (uintptr_t)build(low, middle) | 1;
    t->child[1] = (uintptr_t)build(middle + 1, high);
    return t;
}

static long total(fork_t *t) {
    return t ? t->key + total(child(t, 0)) + total(child(t, 1)) : 0;
}

struct link {
    void *next;
    int value;
};

static struct link *chain(int n) {
    struct link *head = NULL;
    while (n--) {
        struct link *l = malloc(sizeof *l);
        l->next = head;
        l->value = n;
        head = l;
    }
    return head;
}

static long walk(struct link *l) {
    long s = 0;
    while (l) {
        s += l->value;
        l = l->next;
    }
    return s;
}

typedef struct {
    void **items;
    size_t n, room;
} vector;

static void vector_push(vector *v, void *x) {
    if (v->n == v->room) {
        v->room = v->room ? 2 * v->room : 2;
        v->items = realloc(v->items, v->room * sizeof(void *));
    }
    v->items[v->n++] = x;
}

static void *vector_at(vector *v, size_t i) {
    return v->items[i];
}

typedef struct tree {
    int value;
    vector children;
} tree;

static tree *grow(int n) {
    tree *t = calloc(1, sizeof *t);
    t->value = n--;
    for (int k = 3; k && n; k--) {
        int part = (n + k - 1) / k;
        vector_push(&t->children, grow(part));
        n -= part;
    }
    return t;
}

static long visit(tree *t) {
    long s = t->value;
    for (size_t i = 0; i < t->children.n; i++) s += visit(vector_at(&t->children, i));
    return s;
}

/* A `void *` that leads to something else. */
struct pair {
    void *data;
    struct pair *next;
};

static struct pair *pairs(int n) {
    struct pair *head = NULL;
    for (int i = 0; i < n; i++) {
        struct pair *p = malloc(sizeof *p);
        int *value = malloc(sizeof *value);
        *value = i;
        p->data = value;
        p->next = head;
        head = p;
    }
    return head;
}

struct entry {
    uintptr_t key;
    int used;
};

static long lookups(const char *base, int n) {
    int room = 2 * n;
    long probes = 0;
    struct entry *table = calloc(room, sizeof *table);
    for (int i = 0; i < n; i++) {
        uintptr_t key = (uintptr_t)(base + 16 * i);
        int at = (key >> 4) % room;
        while (table[at].used) at = (at + 1) % room, probes++;
        table[at].key = key;
        table[at].used = 1;
    }
    free(table);
    return probes;
}

int main(void) {
    static char bytes[8192];
    for (int n = 3; n <= 300; n += 9) {
        sink = sum(fill(n));
        sink = total(build(0, n));
        sink = walk(chain(n));
        sink = visit(grow(n));
        sink = pairs(n) != NULL;
        sink = lookups(bytes, n);
    }
    return 0;
}
