/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_glance.h: fast paths for the most frequent events: elements by their addresses, and the
 * slots of single words. What these do not find must be looked up (graph.h).
 *
 * Threads: any, without the graph's lock. Numbers of vertices and blocks stay valid for good, and
 * what another thread changes meanwhile is seen as it was or as it will be. Code that stores takes
 * the lock. Signal-safe: yes.
 */
#ifndef ORT_GRAPH_GLANCE_H
#define ORT_GRAPH_GLANCE_H

#include "engine/runtime/core/thread_state.h"
#include "graph_parts.h"

/* Returns the granule, or NULL if it is not at hand. One without places has no elements and no
 * slots. */
static inline const struct ort_places_granule *ort_glance_granule(uintptr_t addr) {
    uint64_t number = addr >> ORT_PLACES_LOG2;
    const struct ort_places_granule *g = ort_places_at_hand[number % ORT_PLACES_AT_HAND];
    return likely(g != NULL) && likely(g->number == number + 1) ? g : NULL;
}

/* Returns the element that begins at `at`, or 0 if none was found. */
static inline ort_vertex ort_glance_element(uintptr_t at) {
    const struct ort_places_granule *g = ort_glance_granule(at);
    ort_vertex v = g && likely(g->places) ? g->places->place[ort_places_word(at)].vertex : 0;
    return likely(v) && likely(ort_vertex_at(v)->at == at) ? v : 0;
}

/* Returns the slot for the word at `at` if an element with such a slot begins there. Then no other
 * element's slot counts. NULL: not found. */
static inline uint64_t *ort_glance_slot(uintptr_t at, ort_vertex *v) {
    *v = ort_glance_element(at);
    struct ort_graph_vertex *x = ort_vertex_at(*v);
    return likely(*v) && likely(!x->first) && likely(x->n_slots) ? ort_vertex_slots(x) : NULL;
}

/* Is the element already known to be of `type` too? */
static inline bool ort_glance_is(const struct ort_graph_vertex *x, const struct ordo_type *type) {
    uint32_t first = type->first_link / 8;
    return likely(x->type == type->id) ||
           (type->id && type->size <= ort_graph_type_of(x->type)->size && first >= x->first &&
            first + type->n_slots <= x->first + x->n_slots);
}

/* Is there no array in the block, or is a word less than one of its elements? */
static inline bool ort_glance_no_element(const struct ort_block *b) {
    return !b->array || ort_graph_type_of(ort_vertex_at(b->array)->type)->size > 8;
}

/* Is it certain that no element has a slot for the word? */
static inline bool ort_glance_no_slot(uintptr_t at) {
    const struct ort_places_granule *g = ort_glance_granule(at);
    uint32_t word = ort_places_word(at);
    return likely(g != NULL) &&
           (unlikely(!g->places) || !(g->places->slots[word >> 6] >> (word & 63) & 1));
}

/* Is it certain that the block has no array with slots? */
static inline bool ort_glance_no_links(uint32_t block) {
    uint32_t array = block ? ort_block_at(block)->array : 0;
    return block && (!array || !ort_vertex_at(array)->n_slots);
}

/* Does what ort_graph_variable does for a variable of the thread's activation `frame` that begins
 * again where it was the last time, as most do, if nothing was made in it. false: nothing was
 * done. */
static inline bool ort_glance_local(uintptr_t at, uint64_t bytes, const struct ordo_type *type,
                                    const struct ordo_frame *frame, const struct ort_thread *t) {
    uint32_t id = ort_place_recent(at);
    if (!id || frame < t->frames || frame > t->hot.top || unlikely(!ort_graph_enter_alone()))
        return false;
    struct ort_block *b = ort_block_at(id);
    bool same = b->at == at && b->bytes == bytes && b->type == type->id && b->local &&
                b->thread == t->number && ort_block_is_untouched(b);
    if (same) {
        b->nodes = ort_block_holds_nodes(type, bytes);
        b->frame = (uint32_t)(frame - t->frames);
        b->stamp = frame->stamp;
    }
    ort_graph_leave_alone();
    return same;
}

/* The slot for a word and the vertex that has it; slot NULL: there is none. */
struct ort_glance_word {
    uint64_t *slot;
    ort_vertex v;
};

/* Returns the slot for the word at `at` if it is known to be in an element of the block that begins
 * earlier, or NULL. */
static inline uint64_t *ort_glance_owned(uintptr_t at, uint32_t block, ort_vertex *v) {
    const uint32_t *owner = block ? ort_place_owner(at) : NULL;
    if (unlikely(!owner) || !*owner) return NULL;
    struct ort_graph_vertex *x = ort_vertex_at(*v = *owner);
    if (unlikely(x->at < ort_block_at(block)->at) || unlikely(!ort_vertex_owns(x, at))) return NULL;
    return &ort_vertex_slots(x)[((at - x->at) >> 3) - x->first];
}

/* Finds the slot for the word at `at`, if there is one. false: look it up. `block`: the block that
 * contains the word. The caller holds the lock, because slots may move. */
static inline bool ort_glance_at(uintptr_t at, uint32_t block, struct ort_glance_word *w) {
    *w = (struct ort_glance_word){NULL, 0};
    if (!ort_glance_no_slot(at)) {
        if (!(w->slot = ort_glance_slot(at, &w->v))) w->slot = ort_glance_owned(at, block, &w->v);
        return w->slot != NULL;
    }
    ort_vertex array = block ? ort_block_at(block)->array : 0;
    if (!array) return block != 0;
    struct ort_graph_vertex *x = ort_vertex_at(array);
    uint64_t i = (at >> 3) - (x->at >> 3);
    if (i < x->n_slots) *w = (struct ort_glance_word){&ort_vertex_slots(x)[i], array};
    return true;
}

/* Finds what a slot of x that is set to the address `to` will hold, if `to` is NULL or an element
 * of x's input. false: look it up. */
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

/* May the slot of x be set by a plain store? */
static inline bool ort_glance_free(const struct ort_graph_vertex *x, const uint64_t *at,
                                   uint64_t slot) {
    return likely(*at == slot) || (likely(!x->stamp) && likely(!(*at & ORT_SLOT_PENDING)));
}

/* Sets the slot for the word to `slot`, which leads nowhere or to a vertex. false: nothing was
 * done. */
static inline bool ort_glance_put(uintptr_t to, uint64_t slot) {
    struct ort_glance_word w;
    if (unlikely(!ort_glance_at(to, ort_place_recent(to), &w))) return false;
    if (!w.slot) return !slot;
    const struct ort_graph_vertex *x = ort_vertex_at(w.v);
    ort_vertex t = ort_slot_leads(slot);
    if (t && (!x->identity || x->identity != ort_vertex_at(t)->identity)) return false;
    if (unlikely(!ort_glance_free(x, w.slot, slot))) return false;
    *w.slot = slot;
    return true;
}

/* Does what ort_graph_clear does, for a single word. false: nothing was done. */
static inline bool ort_glance_clear(uintptr_t to) {
    if (unlikely(to & 7)) return false;
    if (ort_glance_no_slot(to) && ort_glance_no_links(ort_place_recent(to))) return true;
    if (unlikely(!ort_graph_enter_alone())) return false;
    bool done = ort_glance_put(to, 0);
    ort_graph_leave_alone();
    return done;
}

/* Finds what the slot for the word that is copied holds, or 0. false: look it up. */
static inline bool ort_glance_source(uintptr_t from, uint32_t block, uint64_t *slot) {
    struct ort_glance_word w;
    if (unlikely(!ort_glance_at(from, block, &w))) return false;
    ort_vertex begins = ort_glance_element(from);
    *slot = w.slot ? *w.slot & ~ORT_SLOT_UNCOUNTED : 0;
    return likely(!(*slot & ORT_SLOT_PENDING)) &&
           (likely(!begins) || ort_graph_type_of(ort_vertex_at(begins)->type)->size > 8);
}

/* May copying the array to that of another block continue? Its elements are words. */
static inline bool ort_glance_goes_on(const struct ort_graph_vertex *array, uint32_t dest) {
    ort_vertex to = dest ? ort_block_at(dest)->array : 0;
    return likely(to) && array->array.copied_to == to &&
           array->array.copied_age == ort_vertex_at(to)->age && array->array.copies < UINT32_MAX &&
           ort_graph_type_of(array->type)->size == 8 && !(array->at & 7);
}

/* Copies an element of one word from the block's array to another block. The caller holds the lock.
 * false: nothing was done. */
static inline bool ort_glance_copy_element(uintptr_t to, uintptr_t from, uint32_t block,
                                           const struct ort_copying *now) {
    struct ort_block *b = ort_block_at(block);
    struct ort_graph_vertex *array = ort_vertex_at(b->array);
    uint32_t dest = ort_place_recent(to);
    uint64_t slot;
    if (!ort_glance_goes_on(array, dest) || ort_vertex_reaches(dest, to) ||
        !ort_glance_source(from, block, &slot) || !ort_glance_put(to, slot))
        return false;
    array->array.copies++;
    b->copying = *now;
    return true;
}

/* Does what ort_graph_copy does, for a single word. `now`: when it is copied, in case it is an
 * element of an array; NULL: not known yet. false: nothing was done. */
static inline bool ort_glance_copy(uintptr_t to, uintptr_t from, const struct ort_copying *now) {
    uint32_t block = ort_place_recent(from);
    if (unlikely(!block) || unlikely((to | from) & 7)) return false;
    bool element = !ort_glance_no_element(ort_block_at(block)) && ort_place_recent(to) != block;
    if (unlikely(element) && !now) return false;
    if (!element && ort_glance_no_slot(from) && ort_glance_no_links(block))
        return !ort_glance_element(from) && ort_glance_clear(to);
    uint64_t slot;
    if (unlikely(!ort_graph_enter_alone())) return false;
    bool done = element ? ort_glance_copy_element(to, from, block, now)
                        : ort_glance_source(from, block, &slot) && ort_glance_put(to, slot);
    ort_graph_leave_alone();
    return done;
}

#endif
