/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_reader.c: maps a raw file and checks its chain of blocks.
 *
 * The chain is walked once when the file is opened, so that later passes need not check sizes
 * again. Invariant after a successful open: every block lies in [4096, used) and is at least as
 * large as the fixed part of its kind.
 *
 * The file is mapped, not read: shadow stacks make it large and sparse, and only a small part of
 * it is used.
 */
#include "profile/raw/raw_reader.h"

#include "abi/abi.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum ordo_status ordo_raw_corrupt(const struct ordo_raw_reader *r, const void *at,
                                  struct ordo_error *error, const char *format, ...) {
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "%s: byte %llu: %s: the raw file is corrupt; record again", r->name,
                          (unsigned long long)ordo_raw_offset(r, at), what);
}

enum ordo_status ordo_raw_each(const struct ordo_raw_reader *r, uint32_t kind,
                               enum ordo_status (*read)(void *, const struct ordo_raw_block *),
                               void *context) {
    const struct ordo_raw_block *b;
    for (uint64_t at = 0; (b = ordo_raw_next(r, &at));)
        if (b->kind == kind) ORDO_TRY(read(context, b));
    return ORDO_OK;
}

uint64_t ordo_raw_offset(const struct ordo_raw_reader *r, const void *at) {
    return (uint64_t)((const uint8_t *)at - r->bytes);
}

static size_t fixed_bytes(uint32_t kind) {
    switch (kind) {
    case ORDO_RAW_MODULE:
        return sizeof(struct ordo_raw_module);
    case ORDO_RAW_SCOPES:
        return sizeof(struct ordo_raw_scope_table);
    case ORDO_RAW_THREAD:
        return sizeof(struct ordo_raw_thread);
    case ORDO_RAW_STACK:
        return sizeof(struct ordo_raw_stack);
    case ORDO_RAW_POINTS:
        return sizeof(struct ordo_raw_points);
    case ORDO_RAW_TOTALS:
        return sizeof(struct ordo_raw_totals);
    case ORDO_RAW_CONTEXTS:
        return sizeof(struct ordo_raw_contexts);
    case ORDO_RAW_CHILDREN:
        return sizeof(struct ordo_raw_children);
    case ORDO_RAW_FEATURE:
        return sizeof(struct ordo_raw_feature);
    case ORDO_RAW_CODE:
        return sizeof(struct ordo_raw_code);
    case ORDO_RAW_COUNTS:
        return sizeof(struct ordo_raw_counts);
    case ORDO_RAW_STEPS:
        return sizeof(struct ordo_raw_steps);
    case ORDO_RAW_TYPE:
        return sizeof(struct ordo_raw_type);
    case ORDO_RAW_ADVANCE:
        return sizeof(struct ordo_raw_advance);
    case ORDO_RAW_INVOCATIONS:
        return sizeof(struct ordo_raw_invocations);
    case ORDO_RAW_NAMES:
        return sizeof(struct ordo_raw_names);
    case ORDO_RAW_GATES:
        return sizeof(struct ordo_raw_gates);
    case ORDO_RAW_GATE_SCOPES:
        return sizeof(struct ordo_raw_gate_scopes);
    case ORDO_RAW_OBSERVATIONS:
        return sizeof(struct ordo_raw_observations);
    case ORDO_RAW_SAMPLES:
        return sizeof(struct ordo_raw_samples);
    default:
        return sizeof(struct ordo_raw_block);
    }
}

static enum ordo_status check_header(const struct ordo_raw_reader *r, struct ordo_error *error) {
    static const char hint[] = "record again with this version of ordo";
    const struct ordo_raw_header *h = r->header;
    if (memcmp(r->bytes, "SQLite format 3", 16) == 0)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte 0: is a profile, not a raw file: give it to `ordo report`",
                              r->name);
    if (r->size >= 8 && memcmp(h->magic, ORDO_RAW_MAGIC, 8) != 0)
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "%s: byte 0: is not a raw file of ordo (no \"ORDORAW\"): name another file", r->name);
    if (r->size < ORDO_RAW_HEADER_BYTES)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte %llu: the file ends within the header of %u bytes: it is "
                              "truncated; record again",
                              r->name, (unsigned long long)r->size, ORDO_RAW_HEADER_BYTES);
    if (h->state == 0 || h->used == 0)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte %zu: the process ended before its recording began: nothing "
                              "to read; record again",
                              r->name, offsetof(struct ordo_raw_header, state));
    if (h->abi_version != ORDO_ABI_VERSION || h->layout != ordo_raw_layout())
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte %zu: written by another version of ordo (ABI %u, layout "
                              "%08x; this one reads ABI %u, layout %08x): %s",
                              r->name, offsetof(struct ordo_raw_header, abi_version),
                              h->abi_version, h->layout, ORDO_ABI_VERSION, ordo_raw_layout(), hint);
    if (!h->cell_bytes || h->cell_bytes > 16 || h->cell_bytes & (h->cell_bytes - 1))
        return ordo_raw_corrupt(r, &h->cell_bytes, error, "cells of %u bytes", h->cell_bytes);
    if (h->state > ORDO_RAW_EXECED)
        return ordo_raw_corrupt(r, &h->state, error, "unknown process state %u", h->state);
    if (!memchr(h->exe, 0, sizeof h->exe))
        return ordo_raw_corrupt(r, h->exe, error, "the program's path is not terminated");
    if (h->used < ORDO_RAW_HEADER_BYTES || h->used % ORDO_RAW_ALIGN)
        return ordo_raw_corrupt(r, &h->used, error, "%llu bytes in use is impossible",
                                (unsigned long long)h->used);
    if (h->used > r->size)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte %llu: the file ends here but has %llu bytes in use: it is "
                              "truncated; record again",
                              r->name, (unsigned long long)r->size, (unsigned long long)h->used);
    return ORDO_OK;
}

static enum ordo_status check_chain(const struct ordo_raw_reader *r, struct ordo_error *error) {
    for (uint64_t at = ORDO_RAW_HEADER_BYTES; at < r->used;) {
        const struct ordo_raw_block *b = (const struct ordo_raw_block *)(r->bytes + at);
        uint64_t size = b->size;
        if (size < ORDO_RAW_ALIGN || size % ORDO_RAW_ALIGN || size > r->used - at)
            return ordo_raw_corrupt(r, b, error,
                                    "a block of %llu bytes (kind %u) is impossible here",
                                    (unsigned long long)size, b->kind);
        if (b->kind > ORDO_RAW_FREE)
            return ordo_raw_corrupt(r, b, error, "unknown kind of block %u", b->kind);
        if (size < fixed_bytes(b->kind))
            return ordo_raw_corrupt(r, b, error, "a block of kind %u in only %llu bytes", b->kind,
                                    (unsigned long long)size);
        at += size;
    }
    return ORDO_OK;
}

static enum ordo_status check(struct ordo_raw_reader *r, struct ordo_error *error) {
    r->header = (const struct ordo_raw_header *)r->bytes;
    if (r->size == 0)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte 0: the raw file is empty: the process ended before its "
                              "recording began; record again",
                              r->name);
    if (r->size < 16)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: byte %llu: too short for a raw file of ordo: it is truncated; "
                              "record again",
                              r->name, (unsigned long long)r->size);
    ORDO_TRY(check_header(r, error));
    r->used = r->header->used;
    return check_chain(r, error);
}

enum ordo_status ordo_raw_open_memory(struct ordo_raw_reader *r, const void *bytes, uint64_t size,
                                      const char *name, struct ordo_error *error) {
    *r = (struct ordo_raw_reader){.name = name, .bytes = bytes, .size = size};
    return check(r, error);
}

static enum ordo_status cannot(struct ordo_error *error, const char *path, const char *what) {
    return ordo_error_set(error, ORDO_ENVIRONMENT,
                          "%s: cannot %s the raw file: %s: check the path "
                          "and its permissions",
                          path, what, strerror(errno));
}

enum ordo_status ordo_raw_open(struct ordo_raw_reader *r, const char *path,
                               struct ordo_error *error) {
    *r = (struct ordo_raw_reader){.name = path};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return cannot(error, path, "open");
    struct stat st;
    if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
        enum ordo_status status = ordo_error_set(
            error, ORDO_BAD_INPUT, "%s: is not a regular file: name a raw file", path);
        close(fd);
        return status;
    }
    r->size = (uint64_t)st.st_size;
    if (r->size) {
        void *p = mmap(NULL, r->size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED) {
            if (errno == ENOMEM) ordo_memory_exhausted();
            enum ordo_status status = cannot(error, path, "map");
            close(fd);
            return status;
        }
        r->bytes = p;
        r->mapped = true;
    }
    close(fd);
    enum ordo_status status = check(r, error);
    if (status != ORDO_OK) ordo_raw_close(r);
    return status;
}

void ordo_raw_close(struct ordo_raw_reader *r) {
    if (r->mapped) munmap((void *)(uintptr_t)r->bytes, r->size);
    r->mapped = false;
    r->bytes = NULL;
}

const struct ordo_raw_block *ordo_raw_next(const struct ordo_raw_reader *r, uint64_t *offset) {
    uint64_t at = *offset ? *offset : ORDO_RAW_HEADER_BYTES;
    while (at < r->used) {
        const struct ordo_raw_block *b = (const struct ordo_raw_block *)(r->bytes + at);
        uint64_t size = b->size;
        /* A process that is still running may have recycled the block since the check. */
        if (size < ORDO_RAW_ALIGN || size > r->used - at) break;
        at += size;
        if (b->kind && b->kind < ORDO_RAW_FREE && size >= fixed_bytes(b->kind)) {
            *offset = at;
            return b;
        }
    }
    *offset = r->used;
    return NULL;
}

const struct ordo_raw_block *ordo_raw_block_at(const struct ordo_raw_reader *r, uint64_t offset,
                                               uint32_t kind) {
    if (offset < ORDO_RAW_HEADER_BYTES || offset % ORDO_RAW_ALIGN || offset >= r->used) return NULL;
    const struct ordo_raw_block *b = (const struct ordo_raw_block *)(r->bytes + offset);
    return b->kind == kind && r->used - offset >= fixed_bytes(kind) ? b : NULL;
}

enum ordo_status ordo_raw_check_table(const struct ordo_raw_reader *r,
                                      const struct ordo_raw_block *b, uint64_t count, uint64_t size,
                                      struct ordo_error *error) {
    if (b->size >= 64 && count <= (b->size - 64) / size) return ORDO_OK;
    return ordo_raw_corrupt(r, b, error, "a table of %llu items does not fit its %llu bytes",
                            (unsigned long long)count, (unsigned long long)b->size);
}

enum ordo_status ordo_raw_strings(const struct ordo_raw_reader *r, const struct ordo_raw_block *b,
                                  size_t fixed, const char **strings, size_t n,
                                  struct ordo_error *error) {
    const char *at = (const char *)b + fixed, *end = (const char *)b + b->size;
    for (size_t i = 0; i < n; i++) {
        const char *nul = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
        if (!nul)
            return ordo_raw_corrupt(r, b, error, "string %zu of the block is not terminated",
                                    i + 1);
        strings[i] = at;
        at = nul + 1;
    }
    return ORDO_OK;
}
