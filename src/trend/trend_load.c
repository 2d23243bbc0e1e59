/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_load.c: loads a trend from a file.
 *
 * Numbers of workloads, features and locations are read first; then the matrices are filled in
 * their canonical order. A workload that lacks a feature that another one has is left out for that
 * reason. Every number is checked as it is used. The tables of a finished file must have the
 * hashes that were stored with them.
 */
#include "trend/trend_store.h"

#include "base/arena.h"
#include "base/intern.h"
#include "base/memory.h"
#include "profile/store/store.h"
#include "trend/trend_tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct numbered_location {
    struct ordo_location location;
    uint32_t number;
};

struct load {
    const char *path;
    sqlite3 *db;
    struct ordo_trend *t;
    struct ordo_intern features; /* names in order of first mention */
    int version;
    struct numbered_location *list; /* locations by number */
    uint32_t n_listed;
    uint32_t *rank; /* by location number: its place in the canonical order */
    struct ordo_error *error;
};

static enum ordo_status corrupt(const struct load *l, const char *table, const char *what) {
    return ordo_error_set(l->error, ORDO_BAD_INPUT,
                          "%s: table %s: %s: the file is corrupt: run `ordo trend` again", l->path,
                          table, what);
}

static enum ordo_status sql_failed(const struct load *l, const char *table) {
    if (sqlite3_errcode(l->db) == SQLITE_NOMEM) ordo_memory_exhausted();
    return corrupt(l, table, sqlite3_errmsg(l->db));
}

/* Calls `row` for each row of the answer with its number, until it fails. Sets *n, unless NULL, to
 * the number of rows. */
static enum ordo_status each_row(struct load *l, const char *table, const char *sql,
                                 enum ordo_status (*row)(struct load *, sqlite3_stmt *, uint32_t),
                                 uint32_t *n) {
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(l->db, sql, -1, &q, NULL) != SQLITE_OK) return sql_failed(l, table);
    enum ordo_status status = ORDO_OK;
    uint32_t i = 0;
    int code = SQLITE_DONE;
    while (status == ORDO_OK && (code = sqlite3_step(q)) == SQLITE_ROW) status = row(l, q, i++);
    if (status == ORDO_OK && code != SQLITE_DONE) status = sql_failed(l, table);
    sqlite3_finalize(q);
    if (n) *n = i;
    return status;
}

/* Reads one number; 0 if there is no row. */
static enum ordo_status read_number(const struct load *l, const char *table, const char *sql,
                                    int64_t *number) {
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(l->db, sql, -1, &q, NULL) != SQLITE_OK) return sql_failed(l, table);
    int code = sqlite3_step(q);
    *number = code == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
    enum ordo_status status =
        code == SQLITE_ROW || code == SQLITE_DONE ? ORDO_OK : sql_failed(l, table);
    sqlite3_finalize(q);
    return status;
}

static const char *text(struct load *l, sqlite3_stmt *q, int column) {
    const char *s = (const char *)sqlite3_column_text(q, column);
    return ordo_arena_copy(l->t->arena, s ? s : "");
}

static enum ordo_status check_tables(const struct load *l) {
    for (size_t i = 0; i < ordo_n_trend_tables; i++) {
        const struct ordo_trend_table *t = &ordo_trend_tables[i];
        uint64_t n, hash;
        char sql[256];
        int64_t same;
        if (t->since > l->version) continue;
        if (ordo_trend_table_hash(l->db, t, &n, &hash) != SQLITE_OK) return sql_failed(l, t->name);
        snprintf(sql, sizeof sql,
                 "SELECT n_rows = %" PRIu64 " AND hash = '%016" PRIx64
                 "' FROM contents WHERE section = 'trend' AND table_name = '%s'",
                 n, hash, t->name);
        ORDO_TRY(read_number(l, "contents", sql, &same));
        if (!same) return corrupt(l, t->name, "its values differ from those that were written");
    }
    return ORDO_OK;
}

static enum ordo_status take_head(struct load *l, sqlite3_stmt *q, uint32_t i) {
    (void)i;
    l->t->command = text(l, q, 0);
    l->t->source = text(l, q, 1);
    return ORDO_OK;
}

static enum ordo_status read_head(struct load *l) {
    int64_t version;
    uint32_t n;
    ORDO_TRY(
        read_number(l, "sections", "SELECT version FROM sections WHERE name = 'trend'", &version));
    if (!version)
        return ordo_error_set(
            l->error, ORDO_BAD_INPUT,
            "%s: table sections: the file has no trend: name a file that `ordo trend` "
            "wrote",
            l->path);
    l->version = (int)version;
    if (version < 1 || version > ORDO_TREND_STORE_VERSION)
        return ordo_error_set(
            l->error, ORDO_BAD_INPUT,
            "%s: table sections: its trend has version %d, but this ordo reads "
            "versions 1 to %d: use the ordo that wrote it, or run `ordo trend` again",
            l->path, l->version, ORDO_TREND_STORE_VERSION);
    ORDO_TRY(each_row(l, "trend", "SELECT command, source FROM trend LIMIT 1", take_head, &n));
    return n ? ORDO_OK : corrupt(l, "trend", "it is empty");
}

static enum ordo_status count_rows(const struct load *l, const char *table, uint32_t *n) {
    char sql[80];
    int64_t rows;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    ORDO_TRY(read_number(l, table, sql, &rows));
    if (rows > INT32_MAX) return corrupt(l, table, "too many rows");
    *n = (uint32_t)rows;
    return ORDO_OK;
}

static enum ordo_status take_workload(struct load *l, sqlite3_stmt *q, uint32_t i) {
    if (i >= l->t->n_workloads) return corrupt(l, "trend_workloads", "too many rows");
    int64_t s = sqlite3_column_int64(q, 2);
    l->t->workloads[i] = (struct ordo_workload){.name = text(l, q, 0),
                                                .command = text(l, q, 1),
                                                .status = (enum ordo_workload_status)s,
                                                .why = text(l, q, 3),
                                                .total = (uint64_t)sqlite3_column_int64(q, 4),
                                                .wall_ns = (uint64_t)sqlite3_column_int64(q, 5)};
    if (s < ORDO_WORKLOAD_OK || s > ORDO_WORKLOAD_NO_FEATURE)
        return corrupt(l, "trend_workloads", "unknown status");
    return ORDO_OK;
}

/* Reads the workloads. The plan's numbers are 0 to n - 1 in a finished file; a journal may lack
 * some. */
static enum ordo_status read_workloads(struct load *l) {
    struct ordo_trend *t = l->t;
    ORDO_TRY(count_rows(l, "trend_workloads", &t->n_workloads));
    t->workloads = ordo_arena_array(t->arena, t->n_workloads, sizeof *t->workloads);
    return each_row(l, "trend_workloads",
                    "SELECT name, command, status, why, total, wall_ns FROM trend_workloads ORDER "
                    "BY workload",
                    take_workload, NULL);
}

static enum ordo_status take_feature_name(struct load *l, sqlite3_stmt *q, uint32_t i) {
    (void)i;
    const char *name = (const char *)sqlite3_column_text(q, 0);
    ordo_intern_string(&l->features, name ? name : "");
    return ORDO_OK;
}

static enum ordo_status take_feature(struct load *l, sqlite3_stmt *q, uint32_t i) {
    (void)i;
    struct ordo_trend *t = l->t;
    uint64_t w = (uint64_t)sqlite3_column_int64(q, 0);
    const char *name = (const char *)sqlite3_column_text(q, 1);
    double value = sqlite3_column_double(q, 2);
    uint32_t f = ordo_intern_add(&l->features, name ? name : "", name ? strlen(name) : 0);
    if (w >= t->n_workloads || f >= t->n_features || !isfinite(value))
        return corrupt(l, "trend_features", "an impossible value");
    t->values[(size_t)f * t->n_workloads + w] = value;
    return ORDO_OK;
}

static enum ordo_status read_features(struct load *l) {
    struct ordo_trend *t = l->t;
    ORDO_TRY(each_row(l, "trend_features",
                      "SELECT f.name FROM trend_features f JOIN trend_workloads w ON f.workload = "
                      "w.workload WHERE w.status = 0 ORDER BY f.workload, f.feature",
                      take_feature_name, NULL));
    t->n_features = (uint32_t)l->features.n;
    t->features = ordo_arena_array(t->arena, t->n_features, sizeof *t->features);
    size_t cells = (size_t)t->n_features * t->n_workloads;
    t->values = ordo_arena_array(t->arena, cells, sizeof *t->values);
    for (uint32_t f = 0; f < t->n_features; f++)
        t->features[f] = ordo_arena_copy(t->arena, l->features.items[f].bytes);
    for (size_t i = 0; i < cells; i++) t->values[i] = NAN;
    return each_row(l, "trend_features",
                    "SELECT (SELECT count(*) FROM trend_workloads w WHERE w.workload < "
                    "f.workload), f.name, f.value FROM trend_features f JOIN trend_workloads v ON "
                    "f.workload = v.workload WHERE v.status = 0 ORDER BY f.workload, f.feature",
                    take_feature, NULL);
}

/* Leaves out workloads that lack a value of some feature: they cannot be columns of the matrix. */
static void leave_out_incomplete(struct load *l) {
    struct ordo_trend *t = l->t;
    for (uint32_t w = 0; w < t->n_workloads; w++)
        for (uint32_t f = 0; f < t->n_features; f++) {
            if (t->workloads[w].status != ORDO_WORKLOAD_OK) break;
            if (!isnan(t->values[(size_t)f * t->n_workloads + w])) continue;
            char why[256];
            snprintf(why, sizeof why, "has no feature %.100s, which others have", t->features[f]);
            t->workloads[w].status = ORDO_WORKLOAD_NO_FEATURE;
            t->workloads[w].total = 0;
            t->workloads[w].why = ordo_arena_copy(t->arena, why);
        }
}

static int by_place(const void *a, const void *b) {
    const struct numbered_location *p = a, *q = b;
    const struct ordo_location *x = &p->location, *y = &q->location;
    int c = strcmp(x->file, y->file);
    if (c) return c;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    if (x->column != y->column) return x->column < y->column ? -1 : 1;
    if ((c = strcmp(x->routine, y->routine))) return c;
    if (x->routine_id != y->routine_id) return x->routine_id < y->routine_id ? -1 : 1;
    return (x->ordinal > y->ordinal) - (x->ordinal < y->ordinal);
}

static enum ordo_status take_location(struct load *l, sqlite3_stmt *q, uint32_t i) {
    const char *id = (const char *)sqlite3_column_text(q, 2);
    if (i >= l->n_listed || sqlite3_column_int64(q, 0) != i)
        return corrupt(l, "trend_locations", "rows are missing");
    l->list[i].number = i;
    l->list[i].location = (struct ordo_location){.routine = text(l, q, 1),
                                                 .routine_id = id ? strtoull(id, NULL, 16) : 0,
                                                 .file = text(l, q, 3),
                                                 .line = (uint32_t)sqlite3_column_int64(q, 4),
                                                 .column = (uint32_t)sqlite3_column_int64(q, 5),
                                                 .ordinal = (uint32_t)sqlite3_column_int64(q, 6)};
    return ORDO_OK;
}

static enum ordo_status read_locations(struct load *l) {
    struct ordo_trend *t = l->t;
    uint32_t n;
    ORDO_TRY(count_rows(l, "trend_locations", &n));
    l->n_listed = n;
    l->list = ordo_memory_new(n, sizeof *l->list);
    l->rank = ordo_memory_new(n, sizeof *l->rank);
    t->locations = ordo_arena_array(t->arena, n, sizeof *t->locations);
    ORDO_TRY(each_row(l, "trend_locations",
                      "SELECT location, routine, routine_id, file, line, col, ordinal FROM "
                      "trend_locations ORDER BY location",
                      take_location, NULL));
    qsort(l->list, n, sizeof *l->list, by_place);
    for (uint32_t i = 0; i < n; i++) {
        t->locations[i] = l->list[i].location;
        l->rank[l->list[i].number] = i;
    }
    t->n_locations = n;
    return ORDO_OK;
}

static bool get_varint(const unsigned char **p, const unsigned char *end, uint64_t *v) {
    *v = 0;
    for (unsigned shift = 0; *p < end && shift < 64; shift += 7) {
        unsigned char byte = *(*p)++;
        *v |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return true;
    }
    return false;
}

static bool read_blob(struct load *l, const unsigned char *p, size_t n, uint64_t w) {
    const struct ordo_trend *t = l->t;
    const unsigned char *end = p + n;
    uint64_t number = 0, distance, count;
    while (p < end) {
        if (!get_varint(&p, end, &distance) || !get_varint(&p, end, &count)) return false;
        if (distance >= t->n_locations || (number += distance) >= t->n_locations) return false;
        t->counts[(size_t)l->rank[number] * t->n_workloads + w] = count;
    }
    return true;
}

static enum ordo_status take_counts(struct load *l, sqlite3_stmt *q, uint32_t i) {
    (void)i;
    uint64_t w = (uint64_t)sqlite3_column_int64(q, 0);
    const unsigned char *bytes = sqlite3_column_blob(q, 1);
    if (w >= l->t->n_workloads || !read_blob(l, bytes, (size_t)sqlite3_column_bytes(q, 1), w))
        return corrupt(l, "trend_counts", "impossible counts");
    return ORDO_OK;
}

static enum ordo_status read_counts(struct load *l) {
    struct ordo_trend *t = l->t;
    t->counts =
        ordo_arena_array(t->arena, (size_t)t->n_locations * t->n_workloads, sizeof *t->counts);
    return each_row(l, "trend_counts",
                    "SELECT (SELECT count(*) FROM trend_workloads w WHERE w.workload < "
                    "c.workload), counts FROM trend_counts c",
                    take_counts, NULL);
}

static enum ordo_status take_root(struct load *l, sqlite3_stmt *q, uint32_t i) {
    if (i >= l->t->n_roots) return corrupt(l, "trend_roots", "too many rows");
    l->t->roots[i] = text(l, q, 0);
    return ORDO_OK;
}

static enum ordo_status read_roots(struct load *l) {
    struct ordo_trend *t = l->t;
    uint32_t n = 0;
    if (l->version < 2) return ORDO_OK;
    ORDO_TRY(count_rows(l, "trend_roots", &t->n_roots));
    t->roots = ordo_arena_array(t->arena, t->n_roots, sizeof *t->roots);
    ORDO_TRY(
        each_row(l, "trend_roots", "SELECT root FROM trend_roots ORDER BY root", take_root, &n));
    return n == t->n_roots ? ORDO_OK : corrupt(l, "trend_roots", "rows are missing");
}

static enum ordo_status read_all(struct load *l, bool finished) {
    struct ordo_arena *arena = ordo_arena_new();
    l->t = ordo_arena_alloc(arena, sizeof *l->t);
    l->t->arena = arena;
    ORDO_TRY(read_head(l));
    if (finished) ORDO_TRY(check_tables(l));
    ORDO_TRY(read_workloads(l));
    ORDO_TRY(read_features(l));
    leave_out_incomplete(l);
    ORDO_TRY(read_locations(l));
    ORDO_TRY(read_roots(l));
    return read_counts(l);
}

static enum ordo_status open_database(struct load *l) {
    if (access(l->path, R_OK) != 0)
        return ordo_error_set(l->error, ORDO_ENVIRONMENT, "%s: cannot open the trend: %m", l->path);
    if (sqlite3_open_v2(l->path, &l->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        return sql_failed(l, "sections");
    sqlite3_busy_timeout(l->db, ORDO_TREND_BUSY_MS);
    sqlite3_db_config(l->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(l->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(l->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return ORDO_OK;
}

enum ordo_status ordo_trend_load(const char *path, bool finished, struct ordo_trend **out,
                                 struct ordo_error *error) {
    struct load l = {.path = path, .error = error};
    enum ordo_status status = open_database(&l);
    if (status == ORDO_OK) status = read_all(&l, finished);
    sqlite3_close(l.db);
    ordo_intern_done(&l.features);
    free(l.list);
    free(l.rank);
    if (status == ORDO_OK)
        *out = l.t;
    else
        ordo_trend_free(l.t);
    return status;
}

bool ordo_trend_store_is(const char *path) {
    sqlite3 *db = NULL;
    sqlite3_stmt *q;
    bool found = false;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT 1 FROM sections WHERE name = 'trend'", -1, &q, NULL) ==
            SQLITE_OK) {
        found = sqlite3_step(q) == SQLITE_ROW;
        sqlite3_finalize(q);
    }
    sqlite3_close(db);
    return found;
}
