/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* copied_elements.c: Arrays whose elements are known only by their size, and are copied by memcpy: a
 * vector that grows by one, one that doubles, and a sort. A scratch element
 * is no array.
 *
 * Algorithms:
 *   main*: no data structure
 *   fill_by_one + push_by_one: modification of array double; class = n^2; n = elements 4..396
 *   sum: traversal of array double; steps = n; n = elements 4..396
 *   fill: modification of array point; steps = n; n = used 4..396
 *   reverse: modification of array point; class = n; coefficient = 0.5; n = used 4..396
 *   total: traversal of array point; steps = n; n = used 4..396
 *   sort#1 + sort#2: modification of array point; class = n^2; coefficient = 0.25; n = elements 4..396
 *   relay: modification of array point, traversal of array point; steps = n; n = elements 4..396 */
#include <stdlib.h>
#include <string.h>

struct vector { char *base; size_t n, room, width; };
struct point { int x, y, z; };

static unsigned state = 1;
static unsigned draw(void) { return state = state * 1103515245u + 12345u, state >> 16; }

static void push_by_one(struct vector *v, const void *e) {
    if (v->n == v->room) {
        char *more = malloc((v->room + 1) * v->width);
        for (size_t i = 0; i < v->n; i++)
            memcpy(more + i * v->width, v->base + i * v->width, v->width);
        free(v->base);
        v->base = more;
        v->room++;
    }
    memcpy(v->base + v->n++ * v->width, e, v->width);
}

static void push(struct vector *v, const void *e) {
    if (v->n == v->room) {
        v->room = v->room ? 2 * v->room : 1;
        v->base = realloc(v->base, v->room * v->width);
    }
    memcpy(v->base + v->n++ * v->width, e, v->width);
}

static void get(const struct vector *v, size_t i, void *e) {
    memcpy(e, v->base + i * v->width, v->width);
}

static void fill_by_one(struct vector *v, int n) {
    for (int i = 0; i < n; i++) {
        double x = i;
        push_by_one(v, &x);
    }
}

static double sum(const struct vector *v) {
    double s = 0;
    for (size_t i = 0; i < v->n; i++) s += ((double *)v->base)[i];
    return s;
}

static void fill(struct vector *v, int n) {
    for (int i = 0; i < n; i++) {
        struct point p = {(int)(draw() % 1000), i, 0};
        push(v, &p);
    }
}

static void swap(void *a, void *b, size_t width) {
    char kept[32];
    memcpy(kept, a, width);
    memcpy(a, b, width);
    memcpy(b, kept, width);
}

static void reverse(struct vector *v) {
    for (size_t i = 0, j = v->n; i + 1 < j; i++) {
        j--;
        swap(v->base + i * v->width, v->base + j * v->width, v->width);
    }
}

static long total(const struct vector *v) {
    long s = 0;
    for (size_t i = 0; i < v->n; i++) {
        struct point p;
        get(v, i, &p);
        s += p.x;
    }
    return s;
}

static void relay(char *to, const struct vector *from) {
    for (size_t i = 0; i < from->n; i++)
        memcpy(to + i * from->width, from->base + i * from->width, from->width);
}

static void sort(char *base, size_t n, size_t width) {
    char *kept = malloc(width);
    for (size_t i = 1; i < n; i++) {
        size_t j = i;
        memcpy(kept, base + i * width, width);
        for (; j && memcmp(base + (j - 1) * width, kept, width) > 0; j--)
            memcpy(base + j * width, base + (j - 1) * width, width);
        memcpy(base + j * width, kept, width);
    }
    free(kept);
}

static volatile double sink;

int main(void) {
    for (int n = 4; n <= 396; n += 8) {
        struct vector v = {.width = sizeof(double)}, w = {.width = sizeof(struct point)};
        fill_by_one(&v, n);
        sink = sum(&v);
        fill(&w, n);
        reverse(&w);
        sink = (double)total(&w);
        char *copy = malloc((size_t)n * w.width);
        relay(copy, &w);
        sort(copy, (size_t)n, w.width);
        free(copy), free(v.base), free(w.base);
    }
    return 0;
}
