/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * private_memory.h: memory of the runtime that is not part of the raw file, for lookup tables that
 * readers do not need.
 *
 * It comes zeroed from the kernel, in slabs, never from the program's heap.
 * Errors:  NULL; recording has then been stopped.
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_PRIVATE_MEMORY_H
#define ORT_PRIVATE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Returns a small object that lives as long as the process, aligned to 64 bytes. */
void *ort_private_take(size_t size);

/* Returns an array with room for `count` elements of `each` bytes, which has the elements of `old`
 * (may be NULL). `old` is freed, unless this returns NULL. `old_count` must be the number of
 * elements that `old` has room for, because it determines where its memory came from. */
void *ort_private_array(void *old, size_t old_count, size_t count, size_t each);
void ort_private_array_free(void *array, size_t count, size_t each);

/* Returns an array with room for more elements than the *room that `array` has, and sets *room. The
 * array begins as `first`, memory of the caller's own for `first_room` elements: then *room is 0.
 * Elements have a multiple of 8 bytes. NULL, and nothing changes: there is no memory. */
void *ort_private_grow(void *array, uint32_t *room, void *first, uint32_t first_room, size_t each);

#endif
