/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_bytes.h: reads a file of gcc's coverage data as words, strings and records.
 *
 * A file consists of 32-bit little-endian words: magic, version, stamp and checksum, then records
 * (tag, length in bytes, contents). A string is its length including NUL, then its bytes. Only the
 * format of gcc 12 is supported.
 *
 * Errors:  ORDO_ENVIRONMENT: cannot be read; ORDO_BAD_INPUT names the file and the byte where
 *          something is wrong
 * Memory:  bytes and strings belong to the arena
 * Threads: reentrant
 */
#ifndef ORDO_GCOV_BYTES_H
#define ORDO_GCOV_BYTES_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORDO_GCOV_NOTES 0x67636e6fu /* "gcno" */
#define ORDO_GCOV_DATA 0x67636461u  /* "gcda" */

struct ordo_gcov_bytes {
    const char *path;
    const uint8_t *bytes;
    size_t n, at;
    uint32_t stamp; /* equal in notes and data of one compilation */
    struct ordo_error *error;
};

/* Reads the file and its first four words. */
enum ordo_status ordo_gcov_open(struct ordo_gcov_bytes *b, const char *path, uint32_t magic,
                                struct ordo_arena *arena, struct ordo_error *error);

/* Does the same for bytes in memory, which must live as long as b. */
enum ordo_status ordo_gcov_open_memory(struct ordo_gcov_bytes *b, const char *name,
                                       const uint8_t *bytes, size_t n, uint32_t magic,
                                       struct ordo_error *error);

enum ordo_status ordo_gcov_word(struct ordo_gcov_bytes *b, uint32_t *word);
enum ordo_status ordo_gcov_text(struct ordo_gcov_bytes *b, struct ordo_arena *arena,
                                const char **text); /* "": no string */

/* Reports ORDO_BAD_INPUT with the place. */
enum ordo_status ordo_gcov_corrupt(const struct ordo_gcov_bytes *b, const char *what);

#endif
