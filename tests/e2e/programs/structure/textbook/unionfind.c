/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unionfind.c: Union by rank with halved paths.
 *
 * Algorithms:
 *   main: no data structure
 *   components#1: modification of array int; steps = n; n = elements 10..490
 *   components#2 + find: modification of array int, modification of array int; class = n; coefficient = any; n = elements 10..490 */
#include "textbook.h"

struct sets {
    int *parent, *rank;
};
static int find(struct sets *s, int x) {
    while (s->parent[x] != x) {
        s->parent[x] = s->parent[s->parent[x]];
        x = s->parent[x];
    }
    return x;
}
static bool unite(struct sets *s, int a, int b) {
    a = find(s, a);
    b = find(s, b);
    if (a == b) return false;
    if (s->rank[a] < s->rank[b]) {
        int t = a;
        a = b;
        b = t;
    }
    s->parent[b] = a;
    s->rank[a] += s->rank[a] == s->rank[b];
    return true;
}
static int components(int n, int m) {
    struct sets s = {malloc(n * sizeof(int)), calloc(n, sizeof(int))};
    int left = n;
    for (int i = 0; i < n; i++) s.parent[i] = i;
    for (int i = 0; i < m; i++) left -= unite(&s, draw() % n, draw() % n);
    free(s.parent);
    free(s.rank);
    return left;
}
int main(void) {
    for (int n = 10; n <= 500; n += 20) sink += components(n, 2 * n);
}
