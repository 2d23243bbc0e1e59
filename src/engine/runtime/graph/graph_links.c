/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_links.c: what is in slots.
 *
 * What a link leads to is decided when it is set, as far as possible: the vertex that lives there
 * then, and nothing once that has died or moved. So what is made at the address of a dangling
 * pointer is not mistaken for it. If nothing lives there yet, the slot is pending: it holds the
 * address and the block that contains it. In a block that is still the same it leads to the element
 * that begins there, or else to the block's array. Outside all blocks it leads to the element that
 * begins there, as long as no block covers it.
 */
#include "graph_kept.h"

#define FLEXIBLE_MOST (1u << 20) /* slots of an element outside all blocks */

struct pending {
    uintptr_t at; /* of a free one: number of the next free one */
    uint32_t block, age;
};

static struct ort_pool pendings;
uint64_t ort_slots_outside;

static struct pending *pending_of(uint64_t slot) {
    return ort_pool_at(&pendings, (uint32_t)(slot >> 2), sizeof(struct pending));
}

static uint64_t make_pending(uintptr_t at, uint32_t block, uint32_t age) {
    uint32_t p = pendings.free;
    if (p)
        pendings.free = (uint32_t)pending_of((uint64_t)p << 2)->at;
    else if (!(p = ort_pool_next(&pendings, sizeof(struct pending))))
        return 0;
    uint64_t slot = (uint64_t)p << 2 | ORT_SLOT_PENDING;
    *pending_of(slot) = (struct pending){at, block, age};
    if (block)
        ort_block_at(block)->awaited = 1;
    else
        ort_slots_outside++;
    return slot;
}

void ort_slot_drop(uint64_t slot) {
    if (!(slot & ORT_SLOT_PENDING)) return;
    if (!pending_of(slot)->block) ort_slots_outside--;
    pending_of(slot)->at = pendings.free;
    pendings.free = (uint32_t)(slot >> 2);
}

uint64_t ort_slot_copy(uint64_t slot) {
    if (!(slot & ORT_SLOT_PENDING)) return slot & ~ORT_SLOT_UNCOUNTED;
    struct pending p = *pending_of(slot);
    return make_pending(p.at, p.block, p.age);
}

ort_vertex ort_slot_pending(uint64_t slot) {
    const struct pending *p = pending_of(slot);
    if (!p->block) {
        if (ort_place_block(p->at)) return 0;
    } else if (ort_block_at(p->block)->age != p->age) {
        return 0;
    }
    uint32_t *place = p->at & 7 ? NULL : ort_place_find(p->at);
    if (place && *place) return *place;
    return p->block ? ort_block_at(p->block)->array : 0;
}

static uintptr_t alignment(const struct ordo_type *type) {
    if (!type || type->n_slots) return 8;
    uint32_t low = type->size & -type->size;
    return low < 8 ? low : 8;
}

/* May what a pointer leads to be an array of the block? */
static bool may_be_array(uint32_t block, uintptr_t to) {
    uint32_t type = ort_block_at(block)->type;
    bool linked = type && ort_graph_type_of(type)->flags & ORDO_TYPE_LINKED;
    return !linked && !ort_vertex_reaches(block, to);
}

/* Returns the type of the record with links that the block is known to be for, if it begins at the
 * address; otherwise NULL. */
static const struct ordo_type *record_at(const struct ort_block *b, uintptr_t at) {
    bool begins = b && b->type && at == b->at + (b->local ? 0 : b->lead);
    const struct ordo_type *type = begins ? ort_graph_type_of(b->type) : NULL;
    return type && type->flags & ORDO_TYPE_LINKED ? type : NULL;
}

/* Returns the address of the element that a pointer with a mark in its lowest bits leads to,
 * because an element lives there or the memory is for one; otherwise `to`. */
static uintptr_t without_mark(uintptr_t to) {
    uintptr_t at = to & ~(uintptr_t)7;
    uint32_t *place = ort_place_find(at);
    if (place && *place) return at;
    uint32_t block = ort_place_block(at);
    return record_at(block ? ort_block_at(block) : NULL, at) ? at : to;
}

/* Returns what a slot that is set to the address `to` holds. */
static inline uint64_t aim(uintptr_t to, const struct ordo_type *target, bool *created) {
    if (to < ORT_GRAPH_LOWEST || to >= ORT_GRAPH_ADDRESSES) return 0;
    if (unlikely(to & 7) && target && target->n_slots) to = without_mark(to);
    if (to & (alignment(target) - 1)) return 0;
    uint32_t *place = to & 7 ? NULL : ort_place_find(to);
    if (likely(place && *place)) return ort_slot_of(*place);
    uint32_t block = ort_place_block(to);
    if (!block) return to & 7 ? 0 : make_pending(to, 0, 0);
    ort_vertex v = 0;
    if (!target) target = record_at(ort_block_at(block), to);
    if (target && target->n_slots)
        v = ort_graph_element(to, target, created);
    else if (target && may_be_array(block, to))
        v = ort_vertex_array_of(block, target, ORT_VERTEX_GUESSED);
    return v ? ort_slot_of(v) : make_pending(to, block, ort_block_at(block)->age);
}

/* Sets slot i of v to the address. Returns the vertex that it leads to, or 0. */
static inline ort_vertex set(ort_vertex v, uint32_t i, uintptr_t to, const struct ordo_type *target,
                             bool *created) {
    uint64_t slot = aim(to, target, created);
    ort_vertex t = ort_slot_leads(slot);
    if (t) ort_identity_join(v, t);
    ort_slot_store(v, i, slot);
    return t;
}

static const struct ordo_type *target_of(const struct ordo_type *type, uint64_t slot) {
    if (!type->targets) return NULL;
    uint32_t known = type->flags & ORDO_TYPE_POINTER ? 1 : type->n_slots;
    return known ? type->targets[slot < known ? slot : known - 1] : NULL;
}

/* Adds a slot for the element's word `word`, past those of its type: a flexible array. */
static bool reach(ort_vertex v, uint64_t word) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    uint32_t block = ort_place_block(x->at);
    uint64_t end = FLEXIBLE_MOST;
    if (block) end = (ort_block_at(block)->at + ort_block_at(block)->bytes - x->at) / 8;
    if (x->stamp && word < x->first) ort_kept_changed(v);
    if (word >= end || !ort_vertex_widen(x, (uint32_t)word, 1)) return false;
    ort_vertex_note_length(v, 8 * (word + 1));
    return true;
}

ort_vertex ort_graph_link(ort_vertex v, const struct ordo_type *type, uint64_t slot, uintptr_t to,
                          bool *created) {
    *created = false;
    struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t word = type->first_link / 8 + slot;
    if (unlikely(word - x->first >= x->n_slots) && !reach(v, word)) return 0;
    ort_vertex t = set(v, (uint32_t)(word - x->first), to, target_of(type, slot), created);
    if (t && ort_vertex_at(t)->flags & ORT_VERTEX_ARRAY) ort_vertex_at(t)->flags |= ORT_VERTEX_HELD;
    return t;
}

uint32_t ort_slot_in_array(ort_vertex v, uintptr_t addr) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t i = (addr >> 3) - (x->at >> 3);
    if (likely(i < x->n_slots)) return (uint32_t)i;
    const struct ort_block *b = ort_block_at(x->array.block);
    uint64_t words = ((b->at + b->bytes) >> 3) - (b->at >> 3);
    if (i >= words || words > UINT32_MAX || !ort_vertex_widen(x, 0, (uint32_t)words))
        return UINT32_MAX;
    return (uint32_t)i;
}

ort_vertex ort_graph_array_link(ort_vertex v, const struct ordo_type *type, uintptr_t element,
                                uintptr_t to, bool *created) {
    *created = false;
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (element & 7) return 0;
    uint32_t i = (uint32_t)((element >> 3) - (x->at >> 3)) - x->first;
    if (x->flags & ORT_VERTEX_ARRAY)
        i = ort_slot_in_array(v, element);
    else if (i >= x->n_slots)
        i = UINT32_MAX;
    if (i == UINT32_MAX) return 0;
    return set(v, i, to, target_of(type, 0), created);
}
