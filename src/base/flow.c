/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * flow.c: spanning-tree elimination, leaf by leaf.
 *
 * Every node keeps the number of its unknown edges, the xor of their indices, and the balance of
 * its known edges (what entered minus what left). If one edge of a node is unknown, the balance
 * gives its amount.
 */
#include "base/flow.h"
#include "base/memory.h"

#include <stdlib.h>

struct node {
    ordo_flow_amount balance; /* amount entered minus amount left */
    size_t n_unknown, unknown;
};

struct work {
    struct ordo_flow_edge *edges;
    struct node *nodes;
    ordo_flow_amount *entered;
    size_t *ready, n_ready; /* stack of nodes that may have one unknown edge */
};

static void settle(struct work *w, size_t edge) {
    const struct ordo_flow_edge *e = &w->edges[edge];
    w->nodes[e->to].balance += e->amount;
    w->nodes[e->from].balance -= e->amount;
    w->entered[e->to] += e->amount;
}

/* Records that the edge is (`unknown`), or is no longer, an unknown edge of the node. */
static void note(struct work *w, size_t node, size_t edge, bool unknown) {
    w->nodes[node].n_unknown += unknown ? 1 : (size_t)-1;
    w->nodes[node].unknown ^= edge;
    if (node && !unknown && w->nodes[node].n_unknown == 1) w->ready[w->n_ready++] = node;
}

static void solve_edge(struct work *w, size_t node) {
    size_t edge = w->nodes[node].unknown;
    struct ordo_flow_edge *e = &w->edges[edge];
    e->amount = e->from == node ? w->nodes[node].balance : -w->nodes[node].balance;
    e->is_known = true;
    settle(w, edge);
    note(w, e->from, edge, false);
    note(w, e->to, edge, false);
}

/* The stack holds n_nodes + 2 * n_edges: each node once at the start, and two for each solved
 * edge. */
bool ordo_flow_solve(struct ordo_flow_edge *edges, size_t n_edges, size_t n_nodes,
                     ordo_flow_amount *entered) {
    struct work w = {.edges = edges,
                     .nodes = ordo_memory_new(n_nodes + 1, sizeof *w.nodes),
                     .entered = entered,
                     .ready = ordo_memory_new(n_nodes + 2 * n_edges + 1, sizeof *w.ready)};
    bool is_solved = true;
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
        if (w.nodes[node].n_unknown == 1) solve_edge(&w, node);
    }
    for (size_t i = 0; i < n_edges; i++) is_solved &= edges[i].is_known;
    free(w.nodes);
    free(w.ready);
    return is_solved;
}
