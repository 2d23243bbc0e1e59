/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* headers.c: Memory for a record followed by an array is an array of the elements behind the record:
 * with a flexible array member, and in what an allocator returns that keeps a header. Variant 3: the
 * array is reached through the address behind the record. Variant 4: by calloc. An array of records
 * with one record more, as a sentinel, is still an array of records.
 *
 * Algorithms:
 *   main: no data structure
 *   fill_text: modification of array char; steps = n; n = used 5..34; writes = n
 *   add_text: traversal of array char; steps = n; n = used 5..34; reads = n
 *   fill_ints: modification of array int; steps = n; n = used 5..34; writes = n
 *   add_ints: traversal of array int; steps = n; n = used 5..34; reads = n
 *   fill_items: modification of array item; steps = n; n = used 5..34
 *   add_items: traversal of array item; steps = n; n = used 5..34 */
#include <stdlib.h>

#if VARIANT == 4
#define MAKE(bytes) calloc(1, bytes)
#else
#define MAKE(bytes) malloc(bytes)
#endif

struct text {
    int length;
    char data[];
};
struct header {
    unsigned tag;
    size_t size;
    const char *file;
};
struct item {
    int key, weight;
    long value;
};

static volatile long sink;

static void *hand_out(size_t bytes) {
    struct header *h = MAKE(sizeof *h + bytes);
    if (!h) abort();
    h->tag = 0x5759;
    h->size = bytes;
    h->file = __FILE__;
    return h + 1;
}

static void take_back(void *p) {
    free((struct header *)p - 1);
}

static void fill_text(struct text *t) {
#if VARIANT == 3
    char *data = (char *)(t + 1);
#else
    char *data = t->data;
#endif
    for (int i = 0; i < t->length; i++) data[i] = (char)i;
}

static long add_text(const struct text *t) {
    long s = 0;
    for (int i = 0; i < t->length; i++) s += t->data[i];
    return s;
}

static void fill_ints(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = n - i;
}

static long add_ints(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

static void set(int *to, int value) {
    *to = value;
}

static void fill_items(struct item *a, int n) {
    for (int i = 0; i < n; i++) set(&a[i].weight, i);
}

static long add_items(struct item *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) {
        const int *w = &a[i].weight;
        s += *w;
    }
    return s;
}

int main(void) {
    for (int n = 5; n < 35; n++) {
        struct text *t = MAKE(sizeof *t + n);
        if (!t) abort();
        t->length = n;
        fill_text(t);
        sink = add_text(t);
        int *a = hand_out(n * sizeof *a);
        fill_ints(a, n);
        sink = add_ints(a, n);
        struct item *items = malloc((n + 1) * sizeof *items);
        fill_items(items, n);
        sink = add_items(items, n);
        free(t), take_back(a), free(items);
    }
}
