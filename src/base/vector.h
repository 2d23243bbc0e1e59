/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * vector.h: makes room in a growing array.
 */
#ifndef ORDO_VECTOR_H
#define ORDO_VECTOR_H

#include <stdbool.h>
#include <stddef.h>

/* Makes *items (malloc'ed, NULL at first) hold at least n items of `size` bytes, doubling
 * *capacity. Returns false when out of memory; *items is then unchanged. The caller frees
 * *items. */
bool ordo_vector_reserve(void **items, size_t *capacity, size_t n, size_t size);

#endif
