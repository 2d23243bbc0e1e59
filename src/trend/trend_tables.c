/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_tables.c: the schema of the section "trend".
 *
 * The hash is that of docs/profile-format.md, over values as SQLite returns them; blobs are hashed
 * like texts.
 */
#include "trend/trend_tables.h"

#include "base/intern.h"
#include "profile/store/store_row.h"

#include <stdio.h>
#include <string.h>

const struct ordo_trend_table ordo_trend_tables[] = {
    {"trend", "command, source, plan",
     "(command TEXT NOT NULL, source TEXT NOT NULL, plan TEXT NOT NULL)", "rowid", 1},
    {"trend_workloads", "workload, name, command, status, why, total, wall_ns",
     "(workload INTEGER PRIMARY KEY, name TEXT NOT NULL, command TEXT NOT NULL, status INTEGER NOT "
     "NULL, why TEXT NOT NULL, total INTEGER NOT NULL, wall_ns INTEGER NOT NULL)",
     "workload", 1},
    {"trend_features", "workload, feature, name, value",
     "(workload INTEGER NOT NULL, feature INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT "
     "NULL, PRIMARY KEY (workload, feature)) WITHOUT ROWID",
     "workload, feature", 1},
    {"trend_locations", "location, routine, routine_id, file, line, col, ordinal",
     "(location INTEGER PRIMARY KEY, routine TEXT NOT NULL, routine_id TEXT NOT NULL, file TEXT "
     "NOT NULL, line INTEGER NOT NULL, col INTEGER NOT NULL, ordinal INTEGER NOT NULL)",
     "location", 1},
    {"trend_counts", "workload, counts", "(workload INTEGER PRIMARY KEY, counts BLOB NOT NULL)",
     "workload", 1},
    {"trend_roots", "root", "(root TEXT PRIMARY KEY) WITHOUT ROWID", "root", 2},
};
const size_t ordo_n_trend_tables = sizeof ordo_trend_tables / sizeof *ordo_trend_tables;

static uint64_t hash_value(uint64_t hash, sqlite3_stmt *q, int column) {
    switch (sqlite3_column_type(q, column)) {
    case SQLITE_INTEGER:
        return ordo_store_hash(hash, (uint64_t)sqlite3_column_int64(q, column));
    case SQLITE_FLOAT: {
        uint64_t bits;
        double v = sqlite3_column_double(q, column);
        memcpy(&bits, &v, sizeof bits);
        return ordo_store_hash(hash, bits);
    }
    default: {
        const void *bytes = sqlite3_column_blob(q, column);
        size_t n = (size_t)sqlite3_column_bytes(q, column);
        return ordo_store_hash(hash, ordo_intern_hash(bytes ? bytes : "", n));
    }
    }
}

int ordo_trend_table_hash(sqlite3 *db, const struct ordo_trend_table *t, uint64_t *n_rows,
                          uint64_t *hash) {
    sqlite3_stmt *q;
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT %s FROM %s ORDER BY %s", t->columns, t->name, t->order);
    int code = sqlite3_prepare_v2(db, sql, -1, &q, NULL);
    *n_rows = *hash = 0;
    if (code != SQLITE_OK) return code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        for (int c = 0; c < sqlite3_column_count(q); c++) *hash = hash_value(*hash, q, c);
        ++*n_rows;
    }
    sqlite3_finalize(q);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}
