/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* small_arrays.c: Memory whose length is a variable is an array, even with no or one element. Memory
 * for one number or one record is not, whatever is accessed in it through pointers.
 *
 * Algorithms:
 *   main: no data structure
 *   make: modification of array int; steps = n; n = elements 1..29; writes = n
 *   sum: traversal of array int; steps = n; n = elements 1..29; reads = n
 *   count: no data structure
 *   fill: modification of array row; steps = n; n = elements 1..29
 *   total: traversal of array row; steps = n; n = elements 1..29 */
#include <stdlib.h>

struct row {
    int *cell;
    int width, pad;
};
struct tally {
    int odd, even;
};

static volatile long sink;

static int *make(int n) {
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) a[i] = n - i;
    return a;
}

static long sum(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

static void add(int *to) {
    ++*to;
}

static void count(struct tally *t, long *all, int n) {
    for (int i = 0; i < n; i++) {
        add(i % 2 ? &t->odd : &t->even);
        ++*all;
    }
}

static void fill(struct row *r, int n) {
    for (int i = 0; i < n; i++) {
        add(&r[i].width);
        r[i].pad = 0;
    }
}

static long total(struct row *r, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) {
        const int *w = &r[i].width;
        s += *w;
    }
    return s;
}

int main(void) {
    for (int n = 0; n < 30; n++) {
        int *a = make(n);
        sink = sum(a, n);
        struct tally *t = calloc(1, sizeof *t);
        long *all = malloc(sizeof *all);
        *all = 0;
        count(t, all, n);
        struct row *rows = calloc(n, sizeof *rows);
        fill(rows, n);
        sink = total(rows, n);
        free(a), free(t), free(all), free(rows);
    }
}
