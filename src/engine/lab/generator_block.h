/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * generator_block.h: allocates one block of memory for one argument and divides it into its parts.
 * The argument has no other memory, so freeing the block frees it, whatever the function did to its
 * links.
 *
 * Errors:  NULL if memory runs out or sizes overflow
 * Memory:  owned by the caller, freed by ordo_release; never zero bytes long
 * Threads: any
 */
#ifndef ORDO_ENGINE_LAB_GENERATOR_BLOCK_H
#define ORDO_ENGINE_LAB_GENERATOR_BLOCK_H

#include <stddef.h>

/* A head, then up to two arrays, each at a multiple of 16. Unused arrays have count 0. */
struct olab_block {
    void *head, *first, *second;
};

/* Allocates a block of zeros. `head` is NULL if it failed. */
struct olab_block olab_block_new(size_t head, size_t first_count, size_t first_size,
                                 size_t second_count, size_t second_size);

/* Allocates an array of count elements of a size. An empty one has a byte, less than an element, so
 * that AddressSanitizer reports every access to it. */
void *olab_array_new(size_t count, size_t size);

#endif
