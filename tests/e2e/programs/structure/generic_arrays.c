/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* generic_arrays.c: What counts as one element. An array of pointers has as many as it has pointers,
 * whatever they lead to: a base of a larger record, a record, a text. An array in a record has its own
 * room. A mapping that moves goes on. A stack or queue of nodes does not hide the tree that it is used
 * to walk over, and a node that is freed at once does not take the list's place.
 *
 * Algorithms:
 *   main*: any
 *   bases: modification of array *, others; steps = n; n = elements 1..39
 *   areas: traversal of array *; steps = n; n = elements 1..39
 *   free_all: any
 *   records#1 + records#2: modification of array *, others; class = n^2; n = elements 3..39; coefficient = any
 *   names#1 + names#2: modification of array *, others; class = n^2; n = elements 3..39; coefficient = any
 *   count: any
 *   fill_mapping: any
 *   sum_mapping: traversal of array int; steps = n; n = elements 8192..14336
 *   make_tree: construction of structure twig; class = n; n = elements 1..39; coefficient = any
 *   by_stack: traversal of structure twig; steps = n; n = elements 1..39
 *   by_queue: traversal of structure twig; steps = n; n = elements 1..39
 *   with_scratch: construction of structure cell; steps = n; n = elements 1..39 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static volatile long sink;
static unsigned state = 1;
static unsigned draw(void) { return state = state * 1103515245u + 12345u, state >> 16; }

struct base { const void *kind; };
struct box { struct base base; double width, height; };

static void bases(struct base **v, int n) {
    for (int i = 0; i < n; i++) {
        struct box *b = malloc(sizeof *b);
        b->base.kind = v;
        b->width = b->height = i;
        v[i] = &b->base;
    }
}

static double areas(struct base **v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += ((struct box *)v[i])->width;
    return sum;
}

static void free_all(void **v, int n) {
    for (int i = 0; i < n; i++) free(v[i]);
}

struct record { int key; double value; };

static void records(struct record **v, int n) {
    for (int i = 1; i < n; i++) {
        struct record *x = v[i];
        int j = i;
        for (; j && v[j - 1]->key > x->key; j--) v[j] = v[j - 1];
        v[j] = x;
    }
}

static void names(char **v, int n) {
    for (int i = 1; i < n; i++) {
        char *x = v[i];
        int j = i;
        for (; j && strcmp(v[j - 1], x) > 0; j--) v[j] = v[j - 1];
        v[j] = x;
    }
}

struct counter { const char *name; long a, b, c; int ticks[101]; };

static int count(int n) {
    struct counter c;
    c.name = "n";
    c.a = n;
    for (int i = 0; i <= 100; i++) c.ticks[i] = n;
    return c.ticks[n % 101];
}

static void fill_mapping(int *a, int from, int to) {
    for (int i = from; i < to; i++) a[i] = i;
}

static long sum_mapping(const int *a, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum;
}

struct twig { struct twig *left, *right; int key; };

static struct twig *make_tree(int low, int high) {
    if (low >= high) return NULL;
    int middle = (low + high) / 2;
    struct twig *t = malloc(sizeof *t);
    t->key = middle;
    t->left = make_tree(low, middle);
    t->right = make_tree(middle + 1, high);
    return t;
}

static long by_stack(struct twig *t) {
    struct twig *stack[64];
    int n = 0;
    long sum = 0;
    stack[n++] = t;
    while (n) {
        t = stack[--n];
        sum += t->key;
        if (t->left) stack[n++] = t->left;
        if (t->right) stack[n++] = t->right;
    }
    return sum;
}

static long by_queue(struct twig *t) {
    struct twig *queue[64];
    int first = 0, last = 0;
    long sum = 0;
    queue[last++] = t;
    while (first < last) {
        t = queue[first++];
        sum += t->key;
        if (t->left) queue[last++] = t->left;
        if (t->right) queue[last++] = t->right;
    }
    return sum;
}

struct cell { struct cell *next; int value; };

static struct cell *with_scratch(int n) {
    struct cell *head = NULL;
    for (int i = 0; i < n; i++) {
        struct cell *c = malloc(sizeof *c), *scratch;
        c->next = head;
        c->value = i;
        head = c;
        scratch = malloc(sizeof *scratch);
        scratch->next = head;
        sink += scratch->next->value;
        free(scratch);
    }
    return head;
}

int main(void) {
    for (int n = 1; n < 40; n += 2) {
        void **v = malloc((size_t)n * sizeof *v);
        bases((struct base **)v, n);
        sink += (long)areas((struct base **)v, n);
        free_all(v, n);
        free(v);
        struct record **r = malloc((size_t)n * sizeof *r);
        for (int i = 0; i < n; i++) r[i] = malloc(sizeof **r), r[i]->key = (int)(draw() % 1000);
        records(r, n);
        char **s = malloc((size_t)n * sizeof *s);
        for (int i = 0; i < n; i++) s[i] = malloc(8), snprintf(s[i], 8, "%u", draw() % 1000);
        names(s, n);
        sink += count(n);
        sink += by_stack(make_tree(0, n)) + by_queue(make_tree(0, n));
        sink += with_scratch(n)->value;
    }
    for (int n = 4096; n <= 7168; n += 1024) {
        size_t bytes = (size_t)n * sizeof(int);
        int *a = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        fill_mapping(a, 0, n);
        a = mremap(a, bytes, 2 * bytes, MREMAP_MAYMOVE);
        fill_mapping(a, n, 2 * n);
        sink += sum_mapping(a, 2 * n);
        munmap(a, 2 * bytes);
    }
    return 0;
}
