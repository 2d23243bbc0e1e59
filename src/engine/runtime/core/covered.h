/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * covered.h: the routines that instrumented modules define, by address, each with the recorded
 * version that recorded code enters instead, if there is one.
 *
 * Threads: the caller holds ORT_LOCK_MODULES. Signal-safe: yes.
 */
#ifndef ORT_COVERED_H
#define ORT_COVERED_H

#include "abi/abi.h"

struct ort_covered {
    const void *address; /* NULL: free */
    void *recorded;      /* NULL: none */
};

/* Empties the table and makes room for so many routines. Returns 0 if there is no memory; there is
 * no table then. */
int ort_covered_begin(uint64_t routines);

/* Adds one of the routines that ort_covered_begin made room for. Several modules may describe the
 * same routine; one of them has the recorded version that is linked. */
void ort_covered_put(const struct ordo_scope *routine);

/* Returns the entry of the address, or NULL if there is none. */
const struct ort_covered *ort_covered_find(const void *address);

#endif
