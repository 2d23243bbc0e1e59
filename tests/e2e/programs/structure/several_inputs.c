/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* several_inputs.c: Algorithms with several inputs.
 *
 * Algorithms:
 *   main: no data structure
 *   fill: modification of array double; steps = n; n = used 4..64
 *   dot: traversal of array double, traversal of array double; steps = n; n = used 4..64
 *   build: construction of structure node; steps = n; n = elements 4..64
 *   to_array: traversal of structure node, modification of array double; steps = n; n = elements 4..64
 *   copy_list: traversal of structure node, construction of structure node; steps = n; n = elements 4..64
 *   product#1 + product#2 + product#3: traversal of array double, traversal of array double, modification of array double; steps = isqrt(n) * (n + isqrt(n) + 1); n = used 16..4096; class = n^1.5
 *
 * product multiplies two square matrices. */
#include <stdlib.h>

static volatile double sink;

struct node {
    double value;
    struct node *next;
};

static void fill(double *a, int n) {
    for (int i = 0; i < n; i++) a[i] = i;
}

static double dot(const double *a, const double *b, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}

static struct node *build(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    return list;
}

static void to_array(const struct node *list, double *a) {
    for (; list; list = list->next) *a++ = list->value;
}

static struct node *copy_list(const struct node *list) {
    struct node *copy = NULL;
    for (; list; list = list->next) {
        struct node *node = malloc(sizeof *node);
        node->value = list->value;
        node->next = copy;
        copy = node;
    }
    return copy;
}

static void product(double *to, const double *a, const double *b, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
            to[i * n + j] = s;
        }
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
        fill(a, n);
        fill(b, n);
        sink = dot(a, b, n);
        struct node *list = build(n);
        to_array(list, b);
        copy_list(list);
        double *p = calloc((size_t)(n * n), sizeof *p), *q = calloc((size_t)(n * n), sizeof *q),
               *r = calloc((size_t)(n * n), sizeof *r);
        product(p, q, r, n);
        free(p);
        free(q);
        free(r);
        free(a);
        free(b);
    }
    return 0;
}
