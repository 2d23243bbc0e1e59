/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * generator_block.h: one block of memory for one argument, whose parts are handed out in order. As
 * nothing else belongs to the argument, freeing the block frees it, whatever became of its links.
 *
 * Errors:  NULL when memory runs out or sizes overflow
 * Memory:  the caller's, by ordo_release; never zero bytes long
 * Threads: any
 */
#ifndef ORDO_ENGINE_LAB_GENERATOR_BLOCK_H
#define ORDO_ENGINE_LAB_GENERATOR_BLOCK_H

#include <stddef.h>

/* One head and up to two arrays behind it, each at a multiple of 16; unused arrays have count 0. */
struct olab_block {
    void *head, *first, *second;
};

/* head is NULL when it failed. Contents are zeros. */
struct olab_block olab_block_new(size_t head, size_t first_count, size_t first_size,
                                 size_t second_count, size_t second_size);

/* count elements of a size. */
void *olab_array_new(size_t count, size_t size);

#endif
