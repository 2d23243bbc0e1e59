/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * map.h: 64-bit keys to 32-bit values.
 *
 * Errors:  ordo_map_put returns false when memory is out; the map is then as before
 * Memory:  the structure is the caller's storage, zeroed (or ordo_map_init); ordo_map_done frees it
 * Threads: one map, one thread at a time
 * Cost:    O(1) expected; iteration order is not defined and not offered
 */
#ifndef ORDO_MAP_H
#define ORDO_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ordo_map {
    uint64_t *keys;
    uint32_t *values;
    unsigned char *used;
    size_t capacity, n; /* capacity: 0 or a power of two */
};

void ordo_map_init(struct ordo_map *m);
void ordo_map_done(struct ordo_map *m);

/* The value of `key` in *value; false if there is none. */
bool ordo_map_find(const struct ordo_map *m, uint64_t key, uint32_t *value);

/* Sets the value of `key`, new or not. */
bool ordo_map_put(struct ordo_map *m, uint64_t key, uint32_t value);

/* A full-avalanche mix of 64 bits (splitmix64's finalizer), for hashes made from counters. */
uint64_t ordo_map_mix(uint64_t x);

#endif
