/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * loop_condition.c: finds the branch that decides whether another iteration takes place.
 */
#include "loop_condition.h"

#include "engine/llvm/ir/loops.h"

static bool is_at(LLVMValueRef inst, unsigned line, unsigned column) {
    unsigned l, c;
    return column && shim_location(inst, &l, &c) && l == line && c == column;
}

/* Is it a branch of the loop that either leaves it or continues in its body? */
static bool leaves_or_stays(struct routine *r, struct scope *s, const struct block *b) {
    LLVMBasicBlockRef header = shim_loop_header(r->cfg, (unsigned)s->loop);
    LLVMValueRef t = b->terminator;
    if (!LLVMIsABranchInst(t) || !LLVMIsConditional(t)) return false;
    if (opass_loop_of(r, b->ref) != s->loop) return false;
    LLVMBasicBlockRef to[] = {LLVMGetSuccessor(t, 0), LLVMGetSuccessor(t, 1)};
    bool stays[] = {opass_in_loop(r, to[0], s->loop), opass_in_loop(r, to[1], s->loop)};
    return stays[0] != stays[1] && to[0] != header && to[1] != header;
}

/* Is it a branch of the loop that goes, if its condition does not hold, straight to where
 * iterations end as well? There the variable that a C++ condition declares is destroyed, and a
 * switch leaves the loop or continues it. */
static bool leaves_by_destroying(struct routine *r, struct scope *s, const struct block *b) {
    LLVMValueRef t = b->terminator;
    if (!LLVMIsABranchInst(t) || !LLVMIsConditional(t) || opass_loop_of(r, b->ref) != s->loop)
        return false;
    LLVMValueRef last = LLVMGetFirstInstruction(LLVMGetSuccessor(t, 1));
    if (!LLVMIsABranchInst(last) || LLVMIsConditional(last)) return false;
    LLVMValueRef way = LLVMGetBasicBlockTerminator(LLVMGetSuccessor(last, 0));
    if (!LLVMIsASwitchInst(way) || opass_loop_of(r, LLVMGetInstructionParent(way)) != s->loop)
        return false;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(way); i++)
        if (!opass_in_loop(r, LLVMGetSuccessor(way, i), s->loop)) return true;
    return false;
}

/* Returns the loop's first branch at that place of the source for which `is_one` holds, or NULL. */
static LLVMValueRef branch_at(struct routine *r, struct scope *s,
                              bool is_one(struct routine *, struct scope *, const struct block *),
                              unsigned line, unsigned column) {
    for (unsigned i = 0; i < r->n_blocks; i++)
        if (is_at(r->blocks[i].terminator, line, column) && is_one(r, s, &r->blocks[i]))
            return r->blocks[i].terminator;
    return NULL;
}

/* Without line tables: returns the header's own branch, or the branch at which the parts of its
 * `&&` or `||` join. */
static LLVMValueRef branch_by_shape(struct routine *r, struct scope *s) {
    LLVMBasicBlockRef header = shim_loop_header(r->cfg, (unsigned)s->loop);
    for (unsigned i = 0; i < r->n_blocks; i++) {
        LLVMValueRef t = r->blocks[i].terminator;
        if (!leaves_or_stays(r, s, &r->blocks[i])) continue;
        if (r->blocks[i].ref == header || LLVMIsAPHINode(LLVMGetCondition(t))) return t;
    }
    return NULL;
}

/* Finds the place of the jump back to the loop's header. Returns false for loops that test at the
 * end: the test itself jumps back. */
static bool jump_back_place(struct opass *p, struct routine *r, struct scope *s, unsigned *line,
                            unsigned *column) {
    unsigned n;
    LLVMBasicBlockRef *preds =
        opass_predecessors(p, shim_loop_header(r->cfg, (unsigned)s->loop), &n);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(preds[i]);
        if (opass_in_loop(r, preds[i], s->loop) && LLVMIsABranchInst(t) && !LLVMIsConditional(t) &&
            shim_location(t, line, column))
            return true;
    }
    return false;
}

/* The loop's condition is a branch that leaves the loop or continues in its body. Its source
 * location shows that it belongs to the loop statement and not to an `if` in the body. C++'s
 * range-based `for` has its condition and its jump back at the colon. NULL for loops that test at
 * the end or never. */
LLVMValueRef opass_loop_condition(struct opass *p, struct routine *r, struct scope *s) {
    unsigned line, column;
    if (!s->column) return branch_by_shape(r, s);
    LLVMValueRef t = branch_at(r, s, leaves_or_stays, s->line, s->column);
    if (!t) t = branch_at(r, s, leaves_by_destroying, s->line, s->column);
    if (!t && jump_back_place(p, r, s, &line, &column))
        t = branch_at(r, s, leaves_or_stays, line, column);
    return t;
}
