/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_load.c: reads a file into a profile.
 *
 * The 100 bytes of the header are checked first, because that gives clear messages. Then every
 * value is checked as it is used, and the row count and hash of each table against those that were
 * stored when it was written. The file is opened as immutable, because profiles are replaced but
 * never changed. Views and untrusted parts of the schema are off, because the file may come from
 * anywhere.
 */
#include "profile/store/store.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/text.h"
#include "profile/gather/link.h"
#include "profile/store/store_tables.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct load {
    const char *path;
    enum ordo_load what;
    int version; /* of the section "profile" */
    sqlite3 *db;
    struct ordo_intern strings;
    struct ordo_profile *p;
    struct ordo_error *error;
};

static const char remedy[] = "record again, or use the older profile";

static uint32_t big_endian(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static enum ordo_status check_header(const char *path, const unsigned char *h, size_t n,
                                     uint64_t size, struct ordo_error *error) {
    if (!size)
        return ordo_error_set(error, ORDO_BAD_INPUT, "%s: byte 0: the file is empty: %s", path,
                              remedy);
    if (n >= 8 && memcmp(h, "ORDORAW", 8) == 0)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte 0: is a raw file, not a profile: name the profile that "
                              "`ordo record` wrote (ordo.data)",
                              path);
    if (memcmp(h, "SQLite format 3", n < 16 ? n : 16) != 0)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte 0: is not an Ordo profile: name a file that `ordo record` "
                              "wrote",
                              path);
    if (n < 100)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte %zu: the file ends within its header: it is truncated; %s",
                              path, n, remedy);
    if (big_endian(h + 68) != ORDO_STORE_APPLICATION_ID)
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "%s: byte 68: is a database of another program, not a profile: name a "
            "file that `ordo record` wrote",
            path);
    if (big_endian(h + 60) != ORDO_STORE_VERSION)
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "%s: byte 60: is a profile of format %u, but this ordo reads format %d: "
            "use the ordo that wrote it, or record again",
            path, big_endian(h + 60), ORDO_STORE_VERSION);
    uint64_t page = (uint64_t)h[16] << 8 | h[17];
    uint64_t whole = (page == 1 ? 65536 : page) * big_endian(h + 28);
    if (size < whole)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte %" PRIu64 ": the file ends here but should have %" PRIu64
                              " bytes: it is truncated; %s",
                              path, size, whole, remedy);
    return ORDO_OK;
}

static enum ordo_status check_file(const char *path, struct ordo_error *error) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) < 0) {
        int number = errno;
        if (fd >= 0) close(fd);
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot open the profile: %s: %s", path,
                              strerror(number),
                              number == ENOENT ? "make one with `ordo record`"
                                               : "check the path and its permissions");
    }
    if (!S_ISREG(st.st_mode)) {
        close(fd);
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: is not a regular file: name a profile that `ordo record` wrote",
                              path);
    }
    unsigned char header[100] = {0};
    ssize_t n = pread(fd, header, sizeof header, 0);
    int number = errno;
    close(fd);
    if (n < 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot read the profile: %s", path,
                              strerror(number));
    return check_header(path, header, (size_t)n, (uint64_t)st.st_size, error);
}

static enum ordo_status sql_failed(const struct load *l, const char *table) {
    int code = sqlite3_errcode(l->db);
    if (code == SQLITE_NOMEM) ordo_memory_exhausted();
    if (code == SQLITE_IOERR || code == SQLITE_CANTOPEN)
        return ordo_error_set(l->error, ORDO_ENVIRONMENT,
                              "%s: table %s: cannot read: %s: try again", l->path, table,
                              sqlite3_errmsg(l->db));
    return ordo_error_set(l->error, ORDO_BAD_INPUT, "%s: table %s: %s: the profile is corrupt; %s",
                          l->path, table, sqlite3_errmsg(l->db), remedy);
}

static enum ordo_status corrupt(const struct load *l, const char *table, uint64_t row,
                                const char *what) {
    return ordo_error_set(l->error, ORDO_BAD_INPUT,
                          "%s: table %s, row %" PRIu64 ": %s: the profile is corrupt; %s", l->path,
                          table, row, what, remedy);
}

static enum ordo_status prepare(const struct load *l, const char *table, sqlite3_stmt **statement,
                                const char *format, ...) __attribute__((format(printf, 4, 5)));
static enum ordo_status prepare(const struct load *l, const char *table, sqlite3_stmt **statement,
                                const char *format, ...) {
    char sql[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(sql, sizeof sql, format, args);
    va_end(args);
    int code = sqlite3_prepare_v2(l->db, sql, -1, statement, NULL);
    return code == SQLITE_OK ? ORDO_OK : sql_failed(l, table);
}

/* Reads the row count and hash of the table as listed when it was written. *found says whether it
 * is listed; if `found` is NULL, it must be. */
static enum ordo_status read_listed(const struct load *l, const char *table, uint64_t *n,
                                    uint64_t *hash, bool *found) {
    sqlite3_stmt *q;
    ORDO_TRY(prepare(l, "contents", &q,
                     "SELECT n_rows, hash FROM contents WHERE section = 'profile' AND table_name = "
                     "'%s'",
                     table));
    enum ordo_status status = ORDO_OK;
    int step = sqlite3_step(q);
    if (found) *found = step == SQLITE_ROW;
    if (step == SQLITE_ROW) {
        const char *hex = (const char *)sqlite3_column_text(q, 1);
        *n = (uint64_t)sqlite3_column_int64(q, 0);
        *hash = hex ? strtoull(hex, NULL, 16) : 0;
    } else if (step != SQLITE_DONE || !found) {
        status = step == SQLITE_DONE ? corrupt(l, "contents", 0, "a table is not listed")
                                     : sql_failed(l, "contents");
    }
    sqlite3_finalize(q);
    return status;
}

static enum ordo_status count_rows(const struct load *l, const char *table, uint64_t *n) {
    sqlite3_stmt *q;
    ORDO_TRY(prepare(l, table, &q, "SELECT count(*) FROM %s", table));
    enum ordo_status status = ORDO_OK;
    if (sqlite3_step(q) == SQLITE_ROW)
        *n = (uint64_t)sqlite3_column_int64(q, 0);
    else
        status = sql_failed(l, table);
    sqlite3_finalize(q);
    return status;
}

static enum ordo_status read_rows(struct load *l, const struct ordo_store_table *t, uint64_t n,
                                  uint64_t *hash) {
    struct ordo_row row = {
        .reading = true, .version = l->version, .p = l->p, .strings = &l->strings};
    const char *added = ordo_store_added(t, l->version);
    char *items = *(char **)((char *)l->p + t->array);
    ORDO_TRY(prepare(l, t->name, &row.statement, "SELECT %s%s FROM %s ORDER BY %s", t->columns,
                     added, t->name, t->order));
    enum ordo_status status = ORDO_OK;
    int step = SQLITE_DONE;
    while (status == ORDO_OK && (step = sqlite3_step(row.statement)) == SQLITE_ROW) {
        row.column = 0;
        if (row.index >= n) {
            status = corrupt(l, t->name, row.index, "more rows than counted");
            break;
        }
        t->row(&row, items + row.index * t->item_bytes);
        if (row.wrong) status = corrupt(l, t->name, row.index, row.wrong);
        row.index++;
    }
    if (status == ORDO_OK && step != SQLITE_DONE) status = sql_failed(l, t->name);
    if (status == ORDO_OK && row.index != n)
        status = corrupt(l, t->name, row.index, "rows are missing");
    sqlite3_finalize(row.statement);
    *hash = row.hash;
    return status;
}

static enum ordo_status read_table(struct load *l, const struct ordo_store_table *t) {
    uint64_t expected_rows = 0, expected_hash = 0, n = 0, hash = 0;
    if (l->what == ORDO_LOAD_SUMMARY && !t->in_summary) return ORDO_OK;
    if (!ordo_store_has(l->p, t->section)) return ORDO_OK;
    bool found = true;
    ORDO_TRY(read_listed(l, t->name, &expected_rows, &expected_hash, t->may_lack ? &found : NULL));
    if (!found) return ORDO_OK;
    ORDO_TRY(count_rows(l, t->name, &n));
    if (n != expected_rows)
        return corrupt(l, t->name, n, "the number of rows differs from the listed one");
    if (n >= UINT32_MAX) return corrupt(l, t->name, n, "too many rows");
    void *items = ordo_arena_array(l->p->arena, n, t->item_bytes);
    memcpy((char *)l->p + t->array, &items, sizeof items);
    if (t->wide_count)
        *(uint64_t *)((char *)l->p + t->count) = n;
    else
        *(uint32_t *)((char *)l->p + t->count) = (uint32_t)n;
    ORDO_TRY(read_rows(l, t, n, &hash));
    if (hash != expected_hash)
        return corrupt(l, t->name, n, "its values differ from those that were written");
    return ORDO_OK;
}

static bool has_section(struct load *l, const char *section) {
    sqlite3_stmt *q;
    if (prepare(l, "sections", &q, "SELECT 1 FROM sections WHERE name = '%s'", section) != ORDO_OK)
        return false;
    bool has = sqlite3_step(q) == SQLITE_ROW;
    sqlite3_finalize(q);
    return has;
}

static enum ordo_status read_section(struct load *l) {
    sqlite3_stmt *q;
    bool is_trend = has_section(l, "trend");
    ORDO_TRY(prepare(l, "sections", &q, "SELECT version FROM sections WHERE name = 'profile'"));
    enum ordo_status status = ORDO_OK;
    int step = sqlite3_step(q);
    l->version = step == SQLITE_ROW ? sqlite3_column_int(q, 0) : 0;
    if (step != SQLITE_ROW && step != SQLITE_DONE)
        status = sql_failed(l, "sections");
    else if (step == SQLITE_DONE)
        status = ordo_error_set(l->error, ORDO_BAD_INPUT,
                                is_trend ? "%s: is a trend, not a profile: `ordo report` shows "
                                           "trends, and `ordo record` writes profiles"
                                         : "%s: table sections: the file has no profile: name "
                                           "another file",
                                l->path);
    else if (l->version < 1 || l->version > ORDO_STORE_PROFILE_VERSION)
        status =
            ordo_error_set(l->error, ORDO_BAD_INPUT,
                           "%s: table sections: its profile has version %d, but this ordo reads "
                           "versions 1 to %d: use the ordo that wrote it, or record again",
                           l->path, l->version, ORDO_STORE_PROFILE_VERSION);
    sqlite3_finalize(q);
    return status;
}

/* Sets *has if the file has the section in the version that this ordo reads; others are ignored. */
static enum ordo_status read_version(struct load *l, const char *section, int version, bool *has) {
    sqlite3_stmt *q;
    ORDO_TRY(prepare(l, "sections", &q, "SELECT version FROM sections WHERE name = '%s'", section));
    int step = sqlite3_step(q);
    *has = step == SQLITE_ROW && sqlite3_column_int(q, 0) == version;
    enum ordo_status status =
        step == SQLITE_ROW || step == SQLITE_DONE ? ORDO_OK : sql_failed(l, "sections");
    sqlite3_finalize(q);
    return status;
}

static enum ordo_status read_head(struct load *l) {
    sqlite3_stmt *q;
    struct ordo_profile *p = l->p;
    ORDO_TRY(prepare(l, "profile", &q,
                     "SELECT engine, cell_bytes, cost_metric, total_cost, contexts_truncated FROM "
                     "profile"));
    enum ordo_status status = ORDO_OK;
    if (sqlite3_step(q) == SQLITE_ROW) {
        const char *engine = (const char *)sqlite3_column_text(q, 0);
        const char *metric = (const char *)sqlite3_column_text(q, 2);
        p->engine = ordo_intern_string(&l->strings, engine ? engine : "");
        p->cell_bytes = (uint32_t)sqlite3_column_int64(q, 1);
        p->cost_metric = ordo_intern_string(&l->strings, metric ? metric : "");
        p->total_cost = (uint64_t)sqlite3_column_int64(q, 3);
        p->contexts_truncated = sqlite3_column_int(q, 4) != 0;
        if (p->cell_bytes > 16 || (p->cell_bytes & (p->cell_bytes - 1)))
            status = corrupt(l, "profile", 0, "an impossible cell size");
    } else {
        status = sqlite3_errcode(l->db) == SQLITE_DONE ? corrupt(l, "profile", 0, "it is empty")
                                                       : sql_failed(l, "profile");
    }
    sqlite3_finalize(q);
    uint64_t rows = 0, hash = 0;
    if (status == ORDO_OK) status = read_listed(l, "profile", &rows, &hash, NULL);
    if (status == ORDO_OK && (rows != 1 || hash != ordo_store_hash_head(p)))
        status = corrupt(l, "profile", 0, "its values differ from those that were written");
    return status;
}

/* Checks what no single row can show. */
static enum ordo_status check_whole(const struct load *l) {
    const struct ordo_profile *p = l->p;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        bool of_routine = s->kind == ORDO_PROFILE_LOOP || s->kind == ORDO_PROFILE_RECURSION;
        if (of_routine ? s->kind == ORDO_PROFILE_RECURSION &&
                             p->scopes[s->routine.i].kind != ORDO_PROFILE_ROUTINE
                       : s->routine.i != i)
            return corrupt(l, "scopes", i, "its routine is not a routine");
    }
    const struct ordo_series *last = p->n_series ? &p->series[p->n_series - 1] : NULL;
    if (p->has_points && p->n_points != (last ? last->points.first + last->points.n : 0))
        return corrupt(l, "points", p->n_points, "points are missing");
    const struct ordo_invocation *v =
        p->n_invocations ? &p->invocations[p->n_invocations - 1] : NULL;
    if (p->n_inputs != (v ? v->first_input + v->n_inputs : 0))
        return corrupt(l, "inputs", p->n_inputs, "inputs are missing");
    if (p->n_facts != (v ? v->first_fact + v->n_facts : 0))
        return corrupt(l, "facts", p->n_facts, "facts are missing");
    return ORDO_OK;
}

/* Computes what versions before 5 do not have: the cost of outermost activations. All activations
 * have points in these versions. */
static void add_unit_costs(struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_profile_scope *s = &p->scopes[i];
        if (s->units && s->units == s->calls) s->unit_cost = s->cost_total;
    }
    for (uint32_t i = 0; i < p->n_series; i++) {
        const struct ordo_series *x = &p->series[i];
        if (x->unit != 1 || strcmp(x->metric, "rms") != 0 || strcmp(x->cost, p->cost_metric) != 0)
            continue;
        struct ordo_profile_scope *s = &p->scopes[x->scope.i];
        s->unit_cost = 0;
        for (uint64_t k = 0; k < x->points.n; k++)
            s->unit_cost += p->points[x->points.first + k].sum;
    }
}

static enum ordo_status read_all(struct load *l) {
    ORDO_TRY(read_section(l));
    l->strings.arena = ordo_arena_new();
    l->p = ordo_arena_alloc(l->strings.arena, sizeof *l->p);
    l->p->arena = l->strings.arena;
    l->p->has_points = l->what == ORDO_LOAD_ALL;
    ORDO_TRY(read_head(l));
    ORDO_TRY(read_version(l, "input", ORDO_STORE_INPUT_VERSION, &l->p->has_input));
    ORDO_TRY(read_version(l, "tree", ORDO_STORE_TREE_VERSION, &l->p->has_steps));
    ORDO_TRY(read_version(l, "structure", ORDO_STORE_STRUCTURE_VERSION, &l->p->has_structure));
    ORDO_TRY(read_version(l, "production", ORDO_STORE_PRODUCTION_VERSION, &l->p->has_production));
    for (size_t i = 0; i < ordo_n_store_tables; i++) ORDO_TRY(read_table(l, &ordo_store_tables[i]));
    ORDO_TRY(check_whole(l));
    if (l->version < 5 && l->p->has_points) add_unit_costs(l->p);
    ordo_profile_link(l->p);
    return ORDO_OK;
}

/* Returns file:PATH?immutable=1 with URI characters escaped. */
static char *uri_of(const char *path) {
    struct ordo_text t = {0};
    ordo_text_add(&t, "file:");
    if (*path != '/') ordo_text_add(&t, "./");
    for (const unsigned char *c = (const unsigned char *)path; *c; c++) {
        if (*c == '%' || *c == '?' || *c == '#' || *c < ' ')
            ordo_text_print(&t, "%%%02x", *c);
        else
            ordo_text_add_bytes(&t, (const char *)c, 1);
    }
    ordo_text_add(&t, "?immutable=1");
    return ordo_text_take(&t);
}

static enum ordo_status open_database(struct load *l) {
    char *uri = uri_of(l->path);
    int code = sqlite3_open_v2(uri, &l->db,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    free(uri);
    if (code != SQLITE_OK) return sql_failed(l, "sections");
    sqlite3_db_config(l->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(l->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(l->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_exec(l->db, "PRAGMA cell_size_check = ON; PRAGMA cache_size = -16384", NULL, NULL,
                 NULL);
    return ORDO_OK;
}

enum ordo_status ordo_profile_load(const char *path, enum ordo_load what, struct ordo_profile **out,
                                   struct ordo_error *error) {
    struct load l = {.path = path, .what = what, .error = error};
    ORDO_TRY(check_file(path, error));
    enum ordo_status status = open_database(&l);
    if (status == ORDO_OK) status = read_all(&l);
    sqlite3_close(l.db);
    if (status == ORDO_OK) {
        l.strings.arena = NULL; /* now the profile's */
        *out = l.p;
    }
    ordo_intern_done(&l.strings);
    return status;
}
