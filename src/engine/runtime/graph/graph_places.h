/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_places.h: address -> the block that covers it, the element that begins there.
 *
 * Errors:  NULL, false: out of memory; recording has been stopped
 * Threads: the caller holds the graph's lock. Signal-safe: yes.
 */
#ifndef ORT_GRAPH_PLACES_H
#define ORT_GRAPH_PLACES_H

#include "block.h"

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

#define ORT_PLACES_LOG2 20
#define ORT_PLACES_WORDS (1u << (ORT_PLACES_LOG2 - 3))
#define ORT_PLACES_PAGES (1u << (ORT_PLACES_LOG2 - 12))
#define ORT_PLACES_AT_HAND 64u

struct ort_place {
    uint32_t vertex; /* the vertex that begins in the word, or 0 */
    union {
        uint32_t block; /* the block that begins in the word, if one does */
        uint32_t owner; /* otherwise the element known to have the word's slot, or 0 */
    };
};

/* Each bit says whether a place has a block, a vertex and so on. Each count is the number of such
 * places in a page. */
struct ort_places {
    struct ort_place place[ORT_PLACES_WORDS];
    uint64_t blocks[ORT_PLACES_WORDS / 64], vertices[ORT_PLACES_WORDS / 64];
    uint64_t longs[ORT_PLACES_WORDS / 64]; /* long vertices (graph_vertices.c) */
    uint64_t slots[ORT_PLACES_WORDS / 64]; /* an element has, or had, a slot for the word */
    uint32_t pages[ORT_PLACES_PAGES];      /* the block that continues from the page before, or 0 */
    uint16_t n_blocks[ORT_PLACES_PAGES], n_vertices[ORT_PLACES_PAGES], n_longs[ORT_PLACES_PAGES];
};

struct ort_places_granule {
    uint64_t number; /* + 1 */
    struct ort_places *places;
    uint32_t whole; /* the block that fills it and began earlier, or 0 */
};

extern struct ort_places_granule *ort_places_at_hand[ORT_PLACES_AT_HAND];

struct ort_places_granule *ort_places_look_up(uint64_t number);

static inline struct ort_places_granule *ort_places_granule(uintptr_t addr) {
    uint64_t number = addr >> ORT_PLACES_LOG2;
    struct ort_places_granule *g = ort_places_at_hand[number % ORT_PLACES_AT_HAND];
    return likely(g && g->number == number + 1) ? g : ort_places_look_up(number);
}

static inline uint32_t ort_places_word(uintptr_t addr) {
    return (uint32_t)(addr >> 3) & (ORT_PLACES_WORDS - 1);
}

static inline uint32_t ort_places_page(uintptr_t addr) {
    return (uint32_t)(addr >> 12) & (ORT_PLACES_PAGES - 1);
}

/* Returns where the number of the element that begins in the word of `addr` is kept; NULL: none
 * ever began near it. */
static inline uint32_t *ort_place_find(uintptr_t addr) {
    if (unlikely(addr >= ORT_GRAPH_ADDRESSES)) return NULL;
    const struct ort_places_granule *g = ort_places_granule(addr);
    return likely(g && g->places) ? &g->places->place[ort_places_word(addr)].vertex : NULL;
}
/* May an element have a slot for the word at `addr`? */
static inline bool ort_place_has_slot(uintptr_t addr) {
    if (unlikely(addr >= ORT_GRAPH_ADDRESSES)) return false;
    const struct ort_places_granule *g = ort_places_granule(addr);
    uint32_t word = ort_places_word(addr);
    return likely(g && g->places) && g->places->slots[word >> 6] >> (word & 63) & 1;
}
/* Returns where the element with a slot for the word may be kept, or NULL if no element can have
 * one or a block begins there. The element that is kept is the one that begins last, as long as it
 * has the slot. */
static inline uint32_t *ort_place_owner(uintptr_t addr) {
    const struct ort_places_granule *g = ort_places_granule(addr);
    uint32_t word = ort_places_word(addr);
    return likely(g && g->places) && !(g->places->blocks[word >> 6] >> (word & 63) & 1)
               ? &g->places->place[word].owner
               : NULL;
}
/* May an element have a slot for any word of [at, end)? */
bool ort_place_any_slot(uintptr_t at, uintptr_t end);

/* For a short range: the words for which an element may have a slot, and those in which an element
 * begins. Each word has a bit; the first word's is the lowest. All bits are set if the range lies
 * in two granules: then look at each word. */
#define ORT_PLACES_SHORT 64u
struct ort_places_short {
    uint64_t slots, vertices;
};

/* Returns bits [first, first + n), which lie in the unit of 64 of `first` and in the next one. */
static inline uint64_t ort_places_bits(const uint64_t *bits, uint32_t first, uint64_t n) {
    uint32_t at = first & 63;
    uint64_t low = bits[first >> 6] >> at;
    if (at + n > 64) low |= bits[(first >> 6) + 1] << (64 - at);
    return n < 64 ? low & ((1ull << n) - 1) : low;
}

static inline struct ort_places_short ort_place_short(uintptr_t at, uint64_t words) {
    const struct ort_places_granule *g = ort_places_granule(at);
    uint32_t first = ort_places_word(at);
    if (unlikely(first + words > ORT_PLACES_WORDS)) return (struct ort_places_short){~0ull, ~0ull};
    if (unlikely(!g) || unlikely(!g->places)) return (struct ort_places_short){0, 0};
    return (struct ort_places_short){ort_places_bits(g->places->slots, first, words),
                                     ort_places_bits(g->places->vertices, first, words)};
}
/* Note that an element has slots for these words, or that none has. */
bool ort_place_mark_slots(uintptr_t at, uint64_t words);
void ort_place_clear_slots(uintptr_t at, uintptr_t end);
uint32_t *ort_place_make(uintptr_t addr);
/* Puts the element v at `addr`, or removes the one there if v is 0. */
void ort_place_set(uintptr_t addr, uint32_t *place, ort_vertex v);
uint32_t ort_place_block_far(uintptr_t addr);
/* Blocks found lately, by parts of 128 bytes. Nodes of 32 bytes do not displace each other much. */
#define ORT_RECENT_BLOCKS 4096u
extern uint32_t ort_recent_blocks[ORT_RECENT_BLOCKS];
static inline uint32_t *ort_recent_block(uintptr_t addr) {
    return &ort_recent_blocks[(addr >> 7) % ORT_RECENT_BLOCKS];
}

/* Returns the block found lately near `addr`, if it contains addr; 0: look it up. A block that has
 * ended has no bytes. */
static inline uint32_t ort_place_recent(uintptr_t addr) {
    uint32_t id = *ort_recent_block(addr);
    return likely(id) && likely(addr - ort_block_at(id)->at < ort_block_at(id)->bytes) ? id : 0;
}

/* Returns the block that contains `addr`, or 0. */
static inline uint32_t ort_place_block(uintptr_t addr) {
    uint32_t id = ort_place_recent(addr);
    return likely(id) ? id : ort_place_block_far(addr);
}

/* Returns the block that begins at `at`, or 0. */
uint32_t ort_place_beginning(uintptr_t at);
/* Add and remove the block of [at, at + bytes). */
bool ort_place_cover(uint32_t block, uintptr_t at, uint64_t bytes);
void ort_place_uncover(uint32_t block, uintptr_t at, uint64_t bytes);
/* Returns the first block that overlaps the range, or 0. */
uint32_t ort_place_overlap(uintptr_t at, uint64_t bytes);
/* A small range in one page, as most blocks are. What is in its way is found at once. */
struct ort_places_spot {
    struct ort_places *places;
    uintptr_t at, end;
    uint32_t first, past; /* words */
};
/* Fills in *spot. false: the range is not small, or nothing is kept in its granule. */
bool ort_place_spot(uintptr_t at, uint64_t bytes, struct ort_places_spot *spot);
/* Return the block that reaches into the range from before, and the first one that begins in it; 0:
 * none. *beside: a block begins after the range, in its last word. */
uint32_t ort_spot_before(const struct ort_places_spot *spot);
uint32_t ort_spot_first(const struct ort_places_spot *spot, bool *beside);
bool ort_spot_has_elements(const struct ort_places_spot *spot);
/* Puts the block into the range, in which no other block is. */
void ort_spot_take(const struct ort_places_spot *spot, uint32_t block);
/* Returns the first element that begins in [at, end), or 0. */
ort_vertex ort_place_next(uintptr_t at, uintptr_t end);
/* Return the last element, or the last long element, that begins in [low, at]; or 0. */
ort_vertex ort_place_latest(uintptr_t at, uintptr_t low);
ort_vertex ort_place_latest_long(uintptr_t at, uintptr_t low);
/* Marks the element that begins at `addr` as long, until it is removed. */
void ort_place_set_long(uintptr_t addr);

#endif
