/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_save.c: writes a profile to a file; on failure nothing changes.
 *
 * The database is written without a journal into a temporary file beside the target, in one
 * transaction, synced and renamed over the target. A hard link keeps the older profile under its
 * second name, so that there is a file at the path at all times.
 */
#include "profile/store/store.h"

#include "base/memory.h"
#include "base/text.h"
#include "profile/store/store_tables.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct save {
    const struct ordo_profile *p;
    const char *path;
    char *temporary;
    sqlite3 *db;
    struct ordo_error *error;
};

static enum ordo_status cannot(const struct save *s, const char *what, int number) {
    const char *remedy = "name another file with -o";
    if (number == ENOSPC || number == EDQUOT)
        remedy = "free disk space, or name a file on another disk with -o";
    else if (number == EFBIG)
        remedy = "raise the file size limit (ulimit -f)";
    else if (number == EACCES || number == EPERM || number == EROFS)
        remedy = "name a file in a directory that you may write to with -o";
    else if (number == ENOENT)
        remedy = "create its directory, or name another file with -o";
    return ordo_error_set(s->error, ORDO_ENVIRONMENT,
                          "%s: cannot %s the profile: %s: %s; an older profile there is unchanged",
                          s->path, what, strerror(number), remedy);
}

/* Returns whether the file size limit was exceeded: its signal, which is blocked, is pending. */
static bool met_size_limit(void) {
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
}

static enum ordo_status sql_failed(const struct save *s) {
    int code = sqlite3_errcode(s->db), number = sqlite3_system_errno(s->db);
    if (met_size_limit()) return cannot(s, "write", EFBIG);
    if (code == SQLITE_NOMEM) ordo_memory_exhausted();
    if (code == SQLITE_FULL) return cannot(s, "write", ENOSPC);
    if (code == SQLITE_IOERR || code == SQLITE_CANTOPEN)
        return cannot(s, "write", number ? number : EIO);
    return ordo_error_set(s->error, ORDO_ENVIRONMENT, "%s: cannot write the profile: %s", s->path,
                          sqlite3_errmsg(s->db));
}

static enum ordo_status run_sql(const struct save *s, const char *sql) {
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? ORDO_OK : sql_failed(s);
}

static enum ordo_status prepare(const struct save *s, struct ordo_text *sql,
                                sqlite3_stmt **statement) {
    enum ordo_status status = ORDO_OK;
    if (sqlite3_prepare_v2(s->db, sql->bytes, -1, statement, NULL) != SQLITE_OK)
        status = sql_failed(s);
    ordo_text_done(sql);
    return status;
}

static enum ordo_status create_table(const struct save *s, const struct ordo_store_table *t) {
    struct ordo_text sql = {0};
    ordo_text_print(&sql, "CREATE TABLE %s %s", t->name, t->definition);
    enum ordo_status status = run_sql(s, sql.bytes);
    ordo_text_done(&sql);
    return status;
}

static enum ordo_status insert_rows(const struct save *s, const struct ordo_store_table *t,
                                    uint64_t *hash) {
    struct ordo_text sql = {0};
    const char *added = ordo_store_added(t, ORDO_STORE_PROFILE_VERSION);
    ordo_text_print(&sql, "INSERT INTO %s (%s%s) VALUES (?", t->name, t->columns, added);
    for (const char *c = t->columns; (c = strchr(c, ',')); c++) ordo_text_add(&sql, ",?");
    for (const char *c = added; (c = strchr(c, ',')); c++) ordo_text_add(&sql, ",?");
    ordo_text_add(&sql, ")");
    /* When writing, rows only read through the pointer. */
    struct ordo_row row = {.p = (struct ordo_profile *)(uintptr_t)s->p,
                           .version = ORDO_STORE_PROFILE_VERSION};
    ORDO_TRY(prepare(s, &sql, &row.statement));
    char *items = *(char *const *)((const char *)s->p + t->array);
    uint64_t n = ordo_store_count(t, s->p);
    enum ordo_status status = ORDO_OK;
    for (; row.index < n && status == ORDO_OK; row.index++) {
        row.column = 0;
        t->row(&row, items + row.index * t->item_bytes);
        if (row.wrong)
            status = ordo_error_set(s->error, ORDO_BAD_INPUT, "%s: row %" PRIu64 " of table %s: %s",
                                    s->path, row.index, t->name, row.wrong);
        else if (sqlite3_step(row.statement) != SQLITE_DONE)
            status = sql_failed(s);
        sqlite3_reset(row.statement);
    }
    sqlite3_finalize(row.statement);
    *hash = row.hash;
    return status;
}

static enum ordo_status note_table(const struct save *s, const char *table, uint64_t n,
                                   uint64_t hash) {
    struct ordo_text sql = {0};
    ordo_text_print(&sql,
                    "INSERT INTO contents VALUES ('profile', '%s', %" PRIu64 ", '%016" PRIx64 "')",
                    table, n, hash);
    enum ordo_status status = run_sql(s, sql.bytes);
    ordo_text_done(&sql);
    return status;
}

static enum ordo_status write_version(const struct save *s, const char *section, int version) {
    char sql[80];
    snprintf(sql, sizeof sql, "INSERT INTO sections VALUES ('%s', %d)", section, version);
    return run_sql(s, sql);
}

static enum ordo_status write_head(const struct save *s) {
    struct ordo_text sql = {0};
    ordo_text_print(&sql, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
                    ORDO_STORE_APPLICATION_ID, ORDO_STORE_VERSION);
    ordo_text_print(&sql,
                    "CREATE TABLE sections (name TEXT PRIMARY KEY, version INTEGER NOT NULL) "
                    "WITHOUT ROWID;"
                    "CREATE TABLE contents (section TEXT NOT NULL, table_name TEXT NOT NULL, "
                    "n_rows INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (section, "
                    "table_name)) WITHOUT ROWID;"
                    "CREATE TABLE profile (engine TEXT NOT NULL, cell_bytes INTEGER NOT NULL, "
                    "cost_metric TEXT NOT NULL, total_cost INTEGER NOT NULL, contexts_truncated "
                    "INTEGER NOT NULL);"
                    "INSERT INTO sections VALUES ('profile', %d);",
                    ORDO_STORE_PROFILE_VERSION);
    enum ordo_status status = run_sql(s, sql.bytes);
    ordo_text_done(&sql);
    if (status != ORDO_OK) return status;
    sqlite3_stmt *insert;
    if (sqlite3_prepare_v2(s->db, "INSERT INTO profile VALUES (?, ?, ?, ?, ?)", -1, &insert,
                           NULL) != SQLITE_OK)
        return sql_failed(s);
    sqlite3_bind_text(insert, 1, s->p->engine, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 2, s->p->cell_bytes);
    sqlite3_bind_text(insert, 3, s->p->cost_metric, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 4, (int64_t)s->p->total_cost);
    sqlite3_bind_int64(insert, 5, s->p->contexts_truncated);
    if (sqlite3_step(insert) != SQLITE_DONE) status = sql_failed(s);
    sqlite3_finalize(insert);
    if (status == ORDO_OK) status = note_table(s, "profile", 1, ordo_store_hash_head(s->p));
    if (status == ORDO_OK && s->p->has_input)
        status = write_version(s, "input", ORDO_STORE_INPUT_VERSION);
    if (status == ORDO_OK && s->p->has_steps)
        status = write_version(s, "tree", ORDO_STORE_TREE_VERSION);
    if (status == ORDO_OK && s->p->has_structure)
        status = write_version(s, "structure", ORDO_STORE_STRUCTURE_VERSION);
    if (status == ORDO_OK && s->p->has_production)
        status = write_version(s, "production", ORDO_STORE_PRODUCTION_VERSION);
    return status;
}

static enum ordo_status write_all(const struct save *s) {
    ORDO_TRY(run_sql(s, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY;"
                        "PRAGMA page_size = 4096; PRAGMA cache_size = -65536; BEGIN"));
    ORDO_TRY(write_head(s));
    for (size_t i = 0; i < ordo_n_store_tables; i++) {
        const struct ordo_store_table *t = &ordo_store_tables[i];
        uint64_t hash;
        if (!ordo_store_has(s->p, t->section)) continue;
        ORDO_TRY(create_table(s, t));
        ORDO_TRY(insert_rows(s, t, &hash));
        ORDO_TRY(note_table(s, t->name, ordo_store_count(t, s->p), hash));
    }
    return run_sql(s, "COMMIT");
}

static enum ordo_status write_database(struct save *s) {
    if (sqlite3_open_v2(s->temporary, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK) {
        enum ordo_status status = sql_failed(s);
        sqlite3_close(s->db);
        return status;
    }
    enum ordo_status status = write_all(s);
    sqlite3_close(s->db);
    return status;
}

static int sync_path(const char *path, int flags) {
    int fd = open(path, flags | O_CLOEXEC);
    if (fd < 0) return errno;
    int failed = fsync(fd) < 0 ? errno : 0;
    close(fd);
    return failed == EINVAL || failed == EROFS ? 0 : failed; /* not supported */
}

static enum ordo_status keep_older(const struct save *s) {
    char *old = ordo_text_format("%s.old", s->path);
    bool ok = unlink(old) == 0 || errno == ENOENT;
    if (ok) ok = link(s->path, old) == 0 || errno == ENOENT;
    /* Without hard links, there is no file at the path for an instant. */
    if (!ok && (errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK))
        ok = rename(s->path, old) == 0;
    enum ordo_status status = ok ? ORDO_OK : cannot(s, "keep an older copy (PATH.old) of", errno);
    free(old);
    return status;
}

static enum ordo_status put_in_place(const struct save *s, bool keep_old) {
    int failed = sync_path(s->temporary, O_RDONLY);
    if (failed) return cannot(s, "sync", failed);
    if (keep_old) ORDO_TRY(keep_older(s));
    if (rename(s->temporary, s->path) < 0) return cannot(s, "rename", errno);
    const char *slash = strrchr(s->path, '/');
    char *directory = slash ? ordo_memory_copy_bytes(s->path, (size_t)(slash - s->path) + 1)
                            : ordo_memory_copy(".");
    sync_path(directory, O_RDONLY | O_DIRECTORY);
    free(directory);
    return ORDO_OK;
}

static enum ordo_status create_temporary(struct save *s) {
    s->temporary = ordo_text_format("%s.XXXXXX", s->path);
    int fd = mkstemp(s->temporary);
    if (fd < 0) {
        free(s->temporary);
        return cannot(s, "create", errno);
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
    close(fd);
    return ORDO_OK;
}

static enum ordo_status save_to(struct save *s, bool keep_old) {
    ORDO_TRY(create_temporary(s));
    enum ordo_status status = write_database(s);
    if (status == ORDO_OK) status = put_in_place(s, keep_old);
    if (status != ORDO_OK) unlink(s->temporary);
    free(s->temporary);
    return status;
}

enum ordo_status ordo_profile_save(const struct ordo_profile *profile, const char *path,
                                   bool keep_old, struct ordo_error *error) {
    struct save s = {.p = profile, .path = path, .error = error};
    struct stat st;
    bool there = lstat(path, &st) == 0;
    if (!*path)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "'': is not a file name: name one with -o");
    if (!profile->has_points)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: a summary cannot be saved: load the profile whole", path);
    if (there && S_ISLNK(st.st_mode)) {
        /* The profile is written to the link's target; a dangling link is replaced. */
        char *target = realpath(path, NULL);
        if (target) {
            enum ordo_status status = ordo_profile_save(profile, target, keep_old, error);
            free(target);
            return status;
        }
    } else if (there && !S_ISREG(st.st_mode)) {
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: is not a regular file: name another file with -o", path);
    }
    sigset_t limit, before, pending;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    enum ordo_status status = save_to(&s, keep_old && there);
    if (!was_pending) {
        struct timespec now = {0, 0};
        while (sigtimedwait(&limit, NULL, &now) == SIGXFSZ) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}
