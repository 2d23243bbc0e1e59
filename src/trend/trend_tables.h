/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_tables.h: the tables of the section "trend", and the hash of a table's contents.
 *
 * Errors:  ordo_trend_table_hash returns an SQLite result code, SQLITE_OK on success
 * Threads: one thread at a time may use a database
 */
#ifndef ORDO_TREND_TABLES_H
#define ORDO_TREND_TABLES_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/* Others may read a journal while a session writes it. Whoever finds it locked waits this long. */
enum { ORDO_TREND_BUSY_MS = 600000 };

struct ordo_trend_table {
    const char *name, *columns, *definition, *order;
    int since; /* first version of the section that has the table */
};

extern const struct ordo_trend_table ordo_trend_tables[];
extern const size_t ordo_n_trend_tables;

/* Computes the number of rows and the hash of their values, in the order of the primary key. */
int ordo_trend_table_hash(sqlite3 *db, const struct ordo_trend_table *t, uint64_t *n_rows,
                          uint64_t *hash);

#endif
