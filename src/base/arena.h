/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * arena.h: memory that is released all at once.
 *
 * Errors:  allocation functions return NULL when memory is out; the arena stays usable
 * Memory:  blocks are aligned to 16 bytes and zeroed; they live until the arena is freed
 * Threads: one arena, one thread at a time
 */
#ifndef ORDO_ARENA_H
#define ORDO_ARENA_H

#include <stddef.h>

struct ordo_arena;

struct ordo_arena *ordo_arena_new(void);
void ordo_arena_free(struct ordo_arena *a); /* NULL is allowed */

/* size 0 gives a valid pointer. */
void *ordo_arena_alloc(struct ordo_arena *a, size_t size);

/* count * size bytes; NULL too when the product overflows. */
void *ordo_arena_array(struct ordo_arena *a, size_t count, size_t size);

char *ordo_arena_copy(struct ordo_arena *a, const char *s);

#endif
