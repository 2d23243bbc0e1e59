/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * vector.c: capacity doubles, so that n appended items cost O(n) copies.
 */
#include "base/vector.h"

#include <stdint.h>
#include <stdlib.h>

bool ordo_vector_reserve(void **items, size_t *capacity, size_t n, size_t size) {
    if (n <= *capacity) return true;
    size_t c = *capacity ? *capacity : 8;
    while (c < n) {
        if (c > SIZE_MAX / 2) return false;
        c *= 2;
    }
    if (c > SIZE_MAX / size) return false;
    void *p = realloc(*items, c * size);
    if (!p) return false;
    *items = p;
    *capacity = c;
    return true;
}
