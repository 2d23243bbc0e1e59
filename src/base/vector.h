/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * vector.h: makes room in a growing array.
 */
#ifndef ORDO_VECTOR_H
#define ORDO_VECTOR_H

#include <stddef.h>

/* Returns the array `items` (NULL at first), moved if necessary, with room for at least n items of
 * `size` bytes. *capacity doubles. The caller frees the array. */
void *ordo_vector_reserve(void *items, size_t *capacity, size_t n, size_t size);

#endif
