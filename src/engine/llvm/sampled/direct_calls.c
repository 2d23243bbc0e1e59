/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * direct_calls.c: lets callers choose between the recorded and the plain version of a routine.
 *
 * A plain routine need not check at its entry whether a sample is being recorded: plain code that
 * calls it runs only while there is no sample. Recorded code calls the recorded version. Within the
 * module it does so by name. For other modules and calls by address it asks the runtime, which
 * knows all modules' scopes (calls.c). So plain routines are the same as without Ordo.
 *
 * The sample may have been given up. So the recorded version first checks whether there still is
 * one, and continues in the plain version if not. In libraries it cannot check, and in recursions
 * it could continue in several functions. There the callers choose, by a select or through a
 * function that checks.
 *
 * Some routines check at their entry nevertheless: those that the linker or the loader may take
 * from another object, because their address does not determine the recorded version; those that an
 * indirect function's resolver may choose; and those with the name of a modelled routine, because
 * the library calls them.
 */
#include "direct_calls.h"
#include "gates.h"
#include "version_marks.h"

#include "engine/llvm/analysis/callgraph.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/models.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/tables.h"

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

static bool is_modelled(LLVMValueRef fn) {
    size_t n;
    enum model model = opass_model(LLVMGetValueName2(fn, &n));
    return model == MODEL_WRAPPED || model == MODEL_QUIET;
}

/* May a resolver of one of the module's indirect functions choose the routine? */
static bool may_be_chosen(struct opass *p, LLVMValueRef fn) {
    return LLVMGetFirstGlobalIFunc(p->m) && opass_address_taken(fn);
}

bool opass_enter_by_callers(struct opass *p, LLVMValueRef fn, LLVMValueRef recorded) {
    int64_t scope = ptrmap_get(&p->late.addressed, fn, -1);
    if (LLVMGetFunctionCallConv(fn) != LLVMGetFunctionCallConv(recorded)) return false;
    if (!opass_only_called(fn)) {
        if (scope < 0 || shim_in_group(fn) || shim_is_interposable(fn) || may_be_chosen(p, fn) ||
            is_modelled(fn))
            return false;
        p->late.found_versions[scope] = recorded;
    }
    ptrmap_set(&p->late.recorded_of, fn, (int64_t)(uintptr_t)recorded);
    if (opass_version_of(recorded, OPASS_RECORDED) < 0) opass_goes_on_in(p, recorded, fn);
    return true;
}

void opass_goes_on_in(struct opass *p, LLVMValueRef recorded, LLVMValueRef plain) {
    if (p->late.sampling_by_segment && shim_may_begin_with(recorded))
        ptrmap_set(&p->late.plain_of, recorded, (int64_t)(uintptr_t)plain);
}

/* Returns the machine code that a recorded version begins with. No registers have been saved yet at
 * that point, and the code needs none.
 *   cmpl $0, %gs:sampling(%rip)
 *   je plain */
static LLVMValueRef question(struct opass *p, LLVMValueRef at, LLVMValueRef plain) {
    LLVMValueRef sampling = opass_sampling_by_segment(p);
    struct {
        const char *code;
        unsigned size;
        LLVMValueRef to;
    } part[] = {{"\x65\x83\x3d", 3, sampling}, {"\x00\x0f\x84", 3, plain}};
    enum { COMPARED = 8, DECIDED = 14 }; /* ends of the instructions: distances start there */
    unsigned end[] = {COMPARED, DECIDED};
    LLVMValueRef all[4];
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef offset = opass_i64(p, end[i]);
        LLVMValueRef from = LLVMConstInBoundsGEP2(p->i8, at, &offset, 1);
        all[2 * i] = LLVMConstStringInContext(p->c, part[i].code, part[i].size, true);
        all[2 * i + 1] = LLVMConstTrunc(opass_distance(p, from, part[i].to), p->i32);
    }
    return LLVMConstStructInContext(p->c, all, 4, true);
}

void opass_ask_when_recorded(struct opass *p, LLVMValueRef recorded) {
    LLVMValueRef plain = (LLVMValueRef)(uintptr_t)ptrmap_get(&p->late.plain_of, recorded, 0);
    if (!plain || !ptrmap_get(&p->late.asks, recorded, 0)) return;
    shim_begin_with(recorded, question(p, recorded, plain));
}

/* Has it at most two uses: one call in plain code, and the copy of that call in recorded code? */
static bool is_called_once(LLVMValueRef fn) {
    LLVMUseRef u = LLVMGetFirstUse(fn);
    for (unsigned n = 0; u && n < 2; n++) u = LLVMGetNextUse(u);
    return !u;
}

/* Returns what recorded code calls: it runs the recorded version while a sample is recorded,
 * otherwise the plain one. */
static LLVMValueRef choice(struct opass *p, LLVMValueRef plain, LLVMValueRef call) {
    LLVMValueRef known = (LLVMValueRef)(uintptr_t)ptrmap_get(&p->late.choice_of, plain, 0);
    if (known) return known;
    LLVMValueRef recorded = (LLVMValueRef)(uintptr_t)ptrmap_get(&p->late.recorded_of, plain, 0);
    if (ptrmap_get(&p->late.plain_of, recorded, 0) == (int64_t)(uintptr_t)plain) {
        ptrmap_set(&p->late.asks, recorded, 1);
        return recorded;
    }
    if (is_called_once(plain) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(plain))) {
        LLVMValueRef on = opass_is_sampling(p, call);
        opass_before(p, call);
        return LLVMBuildSelect(p->b, on, recorded, plain, "");
    }
    LLVMValueRef fn = shim_declare_like(plain, ".either");
    LLVMValueRef at = shim_return_call(fn, plain);
    shim_return_call_if(opass_is_sampling(p, at), at, recorded);
    ptrmap_set(&p->late.choice_of, plain, (int64_t)(uintptr_t)fn);
    return fn;
}

void opass_call_recorded(struct opass *p, LLVMValueRef fn) {
    LLVMValueRef *calls = NULL;
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if ((LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) &&
                LLVMIsAFunction(LLVMGetCalledValue(i)) &&
                ptrmap_get(&p->late.recorded_of, LLVMGetCalledValue(i), 0))
                *OPASS_PUSH(p, calls, n) = i;
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef plain = LLVMGetCalledValue(calls[k]);
        LLVMSetOperand(calls[k], (unsigned)LLVMGetNumOperands(calls[k]) - 1,
                       choice(p, plain, calls[k]));
    }
}
