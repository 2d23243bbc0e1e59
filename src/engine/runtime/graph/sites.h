/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sites.h: what a place in the program's code accessed last, so that an access of the same input by
 * the same activation is counted without a look at the graph.
 *
 * A site, known by a hook's return address, remembers the activation, its fact of the input and, of
 * an array, the addresses that it covers. It holds while the activation is on top, the fact is the
 * same (then its home is still open) and the array is where and what it was. The place of a link
 * holds, for accesses of elements: the input (v), as of ort_graph_joins (age), their type (low),
 * its fact, and where that counts elements of the type, or where nothing does (range).
 *
 * Threads: the owner only; that another one frees the array meanwhile is seen or does no harm.
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
    const struct ordo_frame *frame;
    uint32_t stamp, serial;
    uint32_t age, v;
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

/* Does the site's fact count for what the activation `top` does now? */
static inline int ort_site_holds(const struct ort_site_of *e, const struct ordo_frame *top) {
    return likely(e->frame == top) && likely(e->stamp == top->stamp) &&
           likely(e->fact->serial == e->serial);
}

static inline int ort_site_covers(const struct ort_site_of *e, uintptr_t element) {
    const struct ort_graph_vertex *v = ort_vertex_at(e->v);
    return likely(element - e->low < e->bytes) && likely(v->age == e->age) &&
           likely(v->at == e->low);
}

#endif
