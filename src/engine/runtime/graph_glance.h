/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_glance.h: what can be seen of the graph at a glance: elements by their addresses and the
 * slots of single words, for the events that happen most. What is not seen is looked up (graph.h).
 *
 * Threads: any, without the graph's lock: numbers of vertices and blocks stay valid for good, and
 * what another thread changes meanwhile is seen as it was or as it will be. Who stores takes the
 * lock. Signal-safe: yes.
 */
#ifndef ORT_GRAPH_GLANCE_H
#define ORT_GRAPH_GLANCE_H

#include "graph_parts.h"

static inline const struct ort_places_granule *ort_glance_granule(uintptr_t addr) {
    uint64_t number = addr >> ORT_PLACES_LOG2;
    const struct ort_places_granule *g = ort_places_at_hand[number % ORT_PLACES_AT_HAND];
    return likely(g != NULL) && likely(g->number == number + 1) && likely(g->places != NULL) ? g
                                                                                             : NULL;
}

/* The element that begins at `at`; 0: none that is seen. */
static inline ort_vertex ort_glance_element(uintptr_t at) {
    const struct ort_places_granule *g = ort_glance_granule(at);
    ort_vertex v = g ? g->places->place[ort_places_word(at)].vertex : 0;
    return likely(v) && likely(ort_vertex_at(v)->at == at) ? v : 0;
}

/* The slot of the word at `at`, when an element with a slot there begins there: no other element
 * has one that counts. NULL: not seen. */
static inline uint64_t *ort_glance_slot(uintptr_t at, ort_vertex *v) {
    *v = ort_glance_element(at);
    struct ort_graph_vertex *x = ort_vertex_at(*v);
    return likely(*v) && likely(!x->first) && likely(x->n_slots) ? ort_vertex_slots(x) : NULL;
}

/* Is the element known as one of `type` as well? */
static inline bool ort_glance_is(const struct ort_graph_vertex *x, const struct ordo_type *type) {
    uint32_t first = type->first_link / 8;
    return likely(x->type == type->id) ||
           (type->id && type->size <= ort_graph_type_of(x->type)->size && first >= x->first &&
            first + type->n_slots <= x->first + x->n_slots);
}

/* Is a word less than an element of the block's array? */
static inline bool ort_glance_no_element(const struct ort_block *b) {
    return !b->array || ort_graph_type_of(ort_vertex_at(b->array)->type)->size > 8;
}

/* Has no element a slot for the word? false: not seen. */
static inline bool ort_glance_no_slot(uintptr_t at) {
    const struct ort_places_granule *g = ort_glance_granule(at);
    uint32_t word = ort_places_word(at);
    return likely(g != NULL) && !(g->places->slots[word >> 6] >> (word & 63) & 1);
}

/* Nor the array of the block that it lies in? */
static inline bool ort_glance_no_links(uint32_t block) {
    uint32_t array = block ? ort_block_at(block)->array : 0;
    return block && (!array || !ort_vertex_at(array)->n_slots);
}

/* What a slot that gets the address `to` holds, when it leads to an element of the input of x.
 * false: not seen. */
static inline bool ort_glance_aim(const struct ort_graph_vertex *x, uintptr_t to, uint64_t *slot) {
    *slot = 0;
    if (!to) return true;
    ort_vertex t = ort_glance_element(to);
    if (unlikely(!t) || unlikely(ort_vertex_at(t)->identity != x->identity) ||
        unlikely(!x->identity))
        return false;
    *slot = ort_slot_of(t);
    return true;
}

/* May the slot of x be set by a mere store? */
static inline bool ort_glance_free(const struct ort_graph_vertex *x, const uint64_t *at,
                                   uint64_t slot) {
    return likely(*at == slot) || (likely(!x->stamp) && likely(!(*at & ORT_SLOT_PENDING)));
}

/* The slot, which may, gets `slot`, which leads nowhere or to the input of its element. false: it
 * has not been done. */
static inline bool ort_glance_store(uint64_t *at, uint64_t slot) {
    if (*at == slot) return true;
    if (!ort_graph_enter_alone()) return false;
    *at = slot;
    ort_graph_leave_alone();
    return true;
}

/* A single word is overwritten, and with it a link: as ort_graph_clear. */
static inline bool ort_glance_clear(uintptr_t to) {
    ort_vertex v;
    if (unlikely(to & 7)) return false;
    if (ort_glance_no_slot(to)) return ort_glance_no_links(ort_place_recent(to));
    uint64_t *dest = ort_glance_slot(to, &v);
    return dest && ort_glance_free(ort_vertex_at(v), dest, 0) && ort_glance_store(dest, 0);
}

/* A single word is copied, and with it a link: as ort_graph_copy. false: it has not been done. */
static inline bool ort_glance_copy(uintptr_t to, uintptr_t from) {
    ort_vertex v, w;
    uint32_t block = ort_place_recent(from);
    const struct ort_block *b = ort_block_at(block);
    if (unlikely(!block) || unlikely((to | from) & 7) || unlikely(!ort_glance_no_element(b)))
        return false;
    if (ort_glance_no_slot(from))
        return !ort_glance_element(from) && ort_glance_no_links(block) && ort_glance_clear(to);
    const uint64_t *source = ort_glance_slot(from, &w);
    uint64_t *dest = source ? ort_glance_slot(to, &v) : NULL;
    if (!dest || *source & ORT_SLOT_PENDING ||
        unlikely(ort_graph_type_of(ort_vertex_at(w)->type)->size <= 8))
        return false;
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t slot = *source & ~ORT_SLOT_UNCOUNTED;
    ort_vertex t = ort_slot_leads(slot);
    if (t && (!x->identity || x->identity != ort_vertex_at(t)->identity)) return false;
    return ort_glance_free(x, dest, slot) && ort_glance_store(dest, slot);
}

#endif
