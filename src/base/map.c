/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * map.c: open addressing with linear probing, at most 5/8 full.
 *
 * Keys are mixed, so that dense and strided keys spread. Keys are never removed, so there are no
 * tombstones.
 */
#include "base/map.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

uint64_t ordo_map_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

void ordo_map_init(struct ordo_map *m) {
    memset(m, 0, sizeof *m);
}

void ordo_map_done(struct ordo_map *m) {
    free(m->keys);
    free(m->values);
    free(m->used);
    ordo_map_init(m);
}

/* Returns the slot of `key`, or the free slot where it belongs. */
static size_t slot_of(const struct ordo_map *m, uint64_t key) {
    size_t mask = m->capacity - 1;
    size_t i = (size_t)ordo_map_mix(key) & mask;
    while (m->used[i] && m->keys[i] != key) i = (i + 1) & mask;
    return i;
}

static void grow(struct ordo_map *m) {
    struct ordo_map big = {.capacity = m->capacity ? m->capacity * 2 : 16, .n = m->n};
    big.keys = ordo_memory_new(big.capacity, sizeof *big.keys);
    big.values = ordo_memory_new(big.capacity, sizeof *big.values);
    big.used = ordo_memory_new(big.capacity, 1);
    for (size_t i = 0; i < m->capacity; i++) {
        if (!m->used[i]) continue;
        size_t j = slot_of(&big, m->keys[i]);
        big.used[j] = 1;
        big.keys[j] = m->keys[i];
        big.values[j] = m->values[i];
    }
    ordo_map_done(m);
    *m = big;
}

bool ordo_map_find(const struct ordo_map *m, uint64_t key, uint32_t *value) {
    if (!m->n) return false;
    size_t i = slot_of(m, key);
    if (!m->used[i]) return false;
    *value = m->values[i];
    return true;
}

void ordo_map_put(struct ordo_map *m, uint64_t key, uint32_t value) {
    if (m->n * 8 >= m->capacity * 5) grow(m);
    size_t i = slot_of(m, key);
    if (!m->used[i]) {
        m->used[i] = 1;
        m->keys[i] = key;
        m->n++;
    }
    m->values[i] = value;
}
