/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* called_once.c: routines that are too long to be inlined unless they are called once: by a
 * recursion, and inside it. */
#include <stdio.h>
struct node { struct node *left, *right; int v[8]; };
static struct node nodes[1023];
static volatile int sink[40];
long walk(struct node *p, long seed);
#define S(i) sink[i] = (int)(sink[(i) + 1] * seed + i);
#define TEN(i) S(i) S(i + 1) S(i + 2) S(i + 3) S(i + 4) S(i + 5) S(i + 6) S(i + 7) S(i + 8) S(i + 9)
static long weigh(struct node *p, long seed) {
    TEN(0) TEN(10) TEN(20)
    for (int i = 0; i < 8; i += 1 + (p->v[i] & 1)) seed += p->v[i];
    return seed;
}
static long descend(struct node *p, long seed) {
    TEN(0) TEN(10) TEN(20)
    for (int i = 0; i < 8; i += 1 + (p->v[i] & 1)) seed -= p->v[i];
    return seed + walk(p->left, seed) + walk(p->right, seed + 1);
}
__attribute__((noinline)) long walk(struct node *p, long seed) {
    if (!p) return 1;
    if (p->left) seed += weigh(p, seed);
    return descend(p, seed);
}
int main(void) {
    long s = 0;
    for (int i = 0; i < 1023; i++) {
        if (i < 511) nodes[i].left = &nodes[2 * i + 1], nodes[i].right = &nodes[2 * i + 2];
        for (int k = 0; k < 8; k++) nodes[i].v[k] = i * k;
    }
    for (int i = 0; i < 60; i++) s += walk(&nodes[i], i);
    printf("%ld\n", s);
    return 0;
}
