/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ptrmap.h: a hash map from pointers to 64-bit integers.
 *
 * A zero-initialised map is empty. NULL is not a key. Memory comes from calloc, and ptrmap_done
 * frees it. The process aborts when memory runs out.
 */
#ifndef ORDO_LLVM_PTRMAP_H
#define ORDO_LLVM_PTRMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ptrmap {
    const void **keys;
    int64_t *values;
    size_t used, capacity;
};

void ptrmap_set(struct ptrmap *map, const void *key, int64_t value);
/* Returns the value, or `missing` if the key is not there. */
int64_t ptrmap_get(const struct ptrmap *map, const void *key, int64_t missing);
void ptrmap_done(struct ptrmap *map);

#endif
