/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * covered.h: the routines that instrumented modules define, by address, each with the body that
 * recorded code enters in its place, if it has one.
 *
 * Threads: the caller holds the modules' lock. Signal-safe: yes.
 */
#ifndef ORT_COVERED_H
#define ORT_COVERED_H

#include "abi/abi.h"

struct ort_covered {
    const void *address; /* NULL: free */
    void *body;
};

/* Empties the table, which has room for so many routines then; 0: no memory, and there is none. */
int ort_covered_begin(uint64_t routines);

/* Of those that were begun for. Several modules may describe one routine, of which one has the body
 * that is linked. */
void ort_covered_put(const struct ordo_scope *routine);

/* NULL: it is not there. */
const struct ort_covered *ort_covered_find(const void *address);

#endif
