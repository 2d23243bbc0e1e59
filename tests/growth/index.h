/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * index.h: an open hash table from keys to numbers that grows. Repaired programs use it.
 *
 * Memory: an index is never freed; one of zeros is empty
 */
#ifndef GROWTH_INDEX_H
#define GROWTH_INDEX_H

#include "input.h"

struct index {
    unsigned long *key; /* 0: the slot is free */
    long *value;
    size_t n, slots;
};

static inline size_t slot_of(const struct index *x, unsigned long key) {
    size_t k = mixed((long)key) & (x->slots - 1);
    while (x->key[k] && x->key[k] != key) k = (k + 1) & (x->slots - 1);
    return k;
}

static inline void grow_index(struct index *x) {
    struct index old = *x;
    x->slots = old.slots ? 2 * old.slots : 64;
    x->key = (unsigned long *)calloc(x->slots, sizeof *x->key);
    x->value = (long *)calloc(x->slots, sizeof *x->value);
    if (!x->key || !x->value) exit(2);
    for (size_t i = 0; i < old.slots; i++) {
        if (!old.key[i]) continue;
        size_t k = slot_of(x, old.key[i]);
        x->key[k] = old.key[i];
        x->value[k] = old.value[i];
    }
    free(old.key);
    free(old.value);
}

/* Returns the value of the key, which is 0 if the key is new. It is valid until the next call. */
static inline long *index_at(struct index *x, unsigned long key) {
    if (2 * x->n >= x->slots) grow_index(x);
    size_t k = slot_of(x, key + 1);
    if (!x->key[k]) {
        x->key[k] = key + 1;
        x->n++;
    }
    return &x->value[k];
}

#endif
