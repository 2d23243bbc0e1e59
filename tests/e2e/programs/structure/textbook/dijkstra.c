/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dijkstra.c: Shortest paths, without a heap.
 *
 * Algorithms:
 *   main: no data structure
 *   make#1 + make#2: any
 *   dijkstra#1: modification of array long; steps = n; n = elements 10..300
 *   dijkstra#2 + dijkstra#3 + dijkstra#4: others; class = n^2; coefficient = any; n = elements of long 10..300 */
#include "textbook.h"

struct edge {
    int to, weight;
    struct edge *next;
};
struct graph {
    int n;
    struct edge **adj;
};
static struct graph *make(int n) {
    struct graph *g = malloc(sizeof *g);
    g->n = n;
    g->adj = calloc(n, sizeof *g->adj);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) {
            struct edge *e = malloc(sizeof *e);
            e->to = draw() % n;
            e->weight = 1 + draw() % 100;
            e->next = g->adj[i];
            g->adj[i] = e;
        }
    return g;
}
static long dijkstra(struct graph *g, int source) {
    long *dist = malloc(g->n * sizeof *dist), sum = 0;
    bool *done = calloc(g->n, sizeof *done);
    for (int i = 0; i < g->n; i++) dist[i] = LONG_MAX;
    dist[source] = 0;
    for (;;) {
        int u = -1;
        for (int i = 0; i < g->n; i++)
            if (!done[i] && dist[i] != LONG_MAX && (u < 0 || dist[i] < dist[u])) u = i;
        if (u < 0) break;
        done[u] = true;
        sum += dist[u];
        for (struct edge *e = g->adj[u]; e; e = e->next)
            if (dist[u] + e->weight < dist[e->to]) dist[e->to] = dist[u] + e->weight;
    }
    free(dist);
    free(done);
    return sum;
}
int main(void) {
    for (int n = 10; n <= 300; n += 10) {
        struct graph *g = make(n);
        sink += dijkstra(g, 0);
    }
}
