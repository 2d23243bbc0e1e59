/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_journal.c: writes measurements as they are made, and whole trends by the same functions.
 *
 * The counts of a workload are one blob. For every executed location, by rising number, it has the
 * distance to the previous number and the count, each as a varint (seven bits per byte, low ones
 * first; the high bit means that more follow). Invariant: a location's number is that of its row,
 * and `numbers` maps exactly what the table has.
 */
#include "trend/trend_store.h"

#include "base/intern.h"
#include "base/memory.h"
#include "base/text.h"
#include "profile/store/store.h"
#include "trend/trend_tables.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct ordo_trend_journal {
    sqlite3 *db;
    char *path;
    struct ordo_intern numbers; /* numbers of locations, by identity */
    sqlite3_stmt *workload, *feature, *location, *counts, *root;
};

static enum ordo_status failed(const struct ordo_trend_journal *j, struct ordo_error *error) {
    if (sqlite3_errcode(j->db) == SQLITE_NOMEM) ordo_memory_exhausted();
    return ordo_error_set(error, ORDO_ENVIRONMENT,
                          "%s: cannot write the trend: %s: free disk space, or name another file "
                          "with -o",
                          j->path, sqlite3_errmsg(j->db));
}

static enum ordo_status run_sql(struct ordo_trend_journal *j, const char *sql,
                                struct ordo_error *error) {
    return sqlite3_exec(j->db, sql, NULL, NULL, NULL) == SQLITE_OK ? ORDO_OK : failed(j, error);
}

static enum ordo_status step(struct ordo_trend_journal *j, sqlite3_stmt *q,
                             struct ordo_error *error) {
    int code = sqlite3_step(q);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return code == SQLITE_DONE ? ORDO_OK : failed(j, error);
}

/* Sets *is_new, unless NULL. */
static uint32_t number_of(struct ordo_trend_journal *j, const struct ordo_location *l,
                          bool *is_new) {
    char key[4096];
    int n = snprintf(key, sizeof key, "%016" PRIx64 " %u %u %u %s", l->routine_id, l->line,
                     l->column, l->ordinal, l->file);
    size_t before = j->numbers.n, length = n < (int)sizeof key ? (size_t)n : sizeof key - 1;
    uint32_t number = ordo_intern_add(&j->numbers, key, length);
    if (is_new) *is_new = j->numbers.n > before;
    return number;
}

static enum ordo_status write_location(struct ordo_trend_journal *j, uint32_t number,
                                       const struct ordo_location *l, struct ordo_error *error) {
    char id[17];
    snprintf(id, sizeof id, "%016" PRIx64, l->routine_id);
    sqlite3_bind_int64(j->location, 1, number);
    sqlite3_bind_text(j->location, 2, l->routine, -1, SQLITE_STATIC);
    sqlite3_bind_text(j->location, 3, id, 16, SQLITE_STATIC);
    sqlite3_bind_text(j->location, 4, l->file, -1, SQLITE_STATIC);
    sqlite3_bind_int64(j->location, 5, l->line);
    sqlite3_bind_int64(j->location, 6, l->column);
    sqlite3_bind_int64(j->location, 7, l->ordinal);
    return step(j, j->location, error);
}

struct numbered {
    uint32_t number;
    uint64_t count;
};

static int by_number(const void *a, const void *b) {
    const struct numbered *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static unsigned char *put_varint(unsigned char *p, uint64_t v) {
    for (; v >= 0x80; v >>= 7) *p++ = (unsigned char)(v | 0x80);
    *p++ = (unsigned char)v;
    return p;
}

static enum ordo_status write_counts(struct ordo_trend_journal *j, uint32_t workload,
                                     struct numbered *list, size_t n, struct ordo_error *error) {
    enum { WIDEST = 15 }; /* 5 bytes for a number, 10 for a count */
    unsigned char *bytes = ordo_memory_new(n * WIDEST + 1, 1), *p = bytes;
    if (n) qsort(list, n, sizeof *list, by_number);
    uint32_t last = 0;
    for (size_t i = 0; i < n; i++) {
        if (!list[i].count) continue;
        p = put_varint(p, list[i].number - last);
        p = put_varint(p, list[i].count);
        last = list[i].number;
    }
    sqlite3_bind_int64(j->counts, 1, workload);
    sqlite3_bind_blob64(j->counts, 2, bytes, (sqlite3_uint64)(p - bytes), SQLITE_STATIC);
    enum ordo_status status = step(j, j->counts, error);
    free(bytes);
    return status;
}

static enum ordo_status write_blocks(struct ordo_trend_journal *j, const struct ordo_measurement *m,
                                     struct ordo_error *error) {
    struct numbered *list = ordo_memory_new(m->n_locations + 1, sizeof *list);
    enum ordo_status status = ORDO_OK;
    for (size_t i = 0; i < m->n_locations && status == ORDO_OK; i++) {
        bool is_new;
        list[i].number = number_of(j, &m->locations[i], &is_new);
        list[i].count = m->counts[i];
        if (is_new) status = write_location(j, list[i].number, &m->locations[i], error);
    }
    if (status == ORDO_OK) status = write_counts(j, m->workload, list, m->n_locations, error);
    free(list);
    return status;
}

static enum ordo_status write_measurement(struct ordo_trend_journal *j,
                                          const struct ordo_measurement *m,
                                          struct ordo_error *error) {
    sqlite3_bind_int64(j->workload, 1, m->workload);
    sqlite3_bind_text(j->workload, 2, m->result.name, -1, SQLITE_STATIC);
    sqlite3_bind_text(j->workload, 3, m->result.command, -1, SQLITE_STATIC);
    sqlite3_bind_int64(j->workload, 4, m->result.status);
    sqlite3_bind_text(j->workload, 5, m->result.why, -1, SQLITE_STATIC);
    sqlite3_bind_int64(j->workload, 6, (int64_t)m->result.total);
    sqlite3_bind_int64(j->workload, 7, (int64_t)m->result.wall_ns);
    ORDO_TRY(step(j, j->workload, error));
    for (size_t f = 0; f < m->n_features; f++) {
        sqlite3_bind_int64(j->feature, 1, m->workload);
        sqlite3_bind_int64(j->feature, 2, (int64_t)f);
        sqlite3_bind_text(j->feature, 3, m->features[f], -1, SQLITE_STATIC);
        sqlite3_bind_double(j->feature, 4, m->values[f]);
        ORDO_TRY(step(j, j->feature, error));
    }
    for (size_t i = 0; i < m->n_roots; i++) {
        sqlite3_bind_text(j->root, 1, m->roots[i], -1, SQLITE_STATIC);
        ORDO_TRY(step(j, j->root, error));
    }
    if (m->result.status == ORDO_WORKLOAD_OK) return write_blocks(j, m, error);
    return ORDO_OK;
}

enum ordo_status ordo_trend_journal_add(struct ordo_trend_journal *j,
                                        const struct ordo_measurement *m,
                                        struct ordo_error *error) {
    ORDO_TRY(run_sql(j, "SAVEPOINT measurement", error));
    enum ordo_status status = write_measurement(j, m, error);
    if (status != ORDO_OK) sqlite3_exec(j->db, "ROLLBACK TO measurement", NULL, NULL, NULL);
    enum ordo_status released = run_sql(j, "RELEASE measurement", status == ORDO_OK ? error : NULL);
    return status != ORDO_OK ? status : released;
}

static enum ordo_status prepare(struct ordo_trend_journal *j, const char *table,
                                sqlite3_stmt **statement, struct ordo_error *error) {
    for (size_t i = 0; i < ordo_n_trend_tables; i++) {
        const struct ordo_trend_table *t = &ordo_trend_tables[i];
        if (strcmp(t->name, table) != 0) continue;
        char sql[256], marks[64] = "?";
        for (const char *c = t->columns; (c = strchr(c, ',')); c++)
            strncat(marks, ",?", sizeof marks - strlen(marks) - 1);
        snprintf(sql, sizeof sql, "INSERT OR %s INTO %s (%s) VALUES (%s)",
                 strcmp(table, "trend_roots") == 0 ? "IGNORE" : "ABORT", t->name, t->columns,
                 marks);
        if (sqlite3_prepare_v2(j->db, sql, -1, statement, NULL) != SQLITE_OK)
            return failed(j, error);
    }
    return ORDO_OK;
}

static enum ordo_status prepare_all(struct ordo_trend_journal *j, struct ordo_error *error) {
    ORDO_TRY(prepare(j, "trend_workloads", &j->workload, error));
    ORDO_TRY(prepare(j, "trend_features", &j->feature, error));
    ORDO_TRY(prepare(j, "trend_locations", &j->location, error));
    ORDO_TRY(prepare(j, "trend_roots", &j->root, error));
    return prepare(j, "trend_counts", &j->counts, error);
}

static enum ordo_status write_head(struct ordo_trend_journal *j, const char *command,
                                   const char *source, const char *plan, struct ordo_error *error) {
    char sql[1024];
    snprintf(sql, sizeof sql,
             "PRAGMA application_id = %d; PRAGMA user_version = %d; BEGIN;"
             "CREATE TABLE sections (name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT "
             "ROWID;"
             "CREATE TABLE contents (section TEXT NOT NULL, table_name TEXT NOT NULL, n_rows "
             "INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (section, table_name)) WITHOUT "
             "ROWID;"
             "INSERT INTO sections VALUES ('trend', %d)",
             ORDO_STORE_APPLICATION_ID, ORDO_STORE_VERSION, ORDO_TREND_STORE_VERSION);
    ORDO_TRY(run_sql(j, sql, error));
    for (size_t i = 0; i < ordo_n_trend_tables; i++) {
        snprintf(sql, sizeof sql, "CREATE TABLE %s %s", ordo_trend_tables[i].name,
                 ordo_trend_tables[i].definition);
        ORDO_TRY(run_sql(j, sql, error));
    }
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(j->db, "INSERT INTO trend (command, source, plan) VALUES (?, ?, ?)", -1,
                           &q, NULL) != SQLITE_OK)
        return failed(j, error);
    sqlite3_bind_text(q, 1, command, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 2, source, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 3, plan, -1, SQLITE_STATIC);
    enum ordo_status status = step(j, q, error);
    sqlite3_finalize(q);
    if (status == ORDO_OK) status = run_sql(j, "COMMIT", error);
    return status;
}

static bool is_of_plan(sqlite3 *db, const char *plan) {
    sqlite3_stmt *q;
    char sql[160];
    snprintf(sql, sizeof sql,
             "SELECT 1 FROM trend, sections WHERE plan = ? AND name = 'trend' AND version = %d",
             ORDO_TREND_STORE_VERSION);
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK) return false;
    sqlite3_bind_text(q, 1, plan, -1, SQLITE_STATIC);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    sqlite3_finalize(q);
    return found;
}

/* Reads what an earlier session wrote. */
static enum ordo_status read_done(struct ordo_trend_journal *j, bool *done, size_t n,
                                  struct ordo_error *error) {
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(j->db, "SELECT workload FROM trend_workloads", -1, &q, NULL) !=
        SQLITE_OK)
        return failed(j, error);
    while (sqlite3_step(q) == SQLITE_ROW) {
        int64_t w = sqlite3_column_int64(q, 0);
        if (w >= 0 && (size_t)w < n) done[w] = true;
    }
    sqlite3_finalize(q);
    if (sqlite3_prepare_v2(j->db,
                           "SELECT routine_id, line, col, ordinal, file FROM trend_locations "
                           "ORDER BY location",
                           -1, &q, NULL) != SQLITE_OK)
        return failed(j, error);
    while (sqlite3_step(q) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(q, 0);
        const char *file = (const char *)sqlite3_column_text(q, 4);
        struct ordo_location l = {.routine_id = id ? strtoull(id, NULL, 16) : 0,
                                  .line = (uint32_t)sqlite3_column_int64(q, 1),
                                  .column = (uint32_t)sqlite3_column_int64(q, 2),
                                  .ordinal = (uint32_t)sqlite3_column_int64(q, 3),
                                  .file = file ? file : ""};
        number_of(j, &l, NULL);
    }
    sqlite3_finalize(q);
    return ORDO_OK;
}

static enum ordo_status open_database(struct ordo_trend_journal *j, int flags,
                                      struct ordo_error *error) {
    if (sqlite3_open_v2(j->path, &j->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | flags,
                        NULL) != SQLITE_OK)
        return failed(j, error);
    sqlite3_busy_timeout(j->db, ORDO_TREND_BUSY_MS);
    return ORDO_OK;
}

/* Fails if the journal of another plan has results. */
static enum ordo_status refuse_results(struct ordo_trend_journal *j, struct ordo_error *error) {
    sqlite3_stmt *q;
    int64_t n = 0;
    if (sqlite3_prepare_v2(j->db, "SELECT count(*) FROM trend_workloads", -1, &q, NULL) !=
        SQLITE_OK)
        return ORDO_OK;
    if (sqlite3_step(q) == SQLITE_ROW) n = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    if (!n) return ORDO_OK;
    return ordo_error_set(error, ORDO_MISMATCH,
                          "%s: has the results of %lld workload%s of another command: run that "
                          "command to continue, name another file with -o, or discard them with "
                          "--restart",
                          j->path, (long long)n, n == 1 ? "" : "s");
}

static enum ordo_status begin(struct ordo_trend_journal *j, const char *plan, const char *command,
                              const char *source, bool *done, size_t n, struct ordo_error *error) {
    struct stat st;
    if (stat(j->path, &st) == 0) {
        ORDO_TRY(open_database(j, 0, error));
        if (is_of_plan(j->db, plan)) {
            ORDO_TRY(read_done(j, done, n, error));
            return prepare_all(j, error);
        }
        ORDO_TRY(refuse_results(j, error));
        sqlite3_close(j->db);
        j->db = NULL;
        unlink(j->path);
    }
    ORDO_TRY(open_database(j, SQLITE_OPEN_CREATE, error));
    ORDO_TRY(write_head(j, command, source, plan, error));
    return prepare_all(j, error);
}

static struct ordo_trend_journal *new_journal(const char *path) {
    struct ordo_trend_journal *j = ordo_memory_new(1, sizeof *j);
    j->path = ordo_memory_copy(path);
    return j;
}

enum ordo_status ordo_trend_journal_open(const char *path, const char *plan, const char *command,
                                         const char *source, bool *done, size_t n_workloads,
                                         struct ordo_trend_journal **out,
                                         struct ordo_error *error) {
    struct ordo_trend_journal *j = new_journal(path);
    enum ordo_status status = begin(j, plan, command, source, done, n_workloads, error);
    if (status == ORDO_OK)
        *out = j;
    else
        ordo_trend_journal_close(j);
    return status;
}

void ordo_trend_journal_close(struct ordo_trend_journal *j) {
    if (!j) return;
    sqlite3_finalize(j->workload);
    sqlite3_finalize(j->feature);
    sqlite3_finalize(j->location);
    sqlite3_finalize(j->counts);
    sqlite3_finalize(j->root);
    sqlite3_close(j->db);
    ordo_intern_done(&j->numbers);
    free(j->path);
    free(j);
}

/* Writes one workload of a whole trend. */
static enum ordo_status save_workload(struct ordo_trend_journal *j, const struct ordo_trend *t,
                                      uint32_t w, double *values, uint64_t *counts,
                                      struct ordo_error *error) {
    struct ordo_measurement m = {.workload = w,
                                 .result = t->workloads[w],
                                 .features = (const char *const *)t->features,
                                 .values = values,
                                 .locations = t->locations,
                                 .counts = counts,
                                 .n_locations = t->n_locations,
                                 .roots = t->roots,
                                 .n_roots = w ? 0 : t->n_roots};
    bool ok = t->workloads[w].status == ORDO_WORKLOAD_OK;
    for (uint32_t f = 0; ok && f < t->n_features; f++)
        values[f] = t->values[(size_t)f * t->n_workloads + w];
    for (uint32_t i = 0; ok && i < t->n_locations; i++)
        counts[i] = t->counts[(size_t)i * t->n_workloads + w];
    m.n_features = ok ? t->n_features : 0;
    return ordo_trend_journal_add(j, &m, error);
}

static enum ordo_status note_tables(struct ordo_trend_journal *j, struct ordo_error *error) {
    for (size_t i = 0; i < ordo_n_trend_tables; i++) {
        uint64_t n, hash;
        char sql[256];
        if (ordo_trend_table_hash(j->db, &ordo_trend_tables[i], &n, &hash) != SQLITE_OK)
            return failed(j, error);
        snprintf(sql, sizeof sql,
                 "INSERT INTO contents VALUES ('trend', '%s', %" PRIu64 ", '%016" PRIx64 "')",
                 ordo_trend_tables[i].name, n, hash);
        ORDO_TRY(run_sql(j, sql, error));
    }
    return ORDO_OK;
}

static enum ordo_status save_all(struct ordo_trend_journal *j, const struct ordo_trend *t,
                                 struct ordo_error *error) {
    double *values = ordo_memory_new((size_t)t->n_features + 1, sizeof *values);
    uint64_t *counts = ordo_memory_new((size_t)t->n_locations + 1, sizeof *counts);
    enum ordo_status status =
        run_sql(j, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", error);
    if (status == ORDO_OK) status = write_head(j, t->command, t->source, "", error);
    if (status == ORDO_OK) status = prepare_all(j, error);
    if (status == ORDO_OK) status = run_sql(j, "BEGIN", error);
    for (uint32_t w = 0; w < t->n_workloads && status == ORDO_OK; w++)
        status = save_workload(j, t, w, values, counts, error);
    if (status == ORDO_OK) status = note_tables(j, error);
    if (status == ORDO_OK) status = run_sql(j, "COMMIT", error);
    free(values);
    free(counts);
    return status;
}

static enum ordo_status put_in_place(const char *temporary, const char *path,
                                     struct ordo_error *error) {
    char *old = ordo_text_format("%s.old", path);
    int fd = open(temporary, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    if (ok) {
        if (access(path, F_OK) == 0) unlink(old);
        ok = (link(path, old) == 0 || errno == ENOENT || rename(path, old) == 0) &&
             rename(temporary, path) == 0;
    }
    int number = errno;
    free(old);
    if (ok) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT,
                          "%s: cannot write the trend: %s: name another file with -o", path,
                          strerror(number));
}

enum ordo_status ordo_trend_check_path(const char *path, struct ordo_error *error) {
    struct stat st;
    if (!*path) return ordo_error_set(error, ORDO_ENVIRONMENT, "-o: is empty: name a file");
    if (stat(path, &st) != 0 || S_ISREG(st.st_mode)) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT,
                          "%s: is not a regular file: name another file with -o", path);
}

enum ordo_status ordo_trend_save(const struct ordo_trend *t, const char *path,
                                 struct ordo_error *error) {
    ORDO_TRY(ordo_trend_check_path(path, error));
    /* The name is fixed, so that the next session replaces what a killed one leaves. */
    char *temporary = ordo_text_format("%s.new", path);
    unlink(temporary);
    int fd = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        free(temporary);
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: cannot write the trend: %s: name another file with -o", path,
                              strerror(errno));
    }
    close(fd);
    struct ordo_trend_journal *j = new_journal(temporary);
    enum ordo_status status = open_database(j, 0, error);
    if (status == ORDO_OK) status = save_all(j, t, error);
    ordo_trend_journal_close(j);
    if (status == ORDO_OK) status = put_in_place(temporary, path, error);
    if (status != ORDO_OK) unlink(temporary);
    free(temporary);
    return status;
}
