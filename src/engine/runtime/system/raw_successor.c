/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_successor.c: adjacent wanted blocks that are written without changes share one system call.
 */
#include "raw_successor.h"
#include "os.h"

#include <errno.h>

#define ROOM (12u << 10)

/* Bytes of the old file that are about to be written at the same offset. */
struct run {
    int fd;
    uint64_t from, to;
};

static long write_run(const struct run *r) {
    return ort_os_write(r->fd, ort_raw.base + r->from, r->to - r->from, r->from);
}

static long write_free(const struct ort_raw_successor *s, uint64_t from, uint64_t to) {
    struct ordo_raw_block hole = {ORDO_RAW_FREE, 0, to - from};
    return ort_os_write(s->fd, &hole, sizeof hole, from);
}

/* Writes FREE blocks over the hole [from, to). The first few kilobytes of holes exist on the disk,
 * for later blocks. Files of processes that do little thus stay small, and are made quickly. */
static long write_hole(struct ort_raw_successor *s, uint64_t from, uint64_t to) {
    uint64_t n = to - from, rest = from;
    long r = 0;
    if (s->n_free < sizeof s->free / sizeof *s->free && s->room) {
        rest += n < s->room ? n : s->room;
        s->room -= rest - from;
        if (to - rest < sizeof(struct ordo_raw_block)) rest = to;
        r = ort_os_write_zeros(s->fd, from, rest - from);
        s->free[s->n_free++] = from;
        if (r >= 0) r = write_free(s, from, rest);
    }
    return r < 0 || rest == to ? r : write_free(s, rest, to);
}

/* Returns the end of the unwanted blocks that follow from `at` on. */
static uint64_t end_of_hole(uint64_t at, uint64_t used,
                            int (*wanted)(const struct ordo_raw_block *)) {
    while (at < used) {
        const struct ordo_raw_block *b = (const struct ordo_raw_block *)(ort_raw.base + at);
        if (wanted(b)) break;
        at += b->size;
    }
    return at;
}

/* Prepares the copy of a GATES block for a new raw file, in which nothing has been counted yet.
 * Plain code does not use the copy yet. */
static void begin_gates(struct ordo_raw_gates *copy) {
    struct ordo_raw_gate *g = (struct ordo_raw_gate *)(copy + 1);
    for (uint32_t i = 0; i < copy->n_gates; i++) {
        g[i].before = g[i].iterations;
        g[i].executions = (uint64_t)(int64_t)(int32_t)g[i].countdown - g[i].interval;
    }
}

/* Copies a GATES block and writes the copy. Plain code may count in the block at the same time; the
 * copy is one state of it. */
static long write_gates(int fd, const struct ordo_raw_gates *b, uint64_t offset) {
    struct ordo_raw_gates *copy = ort_os_memory(NULL, b->size);
    if (!copy) return -ENOMEM;
    for (uint64_t i = 0; i < b->size / 8; i++) ((uint64_t *)copy)[i] = ((const uint64_t *)b)[i];
    begin_gates(copy);
    long r = ort_os_write(fd, copy, b->size, offset);
    ort_os_unmap(copy, b->size);
    return r;
}

/* Returns the end of the last wanted block, where the new file ends. */
static uint64_t end_of_wanted(uint64_t used, int (*wanted)(const struct ordo_raw_block *)) {
    uint64_t end = ORDO_RAW_HEADER_BYTES;
    for (uint64_t at = end; at < used;) {
        const struct ordo_raw_block *b = (const struct ordo_raw_block *)(ort_raw.base + at);
        at += b->size;
        if (wanted(b)) end = at;
    }
    return end;
}

static long write_blocks(struct ort_raw_successor *s,
                         int (*wanted)(const struct ordo_raw_block *)) {
    struct run run = {s->fd, ORDO_RAW_HEADER_BYTES, ORDO_RAW_HEADER_BYTES};
    long r = 0;
    for (uint64_t at = run.from; at < s->used && r >= 0;) {
        const struct ordo_raw_block *b = (const struct ordo_raw_block *)(ort_raw.base + at);
        uint64_t next = at + b->size;
        int gates = b->kind == ORDO_RAW_GATES;
        if (wanted(b) && !gates) {
            run.to = next;
        } else {
            r = write_run(&run);
            if (r >= 0 && gates && wanted(b))
                r = write_gates(s->fd, (const struct ordo_raw_gates *)b, at);
            else if (r >= 0)
                r = write_hole(s, at, next = end_of_hole(next, s->used, wanted));
            run.from = run.to = next;
        }
        at = next;
    }
    return r < 0 ? r : write_run(&run);
}

static long write_header(struct ort_raw_successor *s) {
    static uint64_t page[ORDO_RAW_HEADER_BYTES / 8]; /* static: the program's stack may be small */
    struct ordo_raw_header *h = (struct ordo_raw_header *)page;
    for (uint32_t i = 0; i < ORDO_RAW_HEADER_BYTES / 8; i++)
        page[i] = ((const uint64_t *)(const void *)ort_raw.base)[i];
    h->used = s->used;
    h->pid = ort_os_pid();
    h->ppid = ort_os_parent();
    h->start_ns = s->start_ns;
    h->forked = 1;
    h->end_ns = 0;
    h->state = ORDO_RAW_LIVE;
    h->lost_children = h->lost_errno = 0;
    for (uint32_t i = 0; i < ORDO_RAW_PIPES; i++)
        h->pipes[i] = h->pipe_reads[i] = h->pipe_writes[i] = 0;
    for (uint32_t i = 0; i < ORDO_RAW_FILES; i++)
        h->files[i] = h->file_sizes[i] = h->file_reads[i] = h->file_fills[i] = 0;
    h->stop = 0; /* the parent's, which may have stopped after the child looked */
    h->stop_errno = 0;
    return ort_os_write(s->fd, page, sizeof page, 0);
}

static uint64_t whole_pages(uint64_t size) {
    return (size + ORT_PAGE - 1) & ~(uint64_t)(ORT_PAGE - 1);
}

long ort_raw_successor_make(struct ort_raw_successor *s, uint64_t used,
                            int (*wanted)(const struct ordo_raw_block *)) {
    s->start_ns = ort_os_now_ns();
    s->used = end_of_wanted(used, wanted);
    s->size = whole_pages(s->used);
    if (s->size > ort_os_limit_file()) return -EFBIG;
    long r = ort_raw_create_file(s->start_ns, &s->file);
    if (r < 0) return r;
    s->fd = (int)r;
    s->n_free = 0;
    s->room = ROOM;
    /* The last page exists as a whole, because later blocks begin in it. */
    r = ort_os_write_zeros(s->fd, s->size - ORT_PAGE, ORT_PAGE);
    if (r >= 0) r = write_header(s);
    if (r >= 0) r = write_blocks(s, wanted);
    if (r < 0) ort_raw_successor_drop(s);
    return r < 0 ? r : 0;
}

long ort_raw_successor_view(const struct ort_raw_successor *s, void *where, uint64_t offset,
                            uint64_t size) {
    return ort_os_map_file(where, size, s->fd, offset) ? 0 : -ENOMEM;
}

long ort_raw_successor_take(struct ort_raw_successor *s) {
    if (!ort_os_map_file(ort_raw.base, ort_raw.reserved, s->fd, 0)) {
        ort_raw_successor_drop(s);
        return -ENOMEM;
    }
    ort_raw.backed = s->file.in_memory ? ort_raw_backed(s->file.in_memory) : s->size;
    for (uint32_t i = 0; i < sizeof ort_raw.free_lists / sizeof *ort_raw.free_lists; i++)
        ort_raw.free_lists[i] = 0;
    for (uint32_t i = 0; i < s->n_free; i++) ort_raw_release(ort_raw.base + s->free[i]);
    ort_raw_identify(&s->file, s->fd);
    ort_os_close(s->fd);
    return 0;
}

void ort_raw_successor_drop(struct ort_raw_successor *s) {
    ort_raw_unlink(&s->file);
    ort_os_close(s->fd);
}
