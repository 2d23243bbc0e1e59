/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * direct_calls.c: recorded bodies that are found where they are called.
 *
 * The plain body of a routine that only its module calls, by name, need not ask at its entry
 * whether a sample is being recorded: plain code that calls it knows that none is, and recorded
 * code asks (the sample may have been given up) by calling a function that chooses. So small static
 * routines, for which the question would weigh most, are as they are without Ordo.
 *
 * Other routines ask at their entry, for callers in other modules and by address. Where plain code
 * of the module calls one by name, the question and the body are two functions, and such calls go
 * to the body.
 */
#include "pass.h"

#include "shim_loops.h"

static bool is_call_of(LLVMValueRef user, LLVMValueRef fn) {
    if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) return false;
    if (LLVMGetCalledValue(user) != fn) return false;
    unsigned n = 0;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
        n += LLVMGetOperand(user, i) == fn;
    return n == 1;
}

bool opass_only_called(LLVMValueRef fn) {
    if (LLVMGetLinkage(fn) != LLVMInternalLinkage) return false;
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn))) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (!is_call_of(LLVMGetUser(u), fn)) return false;
    return true;
}

bool opass_enter_by_callers(struct opass *p, LLVMValueRef fn, LLVMValueRef recorded) {
    if (!opass_only_called(fn)) return false;
    if (LLVMGetFunctionCallConv(fn) != LLVMGetFunctionCallConv(recorded)) return false;
    ptrmap_set(&p->recorded_of, fn, (int64_t)(uintptr_t)recorded);
    return true;
}

/* By plain code, and so once by recorded code. */
static bool is_called_once(LLVMValueRef fn) {
    LLVMUseRef u = LLVMGetFirstUse(fn);
    for (unsigned n = 0; u && n < 2; n++) u = LLVMGetNextUse(u);
    return !u;
}

/* What recorded code calls: the recorded body while a sample is recorded, else the plain one. */
static LLVMValueRef choice(struct opass *p, LLVMValueRef plain, LLVMValueRef call) {
    LLVMValueRef known = (LLVMValueRef)(uintptr_t)ptrmap_get(&p->choice_of, plain, 0);
    if (known) return known;
    LLVMValueRef recorded = (LLVMValueRef)(uintptr_t)ptrmap_get(&p->recorded_of, plain, 0);
    if (is_called_once(plain)) {
        LLVMValueRef on = opass_is_sampling(p, call);
        opass_before(p, call);
        return LLVMBuildSelect(p->b, on, recorded, plain, "");
    }
    LLVMValueRef fn = shim_declare_like(plain, ".either");
    LLVMValueRef at = shim_return_body(fn, plain);
    shim_return_second(opass_is_sampling(p, at), at, recorded);
    ptrmap_set(&p->choice_of, plain, (int64_t)(uintptr_t)fn);
    return fn;
}

void opass_call_recorded(struct opass *p, LLVMValueRef fn) {
    LLVMValueRef *calls = NULL;
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if ((LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) &&
                LLVMIsAFunction(LLVMGetCalledValue(i)) &&
                ptrmap_get(&p->recorded_of, LLVMGetCalledValue(i), 0))
                *OPASS_PUSH(p, calls, n) = i;
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef plain = LLVMGetCalledValue(calls[k]);
        LLVMSetOperand(calls[k], (unsigned)LLVMGetNumOperands(calls[k]) - 1,
                       choice(p, plain, calls[k]));
    }
}

void opass_ask_at_entry(struct opass *p, LLVMValueRef fn, LLVMValueRef recorded) {
    *OPASS_PUSH(p, p->asked, p->n_asked) = (struct asked){fn, recorded};
}

/* May a body of its own stand for the routine in this module? Not when the linker may choose
 * another module's routine, or drop this one. */
static bool is_own(LLVMValueRef fn) {
    LLVMLinkage linkage = LLVMGetLinkage(fn);
    return (linkage == LLVMExternalLinkage || linkage == LLVMInternalLinkage) &&
           !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) && !shim_is_interposable(fn) &&
           !shim_in_group(fn);
}

/* Calls of the routine by name from plain code, whose routine is always in plain code too. */
static unsigned plain_calls(struct opass *p, LLVMValueRef fn, struct ptrmap *plain,
                            LLVMValueRef **calls) {
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!is_call_of(call, fn)) continue;
        if (LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn)) continue;
        LLVMValueRef from = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        if (ptrmap_get(plain, from, 0)) *OPASS_PUSH(p, *calls, n) = call;
    }
    return n;
}

void opass_entries_define(struct opass *p, LLVMValueRef *plain, unsigned n) {
    struct ptrmap is_plain = {0};
    for (unsigned i = 0; i < n; i++)
        if (opass_body_of(plain[i], OPASS_RECORDED) < 0 && !shim_uncopyable(plain[i]))
            ptrmap_set(&is_plain, plain[i], 1);
    for (unsigned i = 0; i < p->n_asked; i++) {
        struct asked *a = &p->asked[i];
        LLVMValueRef *calls = NULL;
        unsigned n_calls = is_own(a->fn) ? plain_calls(p, a->fn, &is_plain, &calls) : 0;
        if (!n_calls) {
            opass_enter_recorded(p, a->recorded, shim_gather_allocas(a->fn));
            continue;
        }
        LLVMValueRef body = shim_move_body(a->fn);
        ptrmap_set(&is_plain, body, 1); /* what it calls may be moved after it */
        opass_enter_recorded(p, a->recorded, shim_return_body(a->fn, body));
        for (unsigned k = 0; k < n_calls; k++)
            LLVMSetOperand(calls[k], (unsigned)LLVMGetNumOperands(calls[k]) - 1, body);
    }
    ptrmap_done(&is_plain);
}
