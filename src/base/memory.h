/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * memory.h: memory of the heap for host code.
 *
 * If memory runs out, the process prints one line and ends at once, with the status of
 * ORDO_ENVIRONMENT (docs/decisions/030-memory-of-the-host.md). So no function returns NULL, not
 * even for 0 bytes.
 *
 * Memory:  the caller frees what it gets, with free()
 * Threads: any
 */
#ifndef ORDO_MEMORY_H
#define ORDO_MEMORY_H

#include <stddef.h>

/* Returns `count` zeroed items of `size` bytes. */
void *ordo_memory_new(size_t count, size_t size);

/* Makes the block `p` (NULL: a new one) hold `count` items of `size` bytes. New bytes are not
 * initialised. */
void *ordo_memory_resize(void *p, size_t count, size_t size);

/* Return a copy of a string, or of at most its first n bytes. */
char *ordo_memory_copy(const char *s);
char *ordo_memory_copy_bytes(const char *s, size_t n);

/* Sets the exit status of a process without memory, for commands whose other failures have one of
 * their own. */
void ordo_memory_set_status(int status);

/* Sets a line that such a process prints before its own, for what the user can do about unfinished
 * work; NULL: none. The caller keeps it. Not safe while other threads run. */
void ordo_memory_set_advice(const char *line);

/* Ends the process as above, for callers that learn from a library that there is no memory. */
_Noreturn void ordo_memory_exhausted(void);

#endif
