/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ref_memory.h: the reference engine's own memory, straight from the kernel, so that the program's
 * heap is laid out as in a native run.
 *
 * Errors:  never returns NULL; if memory runs out, prints one line and aborts the process, because
 * an
 *          incomplete oracle must not give an answer
 * Memory:  blocks are zeroed; oref_free needs their size
 * Threads: with the engine's lock only
 */
#ifndef ORDO_REF_MEMORY_H
#define ORDO_REF_MEMORY_H

#include <stddef.h>

void *oref_alloc(size_t bytes);
void oref_free(void *block, size_t bytes);

/* Reserves address space that becomes memory when it is accessed. */
void *oref_reserve(size_t bytes);

/* Returns a copy of a string. */
char *oref_copy(const char *s);

/* Returns the array `block` of `size`-byte elements, moved to twice its capacity if `used` has
 * reached *capacity. */
void *oref_grow(void *block, size_t used, size_t *capacity, size_t size);

/* Prints what went wrong on stderr and aborts. */
_Noreturn void oref_die(const char *what);

#endif
