/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_places.c: a sparse map by address: an open-addressed table of granules of 1 MiB, with the
 * latest ones at hand.
 *
 * A block is kept in the word where it begins. For a later address, it is found by going back to
 * the last word of the page (4 KiB) in which a block begins, 64 words at a time, with a bit for
 * each word. Pages in which a block continues name it themselves, and so do granules that it fills.
 * So adding or removing a block writes one word for each page, and a look-up is a few loads. Blocks
 * of 16 GiB and more are found by their ends (graph_wide.h). A region of 1 GiB without a granule is
 * skipped at once. So work and memory do not grow with address space that is only reserved.
 * Elements are kept in the word where they begin. Words for which elements have slots have a bit,
 * which may stay when the element is removed; without that bit, nothing is searched for.
 *
 * Blocks do not overlap, but two that are not aligned to words may begin in one word. Then the word
 * has only the later one.
 *
 * Invariant: a place has its bit in `blocks` or `vertices` if it has a block or a vertex;
 * `n_blocks` and `n_vertices` count the page's bits.
 */
#include "graph_places.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/stop.h"
#include "graph_wide.h"

#include <errno.h>

#define FIRST_CAPACITY 256u
#define SLAB_MOST (64ull << 20)
#define REGION_LOG2 30
#define REGIONS (ORT_GRAPH_ADDRESSES >> REGION_LOG2)

struct ort_places_granule *ort_places_at_hand[ORT_PLACES_AT_HAND];
static struct ort_places_granule **table;
static uint64_t capacity, n_granules;
static uint16_t regions[REGIONS]; /* number of granules in each */
static struct ort_places_granule *fresh;
static unsigned n_fresh;
static char *slab;
static uint64_t slab_left, slab_size = sizeof(struct ort_places);

static struct ort_places_granule **lookup(struct ort_places_granule **in, uint64_t room,
                                          uint64_t number) {
    uint64_t i = (number * 0x9E3779B97F4A7C15ull) >> 32;
    for (;; i++) {
        struct ort_places_granule **g = &in[i & (room - 1)];
        if (!*g || (*g)->number == number + 1) return g;
    }
}

struct ort_places_granule *ort_places_look_up(uint64_t number) {
    if (!capacity) return NULL;
    struct ort_places_granule *g = *lookup(table, capacity, number);
    if (g) ort_places_at_hand[number % ORT_PLACES_AT_HAND] = g;
    return g;
}

static bool grow(void) {
    uint64_t more = capacity ? capacity * 2 : FIRST_CAPACITY;
    struct ort_places_granule **to = ort_private_array(NULL, 0, more, sizeof *to);
    if (!to) return false;
    for (uint64_t i = 0; i < capacity; i++)
        if (table[i]) *lookup(to, more, table[i]->number - 1) = table[i];
    ort_private_array_free(table, capacity, sizeof *table);
    table = to;
    capacity = more;
    return true;
}

static struct ort_places_granule *make(uintptr_t addr) {
    struct ort_places_granule *g = ort_places_granule(addr);
    if (g) return g;
    if (2 * (n_granules + 1) > capacity && !grow()) return NULL;
    if (!n_fresh) {
        fresh = ort_private_take(64 * sizeof *fresh);
        if (!fresh) return NULL;
        n_fresh = 64;
    }
    g = fresh++;
    n_fresh--;
    g->number = (addr >> ORT_PLACES_LOG2) + 1;
    *lookup(table, capacity, g->number - 1) = g;
    n_granules++;
    regions[addr >> REGION_LOG2]++;
    return g;
}

static bool make_places(struct ort_places_granule *g) {
    if (likely(g->places != NULL)) return true;
    if (slab_left < sizeof(struct ort_places)) {
        slab = ort_os_memory(NULL, slab_size);
        if (!slab) {
            slab_left = 0;
            ort_stop(ORDO_STOP_MEMORY, ENOMEM);
            return false;
        }
        slab_left = slab_size;
        if (slab_size < SLAB_MOST) slab_size *= 2;
    }
    g->places = (struct ort_places *)(void *)slab;
    slab += sizeof(struct ort_places);
    slab_left -= sizeof(struct ort_places);
    return true;
}

uint32_t *ort_place_make(uintptr_t addr) {
    struct ort_places_granule *g = make(addr);
    return g && make_places(g) ? &g->places->place[ort_places_word(addr)].vertex : NULL;
}

void ort_place_set(uintptr_t addr, uint32_t *place, ort_vertex v) {
    struct ort_places *c = ort_places_granule(addr)->places;
    uint32_t word = ort_places_word(addr);
    uint16_t *n = &c->n_vertices[ort_places_page(addr)];
    uint64_t bit = 1ull << (word & 63);
    *n = (uint16_t)(*n + (v != 0) - (*place != 0));
    c->vertices[word >> 6] = v ? c->vertices[word >> 6] | bit : c->vertices[word >> 6] & ~bit;
    *place = v;
    if (likely(v) || likely(!(c->longs[word >> 6] & bit))) return;
    c->longs[word >> 6] &= ~bit;
    c->n_longs[ort_places_page(addr)]--;
}

void ort_place_set_long(uintptr_t addr) {
    struct ort_places *c = ort_places_granule(addr)->places;
    uint32_t word = ort_places_word(addr);
    uint64_t bit = 1ull << (word & 63);
    if (!(c->longs[word >> 6] & bit)) c->n_longs[ort_places_page(addr)]++;
    c->longs[word >> 6] |= bit;
}

#define ALL (~0ull)

/* Returns the last place in [first, last] whose bit is set, or UINT32_MAX. */
static inline uint32_t latest_bit(const uint64_t *bits, uint32_t last, uint32_t first) {
    for (uint32_t w = last >> 6;; w--) {
        uint64_t b = bits[w];
        if (w == last >> 6) b &= ALL >> (63 - (last & 63));
        if (b) {
            uint32_t at = w << 6 | (63 - (uint32_t)__builtin_clzll(b));
            return at >= first ? at : UINT32_MAX;
        }
        if (w <= first >> 6) return UINT32_MAX;
    }
}

/* Returns the first place in [first, end) whose bit is set, or `end`. */
static inline uint32_t next_bit(const uint64_t *bits, uint32_t first, uint32_t end) {
    for (uint32_t w = first >> 6; w << 6 < end; w++) {
        uint64_t b = bits[w];
        if (w == first >> 6) b &= ALL << (first & 63);
        if (!b) continue;
        uint32_t at = w << 6 | (uint32_t)__builtin_ctzll(b);
        return at < end ? at : end;
    }
    return end;
}

/* Returns the last block at or before the word of `addr` that its granule names, or 0. */
static inline uint32_t last_block_near(uintptr_t addr) {
    const struct ort_places_granule *g = ort_places_granule(addr);
    if (!g) return 0;
    if (g->whole) return g->whole;
    const struct ort_places *c = g->places;
    if (!c) return 0;
    uint32_t word = ort_places_word(addr), page = ort_places_page(addr);
    uint32_t i = c->n_blocks[page] ? latest_bit(c->blocks, word, page << 9) : UINT32_MAX;
    return i == UINT32_MAX ? c->pages[page] : c->place[i].block;
}

/* Returns the last block that begins in or before the word of `addr`, or 0. It need not reach
 * addr. */
static inline uint32_t last_block(uintptr_t addr) {
    uint32_t b = last_block_near(addr);
    return likely(b) || likely(!ort_n_wide) ? b : ort_wide_at(addr);
}

static inline bool holds(uint32_t block, uintptr_t addr) {
    const struct ort_block *b = ort_block_at(block);
    return addr - b->at < b->bytes;
}

/* If b begins in the word of `addr` but after addr, returns the block that begins before that
 * word. */
static uint32_t last_block_before(uint32_t b, uintptr_t addr) {
    uintptr_t word = ort_block_at(b)->at & ~(uintptr_t)7;
    return ort_block_at(b)->at > addr && word ? last_block(word - 8) : 0;
}

uint32_t ort_recent_blocks[ORT_RECENT_BLOCKS];

uint32_t ort_place_block_far(uintptr_t addr) {
    if (unlikely(addr >= ORT_GRAPH_ADDRESSES)) return 0;
    uint32_t b = last_block(addr);
    if (b && unlikely(!holds(b, addr))) b = last_block_before(b, addr);
    if (!b || !holds(b, addr)) return 0;
    *ort_recent_block(addr) = b;
    return b;
}

/* Returns the end of the part of [at, end) that lies in the same 2^log2 bytes as `at`. */
static uintptr_t part_end(uintptr_t at, uintptr_t end, unsigned log2) {
    uintptr_t next = ((at >> log2) + 1) << log2;
    return next < end ? next : end;
}

/* Returns the end of the part in the granule of `at`, or in its whole region if that has no
 * granule. */
static uintptr_t granule_end(uintptr_t at, uintptr_t end) {
    uint64_t region = at >> REGION_LOG2;
    if (region >= REGIONS) return end;
    return part_end(at, end, regions[region] ? ORT_PLACES_LOG2 : REGION_LOG2);
}

/* Returns the block that begins in the word, or 0. */
static inline uint32_t begins(const struct ort_places *c, uint32_t word) {
    return c->blocks[word >> 6] >> (word & 63) & 1 ? c->place[word].block : 0;
}

/* Makes the block begin in the word of `at`; 0: none begins there any more. */
static void set_begin(struct ort_places *c, uintptr_t at, uint32_t block) {
    uint32_t word = ort_places_word(at);
    uint64_t bit = 1ull << (word & 63);
    uint16_t *n = &c->n_blocks[ort_places_page(at)];
    *n = (uint16_t)(*n + (block != 0) - (begins(c, word) != 0));
    c->blocks[word >> 6] = block ? c->blocks[word >> 6] | bit : c->blocks[word >> 6] & ~bit;
    c->place[word].block = block;
}

/* Writes `to` over `from` (0: over whatever is there) in the pages of [at, end). */
static bool go_on(uintptr_t at, uintptr_t end, uint32_t from, uint32_t to) {
    for (uintptr_t g_end; at < end; at = g_end) {
        g_end = to ? part_end(at, end, ORT_PLACES_LOG2) : granule_end(at, end);
        struct ort_places_granule *g = to ? make(at) : ort_places_granule(at);
        if (!g && to) return false;
        if (!g) continue;
        if (g_end - at == (uintptr_t)1 << ORT_PLACES_LOG2) {
            if (!from || g->whole == from) g->whole = to;
            continue;
        }
        if (!g->places && !to) continue;
        if (!make_places(g)) return false;
        for (uintptr_t p = at; p < g_end; p += 4096) {
            uint32_t *page = &g->places->pages[ort_places_page(p)];
            if (!from || *page == from) *page = to;
        }
    }
    return true;
}

static uintptr_t next_page(uintptr_t at) {
    return ((at >> 12) + 1) << 12;
}

/* Writes `to` over `from` in the pages of a wide block's first and last granule, not in between. */
static bool go_on_wide(uintptr_t at, uintptr_t end, uint32_t from, uint32_t to) {
    return go_on(next_page(at), part_end(at, end, ORT_PLACES_LOG2), from, to) &&
           go_on(end >> ORT_PLACES_LOG2 << ORT_PLACES_LOG2, end, from, to);
}

bool ort_place_cover(uint32_t block, uintptr_t at, uint64_t bytes) {
    struct ort_places_granule *g = make(at);
    if (!g || !make_places(g)) return false;
    set_begin(g->places, at, block);
    if (!ort_is_wide(bytes)) return go_on(next_page(at), at + bytes, 0, block);
    ort_wide_add(block, at, bytes);
    return go_on_wide(at, at + bytes, 0, block);
}

void ort_place_uncover(uint32_t block, uintptr_t at, uint64_t bytes) {
    struct ort_places *c = ort_places_granule(at)->places;
    if (begins(c, ort_places_word(at)) == block) set_begin(c, at, 0);
    if (!ort_is_wide(bytes)) {
        go_on(next_page(at), at + bytes, block, 0);
        return;
    }
    ort_wide_remove(at);
    go_on_wide(at, at + bytes, block, 0);
}

static inline bool meets(uint32_t block, uintptr_t at, uintptr_t end) {
    const struct ort_block *b = ort_block_at(block);
    return b->at < end && b->at + b->bytes > at;
}

uint32_t ort_place_beginning(uintptr_t at) {
    const struct ort_places_granule *g = at < ORT_GRAPH_ADDRESSES ? ort_places_granule(at) : NULL;
    uint32_t b = g && g->places ? begins(g->places, ort_places_word(at)) : 0;
    if (!b || likely(ort_block_at(b)->at == at)) return b;
    b = ort_place_block(at); /* two blocks begin in the word */
    return b && ort_block_at(b)->at == at ? b : 0;
}

#define SPOT_MOST 2048u /* bytes */

bool ort_place_spot(uintptr_t at, uint64_t bytes, struct ort_places_spot *spot) {
    const struct ort_places_granule *g = ort_places_granule(at);
    uint32_t first = ort_places_word(at);
    if (at & 7 || bytes > SPOT_MOST || at >> 12 != (at + bytes - 1) >> 12 || !g || !g->places ||
        g->whole)
        return false;
    *spot = (struct ort_places_spot){.places = g->places,
                                     .at = at,
                                     .end = at + bytes,
                                     .first = first,
                                     .past = first + (uint32_t)((bytes + 7) >> 3)};
    return true;
}

uint32_t ort_spot_before(const struct ort_places_spot *spot) {
    uint32_t b = last_block(spot->at - 8);
    return b && meets(b, spot->at, spot->end) ? b : 0;
}

uint32_t ort_spot_first(const struct ort_places_spot *spot, bool *beside) {
    uint32_t i = next_bit(spot->places->blocks, spot->first, spot->past);
    uint32_t b = i < spot->past ? spot->places->place[i].block : 0;
    *beside = b && !meets(b, spot->at, spot->end);
    return *beside ? 0 : b;
}

bool ort_spot_has_elements(const struct ort_places_spot *spot) {
    return next_bit(spot->places->vertices, spot->first, spot->past) < spot->past;
}

void ort_spot_take(const struct ort_places_spot *spot, uint32_t block) {
    set_begin(spot->places, spot->at, block);
}

uint32_t ort_place_overlap(uintptr_t at, uint64_t bytes) {
    uintptr_t low = at & ~(uintptr_t)7, end = at + bytes;
    uint32_t b = low ? last_block(low - 8) : 0;
    if (b && meets(b, at, end)) return b;
    for (uintptr_t g_end; low < end; low = g_end) {
        g_end = granule_end(low, end);
        const struct ort_places_granule *g = ort_places_granule(low);
        if (!g || !g->places) continue;
        for (uintptr_t p = low, p_end; p < g_end; p = p_end) {
            p_end = part_end(p, g_end, 12);
            if (!g->places->n_blocks[ort_places_page(p)]) continue;
            uint32_t i = ort_places_word(p), past = i + (uint32_t)((p_end - p + 7) >> 3);
            while ((i = next_bit(g->places->blocks, i, past)) < past) {
                b = g->places->place[i++].block;
                if (meets(b, at, end)) return b;
            }
        }
    }
    return 0;
}

bool ort_place_any_slot(uintptr_t at, uintptr_t end) {
    at &= ~(uintptr_t)7;
    for (uintptr_t g_end; at < end; at = g_end) {
        g_end = granule_end(at, end);
        const struct ort_places_granule *g = ort_places_granule(at);
        uint32_t first = ort_places_word(at), past = first + (uint32_t)((g_end - at + 7) >> 3);
        if (g && g->places && next_bit(g->places->slots, first, past) < past) return true;
    }
    return false;
}

/* Returns the bits of [first, end) that are in the unit of `first`. */
static inline uint64_t unit_mask(uint32_t first, uint32_t end) {
    uint64_t mask = ALL << (first & 63);
    return end < (first | 63) + 1 ? mask & ~(ALL << (end & 63)) : mask;
}

/* Forgets the elements kept for these words, because another element has slots for them now. */
static void forget_owners(struct ort_places *c, uint32_t unit, uint64_t words) {
    for (words &= ~c->blocks[unit]; words; words &= words - 1)
        c->place[unit << 6 | (uint32_t)__builtin_ctzll(words)].owner = 0;
}

bool ort_place_mark_slots(uintptr_t at, uint64_t words) {
    uintptr_t end = at + 8 * words;
    if (end > ORT_GRAPH_ADDRESSES) end = ORT_GRAPH_ADDRESSES;
    for (uintptr_t g_end; at < end; at = g_end) {
        g_end = part_end(at, end, ORT_PLACES_LOG2);
        struct ort_places_granule *g = make(at);
        uint32_t first = ort_places_word(at);
        if (!g || !make_places(g)) return false;
        struct ort_places *c = g->places;
        uint32_t past = first + (uint32_t)((g_end - at) >> 3);
        for (uint32_t i = first; i < past; i = (i | 63) + 1) {
            uint64_t mask = unit_mask(i, past);
            forget_owners(c, i >> 6, c->slots[i >> 6] & mask);
            c->slots[i >> 6] |= mask;
        }
    }
    return true;
}

void ort_place_clear_slots(uintptr_t at, uintptr_t end) {
    at = (at + 7) & ~(uintptr_t)7;
    end &= ~(uintptr_t)7;
    for (uintptr_t g_end; at < end; at = g_end) {
        g_end = granule_end(at, end);
        const struct ort_places_granule *g = ort_places_granule(at);
        uint32_t first = ort_places_word(at), past = first + (uint32_t)((g_end - at) >> 3);
        for (uint32_t i = first; g && g->places && i < past; i = (i | 63) + 1)
            g->places->slots[i >> 6] &= ~unit_mask(i, past);
    }
}

ort_vertex ort_place_next(uintptr_t at, uintptr_t end) {
    at = (at + 7) & ~(uintptr_t)7;
    for (uintptr_t g_end; at < end; at = g_end) {
        g_end = granule_end(at, end);
        const struct ort_places_granule *g = ort_places_granule(at);
        if (!g || !g->places) continue;
        for (uintptr_t p = at, p_end; p < g_end; p = p_end) {
            p_end = part_end(p, g_end, 12);
            if (!g->places->n_vertices[ort_places_page(p)]) continue;
            uint32_t first = ort_places_word(p), past = first + (uint32_t)((p_end - p + 7) >> 3);
            uint32_t i = next_bit(g->places->vertices, first, past);
            if (i < past) return g->places->place[i].vertex;
        }
    }
    return 0;
}

static inline ort_vertex latest(uintptr_t at, uintptr_t low, bool is_long) {
    at &= ~(uintptr_t)7;
    low = (low + 7) & ~(uintptr_t)7;
    if (likely(at - low < 512) && likely(at >> ORT_PLACES_LOG2 == low >> ORT_PLACES_LOG2)) {
        const struct ort_places_granule *g = ort_places_granule(at);
        const struct ort_places *c = g ? g->places : NULL;
        if (unlikely(!c)) return 0;
        uint32_t i =
            latest_bit(is_long ? c->longs : c->vertices, ort_places_word(at), ort_places_word(low));
        return i != UINT32_MAX ? c->place[i].vertex : 0;
    }
    for (uintptr_t p = at & ~(uintptr_t)4095; at >= low; at = p - 8, p -= 4096) {
        const struct ort_places_granule *g = ort_places_granule(p);
        const struct ort_places *c = g ? g->places : NULL;
        uint32_t page = ort_places_page(p);
        if (c && (is_long ? c->n_longs[page] : c->n_vertices[page])) {
            uintptr_t first = low > p ? low : p;
            uint32_t i = latest_bit(is_long ? c->longs : c->vertices, ort_places_word(at),
                                    ort_places_word(first));
            if (i != UINT32_MAX) return c->place[i].vertex;
        }
        if (p <= low || p < 4096) return 0;
    }
    return 0;
}

ort_vertex ort_place_latest(uintptr_t at, uintptr_t low) {
    return latest(at, low, false);
}

ort_vertex ort_place_latest_long(uintptr_t at, uintptr_t low) {
    return latest(at, low, true);
}
