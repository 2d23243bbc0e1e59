/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * direct_calls.c: recorded bodies that are found where they are called.
 *
 * The plain body of a routine that only its module calls, by name, need not ask at its entry
 * whether a sample is being recorded: plain code that calls it knows that none is, and recorded
 * code asks in front of the call (the sample may have been given up). So small static routines,
 * for which the question would weigh most, are as they are without Ordo.
 */
#include "pass.h"

static bool is_call_of(LLVMValueRef user, LLVMValueRef fn) {
    if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) return false;
    if (LLVMGetCalledValue(user) != fn) return false;
    unsigned n = 0;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
        n += LLVMGetOperand(user, i) == fn;
    return n == 1;
}

static bool only_called(LLVMValueRef fn) {
    if (LLVMGetLinkage(fn) != LLVMInternalLinkage) return false;
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn))) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (!is_call_of(LLVMGetUser(u), fn)) return false;
    return true;
}

bool opass_enter_by_callers(struct opass *p, LLVMValueRef fn, LLVMValueRef recorded) {
    if (!only_called(fn)) return false;
    if (LLVMGetFunctionCallConv(fn) != LLVMGetFunctionCallConv(recorded)) return false;
    ptrmap_set(&p->recorded_of, fn, (int64_t)(uintptr_t)recorded);
    return true;
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
        LLVMValueRef recorded = (LLVMValueRef)(uintptr_t)ptrmap_get(&p->recorded_of, plain, 0);
        LLVMValueRef on = opass_is_sampling(p, calls[k]);
        opass_before(p, calls[k]);
        LLVMSetOperand(calls[k], (unsigned)LLVMGetNumOperands(calls[k]) - 1,
                       LLVMBuildSelect(p->b, on, recorded, plain, ""));
    }
}
