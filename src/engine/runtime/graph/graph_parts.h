/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_parts.h: what the files graph_*.c share: vertices and slots.
 *
 * graph_places.c: address -> the block that covers it, the element that begins there.
 * graph_blocks.c: blocks begin, end, move. graph_vertices.c: elements and arrays, their life.
 * graph_links.c: what is in slots. graph_copies.c: ranges of links, arrays that grow by copying.
 * graph_identity.c: which vertices are one input.
 * graph_measure.c, graph_kept.c, graph_repair.c: sizes.
 *
 * Addresses are handled in words of 8 bytes. Elements begin at a word.
 * Threads: the caller holds the graph's lock.
 */
#ifndef ORT_GRAPH_PARTS_H
#define ORT_GRAPH_PARTS_H

#include "block.h"
#include "graph_places.h"
#include "graph_pool.h"

#define ORT_SLOTS_HERE 3
#define ORT_FIRST_SLOT_MOST 0xffffffu

enum ort_vertex_flag {
    ORT_VERTEX_ARRAY = 1,
    ORT_VERTEX_OUTSIDE = 2, /* its slots are in a room of their own */
    ORT_VERTEX_GUESSED = 4, /* the program's code has not accessed it yet: its type is that of a
                               link to it, or what copies show */
    ORT_VERTEX_KNOWN = 8,   /* an array that ort_known_arrays may contain */
    ORT_VERTEX_LONG = 16,   /* a long element, which searches treat apart */
    ORT_VERTEX_HELD = 16,   /* an array to which a link of an element was set */
    ORT_VERTEX_FRESH = 32,  /* an element that was made by an access of a pointer */
    ORT_VERTEX_FOUND = 64,  /* an element that was made by a read and not written since */
    ORT_VERTEX_LOCAL = 128, /* a local variable of one record, which is no element of its input */
};

struct ort_graph_vertex {
    uintptr_t at;
    uint32_t type;
    uint32_t age;      /* changes when it dies */
    uint32_t place;    /* changes when it dies or moves: links to it hold what it was */
    uint32_t identity; /* of its input; 0: none yet. Of a free vertex: the next free one */
    uint32_t stamp;    /* of the kept measurement that reached it (graph_kept.h); 0: none */
    uint32_t visit;    /* the latest walk that visited it (graph_measure.c) */
    uint32_t first : 24, flags : 8; /* words from `at` to the first slot; ort_vertex_flag */
    uint32_t n_slots;
    union {
        uint64_t here[ORT_SLOTS_HERE];
        uint64_t *outside;
        struct {
            uint64_t *slots; /* NULL: no link has been stored in it yet */
            uint32_t block;
            uint32_t copied_to, copied_age, copies; /* array that its elements went to */
        } array;
    };
};
_Static_assert(sizeof(struct ort_graph_vertex) == 64, "a cache line a vertex");

extern struct ort_pool ort_vertices;

static inline struct ort_graph_vertex *ort_vertex_at(ort_vertex v) {
    return ort_pool_at(&ort_vertices, v, sizeof(struct ort_graph_vertex));
}

static inline uint64_t *ort_vertex_slots(struct ort_graph_vertex *v) {
    return v->flags & ORT_VERTEX_OUTSIDE ? v->outside : v->here;
}

static inline bool ort_vertex_has_slot(const struct ort_graph_vertex *x, uintptr_t addr) {
    return (addr - x->at) / 8 - x->first < x->n_slots;
}
/* Does the element that was kept for the word (ort_place_owner) still have a slot for it? */
static inline bool ort_vertex_owns(const struct ort_graph_vertex *x, uintptr_t addr) {
    return likely(!(x->flags & ORT_VERTEX_ARRAY)) && likely(ort_vertex_has_slot(x, addr));
}

void ort_vertex_kill(ort_vertex v);
/* Adds slots for the words [first, first + n); those that it has stay. false: no memory, or they
 * begin past word ORT_FIRST_SLOT_MOST. */
bool ort_vertex_widen(struct ort_graph_vertex *v, uint32_t first, uint32_t n);
/* Removes v's slots for what lies at `end` or past it. */
bool ort_vertex_shorten(ort_vertex v, uintptr_t end);
/* Move the vertex: it leaves its address, so that links to it lead nowhere, and arrives at
 * another. */
void ort_vertex_leave(ort_vertex v);
bool ort_vertex_arrive(ort_vertex v, uintptr_t at);
/* Length in bytes of the longest element that there ever was. */
extern uint64_t ort_vertex_longest;
/* Length in bytes of the longest element that ever was outside all blocks. */
extern uint64_t ort_vertex_outside;
/* Notes that the element is `bytes` long. */
void ort_vertex_note_length(ort_vertex v, uint64_t bytes);
/* Returns the element that has a slot for the word at `addr`, or 0; if there are several, the one
 * that begins last. `block`: the block that contains addr, or 0. */
ort_vertex ort_vertex_with_slot(uintptr_t addr, uint32_t block);
/* Removes the array from ort_known_arrays, because it changes. */
void ort_vertex_forget(struct ort_graph_vertex *array);
/* Does the block begin with an element that extends past `addr`? */
bool ort_vertex_reaches(uint32_t block, uintptr_t addr);
/* Returns the block's array. If there is none and an element of `type` fits, makes one of these. */
ort_vertex ort_vertex_array_of(uint32_t block, const struct ordo_type *type, uint32_t flags);

/* Gives the guessed array its type for good. `type`: its number. */
void ort_vertex_retype(ort_vertex array, uint32_t type);

/* Returns the number of elements that the array has room for. */
static inline uint64_t ort_array_room(const struct ort_graph_vertex *v,
                                      const struct ordo_type *type) {
    return ort_block_at(v->array.block)->bytes / type->size;
}

/* Returns how many elements v is: an array is as many as it has room for. */
static inline uint64_t ort_vertex_elements(const struct ort_graph_vertex *v) {
    if (v->flags & ORT_VERTEX_ARRAY) return ort_array_room(v, ort_graph_type_of(v->type));
    return !(v->flags & ORT_VERTEX_LOCAL);
}

/* Is an array of the type a record, or bytes? If an array of pointers leads to it, it counts as the
 * pointer to it. The rows of a table count with all their elements. */
static inline bool ort_type_is_content(const struct ordo_type *type) {
    return type->flags & ORDO_TYPE_PLAIN || type->size == 1;
}
static inline bool ort_array_is_content(const struct ort_graph_vertex *v) {
    return v->flags & ORT_VERTEX_ARRAY && ort_type_is_content(ort_graph_type_of(v->type));
}

/* --- slots
 *
 * 0                         leads nowhere
 * place << 33 | vertex << 2 leads to the vertex while the vertex has this place
 * pending << 2 | 1          holds an address where a vertex may be made (graph_links.c)
 * Bit 1: not yet counted in the measurement that reached its vertex (graph_kept.h). */
#define ORT_SLOT_PENDING 1ull
#define ORT_SLOT_UNCOUNTED 2ull

#define ORT_SLOT_PLACES 0x7fffffffu

static inline uint64_t ort_slot_of(ort_vertex v) {
    return (uint64_t)(ort_vertex_at(v)->place & ORT_SLOT_PLACES) << 33 | (uint64_t)v << 2;
}

ort_vertex ort_slot_pending(uint64_t slot);

/* Returns the vertex that the slot, which is not pending, leads or led to. */
static inline ort_vertex ort_slot_vertex(uint64_t slot) {
    return (uint32_t)(slot >> 2) & 0x7fffffffu;
}

/* Returns the vertex that the slot leads to now, or 0. */
static inline ort_vertex ort_slot_leads(uint64_t slot) {
    if (slot <= ORT_SLOT_UNCOUNTED) return 0;
    if (unlikely(slot & ORT_SLOT_PENDING)) return ort_slot_pending(slot);
    ort_vertex v = ort_slot_vertex(slot);
    return (ort_vertex_at(v)->place & ORT_SLOT_PLACES) == slot >> 33 ? v : 0;
}

/* Number of pending slots that hold an address outside all blocks. */
extern uint64_t ort_slots_outside;

/* Copies a slot's contents for a second slot. Releases contents that are no longer needed. */
uint64_t ort_slot_copy(uint64_t slot);
void ort_slot_drop(uint64_t slot);
void ort_kept_store(ort_vertex v, uint32_t i, uint64_t slot);

/* Stores `slot` in slot i of v, which then owns it. */
static inline void ort_slot_store(ort_vertex v, uint32_t i, uint64_t slot) {
    uint64_t *at = &ort_vertex_slots(ort_vertex_at(v))[i];
    if (*at == slot) return;
    if (unlikely(ort_vertex_at(v)->stamp)) {
        ort_kept_store(v, i, slot);
        return;
    }
    if (unlikely(*at & ORT_SLOT_PENDING)) ort_slot_drop(*at);
    *at = slot;
}
/* Returns the index of the array's slot for the word at `addr`, and makes room for it if necessary;
 * or UINT32_MAX. */
uint32_t ort_slot_in_array(ort_vertex v, uintptr_t addr);

/* --- identity */
void ort_identity_join_far(ort_vertex a, ort_vertex b);

static inline void ort_identity_join(ort_vertex a, ort_vertex b) {
    uint32_t i = ort_vertex_at(a)->identity;
    if (unlikely(!i) || unlikely(i != ort_vertex_at(b)->identity)) ort_identity_join_far(a, b);
}

/* --- copies: the array ends; its vertex is still alive */
void ort_copies_end(struct ort_graph_vertex *b);

/* --- types */
uint32_t ort_type_number(const struct ordo_type *type);

#endif
