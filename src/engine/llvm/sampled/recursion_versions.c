/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_versions.c: plain and recorded versions of recursive routines (production builds).
 *
 * Routines of a cycle of the module's call graph are split at the start of the pipeline, while
 * their recursion is still that of the source. Each becomes three functions:
 * - The plain version has the routine's code. Its calls within the cycle go to plain versions.
 *   LLVM optimises it as it would have optimised the routine: tail recursion becomes a loop.
 * - The recorded version is a copy whose recursive calls remain calls. Recorded code of the cycle
 *   chooses between the versions by itself, so that only calls from outside pass the gate.
 * - The entry, the routine itself, is what code outside of the cycle calls. It chooses between the
 *   versions and may be inlined as the routine would be without Ordo.
 *
 * Until inlining is done, a mark stands for the entry's decision. Later, marks in plain code become
 * gates (recursion_gates.c), and marks in recorded code continue in the recorded version. The mark
 * has no cost for the inliner. The inliner also sees the same plain code as without Ordo: a static
 * routine with only one call, within its own cycle, still has one call in plain code. The entry of
 * such a routine is called by recorded code only, so it always calls the recorded version.
 */
#include "recursion_versions.h"
#include "activation_counts.h"
#include "callee_copies.h"
#include "direct_calls.h"
#include "focus.h"
#include "version_marks.h"

#include "engine/llvm/analysis/collect.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"

#include <string.h>

enum { MOST_COUNTED = 8 }; /* routines of a recursion whose activations are counted */

static bool is_main(LLVMValueRef fn) {
    size_t n;
    return !strcmp(LLVMGetValueName2(fn, &n), "main");
}

static bool splits(const struct routine *r) {
    return r->cyclic && !shim_uncopyable(r->fn) && !shim_has_computed_jumps(r->fn) &&
           !is_main(r->fn);
}

/* Makes the routine's calls within its cycle call plain versions. */
static void call_plain(struct opass *p, struct routine *r, LLVMValueRef *plain) {
    for (unsigned k = 0; k < r->n_calls; k++) {
        struct call *c = &r->calls[k];
        if (!c->callee || c->callee->group != r->group) continue;
        LLVMValueRef to = plain[c->callee - p->routines];
        if (!to || shim_is_interposable(c->callee->fn)) continue;
        LLVMSetOperand(c->inst, (unsigned)LLVMGetNumOperands(c->inst) - 1, to);
    }
}

static LLVMValueRef intrinsic(struct opass *p, const char *name, unsigned n_types) {
    LLVMTypeRef types[] = {p->ptr, p->ptr};
    return LLVMGetIntrinsicDeclaration(p->m, LLVMLookupIntrinsicID(name, strlen(name)), types,
                                       n_types);
}

/* Builds a mark, an i1: a pointer is annotated with the recursion's scope (-1: it has no gate), and
 * the mark asks whether the annotated pointer is a constant. LLVM neither copies nor moves
 * annotations and does not know their value. The inliner has to guess. It assumes that the pointer
 * is not a constant and regards the call of the recorded version as unreachable. */
static LLVMValueRef build_mark(struct opass *p, int scope) {
    LLVMValueRef mark = LLVMGetNamedGlobal(p->m, OPASS_RECURSION_MARK);
    if (!mark) {
        mark = LLVMAddGlobal(p->m, p->i8, OPASS_RECURSION_MARK);
        LLVMSetInitializer(mark, LLVMConstNull(p->i8));
        LLVMSetLinkage(mark, LLVMInternalLinkage);
        LLVMSetGlobalConstant(mark, true);
    }
    LLVMValueRef none = LLVMConstNull(p->ptr), annotation = intrinsic(p, "llvm.ptr.annotation", 2);
    LLVMValueRef args[] = {none, mark, none, opass_i32(p, (uint32_t)scope), none};
    LLVMValueRef noted = LLVMBuildCall2(p->b, LLVMGlobalGetValueType(annotation), annotation, args,
                                        sizeof args / sizeof *args, "");
    LLVMValueRef is_constant = intrinsic(p, "llvm.is.constant", 1);
    return LLVMBuildCall2(p->b, LLVMGlobalGetValueType(is_constant), is_constant, &noted, 1, "");
}

/* Has the routine only one call, which is within its cycle, and may it be inlined there? */
static bool is_called_within(struct opass *p, const struct routine *r) {
    if (LLVMGetLinkage(r->fn) != LLVMInternalLinkage) return false;
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(r->fn))) return false;
    unsigned noinline_kind = LLVMGetEnumAttributeKindForName("noinline", 8);
    if (LLVMGetEnumAttributeAtIndex(r->fn, LLVMAttributeFunctionIndex, noinline_kind)) return false;
    LLVMUseRef use = LLVMGetFirstUse(r->fn);
    if (!use || LLVMGetNextUse(use)) return false;
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *from = &p->routines[i];
        if (from == r || from->group != r->group || !splits(from)) continue;
        for (unsigned k = 0; k < from->n_calls; k++)
            if (from->calls[k].inst == LLVMGetUser(use) && from->calls[k].callee == r) return true;
    }
    return false;
}

/* Defines the entry: it calls the plain or the recorded version. */
static void choose(struct opass *p, struct routine *r, LLVMValueRef plain, LLVMValueRef recorded) {
    unsigned noinline_kind = LLVMGetEnumAttributeKindForName("noinline", 8);
    LLVMValueRef call = shim_return_call(r->fn, plain);
    opass_before(p, call);
    LLVMValueRef records = build_mark(p, opass_in_focus(p, r->scope) ? (int)r->scope->index : -1);
    shim_return_call_if(records, call, recorded);
    if (LLVMGetEnumAttributeAtIndex(plain, LLVMAttributeFunctionIndex, noinline_kind)) return;
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(plain))) return;
    LLVMRemoveEnumAttributeAtIndex(r->fn, LLVMAttributeFunctionIndex, noinline_kind);
    LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, noinline_kind);
}

/* Marks calls from a recorded version into its own cycle, which do not begin an execution of the
 * recursion. */
#define WITHIN "ordo-within"

static bool is_marked_within(LLVMValueRef call) {
    return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, WITHIN,
                                          sizeof WITHIN - 1) != NULL;
}

static bool calls_within(struct opass *p, const struct routine *r, LLVMValueRef callee) {
    int64_t index = ptrmap_get(&p->routine_of, callee, -1);
    return index >= 0 && p->routines[index].group == r->group && !shim_is_interposable(callee);
}

/* Keeps the entries that a recorded version calls from being inlined there, and marks the calls
 * within the cycle: when the sample has been given up, these continue in the plain version. */
static void keep_choices(struct opass *p, const struct routine *r, LLVMValueRef recorded) {
    LLVMAttributeRef never =
        LLVMCreateEnumAttribute(p->c, LLVMGetEnumAttributeKindForName("noinline", 8), 0);
    LLVMAttributeRef within = LLVMCreateStringAttribute(p->c, WITHIN, sizeof WITHIN - 1, "", 0);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(recorded); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) continue;
            LLVMValueRef callee = LLVMGetCalledValue(i);
            if (!LLVMIsAFunction(callee) || opass_version_of(callee, OPASS_ENTRY) < 0) continue;
            LLVMAddCallSiteAttribute(i, LLVMAttributeFunctionIndex, never);
            if (calls_within(p, r, callee))
                LLVMAddCallSiteAttribute(i, LLVMAttributeFunctionIndex, within);
        }
}

/* Returns whether plain code counts the routine's activations, which costs it one instruction in
 * each. Programs like compilers and interpreters have most of their routines in one recursion, and
 * would take some per cent longer. */
static bool is_counted(const struct opass *p, const struct routine *r, const unsigned *n_members) {
    if (!opass_in_focus(p, r->scope)) return false;
    return *p->options.focus || n_members[r->group - p->routines] <= MOST_COUNTED;
}

void opass_split_recursions(struct opass *p) {
    LLVMValueRef *plain = opass_alloc(p, (p->n_routines + 1) * sizeof *plain);
    LLVMValueRef *recorded = opass_alloc(p, (p->n_routines + 1) * sizeof *recorded);
    bool *within = opass_alloc(p, p->n_routines + 1);
    unsigned *n_members = opass_alloc(p, (p->n_routines + 1) * sizeof *n_members); /* of groups */
    for (unsigned i = 0; i < p->n_routines; i++) n_members[p->routines[i].group - p->routines]++;
    for (unsigned i = 0; i < p->n_routines; i++)
        within[i] = splits(&p->routines[i]) && is_called_within(p, &p->routines[i]);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        if (!splits(r)) continue;
        plain[i] = shim_plain_version(r->fn);
        recorded[i] = shim_recorded_copy(plain[i], r->fn);
        opass_mark_version(p, r->fn, OPASS_ENTRY, r->scope->index);
        opass_mark_version(p, plain[i], OPASS_PLAIN, r->scope->index);
        opass_mark_version(p, recorded[i], OPASS_RECORDED, r->scope->index);
        if (is_counted(p, r, n_members)) opass_mark_activations(p, plain[i], r->scope->index);
        shim_append_used(p->m, recorded[i]); /* so that LLVM does not remove parameters */
        if (within[i]) {
            shim_return_call(r->fn, recorded[i]);
            continue;
        }
        shim_append_used(p->m, plain[i]); /* for the same reason */
        choose(p, r, plain[i], recorded[i]);
    }
    for (unsigned i = 0; i < p->n_routines; i++) {
        if (!plain[i]) continue;
        keep_choices(p, &p->routines[i], recorded[i]);
        call_plain(p, &p->routines[i], plain);
    }
    opass_copy_callees(p, recorded, p->n_routines);
}

static bool are_alike(LLVMValueRef plain, LLVMValueRef recorded) {
    return plain && recorded && LLVMGlobalGetValueType(recorded) == LLVMGlobalGetValueType(plain) &&
           LLVMGetFunctionCallConv(recorded) == LLVMGetFunctionCallConv(plain);
}

/* Returns the plain version that a call within a cycle leads to. Recorded code calls either that,
 * or the entry if the code was recorded from the start. NULL: it is no such call. */
static LLVMValueRef plain_within(struct opass *p, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee)) return NULL;
    if (opass_version_of(callee, OPASS_PLAIN) >= 0) return callee;
    int index = is_marked_within(call) ? opass_version_of(callee, OPASS_ENTRY) : -1;
    LLVMValueRef plain = index >= 0 ? p->late.plain_versions[index] : NULL;
    return plain && LLVMGlobalGetValueType(plain) == LLVMGetCalledFunctionType(call) ? plain : NULL;
}

void opass_call_instead(LLVMValueRef call, LLVMValueRef fn) {
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, fn);
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(fn)); /* internal ones may differ */
}

/* Makes recorded code of the cycle choose between the versions by itself. No execution of the
 * recursion begins at such a call, so it must not pass the gate, not even when the sample has been
 * given up. If LLVM removed parameters of one version only, the call goes to the entry. If the
 * parameters of the entry differ too, the call makes the sample incomplete. */
static void choose_within(struct opass *p, LLVMValueRef call) {
    LLVMValueRef plain = plain_within(p, call);
    if (!plain) return;
    int index = opass_version_of(plain, OPASS_PLAIN);
    LLVMValueRef recorded = p->late.recorded_versions[index], entry = p->late.entries[index];
    if (are_alike(plain, recorded)) {
        ptrmap_set(&p->late.recorded_of, plain, (int64_t)(uintptr_t)recorded);
        opass_goes_on_in(p, recorded, plain);
        opass_call_instead(call, plain);
    } else if (LLVMGetCalledValue(call) != plain) {
        return;
    } else if (entry && LLVMGlobalGetValueType(entry) == LLVMGetCalledFunctionType(call)) {
        opass_call_instead(call, entry);
    } else {
        opass_unrecorded(p, plain);
    }
}

void opass_choose_within(struct opass *p, LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) choose_within(p, i);
}
