/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * checks.c: inserts the check of one access (abi.h defines what it computes).
 *
 * The check is inline if the access is known to lie in one cell of 8 bytes (naturally aligned and
 * not wider), or covers a few whole cells. All other accesses call __ordo_read or __ordo_write,
 * which save all registers. So do inline checks if cells are smaller and the bound alone does not
 * decide.
 */
#include "checks.h"
#include "compact.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/mode.h"
#include "engine/llvm/ir/routine_slots.h"

#include <stddef.h>

#define THREAD(field) ((int64_t)offsetof(struct ordo_thread, field))
#define FRAME(field) ((int64_t)offsetof(struct ordo_frame, field))
#define PARENT(field)                                                                              \
    ((int64_t)offsetof(struct ordo_frame, field) - (int64_t)sizeof(struct ordo_frame))

enum { MAX_INLINE_BIRTH = 8, MAX_INLINE_RANGE = 4 }; /* cells */

/* Computes the address of the shadow word of a cell, by the formula in abi.h. */
static LLVMValueRef shadow_word(struct opass *p, struct routine *r, LLVMValueRef pointer) {
    LLVMValueRef mask =
        opass_load_stable(p, p->i64, opass_field(p, r->thread, THREAD(shadow_mask)));
    LLVMValueRef base =
        opass_load_stable(p, p->ptr, opass_field(p, r->thread, THREAD(shadow_base)));
    LLVMValueRef address = LLVMBuildPtrToInt(p->b, pointer, p->i64, "");
    LLVMValueRef offset =
        LLVMBuildLShr(p->b, LLVMBuildAnd(p->b, address, mask, ""), opass_i64(p, 1), "");
    return LLVMBuildGEP2(p->b, p->i8, base, &offset, 1, "");
}

/* Computes whether shadow words are bounds of smaller cells. */
static LLVMValueRef are_bounds(struct opass *p, struct routine *r) {
    LLVMValueRef mask =
        opass_load_stable(p, p->i64, opass_field(p, r->thread, THREAD(shadow_mask)));
    LLVMValueRef bit = LLVMBuildAnd(p->b, mask, opass_i64(p, ORDO_MASK_BOUNDS), "");
    return LLVMBuildICmp(p->b, LLVMIntNE, bit, opass_i64(p, 0), "");
}

static LLVMValueRef load_word(struct opass *p, LLVMValueRef word) {
    LLVMValueRef v = LLVMBuildLoad2(p->b, p->i32, word, "");
    shim_tag_memory(v, SHIM_SHADOW);
    return v;
}

static void store_word(struct opass *p, LLVMValueRef v, LLVMValueRef word) {
    shim_tag_memory(LLVMBuildStore(p->b, v, word), SHIM_SHADOW);
}

LLVMValueRef opass_access_size(struct opass *p, const struct access *a) {
    return a->length ? LLVMBuildZExtOrBitCast(p->b, a->length, p->i64, "") : opass_i64(p, a->size);
}

static void call_access(struct opass *p, enum hook hook, LLVMValueRef frame, LLVMValueRef pointer,
                        LLVMValueRef size) {
    LLVMValueRef args[] = {frame, pointer, size};
    opass_call(p, hook, args, 3);
}

/* Computes whether the address is not a multiple of the size, whatever its type promises. If so,
 * the access may straddle two cells; the functions that are called in the unlikely case handle
 * that. */
static LLVMValueRef misaligned(struct opass *p, const struct access *a) {
    LLVMValueRef address = LLVMBuildPtrToInt(p->b, a->pointer, p->i64, "");
    LLVMValueRef low = LLVMBuildAnd(p->b, address, opass_i64(p, a->size - 1), "");
    return LLVMBuildICmp(p->b, LLVMIntNE, low, opass_i64(p, 0), "");
}

/* The first part of a read's check: has the activation not accessed the cell yet? */
struct first_look {
    LLVMValueRef word, stamp, mine, odd;
    LLVMValueRef then; /* the place for code that runs if it has not */
};

/* Computes all but `then`, at the builder. */
static struct first_look stamps(struct opass *p, struct routine *r, LLVMValueRef frame,
                                const struct access *a) {
    struct first_look l = {.word = shadow_word(p, r, a->pointer)};
    l.stamp = load_word(p, l.word);
    l.mine = opass_load_stable(p, p->i32, opass_field(p, frame, FRAME(stamp)));
    l.odd = misaligned(p, a);
    return l;
}

static struct first_look look(struct opass *p, struct routine *r, LLVMValueRef frame,
                              LLVMValueRef before, const struct access *a) {
    opass_before(p, before);
    struct first_look l = stamps(p, r, frame, a);
    LLVMValueRef older = LLVMBuildICmp(p->b, LLVMIntULT, l.stamp, l.mine, "");
    l.then = shim_if_unlikely(LLVMBuildOr(p->b, older, l.odd, ""), before);
    opass_before(p, l.then);
    return l;
}

/* The other part, at the builder, which is before l->then: the cell becomes the activation's, and
 * the caller's activation has it no more. If the owner is an older one, or several cells may be
 * read, __ordo_read_far does this. Continues at the block `next`. */
static void first_read(struct opass *p, struct routine *r, LLVMValueRef frame,
                       const struct first_look *l, const struct access *a, LLVMBasicBlockRef next) {
    LLVMValueRef parent = opass_load_stable(p, p->i32, opass_field(p, frame, PARENT(stamp)));
    LLVMValueRef oldest = LLVMBuildICmp(p->b, LLVMIntULT, l->stamp, parent, "");
    LLVMValueRef far =
        LLVMBuildOr(p->b, LLVMBuildOr(p->b, oldest, l->odd, ""), are_bounds(p, r), "");
    LLVMMetadataRef where = LLVMInstructionGetDebugLoc(l->then);
    LLVMBasicBlockRef head = LLVMGetInstructionParent(l->then);
    LLVMBasicBlockRef near = shim_split_before(l->then);
    LLVMBasicBlockRef slow = LLVMAppendBasicBlockInContext(p->c, r->fn, "");
    LLVMValueRef old = LLVMGetBasicBlockTerminator(head);
    LLVMPositionBuilderBefore(p->b, old);
    LLVMBuildCondBr(p->b, far, slow, near);
    LLVMInstructionEraseFromParent(old);
    opass_before(p, l->then);
    opass_add(p, frame, FRAME(rms), opass_i64(p, 1));
    opass_add(p, frame, PARENT(rms), opass_i64(p, (uint64_t)-1));
    store_word(p, l->mine, l->word);
    LLVMPositionBuilderAtEnd(p->b, slow);
    LLVMSetCurrentDebugLocation2(p->b, where);
    LLVMValueRef args[] = {frame, a->pointer, opass_i64(p, a->size), l->word};
    opass_call(p, HOOK___ordo_read_far, args, 4);
    LLVMBuildBr(p->b, next);
}

static void read_inline(struct opass *p, struct routine *r, LLVMValueRef frame, LLVMValueRef before,
                        const struct access *a) {
    struct first_look l = look(p, r, frame, before, a);
    first_read(p, r, frame, &l, a, LLVMGetInstructionParent(before));
}

/* `if (stamp == 0) __ordo_write(...) else stamp = mine`. If the thread has no windows the word is
 * always 0. */
static void write_inline(struct opass *p, struct routine *r, LLVMValueRef frame,
                         LLVMValueRef before, const struct access *a) {
    opass_before(p, before);
    LLVMValueRef word = shadow_word(p, r, a->pointer);
    LLVMValueRef mine = opass_load_stable(p, p->i32, opass_field(p, frame, FRAME(stamp)));
    LLVMValueRef zero = LLVMBuildICmp(p->b, LLVMIntEQ, load_word(p, word), opass_i32(p, 0), "");
    LLVMValueRef unseen = LLVMBuildOr(p->b, zero, misaligned(p, a), "");
    if (a->size < ORDO_CELL_INLINE) unseen = LLVMBuildOr(p->b, unseen, are_bounds(p, r), "");
    LLVMValueRef then = shim_if_unlikely(unseen, before);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(zero));
    opass_before(p, then);
    call_access(p, HOOK___ordo_write, frame, a->pointer, opass_i64(p, a->size));
    LLVMBasicBlockRef seen = LLVMAppendBasicBlockInContext(p->c, r->fn, "");
    LLVMMoveBasicBlockBefore(seen, LLVMGetInstructionParent(then));
    LLVMPositionBuilderAtEnd(p->b, seen);
    LLVMSetCurrentDebugLocation2(p->b, LLVMInstructionGetDebugLoc(before));
    store_word(p, mine, word);
    LLVMBuildBr(p->b, LLVMGetInstructionParent(before));
    LLVMSetSuccessor(branch, 1, seen);
}

/* ---- checks that the module has once (compact.c), with parameters frame and pointer. The two
 * parts of a read are two functions, because the first one, which is called far more often, then
 * saves few registers. ---- */

static struct access parameter(struct routine *r, uint64_t size) {
    return (struct access){.pointer = LLVMGetParam(r->fn, 1), .size = size};
}

static void first_read_body(struct opass *p, struct routine *r, LLVMValueRef end, uint64_t size) {
    struct access a = parameter(r, size);
    LLVMValueRef frame = LLVMGetParam(r->fn, 0);
    struct first_look l = stamps(p, r, frame, &a);
    LLVMBasicBlockRef next = shim_split_before(end);
    l.then = LLVMGetBasicBlockTerminator(LLVMGetPreviousBasicBlock(next));
    opass_before(p, l.then);
    first_read(p, r, frame, &l, &a, next);
}

static void call_first_read(struct opass *p, LLVMValueRef frame, LLVMValueRef before,
                            const struct access *a) {
    LLVMValueRef args[] = {frame, a->pointer};
    opass_compact_call(p, before, "first_read", a->size, first_read_body, args, false);
}

static void read_body(struct opass *p, struct routine *r, LLVMValueRef end, uint64_t size) {
    struct access a = parameter(r, size);
    LLVMValueRef frame = LLVMGetParam(r->fn, 0);
    call_first_read(p, frame, look(p, r, frame, end, &a).then, &a);
}

static void write_body(struct opass *p, struct routine *r, LLVMValueRef end, uint64_t size) {
    struct access a = parameter(r, size);
    write_inline(p, r, LLVMGetParam(r->fn, 0), end, &a);
}

static void call_check(struct opass *p, LLVMValueRef frame, LLVMValueRef before,
                       const struct access *a, bool read) {
    LLVMValueRef args[] = {frame, a->pointer};
    opass_compact_call(p, before, read ? "read" : "write", a->size, read ? read_body : write_body,
                       args, false);
}

/* Computes whether any word of a range of whole cells requires a call of the function. `mine` is
 * the stamp for a read. It is NULL for a write, whose words must be neither 0 (no windows, or never
 * accessed) nor ~0 (nothing is recorded). */
static LLVMValueRef any_special(struct opass *p, LLVMValueRef word, uint64_t cells,
                                LLVMValueRef mine) {
    LLVMValueRef any = NULL;
    for (uint64_t i = 0; i < cells; i++) {
        LLVMValueRef stamp = load_word(p, opass_field(p, word, (int64_t)(4 * i)));
        LLVMValueRef next = mine ? stamp : LLVMBuildAdd(p->b, stamp, opass_i32(p, 1), "");
        LLVMValueRef special =
            LLVMBuildICmp(p->b, LLVMIntULT, next, mine ? mine : opass_i32(p, 2), "");
        any = any ? LLVMBuildOr(p->b, any, special, "") : special;
    }
    return any;
}

/* `if (special) hook(frame, pointer, size); else all words = stamp`. stamp NULL: no else part. */
static void range_or_call(struct opass *p, struct routine *r, LLVMValueRef special, enum hook hook,
                          LLVMValueRef frame, const struct access *a, LLVMValueRef word,
                          LLVMValueRef stamp, LLVMValueRef before) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(before);
    LLVMValueRef then = shim_if_unlikely(special, before);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
    opass_before(p, then);
    call_access(p, hook, frame, a->pointer, opass_i64(p, a->size));
    if (!stamp) return;
    LLVMBasicBlockRef usual = LLVMAppendBasicBlockInContext(p->c, r->fn, "");
    LLVMMoveBasicBlockBefore(usual, LLVMGetInstructionParent(then));
    LLVMPositionBuilderAtEnd(p->b, usual);
    LLVMSetCurrentDebugLocation2(p->b, LLVMInstructionGetDebugLoc(before));
    for (uint64_t i = 0; i < (a->size + ORDO_CELL_INLINE - 1) / ORDO_CELL_INLINE; i++)
        store_word(p, stamp, opass_field(p, word, (int64_t)(4 * i)));
    LLVMBuildBr(p->b, LLVMGetInstructionParent(before));
    LLVMSetSuccessor(branch, 1, usual);
}

/* Checks an access to a few whole, aligned cells. The common cases are inline: a read of cells that
 * the activation has all accessed, a write of cells that have all been accessed before. */
static void range_inline(struct opass *p, struct routine *r, LLVMValueRef frame,
                         LLVMValueRef before, const struct access *a, bool read) {
    opass_before(p, before);
    LLVMValueRef word = shadow_word(p, r, a->pointer);
    LLVMValueRef mine = opass_load_stable(p, p->i32, opass_field(p, frame, FRAME(stamp)));
    LLVMValueRef address = LLVMBuildPtrToInt(p->b, a->pointer, p->i64, "");
    LLVMValueRef low = LLVMBuildAnd(p->b, address, opass_i64(p, ORDO_CELL_INLINE - 1), "");
    LLVMValueRef odd = LLVMBuildICmp(p->b, LLVMIntNE, low, opass_i64(p, 0), "");
    LLVMValueRef any = any_special(p, word, a->size / ORDO_CELL_INLINE, read ? mine : NULL);
    range_or_call(p, r, LLVMBuildOr(p->b, any, odd, ""),
                  read ? HOOK___ordo_read : HOOK___ordo_write, frame, a, word, read ? NULL : mine,
                  before);
}

void opass_check_inline(struct opass *p, struct routine *r, LLVMValueRef frame, LLVMValueRef before,
                        const struct access *a) {
    bool one_cell = a->size <= ORDO_CELL_INLINE && a->align >= a->size;
    bool whole_cells = a->align >= ORDO_CELL_INLINE && a->size % ORDO_CELL_INLINE == 0 &&
                       a->size <= MAX_INLINE_RANGE * ORDO_CELL_INLINE;
    if (a->length || !(one_cell || whole_cells)) {
        opass_before(p, before);
        LLVMValueRef size = opass_access_size(p, a);
        if (a->read) call_access(p, HOOK___ordo_read, frame, a->pointer, size);
        if (a->write) call_access(p, HOOK___ordo_write, frame, a->pointer, size);
    } else if (!one_cell) {
        if (a->read) range_inline(p, r, frame, before, a, true);
        if (a->write) range_inline(p, r, frame, before, a, false);
    } else if (opass_is_compact(r, a->repeated, OPASS_AT_ACCESSES)) {
        if (a->read) call_check(p, frame, before, a, true);
        if (a->write) call_check(p, frame, before, a, false);
    } else {
        if (a->read && r->is_large)
            call_first_read(p, frame, look(p, r, frame, before, a).then, a);
        else if (a->read)
            read_inline(p, r, frame, before, a);
        if (a->write && r->is_large)
            call_check(p, frame, before, a, false);
        else if (a->write)
            write_inline(p, r, frame, before, a);
    }
}

/* The few words of a small object are set inline, unless they are special. Objects start on a cell
 * boundary, so their words are consecutive, and checking the first and the last is enough. */
static void birth_inline(struct opass *p, struct routine *r, LLVMValueRef frame,
                         LLVMValueRef before, LLVMValueRef pointer, uint64_t size, bool own) {
    uint64_t cells = (size + ORDO_CELL_INLINE - 1) / ORDO_CELL_INLINE;
    struct access a = {.pointer = pointer, .size = size};
    opass_before(p, before);
    LLVMValueRef word = shadow_word(p, r, pointer);
    LLVMValueRef stamp = own ? opass_load_stable(p, p->i32, opass_field(p, frame, FRAME(stamp)))
                             : opass_i32(p, ORDO_STAMP_FRESH);
    LLVMValueRef special = any_special(p, word, 1, NULL);
    if (cells > 1) {
        LLVMValueRef last = opass_field(p, word, (int64_t)(4 * (cells - 1)));
        special = LLVMBuildOr(p->b, special, any_special(p, last, 1, NULL), "");
    }
    if (!own) special = LLVMBuildOr(p->b, special, are_bounds(p, r), "");
    range_or_call(p, r, special, own ? HOOK___ordo_write : HOOK___ordo_fresh, frame, &a, word,
                  stamp, before);
}

static void own_body(struct opass *p, struct routine *r, LLVMValueRef end, uint64_t size) {
    birth_inline(p, r, LLVMGetParam(r->fn, 0), end, LLVMGetParam(r->fn, 1), size, true);
}

static void fresh_body(struct opass *p, struct routine *r, LLVMValueRef end, uint64_t size) {
    birth_inline(p, r, LLVMGetParam(r->fn, 0), end, LLVMGetParam(r->fn, 1), size, false);
}

void opass_birth_inline(struct opass *p, struct routine *r, const struct birth *birth,
                        LLVMValueRef before, LLVMValueRef pointer, uint64_t size, bool own) {
    uint64_t cells = (size + ORDO_CELL_INLINE - 1) / ORDO_CELL_INLINE;
    LLVMValueRef frame = opass_frame(p, birth->scope);
    if (cells > MAX_INLINE_BIRTH) {
        opass_before(p, before);
        call_access(p, own ? HOOK___ordo_write : HOOK___ordo_fresh, frame, pointer,
                    opass_i64(p, size));
    } else if (opass_is_compact(r, birth->repeated, OPASS_AT_BIRTHS)) {
        LLVMValueRef args[] = {frame, pointer};
        opass_compact_call(p, before, own ? "own" : "fresh", size, own ? own_body : fresh_body,
                           args, false);
    } else {
        birth_inline(p, r, frame, before, pointer, size, own);
    }
}

void opass_checks(struct opass *p, struct routine *r) {
    for (unsigned i = 0; i < r->n_accesses; i++) {
        struct access *a = &r->accesses[i];
        if (LLVMIsALoadInst(a->inst) || LLVMIsAStoreInst(a->inst))
            shim_tag_untouched(a->inst, SHIM_ALL);
        if (!a->elided) p->mode->access(p, r, opass_frame(p, a->scope), a->inst, a);
    }
}
