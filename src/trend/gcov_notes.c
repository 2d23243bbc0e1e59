/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_notes.c: reads notes record by record.
 *
 * A record is read no further than its length. An arc takes at least 8 bytes of the file, a line 4
 * and a function more than 12. So each array is allocated once, as large as the file could need.
 * There are no more blocks in all functions than bytes in the file, because each block is part of
 * an arc.
 */
#include "trend/gcov_notes.h"

#include <stdlib.h>

enum { BLOCKS = 0x01410000, ARCS = 0x01430000, LINES = 0x01450000, FUNCTION = 0x01000000 };
enum { ON_TREE = 1 };

struct reader {
    struct ordo_gcov_bytes *b;
    struct ordo_arena *arena;
    struct ordo_gcov_notes *notes;
    struct ordo_gcov_arc *arcs; /* next free arc */
    struct ordo_gcov_line *lines;
    size_t n_blocks; /* in all functions so far */
    size_t end;      /* end of the record */
};

static enum ordo_status read_function(struct reader *r) {
    struct ordo_gcov_function *f = &r->notes->functions[r->notes->n_functions];
    uint32_t artificial, word;
    *f = (struct ordo_gcov_function){.arcs = r->arcs, .lines = r->lines};
    ORDO_TRY(ordo_gcov_word(r->b, &f->ident));
    ORDO_TRY(ordo_gcov_word(r->b, &f->line_checksum));
    ORDO_TRY(ordo_gcov_word(r->b, &f->flow_checksum));
    ORDO_TRY(ordo_gcov_text(r->b, r->arena, &f->name));
    ORDO_TRY(ordo_gcov_word(r->b, &artificial));
    ORDO_TRY(ordo_gcov_text(r->b, r->arena, &f->file));
    ORDO_TRY(ordo_gcov_word(r->b, &f->line));
    for (int i = 0; i < 3; i++) ORDO_TRY(ordo_gcov_word(r->b, &word)); /* columns, last line */
    r->notes->n_functions++;
    return ORDO_OK;
}

static enum ordo_status read_blocks(struct reader *r, struct ordo_gcov_function *f) {
    if (f->n_blocks) return ordo_gcov_corrupt(r->b, "a second list of blocks for a function");
    ORDO_TRY(ordo_gcov_word(r->b, &f->n_blocks));
    r->n_blocks += f->n_blocks;
    if (f->n_blocks < 2 || r->n_blocks > r->b->n)
        return ordo_gcov_corrupt(r->b, "an impossible number of blocks");
    return ORDO_OK;
}

static enum ordo_status read_arcs(struct reader *r, struct ordo_gcov_function *f) {
    uint32_t from, flags;
    ORDO_TRY(ordo_gcov_word(r->b, &from));
    while (r->b->at < r->end) {
        struct ordo_gcov_arc *a = r->arcs;
        ORDO_TRY(ordo_gcov_word(r->b, &a->to));
        ORDO_TRY(ordo_gcov_word(r->b, &flags));
        if (from >= f->n_blocks || a->to >= f->n_blocks)
            return ordo_gcov_corrupt(r->b, "an arc between blocks that do not exist");
        a->from = from;
        a->on_tree = flags & ON_TREE;
        r->arcs++;
        f->n_arcs++;
    }
    return ORDO_OK;
}

static enum ordo_status read_lines(struct reader *r, struct ordo_gcov_function *f) {
    uint32_t block, line;
    const char *file = f->file;
    ORDO_TRY(ordo_gcov_word(r->b, &block));
    if (block >= f->n_blocks)
        return ordo_gcov_corrupt(r->b, "lines of a block that does not exist");
    while (r->b->at < r->end) {
        ORDO_TRY(ordo_gcov_word(r->b, &line));
        if (!line) {
            ORDO_TRY(ordo_gcov_text(r->b, r->arena, &file));
            if (!*file) break;
            continue;
        }
        *r->lines++ = (struct ordo_gcov_line){block, file, line};
        f->n_lines++;
    }
    return ORDO_OK;
}

static enum ordo_status read_record(struct reader *r, uint32_t tag) {
    if (tag == FUNCTION) return read_function(r);
    if (tag != BLOCKS && tag != ARCS && tag != LINES) return ORDO_OK;
    if (!r->notes->n_functions)
        return ordo_gcov_corrupt(r->b, "a record before the first function");
    struct ordo_gcov_function *f = &r->notes->functions[r->notes->n_functions - 1];
    return tag == BLOCKS ? read_blocks(r, f) : tag == ARCS ? read_arcs(r, f) : read_lines(r, f);
}

static int by_ident(const void *a, const void *b) {
    const struct ordo_gcov_function *f = a, *g = b;
    return (f->ident > g->ident) - (f->ident < g->ident);
}

enum ordo_status ordo_gcov_notes_read(struct ordo_gcov_bytes *b, struct ordo_arena *arena,
                                      struct ordo_gcov_notes *out) {
    struct reader r = {.b = b, .arena = arena, .notes = out};
    uint32_t tag, length, unexecuted;
    *out = (struct ordo_gcov_notes){.path = b->path, .stamp = b->stamp};
    out->functions = ordo_arena_array(arena, b->n / 12 + 1, sizeof *out->functions);
    r.arcs = ordo_arena_array(arena, b->n / 8 + 1, sizeof *r.arcs);
    r.lines = ordo_arena_array(arena, b->n / 4 + 1, sizeof *r.lines);
    ORDO_TRY(ordo_gcov_text(b, arena, &out->folder));
    ORDO_TRY(ordo_gcov_word(b, &unexecuted));
    while (b->at < b->n) {
        ORDO_TRY(ordo_gcov_word(b, &tag));
        if (!tag) break;
        ORDO_TRY(ordo_gcov_word(b, &length));
        if (length > b->n - b->at) return ordo_gcov_corrupt(b, "a record longer than the file");
        r.end = b->at + length;
        ORDO_TRY(read_record(&r, tag));
        if (b->at > r.end) return ordo_gcov_corrupt(b, "a record longer than its length");
        b->at = r.end;
    }
    qsort(out->functions, out->n_functions, sizeof *out->functions, by_ident);
    return ORDO_OK;
}

struct ordo_gcov_function *ordo_gcov_notes_find(const struct ordo_gcov_notes *notes,
                                                uint32_t ident) {
    const struct ordo_gcov_function key = {.ident = ident};
    if (!notes->n_functions) return NULL;
    return bsearch(&key, notes->functions, notes->n_functions, sizeof key, by_ident);
}
