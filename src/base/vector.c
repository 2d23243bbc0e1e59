/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * vector.c: capacity doubles, so that n appended items cost O(n) copies.
 */
#include "base/vector.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

void *ordo_vector_reserve(void *items, size_t *capacity, size_t n, size_t size) {
    if (n <= *capacity) return items;
    size_t c = *capacity ? *capacity : 8;
    while (c < n) c = c > SIZE_MAX / 2 ? n : c * 2;
    *capacity = c;
    return ordo_memory_resize(items, c, size);
}
