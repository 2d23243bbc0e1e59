/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A pool is a range of address space, so that an object is found by its number alone; memory comes
 * behind it in chunks of 2^14 objects. Where the process may map little, so is the range.
 *
 * Rooms are powers of two of words. Those below a page are cut off slabs, larger ones are mappings
 * of their own. What is given back goes to a chain of its size, zeroed when it is taken again:
 * arrays of pages of links come and go often, and each time the kernel would have to make their
 * pages and to take them away. Of mappings so much is kept, and none that is large.
 */
#include "graph_pool.h"
#include "os.h"
#include "stop.h"

#include <errno.h>

#define MOST (1ull << 31)
#define CHUNK (1u << 14)
#define SLAB (1u << 20)
#define CUT 9 /* rooms below 2^9 words */
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

static void reserve(struct ort_pool *p, size_t each) {
    uint64_t room = MOST, allowed = ort_os_limit_memory();
    while (room * each > allowed / 8) room /= 2;
    for (; room >= CHUNK; room /= 2)
        if ((p->base = ort_os_reserve(NULL, room * each))) break;
    p->room = p->base ? room : 0;
}

uint32_t ort_pool_next(struct ort_pool *p, size_t each) {
    uint32_t number = p->used + 1;
    if (!p->base) reserve(p, each);
    bool first = number % CHUNK == 0 || number == 1;
    char *chunk = p->base + number / CHUNK * CHUNK * each;
    if (number >= p->room || (first && !ort_os_back(chunk, CHUNK * each))) {
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

/* A piece of a slab, which is zero. */
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
    for (size_t i = 0; i < size / 8; i++) room[i] = 0;
    return room;
}

void ort_room_give(uint64_t *room, uint64_t words) {
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
