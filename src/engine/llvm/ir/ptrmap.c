/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ptrmap.c: open addressing with linear probing, at most three quarters full.
 */
#include "ptrmap.h"

#include <stdlib.h>

static size_t slot(const struct ptrmap *map, const void *key) {
    size_t mask = map->capacity - 1;
    size_t i = ((uintptr_t)key * 0x9E3779B97F4A7C15u >> 20) & mask;
    while (map->keys[i] && map->keys[i] != key) i = (i + 1) & mask;
    return i;
}

static void grow(struct ptrmap *map) {
    struct ptrmap old = *map;
    map->capacity = old.capacity ? old.capacity * 2 : 64;
    map->keys = calloc(map->capacity, sizeof *map->keys);
    map->values = calloc(map->capacity, sizeof *map->values);
    if (!map->keys || !map->values) abort();
    for (size_t i = 0; i < old.capacity; i++)
        if (old.keys[i]) {
            size_t k = slot(map, old.keys[i]);
            map->keys[k] = old.keys[i];
            map->values[k] = old.values[i];
        }
    free(old.keys);
    free(old.values);
}

void ptrmap_set(struct ptrmap *map, const void *key, int64_t value) {
    if (map->used * 4 >= map->capacity * 3) grow(map);
    size_t i = slot(map, key);
    if (!map->keys[i]) map->used++;
    map->keys[i] = key;
    map->values[i] = value;
}

int64_t ptrmap_get(const struct ptrmap *map, const void *key, int64_t missing) {
    if (!map->capacity) return missing;
    size_t i = slot(map, key);
    return map->keys[i] ? map->values[i] : missing;
}

void ptrmap_done(struct ptrmap *map) {
    free(map->keys);
    free(map->values);
    *map = (struct ptrmap){0};
}
