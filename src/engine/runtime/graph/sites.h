/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sites.h: what a place in the program's code accessed last, so that another access of the same
 * input by the same activation is counted without a look at the graph.
 *
 * A site is identified by a hook's return address. It remembers the activation, its fact of the
 * input and, for an array, the addresses that it covers. It is valid while the activation is on
 * top, the fact is the same (then its home is still open) and the array is where and what it was.
 * If the array may hold links, its input may become another one: then it is valid while `joins` is
 * ort_graph_joins.
 * The site of a link is for accesses of elements. It holds the input (v), the value of
 * ort_graph_joins (age), the elements' type (low), the fact and, in `range`, the fact that counts
 * elements of that type, or a dummy if there is none.
 *
 * Threads: the owner only; that another one frees the array meanwhile is noticed or does no harm.
 * Signal-safe: yes.
 */
#ifndef ORT_SITES_H
#define ORT_SITES_H

#include "engine/runtime/core/thread_state.h"
#include "facts.h"
#include "graph_parts.h"

#define ORT_SITES 4096u

struct ort_site_of {
    const void *code;
    uint32_t frame, stamp; /* the activation; frame: its number */
    uint32_t serial;
    uint32_t age, v;
    uint32_t joins; /* UINT32_MAX: of an array without links */
    uintptr_t low;
    uint64_t bytes;
    struct ort_fact *fact, *range;
};
_Static_assert(sizeof(struct ort_site_of) == 64, "a cache line");

static inline struct ort_site_of *ort_site_at(struct ort_site_of *sites, const void *code) {
    uint64_t h = (uintptr_t)code * 0x9E3779B97F4A7C15ull;
    return &sites[h >> 52];
}
_Static_assert(ORT_SITES == 1u << (64 - 52), "the hash's bits");

/* Does the site's fact apply to what the activation `top`, of this number, does now? */
static inline int ort_site_holds(const struct ort_site_of *e, const struct ordo_frame *top,
                                 uint32_t number) {
    return likely(e->frame == number) && likely(e->stamp == top->stamp) &&
           likely(e->fact->serial == e->serial);
}

/* Is the input of the site's array what it was? */
static inline int ort_site_stays(const struct ort_site_of *e) {
    return likely(e->joins == UINT32_MAX) || likely(e->joins == ort_graph_joins);
}

static inline int ort_site_covers(const struct ort_site_of *e, uintptr_t element) {
    const struct ort_graph_vertex *v = ort_vertex_at(e->v);
    return likely(element - e->low < e->bytes) && likely(v->age == e->age) &&
           likely(v->at == e->low);
}

#endif
