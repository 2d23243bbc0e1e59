/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* link_addresses.c: A list and a tree whose routines hold only addresses of links (struct word **), so
 * that no variable shows the type of the memory that a link is set to.
 *
 * Algorithms:
 *   main: no data structure
 *   enter + find: construction of structure word; steps = n * (n + 1) // 2; creations = n; n = elements 8..128; class = n^2
 *   count: traversal of structure word; steps = n; n = elements 8..128
 *   grow: no data structure
 *   insert: construction of structure leaf; n = elements 2..128; class = any
 *
 * Variants 1 and 4: calloc. Variant 2: a routine that returns void *. Variant 3: a routine that is called
 * through a pointer. */
#include <stdlib.h>

static volatile int sink;

struct word {
    struct word *next;
    int key, count;
};

struct leaf {
    int key;
    struct leaf *left, *right;
};

static void *zeroed(size_t bytes) {
    void *p = calloc(1, bytes);
    if (!p) abort();
    return p;
}

static void *(*volatile allocate)(size_t) = zeroed;

#if VARIANT == 1 || VARIANT == 4
#define NEW(p) calloc(1, sizeof *(p))
#elif VARIANT == 2
#define NEW(p) zeroed(sizeof *(p))
#else
#define NEW(p) allocate(sizeof *(p))
#endif

static struct word *words;
static struct leaf *root;

static void find(int key) {
    struct word **p = &words;
    for (; *p; p = &(*p)->next)
        if ((*p)->key == key) {
            (*p)->count++;
            return;
        }
    *p = NEW(*p);
    (*p)->key = key;
}

static void enter(int n) {
    for (int i = 0; i < n; i++) find(i);
}

static int count(void) {
    int n = 0;
    for (struct word **p = &words; *p; p = &(*p)->next) n += (*p)->count;
    return n;
}

static void insert(struct leaf **at, int key) {
    if (!*at) {
        *at = NEW(*at);
        (*at)->key = key;
        return;
    }
    insert(key < (*at)->key ? &(*at)->left : &(*at)->right, key);
}

static void grow(int n) {
    for (int i = 0; i < n; i++) insert(&root, i * 37 % 131);
}

int main(void) {
    for (int n = 8; n <= 128; n *= 2) {
        words = NULL;
        root = NULL;
        enter(n);
        sink = count();
        grow(n);
    }
    return 0;
}
