/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * intern.h: byte strings, each stored once and numbered densely from 0.
 *
 * Memory:  the structure is the caller's and starts zeroed; ordo_intern_done frees it and every
 *          string in it
 * Threads: one thread at a time may use an interner
 */
#ifndef ORDO_INTERN_H
#define ORDO_INTERN_H

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
    uint32_t *slots; /* number + 1; 0: free slot */
    size_t n_slots;
};

/* Returns FNV-1a of the bytes, mixed. Scope ids are made from this hash, so it must never
 * change. */
uint64_t ordo_intern_hash(const void *bytes, size_t n);

/* Returns the number of the byte string [bytes, bytes + n), which is added if it is new. */
uint32_t ordo_intern_add(struct ordo_intern *t, const void *bytes, size_t n);

/* Adds a C string if it is new. Returns the stored copy. */
const char *ordo_intern_string(struct ordo_intern *t, const char *s);

void ordo_intern_done(struct ordo_intern *t);

#endif
