/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ref_memory.h: the reference engine's own memory, straight from the kernel, so that the program's
 * heap is laid out as if the engine were not there.
 *
 * Errors:  never returns NULL; without memory the process is aborted with one line (an oracle that
 *          cannot count must not answer)
 * Memory:  blocks are zeroed; give the size back to oref_free
 * Threads: under the engine's lock only
 */
#ifndef ORDO_REF_MEMORY_H
#define ORDO_REF_MEMORY_H

#include <stddef.h>

void *oref_alloc(size_t bytes);
void oref_free(void *block, size_t bytes);

/* Address space that becomes memory when touched. */
void *oref_reserve(size_t bytes);

/* A copy of a string. */
char *oref_copy(const char *s);

/* An array of `size`-byte elements at *block grown, when `used` has reached *capacity, to twice its
 * capacity. */
void *oref_grow(void *block, size_t used, size_t *capacity, size_t size);

/* Says what went wrong on stderr and aborts. */
_Noreturn void oref_die(const char *what);

#endif
