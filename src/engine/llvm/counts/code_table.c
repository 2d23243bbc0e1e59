/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "code_table.h"
#include "late_counters.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Marks numbers of nodes after the blocks' nodes, as the number of blocks is not known yet. */
#define OTHER_NODE 0x80000000u

void opass_code_declare(struct opass *p) {
    p->code->table = LLVMAddGlobal(p->m, opass_table_type(p, TABLE_code), "__ordo_code");
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
    for (unsigned k = 0; k < place->n_lines; k++)
        *OPASS_PUSH(p, c->lines, c->n_lines) = (struct ordo_code_line){
            .block = c->n_blocks, .file = place->lines[k].file, .line = place->lines[k].line};
    *OPASS_PUSH(p, c->blocks, c->n_blocks) = (struct ordo_code_block){
        .routine = r->scope->index,
        .ordinal = ordinal,
        .file = first.file,
        .line = first.line,
        .column = place->column,
        .flags = is_cost ? ORDO_BLOCK_COST : 0,
    };
}

unsigned opass_code_other_node(struct opass *p) {
    return OTHER_NODE | ++p->code->n_other_nodes;
}

void opass_code_edge(struct opass *p, unsigned from, unsigned to, bool counted) {
    struct code *c = p->code;
    *OPASS_PUSH(p, c->edges, c->n_edges) =
        (struct ordo_code_edge){from, to, counted ? c->n_counters + 1 : 0};
}

void opass_code_mark(struct opass *p) {
    opass_mark_counter(p, p->code->table, p->code->n_counters++);
}

/* Returns an array of structures that consist of 32-bit words. */
static LLVMValueRef words(struct opass *p, const void *from, size_t bytes, const char *name) {
    unsigned n = (unsigned)(bytes / sizeof(uint32_t));
    LLVMValueRef *all = opass_alloc(p, (n + 1) * sizeof *all);
    for (unsigned i = 0; i < n; i++) all[i] = opass_i32(p, ((const uint32_t *)from)[i]);
    return opass_constant(p, LLVMConstArray(p->i32, all, n), name);
}

static uint32_t final_node(const struct code *c, uint32_t node) {
    return node & OTHER_NODE ? node + c->n_blocks - OTHER_NODE : node;
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
    for (unsigned i = 0; i < c->n_edges; i++) {
        c->edges[i].from = final_node(c, c->edges[i].from);
        c->edges[i].to = final_node(c, c->edges[i].to);
    }
    LLVMValueRef files =
        LLVMConstStringInContext(p->c, c->names ? c->names : "", c->names_used, true);
    LLVMValueRef value = OPASS_VALUE(
        p, code, .n_blocks = c->n_blocks, .n_lines = c->n_lines, .n_edges = c->n_edges,
        .n_counters = c->n_counters, .files_bytes = c->names_used,
        .blocks = words(p, c->blocks, c->n_blocks * sizeof *c->blocks, "__ordo_code_blocks"),
        .lines = words(p, c->lines, c->n_lines * sizeof *c->lines, "__ordo_code_lines"),
        .edges = words(p, c->edges, c->n_edges * sizeof *c->edges, "__ordo_code_edges"),
        .files = opass_constant(p, files, "__ordo_code_files"));
    LLVMSetInitializer(c->table, value);
    ptrmap_done(&c->place_of);
    ptrmap_done(&c->file_of);
    return c->table;
}
