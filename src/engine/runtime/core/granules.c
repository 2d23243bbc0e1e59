/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * granules.c: the table is at most half full and doubles. Slabs double too, up to SLAB_MOST, so
 * that a small program takes little address space, which may be limited, and a large one needs few
 * mappings.
 */
#include "granules.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/stop.h"

#include <errno.h>

#define FIRST_CAPACITY 256u
#define SLAB_MOST (64ull << 20)

struct entry {
    uint64_t number; /* + 1; 0: free */
    char *array;
};

struct ort_granules {
    struct entry *entries;
    uint64_t bytes, capacity, used;
    uint64_t latest; /* number + 1 */
    char *latest_array;
    char *slab;
    uint64_t slab_left, slab_size;
};

struct ort_granules *ort_granules_new(uint64_t bytes_per_granule) {
    struct ort_granules *g = ort_private_take(sizeof *g);
    if (!g) return NULL;
    g->entries = ort_private_array(NULL, 0, FIRST_CAPACITY, sizeof *g->entries);
    if (!g->entries) return NULL;
    g->capacity = FIRST_CAPACITY;
    g->bytes = bytes_per_granule;
    g->slab_size = bytes_per_granule;
    return g;
}

static struct entry *lookup(struct entry *entries, uint64_t capacity, uint64_t number) {
    uint64_t i = (number * 0x9E3779B97F4A7C15ull) >> 32;
    for (;; i++) {
        struct entry *e = &entries[i & (capacity - 1)];
        if (!e->number || e->number == number + 1) return e;
    }
}

void *ort_granule_find(struct ort_granules *g, uint64_t number) {
    if (g->latest == number + 1) return g->latest_array;
    struct entry *e = lookup(g->entries, g->capacity, number);
    if (!e->number) return NULL;
    g->latest = number + 1;
    g->latest_array = e->array;
    return e->array;
}

static char *cut(struct ort_granules *g) {
    if (g->slab_left < g->bytes) {
        g->slab = ort_os_memory(NULL, g->slab_size);
        if (!g->slab) {
            g->slab_left = 0;
            ort_stop(ORDO_STOP_MEMORY, ENOMEM);
            return NULL;
        }
        ort_os_hide(g->slab, g->slab_size);
        g->slab_left = g->slab_size;
        if (g->slab_size < SLAB_MOST) g->slab_size *= 2;
    }
    char *array = g->slab;
    g->slab += g->bytes;
    g->slab_left -= g->bytes;
    return array;
}

void *ort_granule_get(struct ort_granules *g, uint64_t number) {
    void *found = ort_granule_find(g, number);
    if (found) return found;
    if (2 * (g->used + 1) > g->capacity) {
        struct entry *more = ort_private_array(NULL, 0, g->capacity * 2, sizeof *more);
        if (!more) return NULL;
        for (uint64_t i = 0; i < g->capacity; i++)
            if (g->entries[i].number)
                *lookup(more, g->capacity * 2, g->entries[i].number - 1) = g->entries[i];
        ort_private_array_free(g->entries, g->capacity, sizeof *more);
        g->entries = more;
        g->capacity *= 2;
    }
    char *array = cut(g);
    if (!array) return NULL;
    *lookup(g->entries, g->capacity, number) = (struct entry){number + 1, array};
    g->used++;
    g->latest = number + 1;
    g->latest_array = array;
    return array;
}

void ort_granules_each(struct ort_granules *g, struct ort_thread *t,
                       void (*f)(struct ort_thread *, uint32_t *, uint64_t, void *),
                       void *argument) {
    for (uint64_t i = 0; i < g->capacity; i++)
        if (g->entries[i].number)
            f(t, (uint32_t *)(void *)g->entries[i].array, g->bytes / 4, argument);
}
