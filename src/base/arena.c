/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * arena.c: an arena as two lists of blocks.
 *
 * Small requests are cut from the newest block. A request of a quarter block or more gets its own
 * block. Blocks come from calloc (ordo_memory_new), which returns untouched zero pages for large
 * blocks, so they are not cleared a second time.
 */
#include "base/arena.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
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
    if (size > SIZE_MAX - sizeof(struct block)) ordo_memory_exhausted();
    struct block *b = ordo_memory_new(1, sizeof *b + size);
    b->size = size;
    return b;
}

struct ordo_arena *ordo_arena_new(void) {
    return ordo_memory_new(1, sizeof(struct ordo_arena));
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
    if (size > SIZE_MAX - 32) ordo_memory_exhausted();
    size = size ? (size + 15) & ~(size_t)15 : 16;
    if (size >= BLOCK_BYTES / 4) {
        struct block *b = block_new(size);
        b->next = a->large;
        a->large = b;
        return b->bytes;
    }
    struct block *b = a->blocks;
    if (!b || b->size - b->used < size) {
        b = block_new(BLOCK_BYTES);
        b->next = a->blocks;
        a->blocks = b;
    }
    void *p = b->bytes + b->used;
    b->used += size;
    return p;
}

void *ordo_arena_array(struct ordo_arena *a, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) ordo_memory_exhausted();
    return ordo_arena_alloc(a, count * size);
}

char *ordo_arena_copy(struct ordo_arena *a, const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(ordo_arena_alloc(a, n), s, n);
}

char *ordo_arena_format(struct ordo_arena *a, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    size_t size = n < 0 ? 1 : (size_t)n + 1;
    char *p = ordo_arena_alloc(a, size);
    vsnprintf(p, size, format, again);
    va_end(again);
    va_end(args);
    return p;
}
