/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_reader.h: reads and checks the bytes of one raw file: header, chain of blocks, tables and
 * strings.
 *
 * It does not interpret measures; raw_scopes.h and raw_measures.h do.
 *
 * Errors:  every offset, count and string is checked before use; messages name the file and the
 *          byte offset
 * Memory:  a mapped file is private and read-only; records are borrowed until ordo_raw_close
 * Threads: reentrant
 */
#ifndef ORDO_RAW_READER_H
#define ORDO_RAW_READER_H

#include "abi/raw.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct ordo_raw_reader {
    const char *name; /* for messages; borrowed */
    const uint8_t *bytes;
    uint64_t size, used;
    const struct ordo_raw_header *header;
    bool mapped;
};

/* Maps the file and checks its header and its whole chain of blocks. */
enum ordo_status ordo_raw_open(struct ordo_raw_reader *r, const char *path,
                               struct ordo_error *error);

/* Does the same for bytes in memory, aligned to 64 bytes, that outlive the reader. */
enum ordo_status ordo_raw_open_memory(struct ordo_raw_reader *r, const void *bytes, uint64_t size,
                                      const char *name, struct ordo_error *error);
void ordo_raw_close(struct ordo_raw_reader *r);

/* Returns the next block in use, NULL at the end. *offset is 0 at first. */
const struct ordo_raw_block *ordo_raw_next(const struct ordo_raw_reader *r, uint64_t *offset);

/* Calls `read` for every block of that kind; stops at the first failure. */
enum ordo_status ordo_raw_each(const struct ordo_raw_reader *r, uint32_t kind,
                               enum ordo_status (*read)(void *context,
                                                        const struct ordo_raw_block *),
                               void *context);

uint64_t ordo_raw_offset(const struct ordo_raw_reader *r, const void *at);

/* Returns the block at `offset` if one of this kind begins there, else NULL. O(1); checks bounds
 * only. */
const struct ordo_raw_block *ordo_raw_block_at(const struct ordo_raw_reader *r, uint64_t offset,
                                               uint32_t kind);

/* Returns ORDO_OK if the block has room for `count` items of `size` bytes after its first 64
 * bytes. */
enum ordo_status ordo_raw_check_table(const struct ordo_raw_reader *r,
                                      const struct ordo_raw_block *b, uint64_t count, uint64_t size,
                                      struct ordo_error *error);

/* Finds the `n` strings that follow the first `fixed` bytes of the block. */
enum ordo_status ordo_raw_strings(const struct ordo_raw_reader *r, const struct ordo_raw_block *b,
                                  size_t fixed, const char **strings, size_t n,
                                  struct ordo_error *error);

/* Reports "FILE: byte OFFSET: ...: the raw file is corrupt; record again" as an ORDO_BAD_INPUT. */
enum ordo_status ordo_raw_corrupt(const struct ordo_raw_reader *r, const void *at,
                                  struct ordo_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
