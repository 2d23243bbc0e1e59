/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * private_memory.h: memory of the runtime's own that is not part of the raw file: look-up tables
 * that a reader does not need.
 *
 * Taken from the kernel in slabs, zeroed, never from the program's heap.
 * Errors:  NULL; recording has then been stopped.
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_PRIVATE_MEMORY_H
#define ORT_PRIVATE_MEMORY_H

#include <stddef.h>

/* Small objects that live as long as the process; 64-byte aligned. */
void *ort_private_take(size_t size);

/* A growable array: room for `count` elements of `each` bytes, the `old_count` of `old` (may be
 * NULL) moved over, and its memory given back. `old_count` is what it has room for: by that it is
 * known where its memory is from. */
void *ort_private_array(void *old, size_t old_count, size_t count, size_t each);
void ort_private_array_free(void *array, size_t count, size_t each);

#endif
