/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A pool is a table of chunks of 2^14 objects, each mapped when its first object is given.
 *
 * Rooms are powers of two of words. Those below a page are cut off slabs and go back to a chain of
 * their size, zeroed when they are taken again; larger ones are mappings of their own.
 */
#include "graph_pool.h"
#include "os.h"
#include "stop.h"

#include <errno.h>

#define SLAB (1u << 20)
#define ROOMS 9 /* up to 2^8 words are cut */

static void *map(size_t size) {
    void *at = ort_os_memory(NULL, size);
    if (!at) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return NULL;
    }
    return at;
}

uint32_t ort_pool_next(struct ort_pool *p, size_t each) {
    uint32_t number = p->used + 1;
    uint32_t chunk = number >> ORT_POOL_CHUNK_LOG2;
    if (!p->chunks && !(p->chunks = map(ORT_POOL_CHUNKS * sizeof *p->chunks))) return 0;
    if (chunk >= ORT_POOL_CHUNKS) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return 0;
    }
    if (!p->chunks[chunk] && !(p->chunks[chunk] = map(each << ORT_POOL_CHUNK_LOG2))) return 0;
    p->used = number;
    return number;
}

static uint64_t *chains[ROOMS];
static char *slab;
static size_t slab_left;

static unsigned log2_of(uint64_t words) {
    return words <= 1 ? 0 : 64u - (unsigned)__builtin_clzll(words - 1);
}

bool ort_room_fits(uint64_t a, uint64_t b) {
    return log2_of(a) == log2_of(b);
}

uint64_t *ort_room_take(uint64_t words) {
    unsigned k = log2_of(words);
    if (k >= ROOMS) return map((size_t)8 << k);
    uint64_t *room = chains[k];
    size_t size = (size_t)8 << k;
    if (room) {
        chains[k] = (uint64_t *)(uintptr_t)room[0];
        for (size_t i = 0; i < size / 8; i++) room[i] = 0;
        return room;
    }
    if (size > slab_left) {
        if (!(slab = map(SLAB))) {
            slab_left = 0;
            return NULL;
        }
        slab_left = SLAB;
    }
    room = (uint64_t *)(void *)slab;
    slab += size;
    slab_left -= size;
    return room;
}

void ort_room_give(uint64_t *room, uint64_t words) {
    unsigned k = log2_of(words);
    if (!room) return;
    if (k >= ROOMS) {
        ort_os_unmap(room, (size_t)8 << k);
        return;
    }
    room[0] = (uintptr_t)chains[k];
    chains[k] = room;
}
