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

#define GRANULE_LOG2 20
#define WORDS (1u << (GRANULE_LOG2 - 3))
#define PAGES (1u << (GRANULE_LOG2 - 12))
#define PAGE_WORDS 512u
#define FIRST_CAPACITY 256u
#define AT_HAND 64u
#define SLAB_MOST (64ull << 20)

struct cell {
    uint32_t vertex, block;
};

struct cells {
    struct cell cell[WORDS];
    uint32_t pages[PAGES];
    uint16_t covered[PAGES], begun[PAGES];
};

struct granule {
    uint64_t number; /* + 1 */
    struct cells *cells;
    uint32_t whole;
};

static struct granule **table;
static uint64_t capacity, n_granules;
static struct granule *at_hand[AT_HAND];
static struct granule *fresh;
static unsigned n_fresh;
static char *slab;
static uint64_t slab_left, slab_size = sizeof(struct cells);

static struct granule **lookup(struct granule **in, uint64_t room, uint64_t number) {
    uint64_t i = (number * 0x9E3779B97F4A7C15ull) >> 32;
    for (;; i++) {
        struct granule **g = &in[i & (room - 1)];
        if (!*g || (*g)->number == number + 1) return g;
    }
}

static inline struct granule *find(uintptr_t addr) {
    uint64_t number = addr >> GRANULE_LOG2;
    struct granule *g = at_hand[number % AT_HAND];
    if (likely(g && g->number == number + 1)) return g;
    if (!capacity) return NULL;
    g = *lookup(table, capacity, number);
    if (g) at_hand[number % AT_HAND] = g;
    return g;
}

static bool grow(void) {
    uint64_t more = capacity ? capacity * 2 : FIRST_CAPACITY;
    struct granule **to = ort_private_array(NULL, 0, more, sizeof *to);
    if (!to) return false;
    for (uint64_t i = 0; i < capacity; i++)
        if (table[i]) *lookup(to, more, table[i]->number - 1) = table[i];
    ort_private_array_free(table, capacity, sizeof *table);
    table = to;
    capacity = more;
    return true;
}

static struct granule *make(uintptr_t addr) {
    struct granule *g = find(addr);
    if (g) return g;
    if (2 * (n_granules + 1) > capacity && !grow()) return NULL;
    if (!n_fresh) {
        fresh = ort_private_take(64 * sizeof *fresh);
        if (!fresh) return NULL;
        n_fresh = 64;
    }
    g = fresh++;
    n_fresh--;
    g->number = (addr >> GRANULE_LOG2) + 1;
    *lookup(table, capacity, g->number - 1) = g;
    n_granules++;
    return g;
}

static bool make_cells(struct granule *g) {
    if (likely(g->cells != NULL)) return true;
    if (slab_left < sizeof(struct cells)) {
        slab = ort_os_memory(NULL, slab_size);
        if (!slab) {
            slab_left = 0;
            ort_stop(ORDO_STOP_MEMORY, ENOMEM);
            return false;
        }
        slab_left = slab_size;
        if (slab_size < SLAB_MOST) slab_size *= 2;
    }
    g->cells = (struct cells *)(void *)slab;
    slab += sizeof(struct cells);
    slab_left -= sizeof(struct cells);
    return true;
}

static inline uint32_t word_of(uintptr_t addr) {
    return (uint32_t)(addr >> 3) & (WORDS - 1);
}

static inline uint32_t page_of(uintptr_t addr) {
    return (uint32_t)(addr >> 12) & (PAGES - 1);
}

uint32_t *ort_place_find(uintptr_t addr) {
    if (unlikely(addr >= ORT_GRAPH_ADDRESSES)) return NULL;
    struct granule *g = find(addr);
    return likely(g && g->cells) ? &g->cells->cell[word_of(addr)].vertex : NULL;
}

uint32_t *ort_place_make(uintptr_t addr) {
    struct granule *g = make(addr);
    return g && make_cells(g) ? &g->cells->cell[word_of(addr)].vertex : NULL;
}

void ort_place_set(uintptr_t addr, uint32_t *place, ort_vertex v) {
    struct cells *c = find(addr)->cells;
    c->begun[page_of(addr)] = (uint16_t)(c->begun[page_of(addr)] + (v != 0) - (*place != 0));
    *place = v;
}

static inline uint32_t told(uintptr_t addr) {
    const struct granule *g = find(addr);
    if (!g) return 0;
    if (g->whole) return g->whole;
    if (!g->cells) return 0;
    uint32_t page = g->cells->pages[page_of(addr)];
    return page ? page : g->cells->cell[word_of(addr)].block;
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
        g_end = part_end(at, end, GRANULE_LOG2);
        struct granule *g = to ? make(at) : find(at);
        if (!g && to) return false;
        if (!g) continue;
        if (is_all(at, g_end, GRANULE_LOG2)) {
            if (!from || g->whole == from) g->whole = to;
            continue;
        }
        if (!g->cells && !to) continue;
        if (!make_cells(g)) return false;
        struct cells *c = g->cells;
        for (uintptr_t p = at, p_end; p < g_end; p = p_end) {
            p_end = part_end(p, g_end, 12);
            uint32_t page = page_of(p);
            if (is_all(p, p_end, 12)) {
                if (!from || c->pages[page] == from) c->pages[page] = to;
                continue;
            }
            uint32_t first = word_of(p), n = (uint32_t)((p_end - p) >> 3), changed = 0;
            for (uint32_t i = first; i < first + n; i++) {
                uint32_t was = c->cell[i].block;
                if (from && was != from) continue;
                changed += (to != 0) - (was != 0);
                c->cell[i].block = to;
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

static inline bool meets(uint32_t block, uintptr_t at, uintptr_t end) {
    const struct ort_block *b = ort_block_at(block);
    return b->at < end && b->at + b->bytes > at;
}

uint32_t ort_place_overlap(uintptr_t at, uint64_t bytes) {
    uintptr_t low = at & ~(uintptr_t)7, high = words_end(at, bytes), end = at + bytes;
    for (uintptr_t g_end; low < high; low = g_end) {
        g_end = part_end(low, high, GRANULE_LOG2);
        const struct granule *g = find(low);
        if (!g) continue;
        if (g->whole) return g->whole;
        if (!g->cells) continue;
        for (uintptr_t p = low, p_end; p < g_end; p = p_end) {
            p_end = part_end(p, g_end, 12);
            uint32_t page = page_of(p);
            if (g->cells->pages[page]) return g->cells->pages[page];
            if (!g->cells->covered[page]) continue;
            for (uint32_t i = word_of(p), n = (uint32_t)((p_end - p) >> 3); n; i++, n--) {
                uint32_t b = g->cells->cell[i].block;
                if (b && meets(b, at, end)) return b;
            }
        }
    }
    return 0;
}

ort_vertex ort_place_next(uintptr_t at, uintptr_t end) {
    at = (at + 7) & ~(uintptr_t)7;
    for (uintptr_t g_end; at < end; at = g_end) {
        g_end = part_end(at, end, GRANULE_LOG2);
        const struct granule *g = find(at);
        if (!g || !g->cells) continue;
        for (uintptr_t p = at, p_end; p < g_end; p = p_end) {
            p_end = part_end(p, g_end, 12);
            if (!g->cells->begun[page_of(p)]) continue;
            for (uintptr_t w = p; w < p_end; w += 8)
                if (g->cells->cell[word_of(w)].vertex) return g->cells->cell[word_of(w)].vertex;
        }
    }
    return 0;
}

ort_vertex ort_place_latest(uintptr_t at, uintptr_t low) {
    at &= ~(uintptr_t)7;
    for (uintptr_t p = at & ~(uintptr_t)4095;; at = p - 8, p -= 4096) {
        const struct granule *g = find(p);
        if (g && g->cells && g->cells->begun[page_of(p)]) {
            for (uintptr_t w = at; w >= p && w >= low; w -= 8)
                if (g->cells->cell[word_of(w)].vertex) return g->cells->cell[word_of(w)].vertex;
        }
        if (p <= low || p < 4096) return 0;
    }
}
