/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_entries.c: loops that call routines of another file. */
struct node;
int peek(const int *p);
int step(struct node *p);
long other_peeks(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += peek(a + i);
    return s;
}
long other_steps(struct node *a, int n) {
    struct { int leaf, v; void *next; } *p = (void *)a;
    long s = 0;
    for (int i = 0; i < n; i++) s += step((struct node *)&p[i % 9]);
    return s;
}
