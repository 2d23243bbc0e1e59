/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * compact.c: makes instrumentation compact: the code around calls, accesses and births is moved to
 * functions that the module has once and that save all registers.
 *
 * LLVM's work on a routine grows faster than the routine's code. In some programs (tests,
 * initialisations) most routines are long and have no loops, so that each piece of instrumentation
 * is executed once per activation. Compact are:
 *
 * - outside of loops, also of those that are no scopes: all calls, and births and accesses in
 * routines with more than a few pieces;
 * - in large routines (hundreds of pieces): calls, births and writes, and reads except the test
 * whether the activation has accessed the cell;
 * - in huge routines (thousands of pieces): everything.
 */
#include "compact.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/mode.h"

#include <stdio.h>

enum { LARGE = 300, HUGE = 2500 }; /* pieces in all */

/* Pieces of a kind are compact if the routine has more than this many pieces of all kinds outside
 * of loops. Recorded runs of tcc, gnugo and lua take 2 % less time than with 4, 4 and 20, because
 * the code is smaller. */
static const unsigned many[] = {
    [OPASS_AT_CALLS] = 0, [OPASS_AT_BIRTHS] = 2, [OPASS_AT_ACCESSES] = 3};

static bool is_repeated(struct routine *r, LLVMValueRef inst) {
    return shim_loop_of(r->cfg, LLVMGetInstructionParent(inst)) >= 0;
}

void opass_compact_decide(struct opass *p, struct routine *r) {
    unsigned all = 0;
    if (!p->mode->compact) return;
    for (unsigned i = 0; i < r->n_accesses; i++) {
        struct access *a = &r->accesses[i];
        if (a->elided) continue;
        all++;
        a->repeated = is_repeated(r, a->inst);
        r->n_outside += !a->repeated;
    }
    for (unsigned i = 0; i < r->n_calls; i++) {
        struct call *c = &r->calls[i];
        if (c->quiet || c->unit) continue;
        all += 2;
        c->repeated = is_repeated(r, c->inst);
        if (!c->repeated) r->n_outside += 2;
    }
    for (unsigned i = 0; i < r->n_objects; i++) {
        all += r->objects[i].n_births;
        for (unsigned k = 0; k < r->objects[i].n_births; k++) {
            struct birth *b = &r->objects[i].births[k];
            b->repeated = is_repeated(r, b->inst);
            r->n_outside += !b->repeated;
        }
    }
    r->is_large = all > LARGE;
    r->is_huge = all > HUGE;
}

bool opass_is_compact(const struct routine *r, bool repeated, enum opass_piece at) {
    if (r->is_huge || (r->n_outside > many[at] && !repeated)) return true;
    return r->is_large && at != OPASS_AT_ACCESSES;
}

/* Makes an empty function with two pointer parameters. Returns its end, before which code can be
 * built, or NULL if the module has the function already. Sets *fn. */
static LLVMValueRef begin(struct opass *p, const char *name, LLVMTypeRef result, LLVMValueRef *fn) {
    LLVMTypeRef parameters[] = {p->ptr, p->ptr};
    if ((*fn = LLVMGetNamedFunction(p->m, name))) return NULL;
    *fn = LLVMAddFunction(p->m, name, LLVMFunctionType(result, parameters, 2, false));
    LLVMSetLinkage(*fn, LLVMInternalLinkage);
    shim_outline(*fn);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(p->c);
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(p->c, *fn, "");
    LLVMPositionBuilderAtEnd(builder, block);
    LLVMValueRef end = result == p->nothing ? LLVMBuildRetVoid(builder)
                                            : LLVMBuildRet(builder, LLVMGetUndef(result));
    LLVMDisposeBuilder(builder);
    return end;
}

static LLVMValueRef call(struct opass *p, LLVMValueRef fn, LLVMValueRef before,
                         LLVMValueRef *args) {
    opass_before(p, before);
    LLVMValueRef made = LLVMBuildCall2(p->b, LLVMGlobalGetValueType(fn), fn, args, 2, "");
    shim_set_preserve_most(made, true);
    return made;
}

void opass_compact_call(struct opass *p, LLVMValueRef before, const char *kind, uint64_t size,
                        opass_compact_body body, LLVMValueRef *args, bool switches) {
    char name[60];
    LLVMValueRef fn;
    snprintf(name, sizeof name, "__ordo_compact_%s_%llu", kind, (unsigned long long)size);
    LLVMValueRef end = begin(p, name, p->nothing, &fn);
    if (end) {
        struct routine r = {.fn = fn};
        opass_before(p, end);
        r.thread = LLVMBuildLoad2(p->b, p->ptr, p->self, "");
        body(p, &r, end, size);
    }
    LLVMValueRef made = call(p, fn, before, args);
    if (!switches) shim_tag_untouched(made, SHIM_STABLE);
}

LLVMValueRef opass_compact_entry(struct opass *p, LLVMValueRef before, const char *kind,
                                 opass_compact_entry_body body, LLVMValueRef *args) {
    char name[60];
    LLVMValueRef fn;
    snprintf(name, sizeof name, "__ordo_compact_%s", kind);
    LLVMValueRef end = begin(p, name, p->ptr, &fn);
    if (end) {
        struct routine r = {.fn = fn, .thread = LLVMGetParam(fn, 0)};
        opass_before(p, end);
        LLVMSetOperand(end, 0, body(p, &r, end));
    }
    return call(p, fn, before, args);
}
