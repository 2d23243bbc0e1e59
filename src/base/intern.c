/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * intern.c: an open-addressing table of indices into an array of strings.
 *
 * Invariant: n_slots is 0 or a power of two of at least 2 n.
 */
#include "base/intern.h"
#include "base/memory.h"

#include "base/arena.h"
#include "base/map.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

uint64_t ordo_intern_hash(const void *bytes, size_t n) {
    const unsigned char *p = bytes;
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 1099511628211u;
    return ordo_map_mix(h);
}

static void grow_slots(struct ordo_intern *t) {
    if (t->n * 2 < t->n_slots) return;
    size_t n_slots = t->n_slots ? t->n_slots * 2 : 64;
    uint32_t *slots = ordo_memory_new(n_slots, sizeof *slots);
    for (size_t i = 0; i < t->n; i++) {
        size_t j = (size_t)t->items[i].hash & (n_slots - 1);
        while (slots[j]) j = (j + 1) & (n_slots - 1);
        slots[j] = (uint32_t)i + 1;
    }
    free(t->slots);
    t->slots = slots;
    t->n_slots = n_slots;
}

uint32_t ordo_intern_add(struct ordo_intern *t, const void *bytes, size_t n) {
    if (!t->arena) t->arena = ordo_arena_new();
    grow_slots(t);
    uint64_t hash = ordo_intern_hash(bytes, n);
    size_t j = (size_t)hash & (t->n_slots - 1);
    for (; t->slots[j]; j = (j + 1) & (t->n_slots - 1)) {
        const struct ordo_interned *it = &t->items[t->slots[j] - 1];
        if (it->hash == hash && it->n == n && memcmp(it->bytes, bytes, n) == 0)
            return t->slots[j] - 1;
    }
    t->items = ordo_vector_reserve(t->items, &t->capacity, t->n + 1, sizeof *t->items);
    char *copy = ordo_arena_alloc(t->arena, n + 1);
    if (n) memcpy(copy, bytes, n);
    t->items[t->n] = (struct ordo_interned){.bytes = copy, .n = n, .hash = hash};
    t->slots[j] = (uint32_t)++t->n;
    return (uint32_t)t->n - 1;
}

const char *ordo_intern_string(struct ordo_intern *t, const char *s) {
    uint32_t number = ordo_intern_add(t, s, strlen(s));
    return t->items[number].bytes;
}

void ordo_intern_done(struct ordo_intern *t) {
    ordo_arena_free(t->arena);
    free(t->items);
    free(t->slots);
    memset(t, 0, sizeof *t);
}
