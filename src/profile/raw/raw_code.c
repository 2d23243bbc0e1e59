/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_code.c: reads the counts of basic blocks and lines of one raw file.
 *
 * The counts of all threads are added first, so that the result does not depend on how work was
 * spread over threads. The count of a line in one routine is the count of its most often executed
 * block with code of the line: a line is executed as often as its busiest part. Counts of several
 * routines on one line (copies of an inline routine, instances of a template) are added.
 */
#include "profile/raw/raw_measures.h"

#include "abi/abi.h"
#include "base/flow.h"
#include "base/memory.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

struct code {
    const struct ordo_raw_code *raw;
    const struct ordo_raw_code_block *blocks;
    const struct ordo_raw_code_line *lines;
    const struct ordo_raw_code_edge *edges;
    const char *files;
    uint64_t *counters; /* of all threads */
    uint64_t *counts;   /* of the blocks; equal to counters if there are no edges */
};

struct reading {
    const struct ordo_raw_reader *r;
    const struct ordo_raw_scopes *s;
    struct ordo_gather *g;
    struct ordo_error *error;
    struct code *list;
    size_t n, capacity;
    struct ordo_map index; /* number to index in list */
};

/* A line of a routine, with the count of one of its blocks. */
struct executed {
    uint32_t routine, file, line;
    uint64_t count;
};

static int by_place(const void *a, const void *b) {
    const struct executed *x = a, *y = b;
    if (x->routine != y->routine) return x->routine < y->routine ? -1 : 1;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static enum ordo_status add_code(struct reading *d, const struct ordo_raw_block *b) {
    const struct ordo_raw_code *raw = (const struct ordo_raw_code *)b;
    uint64_t blocks = (uint64_t)raw->n_blocks * sizeof(struct ordo_raw_code_block);
    uint64_t lines = (uint64_t)raw->n_lines * sizeof(struct ordo_raw_code_line);
    uint64_t edges = (uint64_t)raw->n_edges * sizeof(struct ordo_raw_code_edge);
    ORDO_TRY(ordo_raw_check_table(d->r, b, blocks + lines + edges + raw->files_bytes, 1, d->error));
    if (!raw->n_edges && raw->n_counters != raw->n_blocks)
        return ordo_raw_corrupt(d->r, b, d->error, "%u counters of %u blocks", raw->n_counters,
                                raw->n_blocks);
    struct code c = {.raw = raw, .blocks = (const struct ordo_raw_code_block *)(raw + 1)};
    c.lines = (const struct ordo_raw_code_line *)(c.blocks + raw->n_blocks);
    c.edges = (const struct ordo_raw_code_edge *)(c.lines + raw->n_lines);
    c.files = (const char *)(c.edges + raw->n_edges);
    if (raw->files_bytes && c.files[raw->files_bytes - 1])
        return ordo_raw_corrupt(d->r, b, d->error, "the last file name is not terminated");
    uint32_t taken;
    if (!raw->number || ordo_map_find(&d->index, raw->number, &taken))
        return ordo_raw_corrupt(d->r, b, d->error, "the number %u of blocks is taken", raw->number);
    d->list = ordo_vector_reserve(d->list, &d->capacity, d->n + 1, sizeof *d->list);
    d->list[d->n] = c;
    ordo_map_put(&d->index, raw->number, (uint32_t)d->n++);
    return ORDO_OK;
}

static enum ordo_status add_counts(struct reading *d, const struct ordo_raw_block *b) {
    const struct ordo_raw_counts *raw = (const struct ordo_raw_counts *)b;
    const uint64_t *counts = (const uint64_t *)(raw + 1);
    uint32_t i;
    ORDO_TRY(ordo_raw_check_table(d->r, b, raw->n_counters, sizeof *counts, d->error));
    if (!ordo_map_find(&d->index, raw->number, &i) || d->list[i].raw->n_counters != raw->n_counters)
        return ordo_raw_corrupt(d->r, b, d->error, "%u counters, number %u, belong to no code",
                                raw->n_counters, raw->number);
    struct code *c = &d->list[i];
    if (!c->counters)
        c->counters = ordo_memory_new((size_t)raw->n_counters + 1, sizeof *c->counters);
    for (uint32_t k = 0; k < raw->n_counters; k++)
        if (__builtin_add_overflow(c->counters[k], counts[k], &c->counters[k]))
            c->counters[k] = UINT64_MAX;
    return ORDO_OK;
}

static enum ordo_status take_edges(const struct reading *d, const struct code *c, size_t n_nodes,
                                   struct ordo_flow_edge *out) {
    for (uint32_t i = 0; i < c->raw->n_edges; i++) {
        const struct ordo_raw_code_edge *e = &c->edges[i];
        if (e->from >= n_nodes || e->to >= n_nodes || e->counter > c->raw->n_counters)
            return ordo_raw_corrupt(d->r, e, d->error,
                                    "an edge from node %u to node %u with counter %u", e->from,
                                    e->to, e->counter);
        out[i] = (struct ordo_flow_edge){e->from, e->to, e->counter != 0,
                                         e->counter ? c->counters[e->counter - 1] : 0};
    }
    return ORDO_OK;
}

/* Sets the blocks' counts from the flow. A count is 0 if it comes out negative, which happens if
 * the process was killed between two counters. */
static enum ordo_status follow(const struct reading *d, const struct code *c, size_t n_nodes,
                               struct ordo_flow_edge *edges, ordo_flow_amount *entered) {
    if (!ordo_flow_solve(edges, c->raw->n_edges, n_nodes, entered))
        return ordo_raw_corrupt(d->r, c->raw, d->error,
                                "the edges do not follow from the counters");
    for (uint32_t i = 0; i < c->raw->n_blocks; i++)
        c->counts[i] = entered[i + 1] < 0            ? 0
                       : entered[i + 1] > UINT64_MAX ? UINT64_MAX
                                                     : (uint64_t)entered[i + 1];
    return ORDO_OK;
}

/* Computes the blocks' counts. Code that was never executed has no counters. */
static enum ordo_status count_blocks(struct reading *d, struct code *c) {
    if (c->counters && !c->raw->n_edges) {
        c->counts = c->counters;
        return ORDO_OK;
    }
    c->counts = ordo_memory_new((size_t)c->raw->n_blocks + 1, sizeof *c->counts);
    if (!c->counters) return ORDO_OK;
    const size_t n_nodes = 1 + (size_t)c->raw->n_blocks + 2 * (size_t)c->raw->n_edges; /* at most */
    struct ordo_flow_edge *edges = ordo_memory_new((size_t)c->raw->n_edges + 1, sizeof *edges);
    ordo_flow_amount *entered = ordo_memory_new(n_nodes, sizeof *entered);
    enum ordo_status status = take_edges(d, c, n_nodes, edges);
    if (status == ORDO_OK) status = follow(d, c, n_nodes, edges, entered);
    free(edges);
    free(entered);
    return status;
}

static enum ordo_status file_name(const struct reading *d, const struct code *c, const void *at,
                                  uint32_t offset, const char **name) {
    *name = c->files + offset;
    if (offset < c->raw->files_bytes) return ORDO_OK;
    return ordo_raw_corrupt(d->r, at, d->error, "the file name at %u is past the last", offset);
}

static enum ordo_status pour_blocks(struct reading *d, const struct code *c) {
    for (uint32_t i = 0; i < c->raw->n_blocks; i++) {
        const struct ordo_raw_code_block *raw = &c->blocks[i];
        const struct ordo_raw_named_scope *scope;
        const char *file = "";
        ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, raw, c->raw->first_scope + raw->routine, &scope,
                                      d->error));
        if (scope->raw->scope_kind != ORDO_KIND_ROUTINE)
            return ordo_raw_corrupt(d->r, raw, d->error,
                                    "a block of scope %u, which is not a routine", scope->id);
        if (raw->line) ORDO_TRY(file_name(d, c, raw, raw->file, &file));
        ordo_gather_block(d->g, scope->handle,
                          &(struct ordo_block_count){.ordinal = raw->ordinal,
                                                     .file = file,
                                                     .line = raw->line,
                                                     .column = raw->column,
                                                     .is_cost = raw->flags & ORDO_BLOCK_COST,
                                                     .count = c->counts[i]});
    }
    return ORDO_OK;
}

static enum ordo_status list_lines(const struct reading *d, const struct code *c,
                                   struct executed *list) {
    for (uint32_t i = 0; i < c->raw->n_lines; i++) {
        const struct ordo_raw_code_line *raw = &c->lines[i];
        const char *file;
        ORDO_TRY(file_name(d, c, raw, raw->file, &file));
        if (raw->block >= c->raw->n_blocks)
            return ordo_raw_corrupt(d->r, raw, d->error, "a line of block %u of %u", raw->block,
                                    c->raw->n_blocks);
        list[i] = (struct executed){c->blocks[raw->block].routine, raw->file, raw->line,
                                    c->counts[raw->block]};
    }
    return ORDO_OK;
}

static enum ordo_status pour_lines(struct reading *d, const struct code *c) {
    uint32_t n = c->raw->n_lines;
    struct executed *list = ordo_memory_new((size_t)n + 1, sizeof *list);
    enum ordo_status status = list_lines(d, c, list);
    if (status == ORDO_OK && n) qsort(list, n, sizeof *list, by_place);
    for (uint32_t i = 0; status == ORDO_OK && i < n;) {
        uint32_t first = i;
        uint64_t most = 0;
        for (; i < n && by_place(&list[first], &list[i]) == 0; i++)
            if (list[i].count > most) most = list[i].count;
        ordo_gather_line(d->g, c->files + list[first].file, list[first].line, most);
    }
    free(list);
    return status;
}

static enum ordo_status read_all(struct reading *d) {
    const struct ordo_raw_block *b;
    for (uint64_t at = 0; (b = ordo_raw_next(d->r, &at));)
        if (b->kind == ORDO_RAW_CODE) ORDO_TRY(add_code(d, b));
    for (uint64_t at = 0; (b = ordo_raw_next(d->r, &at));)
        if (b->kind == ORDO_RAW_COUNTS) ORDO_TRY(add_counts(d, b));
    for (size_t i = 0; i < d->n; i++) {
        ORDO_TRY(count_blocks(d, &d->list[i]));
        ORDO_TRY(pour_blocks(d, &d->list[i]));
        ORDO_TRY(pour_lines(d, &d->list[i]));
    }
    return ORDO_OK;
}

enum ordo_status ordo_raw_code_read(const struct ordo_raw_reader *r,
                                    const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                    struct ordo_error *error) {
    struct reading d = {.r = r, .s = s, .g = g, .error = error};
    enum ordo_status status = read_all(&d);
    for (size_t i = 0; i < d.n; i++) {
        if (d.list[i].counts != d.list[i].counters) free(d.list[i].counts);
        free(d.list[i].counters);
    }
    free(d.list);
    ordo_map_done(&d.index);
    return status;
}
