/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* restructured.c: random insertions, searches and removals in structures that are restructured as they
 * are used: splay tree, treap, AVL tree, skip list, pairing heap. Arguments: a seed, the largest size.
 * What `ordo tree` measures of it with its usual effort is compared with a full search. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long state;
static unsigned draw(unsigned below) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33) % below;
}

struct tree {
    struct tree *left, *right;
    int key, rank; /* rank: a treap's priority, an AVL tree's height */
};

static struct tree *make(int key, int rank) {
    struct tree *t = malloc(sizeof *t);
    *t = (struct tree){NULL, NULL, key, rank};
    return t;
}

static struct tree *rotate_right(struct tree *t) {
    struct tree *up = t->left;
    t->left = up->right;
    up->right = t;
    return up;
}

static struct tree *rotate_left(struct tree *t) {
    struct tree *up = t->right;
    t->right = up->left;
    up->left = t;
    return up;
}

/* ---- splay tree: simple splaying from above, with a header on the stack */

static struct tree *splay(struct tree *t, int key) {
    struct tree header = {NULL, NULL, 0, 0}, *low = &header, *high = &header;
    while (key != t->key) {
        if (key < t->key) {
            if (t->left && key < t->left->key) t = rotate_right(t);
            if (!t->left) break;
            high->left = t;
            high = t;
            t = t->left;
        } else {
            if (t->right && key > t->right->key) t = rotate_left(t);
            if (!t->right) break;
            low->right = t;
            low = t;
            t = t->right;
        }
    }
    low->right = t->left;
    high->left = t->right;
    t->left = header.right;
    t->right = header.left;
    return t;
}

static struct tree *splay_insert(struct tree *t, int key) {
    struct tree *n = make(key, 0);
    if (!t) return n;
    t = splay(t, key);
    if (key < t->key) {
        n->left = t->left;
        n->right = t;
        t->left = NULL;
    } else {
        n->right = t->right;
        n->left = t;
        t->right = NULL;
    }
    return n;
}

/* ---- treap: recursive */

static struct tree *treap_insert(struct tree *t, int key) {
    if (!t) return make(key, (int)draw(1u << 30));
    if (key < t->key) {
        t->left = treap_insert(t->left, key);
        return t->left->rank > t->rank ? rotate_right(t) : t;
    }
    t->right = treap_insert(t->right, key);
    return t->right->rank > t->rank ? rotate_left(t) : t;
}

static struct tree *merge(struct tree *a, struct tree *b) {
    if (!a || !b) return a ? a : b;
    if (a->rank > b->rank) {
        a->right = merge(a->right, b);
        return a;
    }
    b->left = merge(a, b->left);
    return b;
}

static struct tree *remove_root(struct tree *t) {
    struct tree *rest = merge(t->left, t->right);
    free(t);
    return rest;
}

/* ---- AVL tree: a loop down, with a stack of the links that were followed */

static int height(const struct tree *t) {
    return t ? t->rank : 0;
}

static void note_height(struct tree *t) {
    int l = height(t->left), r = height(t->right);
    t->rank = 1 + (l > r ? l : r);
}

static struct tree *balance(struct tree *t) {
    int lean = height(t->left) - height(t->right);
    if (lean > 1) {
        if (height(t->left->left) < height(t->left->right)) {
            struct tree *l = t->left;
            t->left = rotate_left(l);
            note_height(l);
        }
        struct tree *up = rotate_right(t);
        note_height(t);
        t = up;
    } else if (lean < -1) {
        if (height(t->right->right) < height(t->right->left)) {
            struct tree *r = t->right;
            t->right = rotate_right(r);
            note_height(r);
        }
        struct tree *up = rotate_left(t);
        note_height(t);
        t = up;
    }
    note_height(t);
    return t;
}

static void avl_insert(struct tree **root, int key) {
    struct tree **path[64];
    int n = 0;
    while (*root) {
        path[n++] = root;
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    *root = make(key, 1);
    while (n-- > 0) *path[n] = balance(*path[n]);
}

/* ---- skip list */

struct tower {
    int key;
    struct tower *next[8];
};

static struct tower *tower(int key) {
    struct tower *t = calloc(1, sizeof *t);
    t->key = key;
    return t;
}

static void skip_insert(struct tower *head, int key) {
    struct tower *n = tower(key), *at = head;
    unsigned levels = 1;
    while (levels < 8 && !draw(2)) levels++;
    for (int i = 7; i >= 0; i--) {
        while (at->next[i] && at->next[i]->key < key) at = at->next[i];
        if ((unsigned)i >= levels) continue;
        n->next[i] = at->next[i];
        at->next[i] = n;
    }
}

static void skip_remove_first(struct tower *head) {
    struct tower *first = head->next[0];
    if (!first) return;
    for (int i = 0; i < 8; i++)
        if (head->next[i] == first) head->next[i] = first->next[i];
    free(first);
}

/* ---- pairing heap */

struct heap {
    struct heap *child, *sibling;
    int key;
};

static struct heap *meld(struct heap *a, struct heap *b) {
    if (!a || !b) return a ? a : b;
    if (b->key < a->key) {
        struct heap *least = b;
        b = a;
        a = least;
    }
    b->sibling = a->child;
    a->child = b;
    return a;
}

static struct heap *heap_insert(struct heap *h, int key) {
    struct heap *n = malloc(sizeof *n);
    *n = (struct heap){NULL, NULL, key};
    return meld(h, n);
}

static struct heap *heap_remove(struct heap *h) {
    struct heap *rest = h->child, *pairs = NULL;
    free(h);
    while (rest) {
        struct heap *a = rest, *b = a->sibling;
        rest = b ? b->sibling : NULL;
        a->sibling = NULL;
        if (b) b->sibling = NULL;
        a = meld(a, b);
        a->sibling = pairs;
        pairs = a;
    }
    while (pairs) {
        struct heap *next = pairs->sibling;
        pairs->sibling = NULL;
        rest = meld(rest, pairs);
        pairs = next;
    }
    return rest;
}

static long sum(const struct tree *t) {
    return t ? t->key + sum(t->left) + sum(t->right) : 0;
}

static long use(int kind, int n) {
    struct tree *t = NULL;
    struct heap *h = NULL;
    struct tower *head = tower(0);
    long total = 0;
    for (int i = 0; i < n; i++) {
        int key = (int)draw(1u << 20), takes = i && !draw(4);
        if (kind == 0) t = splay_insert(t, key);
        if (kind == 1) t = takes && t ? remove_root(t) : treap_insert(t, key);
        if (kind == 2) avl_insert(&t, key);
        if (kind == 3 && takes) skip_remove_first(head);
        if (kind == 3 && !takes) skip_insert(head, key);
        if (kind == 4) h = takes && h ? heap_remove(h) : heap_insert(h, key);
    }
    for (int i = 0; kind == 0 && t && i < n / 2; i++) t = splay(t, (int)draw(1u << 20));
    while (kind == 4 && h) h = heap_remove(h);
    if (kind < 3) total += sum(t);
    return total + (head->next[0] != NULL);
}

int main(int argc, char **argv) {
    unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    int most = argc > 2 ? atoi(argv[2]) : 300;
    state = seed * 2 + 1;
    int kind = (int)(seed % 5);
    long total = 0;
    for (int i = 0; i < 30; i++) total += use(kind, 1 + (int)draw((unsigned)most));
    printf("%ld\n", total);
    return 0;
}
