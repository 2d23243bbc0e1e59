/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_tables.h: the tables of the section "trend", and the hash over what a table holds.
 *
 * Errors:  ordo_trend_table_hash: an SQLite result code, SQLITE_OK if all went well
 * Threads: one database, one thread at a time
 */
#ifndef ORDO_TREND_TABLES_H
#define ORDO_TREND_TABLES_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/* A session writes its journal while others may read it: who finds it locked waits so long. */
enum { ORDO_TREND_BUSY_MS = 600000 };

struct ordo_trend_table {
    const char *name, *columns, *definition, *order;
    int since; /* the version of the section that brought it */
};

extern const struct ordo_trend_table ordo_trend_tables[];
extern const size_t ordo_n_trend_tables;

/* The number of rows and the hash of their values, by the order of the primary key. */
int ordo_trend_table_hash(sqlite3 *db, const struct ordo_trend_table *t, uint64_t *n_rows,
                          uint64_t *hash);

#endif
