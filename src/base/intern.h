/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * intern.h: byte strings, each kept once and numbered densely from 0.
 *
 * Errors:  false when memory is out
 * Memory:  the structure is the caller's storage, zeroed at first; ordo_intern_done frees it and
 *          every string in it
 * Threads: one interner, one thread at a time
 */
#ifndef ORDO_INTERN_H
#define ORDO_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ordo_arena;

struct ordo_interned {
    const char *bytes; /* a NUL follows the last byte */
    size_t n;
    uint64_t hash; /* ordo_intern_hash of the bytes */
};

struct ordo_intern {
    struct ordo_arena *arena;
    struct ordo_interned *items;
    size_t n, capacity;
    uint32_t *slots; /* number + 1, 0: free */
    size_t n_slots;
};

/* FNV-1a over the bytes, then mixed: the hash that scope ids are made of; it must never change. */
uint64_t ordo_intern_hash(const void *bytes, size_t n);

/* The number of the byte string [bytes, bytes + n), added if it is new. */
bool ordo_intern_add(struct ordo_intern *t, const void *bytes, size_t n, uint32_t *number);

/* The same for a C string; returns the kept copy, NULL when memory is out. */
const char *ordo_intern_string(struct ordo_intern *t, const char *s);

void ordo_intern_done(struct ordo_intern *t);

#endif
