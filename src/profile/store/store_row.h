/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_row.h: moves one row of a stored table, value by value, between the item in memory and the
 * SQL statement, in the row's direction.
 *
 * Errors:  an impossible value sets row.wrong, which is kept
 * Memory:  texts that are read belong to row.strings
 * Threads: reentrant
 */
#ifndef ORDO_STORE_ROW_H
#define ORDO_STORE_ROW_H

#include "base/intern.h"
#include "profile/profile.h"

#include <sqlite3.h>

struct ordo_row {
    sqlite3_stmt *statement;
    bool reading;
    int version;            /* of the section "profile" */
    int column;             /* the next column */
    struct ordo_profile *p; /* reading: filled up to the current table, in the order of
                               ordo_store_tables */
    uint64_t index;         /* of the item in its array */
    uint64_t cursor;        /* for tables whose rows belong to another table: index in that table */
    uint64_t hash;          /* of all values so far */
    struct ordo_intern *strings; /* reading */
    const char *wrong;           /* NULL: nothing is wrong */
};

/* Mixes one value into the hash of a table's contents. */
uint64_t ordo_store_hash(uint64_t hash, uint64_t value);

/* Sets row.wrong unless it is set already. */
void ordo_row_wrong(struct ordo_row *r, const char *what);

/* Checks the result of sqlite3_bind_..., which fails for lack of memory, and for texts of
 * more than a gigabyte. */
void ordo_row_bound(int code);

void ordo_row_u64(struct ordo_row *r, uint64_t *v);
void ordo_row_u32(struct ordo_row *r, uint32_t *v);
void ordo_row_i32(struct ordo_row *r, int32_t *v);
void ordo_row_bool(struct ordo_row *r, bool *v);
void ordo_row_double(struct ordo_row *r, double *v);
void ordo_row_text(struct ordo_row *r, const char **s);

/* Moves a number below n; if allowed, also none (UINT32_MAX; -1 in the file). */
void ordo_row_reference(struct ordo_row *r, uint32_t *i, uint64_t n, bool none_allowed);
void ordo_row_scope(struct ordo_row *r, struct ordo_scope_id *s, bool none_allowed);

/* Moves the row's own number, which must be its place. */
void ordo_row_number(struct ordo_row *r);

/* Moves the owner of the row. There are n owners; their spans are `stride` bytes apart, from
 * `spans` on. Rows come in the order of their owners. */
void ordo_row_owner(struct ordo_row *r, void *spans, size_t stride, uint64_t n);

#endif
