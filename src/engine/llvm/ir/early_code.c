/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * early_code.c: finds code that runs while the program is still being relocated, which must not be
 * instrumented.
 *
 * This is the code of resolvers of indirect functions (attributes ifunc and target_clones) and of
 * the routines of the module that they call. A statically linked program runs them before it has
 * thread-local variables, a dynamically linked one before calls of other libraries are resolved.
 */
#include "early_code.h"

#define EARLY "ordo-early"

static bool is_early(LLVMValueRef fn) {
    return LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, EARLY, sizeof EARLY - 1);
}

bool opass_stays(LLVMValueRef fn) {
    unsigned naked = LLVMGetEnumAttributeKindForName("naked", 5);
    return is_early(fn) || LLVMGetEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, naked);
}

static void mark(struct opass *p, LLVMValueRef fn) {
    while (LLVMIsAGlobalAlias(fn)) fn = LLVMAliasGetAliasee(fn);
    if (!LLVMIsAFunction(fn) || LLVMIsDeclaration(fn) || is_early(fn)) return;
    LLVMAttributeRef early = LLVMCreateStringAttribute(p->c, EARLY, sizeof EARLY - 1, "", 0);
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, early);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) mark(p, LLVMGetCalledValue(i));
}

void opass_find_early(struct opass *p) {
    for (LLVMValueRef f = LLVMGetFirstGlobalIFunc(p->m); f; f = LLVMGetNextGlobalIFunc(f))
        mark(p, LLVMGetGlobalIFuncResolver(f));
}
