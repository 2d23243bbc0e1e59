/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops_and_jumps.c: loops, recursions, callbacks, variable arguments and longjmp. Prints a hash of
 * all results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next, *left; int v; };
static jmp_buf env;
static unsigned hash;

__attribute__((noinline)) int search(const int *a, int n, int x) {
    for (int i = 0; i < n; i++)
        if (a[i] == x) return i;
    return -1;
}
__attribute__((noinline)) long list_sum(const struct node *l) {
    long s = 0;
    while (l) {
        s += l->v;
        l = l->next;
    }
    return s;
}
static struct node *put(struct node *t, struct node *n) {
    if (!t) return n;
    if (n->v < t->v)
        t->left = put(t->left, n);
    else
        t->next = put(t->next, n);
    return t;
}
__attribute__((noinline)) static int total(int n, ...) {
    va_list a;
    int s = 0;
    va_start(a, n);
    for (int i = 0; i < n; i++) s += va_arg(a, int);
    va_end(a);
    return s;
}
static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
__attribute__((noinline)) static void jump(int k) {
    if (k == 0) longjmp(env, 3);
    jump(k - 1);
    hash++;
}
__attribute__((noinline)) static int catches(int n) {
    int caught = 0;
    for (int i = 0; i < n; i++) {
        if (setjmp(env)) {
            caught++;
            continue;
        }
        for (int j = 0; j < 9 + i; j++) {
            hash += (unsigned)j;
            if (hash % 97 == 5) jump(j % 4);
        }
    }
    return caught;
}
int main(int argc, char **argv) {
    int n = atoi(argv[argc - 1]);
    int *a = malloc((size_t)n * sizeof *a);
    struct node *list = NULL, *tree = NULL;
    for (int k = 1; k <= n; k++) {
        for (int i = 0; i < k; i++) a[i] = (i * 7919 + k) % 1009;
        struct node *l = calloc(1, sizeof *l), *t = calloc(1, sizeof *t);
        l->v = t->v = a[k - 1];
        l->next = list;
        list = l;
        tree = put(tree, t);
        hash = hash * 31 + (unsigned)search(a, k, -1);
        hash = hash * 31 + (unsigned)list_sum(list);
        hash += (unsigned)total(9, k, 2, 3, 4, 5, 6, 7, 8, 9);
        qsort(a, (size_t)k, sizeof *a, by_value);
        hash += (unsigned)a[k / 2];
    }
    printf("%u %d\n", hash, catches(n));
    return (int)(hash % 7);
}
