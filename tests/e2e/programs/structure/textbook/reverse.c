/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reverse.c: Reversal of a list and of an array.
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2: traversal of structure node; steps = n; n = elements 5..780
 *   main#3: any
 *   build: construction of structure node; steps = n; n = elements 5..780
 *   reverse: modification of structure node; steps = n; n = elements 5..780
 *   reverse_array: modification of array int; class = n; coefficient = 0.5; n = elements 5..780 */
#include "textbook.h"

struct node {
    int v;
    struct node *next;
};
static struct node *build(int n) {
    struct node *l = NULL;
    for (int i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->v = i;
        x->next = l;
        l = x;
    }
    return l;
}
static struct node *reverse(struct node *l) {
    struct node *r = NULL;
    while (l) {
        struct node *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    return r;
}
static void reverse_array(int *a, int n) {
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}
int main(void) {
    for (int n = 5; n <= 800; n += 25) {
        struct node *l = reverse(build(n));
        sink += l->v;
        while (l) {
            struct node *next = l->next;
            free(l);
            l = next;
        }
        int *a = malloc(n * sizeof *a);
        for (int i = 0; i < n; i++) a[i] = i;
        reverse_array(a, n);
        sink += a[0];
        free(a);
    }
}
