/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* allocates.c: a list with names on the heap, which is searched. */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
struct node { struct node *next; char name[24]; };
static struct node *push(struct node *l, int n) { struct node *x = malloc(sizeof *x); snprintf(x->name, sizeof x->name, "%d", n); x->next = l; return x; }
static int find(const struct node *l, const char *name) { int k = 0; for (; l; l = l->next, k++) if (!strcmp(l->name, name)) return k; return -1; }
int main(void) { struct node *l = NULL; char b[24]; long s = 0; for (int i = 0; i < 300; i++) { l = push(l, i * 7919 % 300); snprintf(b, sizeof b, "%d", i); s += find(l, b); } printf("%ld\n", s); return 0; }
