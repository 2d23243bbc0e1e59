/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every node keeps how many of its edges are unknown, their numbers xored together, and what has
 * entered less what has left by the known ones. A node with one unknown edge yields it.
 */
#include "base/flow.h"

#include <stdlib.h>

struct node {
    ordo_flow_amount balance; /* entered less left */
    size_t n_unknown, unknown;
};

struct work {
    struct ordo_flow_edge *edges;
    struct node *nodes;
    ordo_flow_amount *entered;
    size_t *ready, n_ready; /* nodes that may yield an edge: a stack */
};

static void settle(struct work *w, size_t edge) {
    const struct ordo_flow_edge *e = &w->edges[edge];
    w->nodes[e->to].balance += e->amount;
    w->nodes[e->from].balance -= e->amount;
    w->entered[e->to] += e->amount;
}

/* The edge is, or is no longer, one of the node's unknown ones. */
static void note(struct work *w, size_t node, size_t edge, bool unknown) {
    w->nodes[node].n_unknown += unknown ? 1 : (size_t)-1;
    w->nodes[node].unknown ^= edge;
    if (node && !unknown && w->nodes[node].n_unknown == 1) w->ready[w->n_ready++] = node;
}

static void yield_edge(struct work *w, size_t node) {
    size_t edge = w->nodes[node].unknown;
    struct ordo_flow_edge *e = &w->edges[edge];
    e->amount = e->from == node ? w->nodes[node].balance : -w->nodes[node].balance;
    e->is_known = true;
    settle(w, edge);
    note(w, e->from, edge, false);
    note(w, e->to, edge, false);
}

/* Each edge makes two nodes ready at the most, besides those that begin so. */
enum ordo_flow_result ordo_flow_solve(struct ordo_flow_edge *edges, size_t n_edges, size_t n_nodes,
                                      ordo_flow_amount *entered) {
    struct work w = {.edges = edges,
                     .nodes = calloc(n_nodes + 1, sizeof *w.nodes),
                     .entered = entered,
                     .ready = calloc(n_nodes + 2 * n_edges + 1, sizeof *w.ready)};
    enum ordo_flow_result result = w.nodes && w.ready ? ORDO_FLOW_SOLVED : ORDO_FLOW_NO_MEMORY;
    if (result == ORDO_FLOW_SOLVED) {
        for (size_t i = 0; i < n_nodes; i++) entered[i] = 0;
        for (size_t i = 0; i < n_edges; i++) {
            if (edges[i].is_known) {
                settle(&w, i);
            } else {
                note(&w, edges[i].from, i, true);
                note(&w, edges[i].to, i, true);
            }
        }
        for (size_t i = 1; i < n_nodes; i++)
            if (w.nodes[i].n_unknown == 1) w.ready[w.n_ready++] = i;
        while (w.n_ready) {
            size_t node = w.ready[--w.n_ready];
            if (w.nodes[node].n_unknown == 1) yield_edge(&w, node);
        }
        for (size_t i = 0; i < n_edges; i++)
            if (!edges[i].is_known) result = ORDO_FLOW_OPEN;
    }
    free(w.nodes);
    free(w.ready);
    return result;
}
