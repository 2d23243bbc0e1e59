/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rehung.c: structures in which pointers and arrays are mixed, changed at random as they are used:
 * a tree whose nodes have arrays of children and whose branches are hung up elsewhere, a hash table
 * that is resized, a ring with a sentinel that moves what was found to its front, a leftist heap.
 * Arguments: a seed, the largest size. What `ordo tree` measures of it with its usual effort is
 * compared with a full search. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long state;
static unsigned draw(unsigned below) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33) % below;
}

/* ---- a tree with arrays of children */

struct branch {
    struct branch *parent, **children;
    int n_children, room, weight;
};

static void hang(struct branch *parent, struct branch *child) {
    if (parent->n_children == parent->room) {
        parent->room = parent->room ? 2 * parent->room : 1;
        parent->children =
            realloc(parent->children, (size_t)parent->room * sizeof(struct branch *));
    }
    parent->children[parent->n_children++] = child;
    child->parent = parent;
}

static void unhang(struct branch *child) {
    struct branch *parent = child->parent;
    for (int i = 0; i < parent->n_children; i++)
        if (parent->children[i] == child)
            parent->children[i] = parent->children[--parent->n_children];
    child->parent = NULL;
}

static int is_above(const struct branch *above, const struct branch *b) {
    while (b && b != above) b = b->parent;
    return b != NULL;
}

static struct branch *any_branch(struct branch *b) {
    while (b->n_children && draw(4)) b = b->children[draw((unsigned)b->n_children)];
    return b;
}

static struct branch *grow(int n) {
    struct branch *root = calloc(1, sizeof *root);
    for (int i = 1; i < n; i++) {
        struct branch *b = calloc(1, sizeof *b);
        b->weight = i;
        hang(any_branch(root), b);
    }
    return root;
}

static void rehang(struct branch *root, int times) {
    for (int i = 0; i < times; i++) {
        struct branch *b = any_branch(root), *to = any_branch(root);
        if (b == root || is_above(b, to)) continue;
        unhang(b);
        hang(to, b);
    }
}

static long weigh(const struct branch *b) {
    long sum = b->weight;
    for (int i = 0; i < b->n_children; i++) sum += weigh(b->children[i]);
    return sum;
}

static void fell(struct branch *b) {
    for (int i = 0; i < b->n_children; i++) fell(b->children[i]);
    free(b->children);
    free(b);
}

/* ---- a hash table */

struct entry {
    struct entry *next;
    unsigned key;
};
struct table {
    struct entry **buckets;
    unsigned n_buckets, n;
};

static void resize(struct table *t, unsigned n) {
    struct entry **more = calloc(n, sizeof *more);
    for (unsigned i = 0; i < t->n_buckets; i++)
        for (struct entry *e = t->buckets[i], *next; e; e = next) {
            next = e->next;
            e->next = more[e->key % n];
            more[e->key % n] = e;
        }
    free(t->buckets);
    t->buckets = more;
    t->n_buckets = n;
}

static int find(const struct table *t, unsigned key) {
    int steps = 0;
    for (struct entry *e = t->buckets[key % t->n_buckets]; e; e = e->next, steps++)
        if (e->key == key) break;
    return steps;
}

static void fill(struct table *t, int n) {
    for (int i = 0; i < n; i++) {
        if (t->n >= t->n_buckets) resize(t, t->n_buckets ? 2 * t->n_buckets : 4);
        struct entry *e = malloc(sizeof *e);
        e->key = draw(100000);
        e->next = t->buckets[e->key % t->n_buckets];
        t->buckets[e->key % t->n_buckets] = e;
        t->n++;
    }
}

static void clear(struct table *t) {
    for (unsigned i = 0; i < t->n_buckets; i++)
        for (struct entry *e = t->buckets[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    free(t->buckets);
}

/* ---- a ring */

struct link {
    struct link *next, *before;
    int value;
};

static void insert(struct link *after, struct link *l) {
    l->next = after->next;
    l->before = after;
    after->next->before = l;
    after->next = l;
}

static void to_front(struct link *ring, int value) {
    for (struct link *l = ring->next; l != ring; l = l->next)
        if (l->value == value) {
            l->before->next = l->next;
            l->next->before = l->before;
            insert(ring, l);
            return;
        }
}

static void search(struct link *ring, int n, int times) {
    for (int i = 0; i < times; i++) to_front(ring, (int)(draw((unsigned)n) * draw(100) / 100));
}

static void drop(struct link *ring) {
    while (ring->next != ring) {
        struct link *l = ring->next;
        ring->next = l->next;
        l->next->before = ring;
        free(l);
    }
}

/* ---- a leftist heap */

struct heap {
    struct heap *left, *right;
    int rank, key;
};

static struct heap *meld(struct heap *a, struct heap *b) {
    if (!a || !b) return a ? a : b;
    if (b->key < a->key) {
        struct heap *other = a;
        a = b;
        b = other;
    }
    a->right = meld(a->right, b);
    if (!a->left || a->left->rank < a->right->rank) {
        struct heap *other = a->left;
        a->left = a->right;
        a->right = other;
    }
    a->rank = a->right ? a->right->rank + 1 : 1;
    return a;
}

static struct heap *mix(int n) {
    struct heap *h = NULL;
    for (int i = 0; i < n; i++) {
        struct heap *one = calloc(1, sizeof *one);
        one->rank = 1;
        one->key = (int)draw(1000);
        h = meld(h, one);
        if (draw(4) == 0) {
            struct heap *least = h;
            h = meld(h->left, h->right);
            free(least);
        }
    }
    return h;
}

static void empty(struct heap *h) {
    while (h) {
        struct heap *least = h;
        h = meld(h->left, h->right);
        free(least);
    }
}

int main(int argc, char **argv) {
    state = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    int most = argc > 2 ? atoi(argv[2]) : 60;
    long sum = 0;
    for (int n = 2; n <= most; n += 1 + most / 20) {
        struct branch *root = grow(n);
        rehang(root, n);
        sum += weigh(root);
        fell(root);
        struct table t = {NULL, 0, 0};
        fill(&t, n);
        for (int i = 0; i < n; i++) sum += find(&t, draw(100000));
        clear(&t);
        struct link ring = {&ring, &ring, -1};
        for (int i = 0; i < n; i++) {
            struct link *l = malloc(sizeof *l);
            l->value = i;
            insert(&ring, l);
        }
        search(&ring, n, n);
        drop(&ring);
        empty(mix(n));
    }
    printf("%ld\n", sum);
    return 0;
}
