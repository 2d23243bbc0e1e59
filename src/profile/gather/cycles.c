/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cycles.c: Tarjan's algorithm with an explicit stack, because call graphs of generated code are
 * deep.
 *
 * Invariant: low[v] is the smallest order number known to be reachable from v through at most one
 *          arc to a node that is still on the stack of open nodes.
 */
#include "profile/gather/cycles.h"
#include "base/arena.h"

#include <string.h>

struct work {
    size_t *first;    /* the arcs of v are sorted[first[v]] .. sorted[first[v + 1] - 1] */
    uint32_t *sorted; /* targets */
    size_t *next;     /* next arc to follow */
    uint32_t *order, *low, *open, *path;
    unsigned char *is_open;
};

static void visit_from(struct work *w, uint32_t root, uint32_t *counter, uint32_t *n_open,
                       uint32_t *n_components, uint32_t *component) {
    uint32_t depth = 0;
    w->path[depth++] = root;
    while (depth) {
        uint32_t v = w->path[depth - 1];
        if (!w->order[v]) {
            w->order[v] = w->low[v] = ++*counter;
            w->open[(*n_open)++] = v;
            w->is_open[v] = 1;
            w->next[v] = w->first[v];
        }
        if (w->next[v] < w->first[v + 1]) {
            uint32_t t = w->sorted[w->next[v]++];
            if (!w->order[t])
                w->path[depth++] = t;
            else if (w->is_open[t] && w->order[t] < w->low[v])
                w->low[v] = w->order[t];
            continue;
        }
        if (w->low[v] == w->order[v]) {
            uint32_t t;
            do {
                t = w->open[--*n_open];
                w->is_open[t] = 0;
                component[t] = *n_components;
            } while (t != v);
            ++*n_components;
        }
        if (--depth) {
            uint32_t up = w->path[depth - 1];
            if (w->low[v] < w->low[up]) w->low[up] = w->low[v];
        }
    }
}

void ordo_cycles_find(uint32_t n, const uint32_t *from, const uint32_t *to, size_t m,
                      uint32_t *component) {
    size_t nodes = (size_t)n + 1;
    struct ordo_arena *arena = ordo_arena_new();
    struct work w = {
        .first = ordo_arena_array(arena, nodes + 1, sizeof *w.first),
        .sorted = ordo_arena_array(arena, m + 1, sizeof *w.sorted),
        .next = ordo_arena_array(arena, nodes, sizeof *w.next),
        .order = ordo_arena_array(arena, nodes, sizeof *w.order),
        .low = ordo_arena_array(arena, nodes, sizeof *w.low),
        .open = ordo_arena_array(arena, nodes, sizeof *w.open),
        .path = ordo_arena_array(arena, nodes, sizeof *w.path),
        .is_open = ordo_arena_array(arena, nodes, 1),
    };
    for (size_t i = 0; i < m; i++) w.first[from[i] + 1]++;
    for (uint32_t v = 0; v < n; v++) w.first[v + 1] += w.first[v];
    memcpy(w.next, w.first, nodes * sizeof *w.next);
    for (size_t i = 0; i < m; i++) w.sorted[w.next[from[i]]++] = to[i];
    uint32_t counter = 0, n_open = 0, n_components = 0;
    for (uint32_t v = 0; v < n; v++)
        if (!w.order[v]) visit_from(&w, v, &counter, &n_open, &n_components, component);
    ordo_arena_free(arena);
}
