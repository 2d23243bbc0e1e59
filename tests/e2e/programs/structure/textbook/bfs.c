/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bfs.c: Breadth-first search over lists of edges.
 *
 * Algorithms:
 *   main: no data structure
 *   make: any
 *   destroy#1 + destroy#2: any
 *   bfs#1: modification of array int; steps = n; n = elements 10..400
 *   bfs#2 + bfs#3: modification of array int, modification of array int, traversal of array edge *; class = n; steps = 7*n; n = used of edge * 10..400 */
#include "textbook.h"

struct edge {
    int to;
    struct edge *next;
};
struct graph {
    int n;
    struct edge **adj;
};
static struct graph *make(int n, int m) {
    struct graph *g = malloc(sizeof *g);
    g->n = n;
    g->adj = calloc(n, sizeof *g->adj);
    for (int i = 0; i < m; i++) {
        int a = i < n - 1 ? i + 1 : draw() % n, b = i < n - 1 ? draw() % (i + 1) : draw() % n;
        struct edge *e = malloc(sizeof *e);
        e->to = b;
        e->next = g->adj[a];
        g->adj[a] = e;
        e = malloc(sizeof *e);
        e->to = a;
        e->next = g->adj[b];
        g->adj[b] = e;
    }
    return g;
}
static int bfs(struct graph *g, int start) {
    int *dist = malloc(g->n * sizeof *dist), *queue = malloc(g->n * sizeof *queue);
    for (int i = 0; i < g->n; i++) dist[i] = -1;
    int head = 0, tail = 0, far = 0;
    dist[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        int v = queue[head++];
        for (struct edge *e = g->adj[v]; e; e = e->next)
            if (dist[e->to] < 0) {
                dist[e->to] = dist[v] + 1;
                far = dist[e->to];
                queue[tail++] = e->to;
            }
    }
    free(dist);
    free(queue);
    return far;
}
static void destroy(struct graph *g) {
    for (int i = 0; i < g->n; i++)
        while (g->adj[i]) {
            struct edge *e = g->adj[i];
            g->adj[i] = e->next;
            free(e);
        }
    free(g->adj);
    free(g);
}
int main(void) {
    for (int n = 10; n <= 400; n += 15) {
        struct graph *g = make(n, 3 * n);
        sink += bfs(g, 0);
        destroy(g);
    }
}
