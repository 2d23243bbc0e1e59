/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * arena.h: memory that is freed all at once.
 *
 * Memory:  if memory runs out, the process ends (memory.h). Blocks are zeroed, aligned to 16 bytes,
 *          and live until the arena is freed
 * Threads: one thread at a time may use an arena
 */
#ifndef ORDO_ARENA_H
#define ORDO_ARENA_H

#include <stddef.h>

struct ordo_arena;

struct ordo_arena *ordo_arena_new(void);
void ordo_arena_free(struct ordo_arena *a); /* NULL is allowed */

/* Returns `size` bytes; for size 0, a valid pointer. */
void *ordo_arena_alloc(struct ordo_arena *a, size_t size);

/* Returns count * size bytes. */
void *ordo_arena_array(struct ordo_arena *a, size_t count, size_t size);

/* Returns a copy of the string `s`. */
char *ordo_arena_copy(struct ordo_arena *a, const char *s);

/* Returns a formatted string. */
char *ordo_arena_format(struct ordo_arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
