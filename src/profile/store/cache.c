/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cache.c: the section "cache" of a stored profile.
 *
 * The key is the hash of the table `contents`, which has a hash of every table of the profile. A
 * profile is only replaced as a whole, and its cache with it. Writing copies the file to a
 * temporary file beside it, adds the section and renames the copy, as saving does.
 */
#include "profile/store/cache.h"

#include "base/memory.h"
#include "base/text.h"
#include "profile/store/store_row.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t hash_text(uint64_t hash, const unsigned char *s) {
    for (; s && *s; s++) hash = ordo_store_hash(hash, *s);
    return hash;
}

/* Returns the key of the profile's contents, or 0 on failure. */
static uint64_t key_of(sqlite3 *db, uint32_t version) {
    sqlite3_stmt *q;
    uint64_t hash = ordo_store_hash(0, (uint64_t)version << 32 | ORDO_CACHE_VERSION);
    if (sqlite3_prepare_v2(db,
                           "SELECT section, table_name, n_rows, hash FROM contents WHERE section = "
                           "'profile' ORDER BY table_name",
                           -1, &q, NULL) != SQLITE_OK)
        return 0;
    int step;
    while ((step = sqlite3_step(q)) == SQLITE_ROW)
        for (int c = 0; c < 4; c++) hash = hash_text(hash, sqlite3_column_text(q, c));
    sqlite3_finalize(q);
    return step == SQLITE_DONE ? hash : 0;
}

static uint64_t hash_record(uint64_t hash, const struct ordo_cache_record *r) {
    const unsigned char *bytes = r->bytes;
    hash = ordo_store_hash(hash, (uint64_t)r->kind << 32 | r->item);
    for (size_t i = 0; i + 8 <= r->n; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, 8);
        hash = ordo_store_hash(hash, word);
    }
    for (size_t i = r->n & ~(size_t)7; i < r->n; i++) hash = ordo_store_hash(hash, bytes[i]);
    return hash;
}

static char *hex_of(char *out, size_t size, uint64_t v) {
    snprintf(out, size, "%016" PRIx64, v);
    return out;
}

/* Reads the stored key and hash of the records. */
static bool read_key(sqlite3 *db, char key[17], char hash[17]) {
    sqlite3_stmt *q;
    bool found = false;
    if (sqlite3_prepare_v2(db, "SELECT key, hash FROM cache_of", -1, &q, NULL) != SQLITE_OK)
        return false;
    if (sqlite3_step(q) == SQLITE_ROW) {
        const char *k = (const char *)sqlite3_column_text(q, 0);
        const char *h = (const char *)sqlite3_column_text(q, 1);
        found = k && h && strlen(k) == 16 && strlen(h) == 16;
        if (found) {
            memcpy(key, k, 17);
            memcpy(hash, h, 17);
        }
    }
    sqlite3_finalize(q);
    return found;
}

static bool read_records(sqlite3 *db, uint32_t version,
                         bool (*take)(void *, const struct ordo_cache_record *), void *context) {
    char key[17], hash[17], own[17];
    sqlite3_stmt *q;
    uint64_t expected = key_of(db, version), sum = 0;
    if (!expected || !read_key(db, key, hash) ||
        strcmp(key, hex_of(own, sizeof own, expected)) != 0)
        return false;
    if (sqlite3_prepare_v2(db, "SELECT kind, item, data FROM cache ORDER BY kind, item", -1, &q,
                           NULL) != SQLITE_OK)
        return false;
    int step;
    bool ok = true;
    while (ok && (step = sqlite3_step(q)) == SQLITE_ROW) {
        struct ordo_cache_record r = {.kind = (uint32_t)sqlite3_column_int64(q, 0),
                                      .item = (uint32_t)sqlite3_column_int64(q, 1),
                                      .bytes = sqlite3_column_blob(q, 2),
                                      .n = (size_t)sqlite3_column_bytes(q, 2)};
        sum = hash_record(sum, &r);
        ok = take(context, &r);
    }
    ok = ok && step == SQLITE_DONE;
    sqlite3_finalize(q);
    return ok && strcmp(hash, hex_of(own, sizeof own, sum)) == 0;
}

bool ordo_cache_read(const char *path, uint32_t version,
                     bool (*take)(void *, const struct ordo_cache_record *), void *context) {
    sqlite3 *db = NULL;
    bool ok =
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK;
    if (ok) {
        sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
        ok = read_records(db, version, take, context);
    }
    sqlite3_close(db);
    return ok;
}

static bool copy_file(const char *path, char *temporary) {
    struct stat st;
    int from = open(path, O_RDONLY | O_CLOEXEC), to = -1;
    bool ok = from >= 0 && fstat(from, &st) == 0 && S_ISREG(st.st_mode);
    if (ok) to = mkstemp(temporary);
    ok = ok && to >= 0 && fchmod(to, st.st_mode & 0777) == 0;
    char *buffer = ok ? ordo_memory_new(1 << 20, 1) : NULL;
    ssize_t n = 0;
    while (buffer && (n = read(from, buffer, 1 << 20)) > 0)
        if (write(to, buffer, (size_t)n) != n) {
            n = -1;
            break;
        }
    ok = buffer && n == 0;
    free(buffer);
    if (from >= 0) close(from);
    if (to >= 0) {
        close(to);
        if (!ok) unlink(temporary);
    }
    return ok;
}

static bool write_records(sqlite3 *db, uint32_t version,
                          bool (*next)(void *, struct ordo_cache_record *), void *context) {
    static const char start[] =
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN;"
        "DROP TABLE IF EXISTS cache; DROP TABLE IF EXISTS cache_of;"
        "CREATE TABLE cache (kind INTEGER NOT NULL, item INTEGER NOT NULL, data BLOB NOT NULL, "
        "PRIMARY KEY (kind, item)) WITHOUT ROWID;"
        "CREATE TABLE cache_of (key TEXT NOT NULL, hash TEXT NOT NULL);"
        "INSERT OR REPLACE INTO sections VALUES ('cache', 1)";
    uint64_t key = key_of(db, version), sum = 0;
    sqlite3_stmt *q;
    struct ordo_cache_record r;
    if (!key || sqlite3_exec(db, start, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "INSERT INTO cache VALUES (?, ?, ?)", -1, &q, NULL) != SQLITE_OK)
        return false;
    bool ok = true;
    while (ok && next(context, &r)) {
        sqlite3_bind_int64(q, 1, r.kind);
        sqlite3_bind_int64(q, 2, r.item);
        sqlite3_bind_blob64(q, 3, r.bytes, r.n, SQLITE_STATIC);
        sum = hash_record(sum, &r);
        ok = sqlite3_step(q) == SQLITE_DONE;
        sqlite3_reset(q);
    }
    sqlite3_finalize(q);
    char sql[160], a[17], b[17];
    snprintf(sql, sizeof sql, "INSERT INTO cache_of VALUES ('%s', '%s'); COMMIT",
             hex_of(a, sizeof a, key), hex_of(b, sizeof b, sum));
    return ok && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

bool ordo_cache_write(const char *path, uint32_t version,
                      bool (*next)(void *, struct ordo_cache_record *), void *context) {
    char *target = realpath(path, NULL);
    char *temporary = ordo_text_format("%s.XXXXXX", target ? target : "");
    sqlite3 *db = NULL;
    bool ok = target && copy_file(target, temporary);
    if (ok) {
        ok = sqlite3_open_v2(temporary, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
                 SQLITE_OK &&
             write_records(db, version, next, context);
        sqlite3_close(db);
        ok = ok && rename(temporary, target) == 0;
        if (!ok) unlink(temporary);
    }
    free(temporary);
    free(target);
    return ok;
}
