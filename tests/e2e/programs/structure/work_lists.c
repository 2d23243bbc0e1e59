/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* work_lists.c: Trees that are walked with a stack or a queue of nodes. The input is the tree,
 * wherever the stack is. An array that is filled and read again, or is a heap, is no work list; nor
 * are a node's children, although the last one is taken off and put back.
 *
 * Algorithms:
 *   main: no data structure
 *   make: any
 *   make#*: any
 *   depth: traversal of structure node; steps = n; n = elements of node 1..197
 *   breadth: traversal of structure node; steps = n; n = elements of node 1..197
 *   destroy: traversal of structure node; steps = n; n = elements of node 1..197
 *   sprout: any
 *   put_back#1 + put_back#2: any
 *   count#1 + count#2: traversal of structure branch; class = n; coefficient = 2; n = elements 8..197
 *   filled#1: others
 *   filled#2: traversal of array node *; steps = n; n = used of node * 2..198
 *
 * Variants: the stack is allocated as large as needed (1), grows by realloc (2), grows by a copy
 * (3), is a static variable (4); the queue is linear, or a ring (2, 3). */
#include <stdlib.h>
#include <string.h>

typedef struct node {
    int key;
    struct node *left, *right;
} node;

typedef struct {
    node **items;
    size_t n, room;
} stack;

static volatile long sink;
static unsigned state = 1;
static node *pool[512];

static node *make(int n) {
    node *root = NULL;
    for (int i = 0; i < n; i++) {
        node **at = &root;
        state = state * 1103515245u + 12345u;
        int key = state >> 16;
        while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
        *at = calloc(1, sizeof **at);
        (*at)->key = key;
    }
    return root;
}

static void push(stack *s, node *x) {
    if (s->n == s->room) {
#if VARIANT == 3
        node **items = malloc(2 * s->room * sizeof *items);
        memcpy(items, s->items, s->n * sizeof *items);
        free(s->items);
        s->items = items;
#else
        s->items = realloc(s->items, 2 * s->room * sizeof *s->items);
#endif
        s->room *= 2;
    }
    s->items[s->n++] = x;
}

static node *pop(stack *s) {
    return s->items[--s->n];
}

static stack empty(int n) {
    stack s = {NULL, 0, VARIANT == 1 ? n + 2 : 2};
#if VARIANT == 4
    s.items = pool;
    s.room = 512;
#else
    s.items = malloc(s.room * sizeof *s.items);
#endif
    return s;
}

static void done(stack *s) {
#if VARIANT != 4
    free(s->items);
#endif
    (void)s;
}

static long depth(node *root, int n) {
    long sum = 0;
    stack s = empty(n);
    push(&s, root);
    while (s.n) {
        node *x = pop(&s);
        sum += x->key;
        if (x->left) push(&s, x->left);
        if (x->right) push(&s, x->right);
    }
    done(&s);
    return sum;
}

static long breadth(node *root, int n) {
    node **queue = malloc(256 * sizeof *queue);
    size_t head = 0, tail = 0, room = VARIANT == 2 || VARIANT == 3 ? n / 2 + 2 : 256;
    long sum = 0;
    queue[tail++] = root;
    while (head != tail) {
        node *x = queue[head++ % room];
        sum += x->key;
        if (x->left) queue[tail++ % room] = x->left;
        if (x->right) queue[tail++ % room] = x->right;
    }
    free(queue);
    return sum;
}

static void destroy(node *root, int n) {
    stack s = empty(n);
    push(&s, root);
    while (s.n) {
        node *x = pop(&s);
        if (x->left) push(&s, x->left);
        if (x->right) push(&s, x->right);
        free(x);
    }
    done(&s);
}

static long filled(int n) {
    node **list = malloc(200 * sizeof *list);
    int used = 0;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        list[used] = calloc(1, sizeof **list);
        list[used++]->left = calloc(1, sizeof **list);
    }
    for (int i = 0; i < n; i++) {
        sum += list[i]->left->key;
        free(list[i]->left);
        free(list[i]);
    }
    free(list);
    return sum;
}

typedef struct branch {
    struct branch **children;
    int n, room;
} branch;

static void hang(branch *up, branch *b) {
    if (up->n == up->room) {
        up->room = up->room ? 2 * up->room : 1;
        up->children = realloc(up->children, (size_t)up->room * sizeof *up->children);
    }
    up->children[up->n++] = b;
}

static branch *sprout(int n) {
    branch *b = calloc(1, sizeof *b);
    if (n > 1) hang(b, sprout(n / 2));
    if (n > 2) hang(b, sprout(n - 1 - n / 2));
    return b;
}

static void put_back(branch *b) {
    for (int i = 0; i < b->n; i++) put_back(b->children[i]);
    if (b->n) hang(b, b->children[--b->n]);
}

static int count(const branch *b) {
    int n = 1;
    for (int i = 0; i < b->n; i++) n += count(b->children[i]);
    return n;
}

int main(void) {
    for (int n = 1; n <= 200; n += 7) {
        node *root = make(n);
        sink = depth(root, n);
        sink = breadth(root, n);
        destroy(root, n);
        branch *b = sprout(n);
        put_back(b);
        sink = count(b);
        sink = filled(n + 1);
    }
    return 0;
}
