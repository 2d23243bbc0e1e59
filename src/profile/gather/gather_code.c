/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather_code.c: accumulates execution counts of lines and basic blocks.
 *
 * Both are appended, and sorted and joined when their number has doubled since the last time.
 * Memory stays within twice what is kept, however many processes are added.
 */
#include "base/arena.h"
#include "profile/gather/gather.h"
#include "profile/gather/point_set.h"
#include "profile/gather/seal.h"

#include <stdlib.h>
#include <string.h>

#define COMPACT 65536

static int by_text(const char *a, const char *b) {
    return a == b ? 0 : strcmp(a, b);
}

static int by_number(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int by_line(const void *a, const void *b) {
    const struct ordo_line_count *x = a, *y = b;
    int c = by_text(x->file, y->file);
    return c ? c : by_number(x->line, y->line);
}

static int by_block(const void *a, const void *b) {
    const struct ordo_block_count *x = a, *y = b;
    int c = by_number(x->routine.i, y->routine.i);
    if (!c) c = by_number(x->ordinal, y->ordinal);
    if (!c) c = by_text(x->file, y->file);
    if (!c) c = by_number(x->line, y->line);
    return c ? c : by_number(x->column, y->column);
}

static size_t tidy_lines(struct ordo_line_count *lines, size_t n) {
    size_t kept = 0;
    if (n) qsort(lines, n, sizeof *lines, by_line);
    for (size_t i = 0; i < n; i++) {
        struct ordo_line_count *last = kept ? &lines[kept - 1] : NULL;
        if (last && by_line(last, &lines[i]) == 0)
            last->count = ordo_count_add(last->count, lines[i].count);
        else
            lines[kept++] = lines[i];
    }
    return kept;
}

static size_t tidy_blocks(struct ordo_block_count *blocks, size_t n) {
    size_t kept = 0;
    if (n) qsort(blocks, n, sizeof *blocks, by_block);
    for (size_t i = 0; i < n; i++) {
        struct ordo_block_count *last = kept ? &blocks[kept - 1] : NULL;
        if (last && by_block(last, &blocks[i]) == 0) {
            last->count = ordo_count_add(last->count, blocks[i].count);
            last->is_cost |= blocks[i].is_cost;
        } else {
            blocks[kept++] = blocks[i];
        }
    }
    return kept;
}

void ordo_gather_line(struct ordo_gather *g, const char *file, uint32_t line, uint64_t count) {
    if (g->n_lines >= COMPACT && g->n_lines >= 2 * g->lines_tidy)
        g->n_lines = g->lines_tidy = tidy_lines(g->lines, g->n_lines);
    ORDO_GATHER_ROOM(g, lines, n_lines);
    g->lines[g->n_lines++] = (struct ordo_line_count){ordo_gather_keep(g, file), line, count};
}

void ordo_gather_block(struct ordo_gather *g, uint32_t routine, const struct ordo_block_count *b) {
    if (g->n_blocks >= COMPACT && g->n_blocks >= 2 * g->blocks_tidy)
        g->n_blocks = g->blocks_tidy = tidy_blocks(g->blocks, g->n_blocks);
    ORDO_GATHER_ROOM(g, blocks, n_blocks);
    struct ordo_block_count *to = &g->blocks[g->n_blocks++];
    *to = *b;
    to->routine.i = routine;
    to->file = ordo_gather_keep(g, b->file);
}

void ordo_gather_seal_code(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p) {
    for (size_t i = 0; i < g->n_blocks; i++) g->blocks[i].routine.i = rank[g->blocks[i].routine.i];
    g->n_lines = tidy_lines(g->lines, g->n_lines);
    g->n_blocks = tidy_blocks(g->blocks, g->n_blocks);
    p->lines = ordo_arena_array(p->arena, g->n_lines, sizeof *p->lines);
    p->blocks = ordo_arena_array(p->arena, g->n_blocks, sizeof *p->blocks);
    if (g->n_lines) memcpy(p->lines, g->lines, g->n_lines * sizeof *p->lines);
    if (g->n_blocks) memcpy(p->blocks, g->blocks, g->n_blocks * sizeof *p->blocks);
    p->n_lines = g->n_lines;
    p->n_blocks = g->n_blocks;
}
