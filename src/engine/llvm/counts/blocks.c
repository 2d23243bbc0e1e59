/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * blocks.c: counts executions of basic blocks (ordo cc --blocks, and --blocks=only, whose counters
 * edges.c places).
 *
 * Every block that the front end emitted adds one to its own counter when it is entered. A call may
 * not return, or may return twice. So the code after a call in a block is a separate part with its
 * own counter if a line begins there. A block that contains only a jump is counted if the jump has
 * a line (a `break`), because lines are counted by their blocks. A routine's first line belongs to
 * its entry block. Each thread has its own counters (abi.h: ordo_code), whose address is looked up
 * once per activation, at its entry.
 *
 * Lines are collected before promotion of locals, which removes instructions but no blocks.
 * Counters are inserted like all other instrumentation, before the optimiser runs. LLVM may keep a
 * counter in a register within a loop, but writes it back before every call, including calls of
 * hooks. So counts are exact wherever control may leave, except by a signal handler that does not
 * return.
 */
#include "blocks.h"
#include "code_table.h"
#include "edges.h"
#include "late_counters.h"

#include "engine/llvm/analysis/callgraph.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/source_names.h"

#include <stddef.h>

#define CODE(field) ((int64_t)offsetof(struct ordo_code, field))

static unsigned file_offset(struct opass *p, struct code *c, const void *file) {
    int64_t known = ptrmap_get(&c->file_of, file, -1);
    if (known >= 0) return (unsigned)known;
    char path[4096];
    shim_file_path(file, path, sizeof path);
    unsigned at = opass_code_name(p, c, opass_relative(p, path));
    ptrmap_set(&c->file_of, file, at);
    return at;
}

static void add_line(struct opass *p, struct place *place, unsigned file, unsigned line) {
    for (unsigned k = 0; k < place->n_lines; k++)
        if (place->lines[k].file == file && place->lines[k].line == line) return;
    *OPASS_PUSH(p, place->lines, place->n_lines) = (struct line){file, line};
}

static bool is_call(LLVMValueRef i) {
    if (!LLVMIsACallInst(i)) return false;
    LLVMValueRef fn = LLVMGetCalledValue(i);
    return !LLVMIsAInlineAsm(fn) && !(LLVMIsAFunction(fn) && LLVMGetIntrinsicID(fn));
}

static void collect_block(struct opass *p, LLVMBasicBlockRef b) {
    struct place *first = opass_alloc(p, sizeof *first), *last = first;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        unsigned line, column;
        const void *file;
        if (shim_is_marker(i)) continue;
        if (shim_line(i, &line, &column, &file)) {
            if (!last->n_lines) last->column = column;
            add_line(p, last, file_offset(p, p->code, file), line);
        }
        if (!is_call(i)) continue;
        last->next = opass_alloc(p, sizeof *last);
        last = last->next;
        last->after = i;
    }
    ptrmap_set(&p->code->place_of, b, (int64_t)(intptr_t)first);
}

void opass_code_collect(struct opass *p) {
    if (!p->options.blocks) return;
    p->code = opass_alloc(p, sizeof *p->code);
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            collect_block(p, b);
    opass_code_declare(p);
}

/* Loads T->counts[number]. The array is created by the thread's first activation in the module. */
static LLVMValueRef counters(struct opass *p, struct routine *r) {
    LLVMValueRef args[] = {r->thread, p->code->table};
    opass_before(p, r->entry_mark);
    int64_t field = (int64_t)offsetof(struct ordo_thread, counts);
    LLVMValueRef table = opass_load_stable(p, p->ptr, opass_field(p, r->thread, field));
    LLVMValueRef number =
        opass_load_stable(p, p->i32, opass_field(p, p->code->table, CODE(number)));
    LLVMValueRef index = LLVMBuildZExt(p->b, number, p->i64, "");
    LLVMValueRef slot = LLVMBuildGEP2(p->b, p->ptr, table, &index, 1, "");
    LLVMValueRef known = opass_load_stable(p, p->ptr, slot);
    return opass_or_made(p, known, r->entry_mark, HOOK___ordo_counts, args, 2);
}

/* Returns the routine's blocks in the front end's order, without those that the pass has added. */
static struct block **in_order(struct opass *p, struct routine *r) {
    struct block **order = opass_alloc(p, (r->n_blocks + 1) * sizeof *order);
    struct ptrmap index = {0};
    unsigned n = 0;
    for (unsigned i = 0; i < r->n_blocks; i++) ptrmap_set(&index, r->blocks[i].ref, i);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->fn); b; b = LLVMGetNextBasicBlock(b)) {
        int64_t i = ptrmap_get(&index, b, -1);
        if (i >= 0) order[n++] = &r->blocks[i];
    }
    ptrmap_done(&index);
    return order;
}

/* Returns the call that is this instruction; NULL if it is not, or is no longer, a call of a
 * routine. */
static const struct call *find_call(const struct opass *p, LLVMValueRef inst) {
    return (const struct call *)(intptr_t)ptrmap_get(&p->code->call_of, inst, 0);
}

/* Is the code after the call executed as often as the code before it? */
static bool returns_once(const struct call *c) {
    if (!c || shim_is_musttail(c->inst)) return true;
    if (c->returns_twice) return false;
    return c->quiet || c->unit || (c->kind == CALL_DEFINED && c->callee->folded);
}

/* Returns `part` with only those lines that no part from `first` to `part` has already. */
static struct place new_lines(struct opass *p, const struct place *first,
                              const struct place *part) {
    struct place out = {.column = part->column, .after = part->after};
    for (unsigned i = 0; i < part->n_lines; i++) {
        struct line l = part->lines[i];
        bool known = false;
        for (const struct place *o = first; o != part && !known; o = o->next)
            for (unsigned k = 0; k < o->n_lines && !known; k++)
                known = o->lines[k].file == l.file && o->lines[k].line == l.line;
        if (!known) add_line(p, &out, l.file, l.line);
    }
    return out;
}

/* Joins each part after a call that returns once to the part before. */
static void join_parts(struct opass *p, struct place *first) {
    for (struct place *part = first; part->next;) {
        struct place *next = part->next;
        if (!returns_once(find_call(p, next->after))) {
            part = next;
            continue;
        }
        if (!part->n_lines) part->column = next->column;
        for (unsigned i = 0; i < next->n_lines; i++)
            add_line(p, part, next->lines[i].file, next->lines[i].line);
        part->next = next->next;
    }
}

/* The counted parts of a routine's blocks, in order; for --blocks=only also blocks that contain
 * only a jump. */
struct parts {
    struct part *list;
    unsigned n, ordinal;
};

static void add_part(struct opass *p, struct routine *r, struct parts *parts, struct block *b,
                     LLVMValueRef begin, const struct place *place, bool is_cost) {
    struct part *part = OPASS_PUSH(p, parts->list, parts->n);
    part->block = b;
    part->begin = begin;
    part->node = place ? p->code->n_blocks + 1 : opass_code_other_node(p);
    if (place) opass_code_block(p, r, place, parts->ordinal++, is_cost);
}

static void parts_of_block(struct opass *p, struct routine *r, struct parts *parts,
                           struct block *b) {
    struct code *c = p->code;
    struct place none = {0};
    struct place *first = (struct place *)(intptr_t)ptrmap_get(&c->place_of, b->ref, 0);
    bool entry = b->ref == LLVMGetEntryBasicBlock(r->fn);
    if (!first) first = &none;
    join_parts(p, first);
    if (entry && r->scope->line)
        add_line(p, first, opass_code_name(p, c, r->scope->file), r->scope->line);
    LLVMValueRef begin = entry ? r->entry_mark : shim_first_insertion(b->ref);
    bool counted = b->counted || first->n_lines;
    if (counted || p->options.counts_only) {
        add_part(p, r, parts, b, begin, counted ? first : NULL, b->counted);
        parts->list[parts->n - 1].entry = entry;
    }
    for (const struct place *part = first->next; part; part = part->next) {
        bool twice = find_call(p, part->after)->returns_twice;
        struct place place = twice ? *part : new_lines(p, first, part);
        if (place.n_lines)
            add_part(p, r, parts, b, LLVMGetNextInstruction(part->after), &place, false);
    }
}

/* A part leaks if a call in it may not return. Its last instruction is the call after which the
 * next part begins. */
static void find_leaks(struct opass *p, struct parts *parts) {
    for (unsigned k = 0; k < parts->n; k++) {
        struct part *part = &parts->list[k];
        bool more = k + 1 < parts->n && parts->list[k + 1].block == part->block;
        LLVMValueRef i = part->entry ? LLVMGetFirstInstruction(part->block->ref) : part->begin;
        LLVMValueRef end = more ? parts->list[k + 1].begin : NULL;
        for (; i && i != end && !part->leaks; i = LLVMGetNextInstruction(i))
            part->leaks = is_call(i) && !opass_call_returns(find_call(p, i));
    }
}

void opass_code_count(struct opass *p, struct routine *r) {
    struct code *c = p->code;
    if (!c) return;
    struct block **order = in_order(p, r);
    for (unsigned i = 0; i < r->n_calls; i++)
        if (r->calls[i].inst)
            ptrmap_set(&c->call_of, r->calls[i].inst, (int64_t)(intptr_t)&r->calls[i]);
    struct parts parts = {0};
    for (unsigned i = 0; i < r->n_blocks; i++) parts_of_block(p, r, &parts, order[i]);
    if (p->options.counts_only) {
        find_leaks(p, &parts);
        opass_edges_count(p, r, parts.list, parts.n);
        if (r->entered) opass_mark_entered(p, r->fn);
    } else {
        LLVMValueRef counts = counters(p, r);
        for (unsigned k = 0; k < parts.n; k++) {
            opass_before(p, parts.list[k].begin);
            opass_add_one(p, opass_field(p, counts, 8 * (int64_t)c->n_counters++));
        }
    }
    ptrmap_done(&c->call_of);
    c->call_of = (struct ptrmap){0};
}
