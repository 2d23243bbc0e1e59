/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* long_enough.c: walks a growing list and sums arrays: enough accesses for narrow stamps to wrap. */
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *next; int v; };
static int data[100];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static int walk(struct node *l) { int s = 0; for (; l; l = l->next) s += l->v; return s; }
int main(void) {
    struct node *l = NULL; int s = 0;
    for (int i = 0; i < 200; i++) {
        struct node *x = malloc(sizeof *x); x->next = l; x->v = i; l = x;
        s += walk(l) + work(i % 100); data[i % 100]++;
    }
    printf("%d\n", s);
    return 0;
}
