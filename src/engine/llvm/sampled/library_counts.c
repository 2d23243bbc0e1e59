/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library_counts.c: the counter of a routine and of the routine that calls it is a pair of gates
 * that no sample is taken at (abi.h: ORDO_GATE_LIBRARY).
 */
#include "library_counts.h"
#include "user_routines.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/shim/shim.h"

#include <string.h>

/* The routines, in the order of their scopes in the table, of which they are the last ones. */
static const struct {
    const char *name, *intrinsic; /* intrinsic: a prefix, or NULL */
    int length;                   /* its argument; -1: the result */
    unsigned accesses;            /* of each byte */
} routines[] = {
    {"memcpy", "llvm.memcpy.p", 2, 2},
    {"memmove", "llvm.memmove.p", 2, 2},
    {"memset", "llvm.memset.p", 2, 1},
    {"strlen", NULL, -1, 1},
};
enum { ROUTINES = sizeof routines / sizeof *routines };

void opass_library_scopes(struct opass *p) {
    for (unsigned i = 0; i < ROUTINES; i++) {
        struct scope *s = opass_alloc(p, sizeof *s);
        char *name = opass_text(p, routines[i].name), *empty = opass_text(p, "");
        *s = (struct scope){.kind = ORDO_KIND_LIBRARY,
                            .index = p->n_scopes,
                            .loop = -1,
                            .name = name,
                            .linkage_name = name,
                            .file = empty,
                            .arg_names = empty};
        *OPASS_PUSH(p, p->scopes, p->n_scopes) = s;
    }
}

static bool is_named(const char *name, const char *routine) {
    size_t n = strlen(routine);
    if (!strncmp(name, "__", 2) && !strncmp(name + 2, routine, n) && !strcmp(name + 2 + n, "_chk"))
        return true;
    return !strcmp(name, routine);
}

/* Returns the number of the routine that the instruction calls; -1: of none. */
static int called_routine(LLVMValueRef i) {
    size_t n;
    if (!LLVMIsACallInst(i) || shim_is_musttail(i)) return -1;
    LLVMValueRef fn = LLVMGetCalledValue(i);
    if (!LLVMIsAFunction(fn) || !LLVMIsDeclaration(fn)) return -1;
    const char *name = LLVMGetValueName2(fn, &n);
    bool intrinsic = LLVMGetIntrinsicID(fn) != 0;
    for (int k = 0; k < ROUTINES; k++) {
        const char *prefix = routines[k].intrinsic;
        bool same = intrinsic ? prefix && !strncmp(name, prefix, strlen(prefix))
                              : is_named(name, routines[k].name);
        unsigned least = routines[k].length < 0 ? 1 : 3;
        if (same && LLVMGetNumArgOperands(i) >= least) return k;
    }
    return -1;
}

static LLVMValueRef length_of(LLVMValueRef call, int routine) {
    int at = routines[routine].length;
    return at < 0 ? call : LLVMGetOperand(call, (unsigned)at);
}

static bool count(struct opass *p, struct gates *g, LLVMValueRef call, int routine, int caller,
                  bool recorded) {
    LLVMValueRef length = length_of(call, routine);
    LLVMTypeRef type = LLVMTypeOf(length);
    if (type != p->i64) return false;
    if (LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) < ORDO_COUNTED_BYTES)
        return false;
    LLVMValueRef at = LLVMGetNextInstruction(call);
    unsigned scope = p->n_scopes - ROUTINES + (unsigned)routine;
    opass_before(p, at);
    if (!LLVMIsAConstantInt(length)) {
        LLVMValueRef least = opass_i64(p, ORDO_COUNTED_BYTES);
        at = shim_if_unlikely(LLVMBuildICmp(p->b, LLVMIntUGE, length, least, ""), at);
        opass_before(p, at);
    }
    LLVMValueRef bytes = LLVMBuildMul(p->b, length, opass_i64(p, routines[routine].accesses), "");
    opass_gate_library(p, g, scope, (unsigned)caller, bytes, recorded);
    return true;
}

bool opass_library_counts(struct opass *p, struct gates *g, LLVMValueRef fn, int scope,
                          bool recorded) {
    LLVMValueRef *calls = NULL;
    unsigned n = 0;
    bool any = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (called_routine(i) >= 0) *OPASS_PUSH(p, calls, n) = i;
    for (unsigned i = 0; i < n; i++) {
        int caller = opass_routine_of(p, calls[i], scope);
        any |= caller >= 0 && count(p, g, calls[i], called_routine(calls[i]), caller, recorded);
    }
    return any;
}
