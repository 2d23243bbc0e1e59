/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * arena.c: an arena as two lists of blocks.
 *
 * Small requests are cut from the newest block. A request of a quarter block or more gets its own
 * block. Blocks come from calloc, which returns untouched zero pages for large blocks, so they are
 * not cleared a second time.
 */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)1 << 16)

struct block {
    struct block *next;
    size_t used, size;
    _Alignas(16) unsigned char bytes[];
};

struct ordo_arena {
    struct block *blocks; /* newest first; small requests are cut from the first */
    struct block *large;  /* one block for each large request */
};

static struct block *block_new(size_t size) {
    if (size > SIZE_MAX - sizeof(struct block)) return NULL;
    struct block *b = calloc(1, sizeof *b + size);
    if (b) b->size = size;
    return b;
}

struct ordo_arena *ordo_arena_new(void) {
    return calloc(1, sizeof(struct ordo_arena));
}

static void free_list(struct block *b) {
    while (b) {
        struct block *next = b->next;
        free(b);
        b = next;
    }
}

void ordo_arena_free(struct ordo_arena *a) {
    if (!a) return;
    free_list(a->blocks);
    free_list(a->large);
    free(a);
}

void *ordo_arena_alloc(struct ordo_arena *a, size_t size) {
    if (size > SIZE_MAX - 32) return NULL;
    size = size ? (size + 15) & ~(size_t)15 : 16;
    if (size >= BLOCK_BYTES / 4) {
        struct block *b = block_new(size);
        if (!b) return NULL;
        b->next = a->large;
        a->large = b;
        return b->bytes;
    }
    struct block *b = a->blocks;
    if (!b || b->size - b->used < size) {
        b = block_new(BLOCK_BYTES);
        if (!b) return NULL;
        b->next = a->blocks;
        a->blocks = b;
    }
    void *p = b->bytes + b->used;
    b->used += size;
    return p;
}

void *ordo_arena_array(struct ordo_arena *a, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) return NULL;
    return ordo_arena_alloc(a, count * size);
}

char *ordo_arena_copy(struct ordo_arena *a, const char *s) {
    size_t n = strlen(s) + 1;
    char *p = ordo_arena_alloc(a, n);
    return p ? memcpy(p, s, n) : NULL;
}
