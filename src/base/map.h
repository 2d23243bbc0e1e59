/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * map.h: a hash map from 64-bit keys to 32-bit values.
 *
 * Memory:  the structure is the caller's, zeroed or passed to ordo_map_init; ordo_map_done frees
 *          its contents
 * Threads: one thread at a time may use a map
 * Cost:    O(1) expected; there is no iteration
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

/* Sets *value to the value of `key`. Returns false if there is no such key. */
bool ordo_map_find(const struct ordo_map *m, uint64_t key, uint32_t *value);

/* Sets the value of `key`, which is added if it is new. */
void ordo_map_put(struct ordo_map *m, uint64_t key, uint32_t value);

/* Mixes 64 bits with full avalanche (splitmix64's finalizer), for hashes made from counters. */
uint64_t ordo_map_mix(uint64_t x);

#endif
