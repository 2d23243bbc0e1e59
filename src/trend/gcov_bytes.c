/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_bytes.c: a cursor over the bytes of a file.
 *
 * Invariant: at <= n, and nothing at or after n is read.
 */
#include "trend/gcov_bytes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define VERSION 0x42323200u /* "B2" of gcc 12, any release of it */
#define LARGEST ((off_t)1 << 30)

enum ordo_status ordo_gcov_corrupt(const struct ordo_gcov_bytes *b, const char *what) {
    return ordo_error_set(b->error, ORDO_BAD_INPUT,
                          "%s: byte %zu: %s: the file is corrupt: run the program again", b->path,
                          b->at, what);
}

enum ordo_status ordo_gcov_word(struct ordo_gcov_bytes *b, uint32_t *word) {
    if (b->n - b->at < 4) return ordo_gcov_corrupt(b, "the file ends too early");
    const uint8_t *p = b->bytes + b->at;
    *word = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    b->at += 4;
    return ORDO_OK;
}

enum ordo_status ordo_gcov_text(struct ordo_gcov_bytes *b, struct ordo_arena *arena,
                                const char **text) {
    uint32_t length = 0;
    ORDO_TRY(ordo_gcov_word(b, &length));
    *text = "";
    if (!length) return ORDO_OK;
    if (length > b->n - b->at || b->bytes[b->at + length - 1] != 0)
        return ordo_gcov_corrupt(b, "a string that is not terminated");
    *text = ordo_arena_copy(arena, (const char *)b->bytes + b->at);
    b->at += length;
    return ORDO_OK;
}

enum ordo_status ordo_gcov_open_memory(struct ordo_gcov_bytes *b, const char *name,
                                       const uint8_t *bytes, size_t n, uint32_t magic,
                                       struct ordo_error *error) {
    uint32_t found, version, checksum;
    *b = (struct ordo_gcov_bytes){.path = name, .bytes = bytes, .n = n, .error = error};
    ORDO_TRY(ordo_gcov_word(b, &found));
    if (found != magic)
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "%s: is not a %s file of this machine's gcc: build with `gcc --coverage` "
            "and run the program",
            name, magic == ORDO_GCOV_NOTES ? ".gcno" : ".gcda");
    ORDO_TRY(ordo_gcov_word(b, &version));
    if (version >> 16 != VERSION >> 16)
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "%s: was written by another compiler version than gcc 12 (%08x): build with "
            "gcc 12",
            name, version);
    ORDO_TRY(ordo_gcov_word(b, &b->stamp));
    return ordo_gcov_word(b, &checksum);
}

enum ordo_status ordo_gcov_open(struct ordo_gcov_bytes *b, const char *path, uint32_t magic,
                                struct ordo_arena *arena, struct ordo_error *error) {
    struct stat st;
    FILE *f = fopen(path, "re");
    if (!f || fstat(fileno(f), &st) != 0) {
        enum ordo_status status =
            ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot open: %s", path, strerror(errno));
        if (f) fclose(f);
        return status;
    }
    uint8_t *bytes = NULL;
    enum ordo_status status = ORDO_OK;
    size_t n = (size_t)st.st_size;
    if (!S_ISREG(st.st_mode) || st.st_size > LARGEST)
        status = ordo_error_set(error, ORDO_BAD_INPUT, "%s: is not a regular file of at most 1 GiB",
                                path);
    else {
        bytes = ordo_arena_alloc(arena, n);
        n = fread(bytes, 1, n, f);
    }
    fclose(f);
    return status == ORDO_OK ? ordo_gcov_open_memory(b, path, bytes, n, magic, error) : status;
}
