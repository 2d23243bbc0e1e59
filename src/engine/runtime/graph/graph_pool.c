/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_pool.c: numbered objects, and rooms of words.
 *
 * A pool is a range of addresses, so that an object is found by its number alone. It is mapped in
 * chunks of 2^14 objects as they are needed, at addresses that only the runtime asks for. So it
 * takes nothing of what the process may map. If such addresses are not available, a range is
 * reserved, a small one if the process may map little.
 *
 * Rooms are powers of two of words. Those below a page are cut from slabs, larger ones are mappings
 * of their own. A room that is given back is zero and joins a chain of its size, because arrays of
 * pages of links come and go often, and each time the kernel would have to make and remove their
 * pages. The mappings kept in this way are limited in total, and large ones are not kept.
 */
#include "graph_pool.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/stop.h"

#include <errno.h>

#define MOST (1ull << 31)
#define CHUNK (1u << 14)
#define SLAB (1u << 20)
#define CUT 9 /* rooms below 2^9 words are cut from slabs */
#define CHAINS 16
#define KEPT_MOST (8u << 20) /* bytes of mappings */

static void *map(size_t size) {
    void *at = ort_os_memory(NULL, size);
    if (!at) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return NULL;
    }
    return at;
}

static bool map_chunk(const struct ort_pool *p, uint64_t chunk, size_t each) {
    char *at = p->base + chunk * CHUNK * each;
    return p->reserved ? ort_os_back(at, CHUNK * each) : ort_os_memory(at, CHUNK * each);
}

static bool begin(struct ort_pool *p, size_t each) {
    p->room = MOST;
    p->reserved = false;
    p->base = ort_os_range(MOST * each);
    if (p->base && map_chunk(p, 0, each)) return true;
    p->reserved = true;
    p->base = NULL;
    uint64_t allowed = ort_os_limit_memory();
    while (p->room * each > allowed / 16) p->room /= 2;
    for (; p->room >= CHUNK; p->room /= 2)
        if ((p->base = ort_os_reserve(NULL, p->room * each))) break;
    if (p->base && !map_chunk(p, 0, each)) p->base = NULL; /* the pool has not begun */
    return p->base != NULL;
}

uint32_t ort_pool_next(struct ort_pool *p, size_t each) {
    uint32_t number = p->used + 1;
    bool there = (p->base || begin(p, each)) && number < p->room;
    if (there && number % CHUNK == 0) there = map_chunk(p, number / CHUNK, each);
    if (!there) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return 0;
    }
    p->used = number;
    return number;
}

static uint64_t *chains[CHAINS];
static size_t kept; /* bytes of mappings in chains */
static char *slab;
static size_t slab_left;

static unsigned log2_of(uint64_t words) {
    return words <= 1 ? 0 : 64u - (unsigned)__builtin_clzll(words - 1);
}

bool ort_room_fits(uint64_t a, uint64_t b) {
    return log2_of(a) == log2_of(b);
}

/* Returns a piece of a slab, which is zero. */
static uint64_t *cut(size_t size) {
    if (size > slab_left) {
        slab_left = 0;
        if (!(slab = map(SLAB))) return NULL;
        slab_left = SLAB;
    }
    uint64_t *room = (uint64_t *)(void *)slab;
    slab += size;
    slab_left -= size;
    return room;
}

uint64_t *ort_room_take(uint64_t words) {
    unsigned k = log2_of(words);
    size_t size = (size_t)8 << k;
    uint64_t *room = k < CHAINS ? chains[k] : NULL;
    if (!room) return k < CUT ? cut(size) : map(size);
    chains[k] = (uint64_t *)(uintptr_t)room[0];
    if (k >= CUT) kept -= size;
    room[0] = 0;
    return room;
}

void ort_room_give(uint64_t *room, uint64_t words) {
    for (uint64_t i = 0; room && i < words; i++) room[i] = 0;
    ort_room_give_empty(room, words);
}

void ort_room_give_empty(uint64_t *room, uint64_t words) {
    unsigned k = log2_of(words);
    size_t size = (size_t)8 << k;
    if (!room) return;
    if (k >= CUT) {
        if (k >= CHAINS || kept + size > KEPT_MOST) {
            ort_os_unmap(room, size);
            return;
        }
        kept += size;
    }
    room[0] = (uintptr_t)chains[k];
    chains[k] = room;
}
