/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every node keeps how many of its edges are unknown, their numbers xored together, and what has
 * entered less what has left by the known ones. A node with one unknown edge yields it. All sums
 * are modulo 2^64, so that no order of additions matters.
 */
#include "profile/raw_flow.h"

#include <stdlib.h>

struct node {
    uint64_t balance; /* entered less left */
    uint64_t entered;
    uint32_t unknown, which;
};

struct flow {
    const struct ordo_raw_code_edge *edges;
    struct node *nodes;
    uint32_t *ready; /* nodes that may yield an edge: a stack */
    uint32_t n_ready;
};

static void settle(struct flow *f, uint32_t edge, uint64_t value) {
    const struct ordo_raw_code_edge *e = &f->edges[edge];
    f->nodes[e->to].balance += value;
    f->nodes[e->to].entered += value;
    f->nodes[e->from].balance -= value;
}

static void forget(struct flow *f, uint32_t node, uint32_t edge) {
    struct node *n = &f->nodes[node];
    n->unknown--;
    n->which ^= edge;
    if (node && n->unknown == 1) f->ready[f->n_ready++] = node;
}

/* Returns how many edges stay unknown. */
static uint32_t solve(struct flow *f, uint32_t n_nodes, uint32_t unknown) {
    for (uint32_t i = 1; i < n_nodes; i++)
        if (f->nodes[i].unknown == 1) f->ready[f->n_ready++] = i;
    while (f->n_ready) {
        uint32_t at = f->ready[--f->n_ready], edge = f->nodes[at].which;
        if (f->nodes[at].unknown != 1) continue;
        const struct ordo_raw_code_edge *e = &f->edges[edge];
        uint64_t balance = f->nodes[at].balance;
        settle(f, edge, e->from == at ? balance : 0 - balance);
        forget(f, e->from, edge);
        forget(f, e->to, edge);
        unknown--;
    }
    return unknown;
}

const char *ordo_raw_flow_solve(const struct ordo_raw_code_edge *edges, uint32_t n_edges,
                                const uint64_t *counters, uint32_t n_counters, uint32_t n_blocks,
                                uint64_t *counts) {
    uint64_t n_nodes = 1 + (uint64_t)n_blocks + 2 * (uint64_t)n_edges; /* at most */
    struct flow f = {.edges = edges,
                     .nodes = calloc(n_nodes, sizeof *f.nodes),
                     .ready = malloc((n_nodes + 2 * (uint64_t)n_edges) * sizeof *f.ready)};
    const char *wrong = f.nodes && f.ready ? NULL : "";
    uint32_t unknown = 0;
    for (uint32_t i = 0; !wrong && i < n_edges; i++) {
        const struct ordo_raw_code_edge *e = &edges[i];
        if (e->from >= n_nodes || e->to >= n_nodes) {
            wrong = "an edge of a node that is none";
        } else if (e->counter > n_counters) {
            wrong = "an edge of a counter that is none";
        } else if (e->counter) {
            settle(&f, i, counters[e->counter - 1]);
        } else {
            f.nodes[e->from].unknown++, f.nodes[e->from].which ^= i;
            f.nodes[e->to].unknown++, f.nodes[e->to].which ^= i;
            unknown++;
        }
    }
    if (!wrong && solve(&f, (uint32_t)n_nodes, unknown)) wrong = "edges that do not follow";
    for (uint32_t i = 0; !wrong && i < n_blocks; i++) {
        uint64_t entered = f.nodes[i + 1].entered;
        counts[i] = entered >> 63 ? 0 : entered;
    }
    free(f.nodes);
    free(f.ready);
    return wrong;
}
