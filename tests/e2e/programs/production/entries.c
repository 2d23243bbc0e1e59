/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* entries.c: routines entered by name and by address, and a recursion small enough to be inlined.
 * Calls the loops of other_entries.c. */
#include <stdio.h>
#include <stdlib.h>
struct node { int leaf, v; struct node *next; };
int peek(const int *p);
int step(struct node *p);
long peek_all(int (*by)(const int *), const int *a, int n);
long other_peeks(const int *a, int n);
long other_steps(struct node *a, int n);
int (*volatile peek_by)(const int *) = peek;
int (*volatile step_by)(struct node *) = step;

__attribute__((noinline)) int peek(const int *p) { return *p * 3; }

/* A recursion that is small enough to be inlined, except that it goes through slow(). */
static __attribute__((noinline)) int slow(struct node *p) {
    p = p->next;
    return p ? step(p) + 1 : 0;
}
int step(struct node *p) { return p->leaf ? p->v : slow(p); }

__attribute__((noinline)) long by_name(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += peek(a + i);
    return s;
}
__attribute__((noinline)) long by_address(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += peek_by(a + i);
    return s;
}
__attribute__((noinline)) long steps(struct node *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += step(&a[i % 9]);
    return s;
}
__attribute__((noinline)) long steps_by_address(struct node *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += step_by(&a[i % 9]);
    return s;
}
int main(int argc, char **argv) {
    static int a[4000];
    static struct node nodes[9];
    long s = argc;
    for (int i = 0; i < 4000; i++) a[i] = i % 7;
    for (int i = 0; i < 9; i++) nodes[i] = (struct node){i % 4 == 3, i, i < 8 ? &nodes[i + 1] : NULL};
    for (int i = 1; i <= 200; i++) {
        s += by_name(a, 10 * i) + by_address(a, 10 * i) + other_peeks(a, 10 * i);
        s += steps(nodes, i) + steps_by_address(nodes, i) + other_steps(nodes, i);
    }
    printf("%ld\n", s);
    return 0;
}
