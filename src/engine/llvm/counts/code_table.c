/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "code_table.h"
#include "late_counters.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/memory.h"
#include "engine/llvm/ir/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Marks numbers of nodes after the blocks' nodes, as the number of blocks is not known yet. */
#define OTHER_NODE 0x80000000u

void opass_code_declare(struct opass *p) {
    LLVMTypeRef type[] = {p->i32, p->i32, p->i32, p->i32, p->i32,
                          p->i32, p->ptr, p->ptr, p->ptr, p->ptr};
    p->code->table =
        LLVMAddGlobal(p->m, LLVMStructTypeInContext(p->c, type, 10, false), "__ordo_code");
    LLVMSetLinkage(p->code->table, LLVMInternalLinkage);
}

unsigned opass_code_name(struct opass *p, struct code *c, const char *name) {
    unsigned at = 0, n = (unsigned)strlen(name) + 1;
    while (at < c->names_used && strcmp(c->names + at, name) != 0)
        at += (unsigned)strlen(c->names + at) + 1;
    if (at == c->names_used) {
        if (at + n > c->names_room) {
            c->names_room = 2 * (at + n);
            char *more = opass_alloc(p, c->names_room);
            if (at) memcpy(more, c->names, at);
            c->names = more;
        }
        memcpy(c->names + at, name, n);
        c->names_used += n;
    }
    return at;
}

void opass_code_block(struct opass *p, struct routine *r, const struct place *place,
                      unsigned ordinal, bool is_cost) {
    struct code *c = p->code;
    struct line first = place->n_lines ? place->lines[0] : (struct line){0, 0};
    uint32_t words[] = {r->scope->index, ordinal,       first.file,
                        first.line,      place->column, is_cost ? ORDO_BLOCK_COST : 0};
    _Static_assert(sizeof words == sizeof(struct ordo_code_block), "the words of a block");
    for (unsigned i = 0; i < 6; i++) *OPASS_PUSH(p, c->blocks, c->n_block_words) = words[i];
    for (unsigned k = 0; k < place->n_lines; k++) {
        *OPASS_PUSH(p, c->lines, c->n_line_words) = c->n_blocks;
        *OPASS_PUSH(p, c->lines, c->n_line_words) = place->lines[k].file;
        *OPASS_PUSH(p, c->lines, c->n_line_words) = place->lines[k].line;
    }
    c->n_blocks++;
}

unsigned opass_code_other_node(struct opass *p) {
    return OTHER_NODE | ++p->code->n_other_nodes;
}

void opass_code_edge(struct opass *p, unsigned from, unsigned to, bool counted) {
    struct code *c = p->code;
    uint32_t words[] = {from, to, counted ? c->n_counters + 1 : 0};
    _Static_assert(sizeof words == sizeof(struct ordo_code_edge), "the words of an edge");
    for (unsigned i = 0; i < 3; i++) *OPASS_PUSH(p, c->edges, c->n_edge_words) = words[i];
}

void opass_code_mark(struct opass *p) {
    opass_mark_counter(p, p->code->table, p->code->n_counters++);
}

static LLVMValueRef words(struct opass *p, const uint32_t *from, unsigned n, const char *name) {
    LLVMValueRef *all = opass_alloc(p, (n + 1) * sizeof *all);
    for (unsigned i = 0; i < n; i++) all[i] = opass_i32(p, from[i]);
    return opass_constant(p, LLVMConstArray(p->i32, all, n), name);
}

LLVMValueRef opass_code_define(struct opass *p) {
    struct code *c = p->code;
    if (!c) return LLVMConstNull(p->ptr);
    if (c->n_blocks > ORDO_MAX_BLOCKS || c->n_counters > ORDO_MAX_BLOCKS) {
        size_t n;
        fprintf(stderr,
                "ordo: %s: %u basic blocks, but one file can have at most %u: split the file, or "
                "compile it without --blocks\n",
                LLVMGetSourceFileName(p->m, &n), c->n_blocks, ORDO_MAX_BLOCKS);
        exit(1);
    }
    for (unsigned i = 0; i < c->n_edge_words; i++)
        if (i % 3 < 2 && c->edges[i] & OTHER_NODE) c->edges[i] += c->n_blocks - OTHER_NODE;
    LLVMValueRef files =
        LLVMConstStringInContext(p->c, c->names ? c->names : "", c->names_used, true);
    LLVMValueRef f[] = {
        opass_i32(p, c->n_blocks),
        opass_i32(p, c->n_line_words / 3),
        opass_i32(p, c->n_edge_words / 3),
        opass_i32(p, c->n_counters),
        opass_i32(p, c->names_used),
        opass_i32(p, 0),
        words(p, c->blocks, c->n_block_words, "__ordo_code_blocks"),
        words(p, c->lines, c->n_line_words, "__ordo_code_lines"),
        words(p, c->edges, c->n_edge_words, "__ordo_code_edges"),
        opass_constant(p, files, "__ordo_code_files"),
    };
    LLVMSetInitializer(c->table, LLVMConstStructInContext(p->c, f, sizeof f / sizeof *f, false));
    ptrmap_done(&c->place_of);
    ptrmap_done(&c->file_of);
    return c->table;
}
