/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_walk.h: the vertices that a walk through the graph has yet to look at. Walks mostly wait
 * for memory. So, for the next few vertices, what their links lead to is prefetched while others
 * are looked at. The room is kept for the next walk.
 *
 * Errors:  false: out of memory, recording has been stopped
 * Threads: the caller holds the graph's lock. Signal-safe: yes.
 */
#ifndef ORT_GRAPH_WALK_H
#define ORT_GRAPH_WALK_H

#include "engine/runtime/system/private_memory.h"
#include "graph_parts.h"

#define ORT_WALK_AHEAD 8u        /* vertices whose links are prefetched */
#define ORT_WALK_LINKS_AHEAD 16u /* links of one vertex that are prefetched */

struct ort_walk {
    ort_vertex *at;
    uint64_t room, n;
    ort_vertex next[ORT_WALK_AHEAD]; /* a ring: prefetched and not yet taken */
    uint64_t asked, taken;
};

static inline void ort_walk_begin(struct ort_walk *w) {
    w->n = w->asked = w->taken = 0;
}

static inline bool ort_walk_put(struct ort_walk *w, ort_vertex v) {
    if (unlikely(w->n == w->room)) {
        uint64_t more = w->room ? w->room * 2 : 1024;
        ort_vertex *to = ort_private_array(w->at, w->room, more, sizeof *to);
        if (!to) return false;
        w->at = to;
        w->room = more;
    }
    w->at[w->n++] = v;
    return true;
}

/* Prefetches what the link leads to. */
static inline void ort_walk_soon(uint64_t slot) {
    if (slot > ORT_SLOT_UNCOUNTED && !(slot & ORT_SLOT_PENDING))
        __builtin_prefetch(ort_vertex_at(ort_slot_vertex(slot)));
}

/* Returns a vertex that was put and not taken yet; 0: there is none. */
static inline ort_vertex ort_walk_take(struct ort_walk *w) {
    for (; w->n && w->asked - w->taken < ORT_WALK_AHEAD; w->asked++) {
        ort_vertex v = w->next[w->asked % ORT_WALK_AHEAD] = w->at[--w->n];
        struct ort_graph_vertex *x = ort_vertex_at(v);
        const uint64_t *slots = ort_vertex_slots(x);
        uint32_t n = x->n_slots < ORT_WALK_LINKS_AHEAD ? x->n_slots : ORT_WALK_LINKS_AHEAD;
        for (uint32_t i = 0; i < n; i++) ort_walk_soon(slots[i]);
    }
    return w->asked > w->taken ? w->next[w->taken++ % ORT_WALK_AHEAD] : 0;
}

#endif
