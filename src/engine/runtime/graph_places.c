/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A sparse map by address: an open-addressed table of granules of 1 MiB, with the latest ones at
 * hand. A granule that one block fills says so itself; a page (4 KiB) that one block fills has a
 * word in `pages`; the other words of blocks say it in their cells. So covering is short for small
 * blocks and for large ones, and a look is three loads.
 *
 * Blocks do not overlap, but may share a word at their ends, when they are not aligned to words:
 * then the word speaks for one of them only, and what is asked about it is looked up next door.
 *
 * Invariant: `covered` and `begun` count the page's cells with a block and with a vertex.
 */
#include "graph_parts.h"
#include "os.h"
#include "private_memory.h"
#include "stop.h"

#include <errno.h>

#define FIRST_CAPACITY 256u
#define SLAB_MOST (64ull << 20)

struct ort_places_granule *ort_places_at_hand[ORT_PLACES_AT_HAND];
static struct ort_places_granule **table;
static uint64_t capacity, n_granules;
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
    c->begun[ort_places_page(addr)] =
        (uint16_t)(c->begun[ort_places_page(addr)] + (v != 0) - (*place != 0));
    *place = v;
}

static inline uint32_t told(uintptr_t addr) {
    const struct ort_places_granule *g = ort_places_granule(addr);
    if (!g) return 0;
    if (g->whole) return g->whole;
    if (!g->places) return 0;
    uint32_t page = g->places->pages[ort_places_page(addr)];
    return page ? page : g->places->place[ort_places_word(addr)].block;
}

static inline bool holds(uint32_t block, uintptr_t addr) {
    const struct ort_block *b = ort_block_at(block);
    return addr - b->at < b->bytes;
}

uint32_t ort_place_block(uintptr_t addr) {
    if (unlikely(addr >= ORT_GRAPH_ADDRESSES)) return 0;
    uint32_t b = told(addr);
    if (!b || likely(holds(b, addr))) return b;
    if ((b = told(addr - 8)) && holds(b, addr)) return b;
    if ((b = told(addr + 8)) && holds(b, addr)) return b;
    return 0;
}

/* The part of [at, end) that lies in the same 2^log2 bytes as `at`. */
static uintptr_t part_end(uintptr_t at, uintptr_t end, unsigned log2) {
    uintptr_t next = ((at >> log2) + 1) << log2;
    return next < end ? next : end;
}

static inline bool is_all(uintptr_t from, uintptr_t to, unsigned log2) {
    return to - from == (uintptr_t)1 << log2;
}

/* Writes `to` over `from` (0: over whatever is there) in the words of [at, end), which are whole.
 */
static bool paint(uintptr_t at, uintptr_t end, uint32_t from, uint32_t to) {
    for (uintptr_t g_end; at < end; at = g_end) {
        g_end = part_end(at, end, ORT_PLACES_LOG2);
        struct ort_places_granule *g = to ? make(at) : ort_places_granule(at);
        if (!g && to) return false;
        if (!g) continue;
        if (is_all(at, g_end, ORT_PLACES_LOG2)) {
            if (!from || g->whole == from) g->whole = to;
            continue;
        }
        if (!g->places && !to) continue;
        if (!make_places(g)) return false;
        struct ort_places *c = g->places;
        for (uintptr_t p = at, p_end; p < g_end; p = p_end) {
            p_end = part_end(p, g_end, 12);
            uint32_t page = ort_places_page(p);
            if (is_all(p, p_end, 12)) {
                if (!from || c->pages[page] == from) c->pages[page] = to;
                continue;
            }
            uint32_t first = ort_places_word(p), n = (uint32_t)((p_end - p) >> 3), changed = 0;
            for (uint32_t i = first; i < first + n; i++) {
                uint32_t was = c->place[i].block;
                if (from && was != from) continue;
                changed += (to != 0) - (was != 0);
                c->place[i].block = to;
            }
            c->covered[page] = (uint16_t)(c->covered[page] + changed);
        }
    }
    return true;
}

static uintptr_t words_end(uintptr_t at, uint64_t bytes) {
    return (at + bytes + 7) & ~(uintptr_t)7;
}

bool ort_place_cover(uint32_t block, uintptr_t at, uint64_t bytes) {
    return paint(at & ~(uintptr_t)7, words_end(at, bytes), 0, block);
}

void ort_place_uncover(uint32_t block, uintptr_t at, uint64_t bytes) {
    paint(at & ~(uintptr_t)7, words_end(at, bytes), block, 0);
}

bool ort_place_take(uint32_t block, uintptr_t at, uint64_t bytes) {
    const struct ort_places_granule *g = ort_places_granule(at);
    uint32_t page = ort_places_page(at), first = ort_places_word(at);
    uint32_t n = (uint32_t)((bytes + 7) >> 3), used = 0;
    if (at & 7 || bytes > 512 || page != ort_places_page(at + bytes - 1) || !g || !g->places ||
        g->whole || g->places->pages[page])
        return false;
    struct ort_place *p = &g->places->place[first];
    for (uint32_t i = 0; i < n; i++) used |= p[i].vertex | p[i].block;
    if (used) return false;
    for (uint32_t i = 0; i < n; i++) p[i].block = block;
    g->places->covered[page] = (uint16_t)(g->places->covered[page] + n);
    return true;
}

static inline bool meets(uint32_t block, uintptr_t at, uintptr_t end) {
    const struct ort_block *b = ort_block_at(block);
    return b->at < end && b->at + b->bytes > at;
}

uint32_t ort_place_overlap(uintptr_t at, uint64_t bytes) {
    uintptr_t low = at & ~(uintptr_t)7, high = words_end(at, bytes), end = at + bytes;
    for (uintptr_t g_end; low < high; low = g_end) {
        g_end = part_end(low, high, ORT_PLACES_LOG2);
        const struct ort_places_granule *g = ort_places_granule(low);
        if (!g) continue;
        if (g->whole) return g->whole;
        if (!g->places) continue;
        for (uintptr_t p = low, p_end; p < g_end; p = p_end) {
            p_end = part_end(p, g_end, 12);
            uint32_t page = ort_places_page(p);
            if (g->places->pages[page]) return g->places->pages[page];
            if (!g->places->covered[page]) continue;
            for (uint32_t i = ort_places_word(p), n = (uint32_t)((p_end - p) >> 3); n; i++, n--) {
                uint32_t b = g->places->place[i].block;
                if (b && meets(b, at, end)) return b;
            }
        }
    }
    return 0;
}

ort_vertex ort_place_next(uintptr_t at, uintptr_t end) {
    at = (at + 7) & ~(uintptr_t)7;
    for (uintptr_t g_end; at < end; at = g_end) {
        g_end = part_end(at, end, ORT_PLACES_LOG2);
        const struct ort_places_granule *g = ort_places_granule(at);
        if (!g || !g->places) continue;
        for (uintptr_t p = at, p_end; p < g_end; p = p_end) {
            p_end = part_end(p, g_end, 12);
            if (!g->places->begun[ort_places_page(p)]) continue;
            for (uintptr_t w = p; w < p_end; w += 8)
                if (g->places->place[ort_places_word(w)].vertex)
                    return g->places->place[ort_places_word(w)].vertex;
        }
    }
    return 0;
}

ort_vertex ort_place_latest(uintptr_t at, uintptr_t low) {
    at &= ~(uintptr_t)7;
    for (uintptr_t p = at & ~(uintptr_t)4095;; at = p - 8, p -= 4096) {
        const struct ort_places_granule *g = ort_places_granule(p);
        if (g && g->places && g->places->begun[ort_places_page(p)]) {
            for (uintptr_t w = at; w >= p && w >= low; w -= 8)
                if (g->places->place[ort_places_word(w)].vertex)
                    return g->places->place[ort_places_word(w)].vertex;
        }
        if (p <= low || p < 4096) return 0;
    }
}
