/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rebalanced.c: several structures at a time, each changed at random: red-black trees with parents
 * and a shared sentinel, splay trees with parents, treaps that are split and merged, a skip list
 * whose towers have the height that they need, a binomial heap. Arguments: a seed, the largest
 * size. What `ordo tree` measures of it with its usual effort is compared with a full search. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long state;
static unsigned draw(unsigned below) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33) % below;
}

/* ---- red-black tree, as in textbooks */

struct rb {
    struct rb *left, *right, *parent;
    int key, red;
};
static struct rb nil = {&nil, &nil, &nil, 0, 0};

static void rb_turn(struct rb **root, struct rb *x, int to_left) {
    struct rb *y = to_left ? x->right : x->left, *middle = to_left ? y->left : y->right;
    *(to_left ? &x->right : &x->left) = middle;
    if (middle != &nil) middle->parent = x;
    y->parent = x->parent;
    if (x->parent == &nil)
        *root = y;
    else if (x == x->parent->left)
        x->parent->left = y;
    else
        x->parent->right = y;
    *(to_left ? &y->left : &y->right) = x;
    x->parent = y;
}

static void rb_insert(struct rb **root, int key) {
    struct rb *up = &nil, *at = *root, *z = malloc(sizeof *z);
    while (at != &nil) {
        up = at;
        at = key < at->key ? at->left : at->right;
    }
    *z = (struct rb){&nil, &nil, up, key, 1};
    if (up == &nil)
        *root = z;
    else if (key < up->key)
        up->left = z;
    else
        up->right = z;
    while (z->parent->red) {
        struct rb *p = z->parent, *g = p->parent;
        int left = p == g->left;
        struct rb *uncle = left ? g->right : g->left;
        if (uncle->red) {
            p->red = uncle->red = 0;
            g->red = 1;
            z = g;
            continue;
        }
        if (z == (left ? p->right : p->left)) {
            z = p;
            rb_turn(root, z, left);
        }
        z->parent->red = 0;
        z->parent->parent->red = 1;
        rb_turn(root, z->parent->parent, !left);
    }
    (*root)->red = 0;
}

static void rb_move(struct rb **root, struct rb *u, struct rb *v) {
    if (u->parent == &nil)
        *root = v;
    else if (u == u->parent->left)
        u->parent->left = v;
    else
        u->parent->right = v;
    v->parent = u->parent;
}

static void rb_remove(struct rb **root, struct rb *z) {
    struct rb *y = z, *x;
    int was_red = y->red;
    if (z->left == &nil) {
        x = z->right;
        rb_move(root, z, x);
    } else if (z->right == &nil) {
        x = z->left;
        rb_move(root, z, x);
    } else {
        for (y = z->right; y->left != &nil;) y = y->left;
        was_red = y->red;
        x = y->right;
        if (y->parent == z) {
            x->parent = y;
        } else {
            rb_move(root, y, x);
            y->right = z->right;
            y->right->parent = y;
        }
        rb_move(root, z, y);
        y->left = z->left;
        y->left->parent = y;
        y->red = z->red;
    }
    free(z);
    while (!was_red && x != *root && !x->red) {
        int left = x == x->parent->left;
        struct rb *w = left ? x->parent->right : x->parent->left;
        if (w->red) {
            w->red = 0;
            x->parent->red = 1;
            rb_turn(root, x->parent, left);
            w = left ? x->parent->right : x->parent->left;
        }
        if (!w->left->red && !w->right->red) {
            w->red = 1;
            x = x->parent;
            continue;
        }
        if (!(left ? w->right : w->left)->red) {
            (left ? w->left : w->right)->red = 0;
            w->red = 1;
            rb_turn(root, w, !left);
            w = left ? x->parent->right : x->parent->left;
        }
        w->red = x->parent->red;
        x->parent->red = 0;
        (left ? w->right : w->left)->red = 0;
        rb_turn(root, x->parent, left);
        x = *root;
    }
    if (!was_red) x->red = 0;
}

static struct rb *rb_find(struct rb *at, int key) {
    while (at != &nil && at->key != key) at = key < at->key ? at->left : at->right;
    return at;
}

/* ---- splay tree with parents: what is accessed is rotated to the top */

struct splay {
    struct splay *child[2], *parent;
    int key;
};

static void rotate(struct splay *x) {
    struct splay *p = x->parent, *g = p->parent;
    int side = p->child[1] == x;
    struct splay *middle = x->child[!side];
    p->child[side] = middle;
    if (middle) middle->parent = p;
    x->child[!side] = p;
    p->parent = x;
    x->parent = g;
    if (g) g->child[g->child[1] == p] = x;
}

static struct splay *to_top(struct splay *x) {
    while (x->parent) {
        struct splay *p = x->parent, *g = p->parent;
        if (g) rotate((g->child[1] == p) == (p->child[1] == x) ? p : x);
        rotate(x);
    }
    return x;
}

static struct splay *splay_use(struct splay *t, int key, int insert) {
    struct splay *last = NULL;
    for (struct splay *at = t; at; at = at->child[key > at->key]) {
        last = at;
        if (at->key == key) break;
    }
    if (insert) {
        struct splay *n = malloc(sizeof *n);
        *n = (struct splay){{NULL, NULL}, last, key};
        if (last) last->child[key > last->key] = n;
        last = n;
    }
    return last ? to_top(last) : NULL;
}

static struct splay *splay_remove_top(struct splay *t) {
    struct splay *low = t->child[0], *high = t->child[1];
    free(t);
    if (low) low->parent = NULL;
    if (high) high->parent = NULL;
    if (!low) return high;
    while (low->child[1]) low = low->child[1];
    low = to_top(low);
    low->child[1] = high;
    if (high) high->parent = low;
    return low;
}

/* ---- treap by splitting and merging */

struct treap {
    struct treap *low, *high;
    int key;
    unsigned rank;
};

static void split(struct treap *t, int key, struct treap **low, struct treap **high) {
    if (!t) {
        *low = *high = NULL;
    } else if (t->key < key) {
        split(t->high, key, &t->high, high);
        *low = t;
    } else {
        split(t->low, key, low, &t->low);
        *high = t;
    }
}

static struct treap *merge(struct treap *a, struct treap *b) {
    if (!a || !b) return a ? a : b;
    if (a->rank < b->rank) {
        a->high = merge(a->high, b);
        return a;
    }
    b->low = merge(a, b->low);
    return b;
}

static struct treap *treap_insert(struct treap *t, int key) {
    struct treap *low, *high, *n = malloc(sizeof *n);
    *n = (struct treap){NULL, NULL, key, draw(1u << 30)};
    split(t, key, &low, &high);
    return merge(merge(low, n), high);
}

static struct treap *treap_remove(struct treap *t, int from, int to) {
    struct treap *low, *middle, *high;
    split(t, from, &low, &middle);
    split(middle, to, &middle, &high);
    while (middle) {
        struct treap *rest = merge(middle->low, middle->high);
        free(middle);
        middle = rest;
    }
    return merge(low, high);
}

/* ---- skip list */

struct tower {
    int key, height;
    struct tower *next[];
};

static struct tower *tower(int key, int height) {
    struct tower *t = malloc(sizeof *t + (size_t)height * sizeof(struct tower *));
    t->key = key;
    t->height = height;
    for (int i = 0; i < height; i++) t->next[i] = NULL;
    return t;
}

static void skip_insert(struct tower *head, int key) {
    int height = 1;
    while (height < 12 && !draw(3)) height++;
    struct tower *n = tower(key, height), *at = head;
    for (int i = head->height - 1; i >= 0; i--) {
        while (at->next[i] && at->next[i]->key < key) at = at->next[i];
        if (i >= height) continue;
        n->next[i] = at->next[i];
        at->next[i] = n;
    }
}

static void skip_remove(struct tower *head, int key) {
    struct tower *at = head, *gone = NULL;
    for (int i = head->height - 1; i >= 0; i--) {
        while (at->next[i] && at->next[i]->key < key) at = at->next[i];
        if (!at->next[i] || (gone && at->next[i] != gone)) continue;
        if (!gone && i) continue;
        gone = at->next[i];
        at->next[i] = gone->next[i];
    }
    if (!gone) return;
    for (int i = 1; i < gone->height; i++) {
        for (at = head; at && at->next[i] != gone;) at = at->next[i];
        if (at) at->next[i] = gone->next[i];
    }
    free(gone);
}

/* ---- binomial heap */

struct bin {
    struct bin *child, *sibling;
    int key, order;
};

static struct bin *hang(struct bin *a, struct bin *b) {
    if (b->key < a->key) {
        struct bin *least = b;
        b = a;
        a = least;
    }
    b->sibling = a->child;
    a->child = b;
    a->order++;
    return a;
}

static struct bin *unite(struct bin *a, struct bin *b) {
    struct bin *head = NULL, **end = &head;
    while (a || b) {
        struct bin **least = !b || (a && a->order <= b->order) ? &a : &b, *x = *least;
        *least = x->sibling;
        x->sibling = NULL;
        *end = x;
        end = &x->sibling;
    }
    for (struct bin **at = &head; *at && (*at)->sibling;) {
        struct bin *x = *at, *y = x->sibling, *rest = y->sibling;
        if (x->order != y->order || (rest && rest->order == y->order)) {
            at = &x->sibling;
            continue;
        }
        x->sibling = y->sibling = NULL;
        *at = hang(x, y);
        (*at)->sibling = rest;
    }
    return head;
}

static struct bin *bin_insert(struct bin *h, int key) {
    struct bin *n = malloc(sizeof *n);
    *n = (struct bin){NULL, NULL, key, 0};
    return unite(h, n);
}

static struct bin *bin_remove(struct bin *h) {
    struct bin **least = &h, *gone, *children = NULL;
    for (struct bin **at = &h; *at; at = &(*at)->sibling)
        if ((*at)->key < (*least)->key) least = at;
    gone = *least;
    *least = gone->sibling;
    while (gone->child) {
        struct bin *c = gone->child;
        gone->child = c->sibling;
        c->sibling = children;
        children = c;
    }
    free(gone);
    return unite(h, children);
}

/* ---- all of them */

static long count_rb(const struct rb *t) {
    return t == &nil ? 0 : 1 + count_rb(t->left) + count_rb(t->right);
}
static long count_splay(const struct splay *t) {
    return t ? 1 + count_splay(t->child[0]) + count_splay(t->child[1]) : 0;
}
static long count_treap(const struct treap *t) {
    return t ? 1 + count_treap(t->low) + count_treap(t->high) : 0;
}

static long use(int n, unsigned kinds) {
    struct rb *rb[2] = {&nil, &nil};
    struct splay *splay[2] = {NULL, NULL};
    struct treap *treap[2] = {NULL, NULL};
    struct tower *head = tower(-1, 12);
    struct bin *heap = NULL;
    long total = 0;
    int *keys = malloc((size_t)n * sizeof *keys), k = 0;
    for (int i = 0; i < n; i++) {
        unsigned kind = draw(5), side = draw(2), takes = !draw(3);
        int key = keys[k] = (int)draw(1u << 20), old = keys[draw((unsigned)k + 1)];
        if (!(kinds >> kind & 1)) continue;
        k += k < n - 1;
        struct rb *found = kind == 0 && takes ? rb_find(rb[side], old) : &nil;
        if (kind == 0 && found != &nil) rb_remove(&rb[side], found);
        if (kind == 0 && !takes) rb_insert(&rb[side], key);
        if (kind == 1) splay[side] = splay_use(splay[side], takes ? old : key, !takes);
        if (kind == 1 && takes && splay[side] && !draw(2))
            splay[side] = splay_remove_top(splay[side]);
        if (kind == 2)
            treap[side] =
                takes ? treap_remove(treap[side], old, old + 9) : treap_insert(treap[side], key);
        if (kind == 2 && !draw(40)) {
            struct treap *low = NULL, *high = NULL;
            split(treap[side], key, &low, &high);
            treap[side] = low;
            treap[!side] = merge(treap[!side], high);
        }
        if (kind == 3 && takes) skip_remove(head, old);
        if (kind == 3 && !takes) skip_insert(head, key);
        if (kind == 4) heap = takes && heap ? bin_remove(heap) : bin_insert(heap, key);
    }
    for (int i = 0; i < 2; i++)
        total += count_rb(rb[i]) + count_splay(splay[i]) + count_treap(treap[i]);
    while (heap) heap = bin_remove(heap);
    free(keys);
    return total + (head->next[0] != NULL);
}

int main(int argc, char **argv) {
    unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    unsigned most = argc > 2 ? (unsigned)atoi(argv[2]) : 300;
    state = seed * 2 + 1;
    long total = 0;
    for (int i = 0; i < 20; i++) {
        unsigned kinds = draw(3) ? 1u << draw(5) : draw(31) + 1;
        total += use(1 + (int)draw(most), kinds);
    }
    printf("%ld\n", total);
    return 0;
}
