/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_gates.c: gates where plain code enters recursions (production builds).
 *
 * The entry of a recursive routine, which chooses between its versions (recursion_versions.c), is
 * small, so LLVM inlines it at every call. The plain version mostly remains a call. A gate at each
 * of these places would be far more code than the call. Therefore they call a door: a function that
 * counts down and jumps to one of the versions. Where the plain version was inlined too, the code
 * counts down in place, and calls a function with the recorded version's parameters to ask the
 * runtime. A recursion has one gate in each module, whatever the number of places.
 */
#include "recursion_gates.h"
#include "gates.h"
#include "recursion_versions.h"
#include "version_marks.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"

#include <string.h>

/* Finds the questions about an annotation. LLVM may have merged those of several annotations. */
static void find_questions(struct opass *p, LLVMValueRef of, struct ptrmap *seen,
                           LLVMValueRef **questions, unsigned *n) {
    for (LLVMUseRef u = LLVMGetFirstUse(of); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (ptrmap_get(seen, user, 0)) continue;
        ptrmap_set(seen, user, 1);
        if (LLVMIsACallInst(user))
            *OPASS_PUSH(p, *questions, *n) = user;
        else
            find_questions(p, user, seen, questions, n);
    }
}

static bool are_joined(LLVMBasicBlockRef b) {
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b));
    return use && LLVMGetNextUse(use);
}

static bool is_call(LLVMValueRef i) {
    return LLVMIsACallInst(i) || LLVMIsAInvokeInst(i);
}

/* Returns the block's first call that is not of an intrinsic; NULL: none. */
static LLVMValueRef first_call(LLVMBasicBlockRef b) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_call(i) &&
            !(LLVMIsAFunction(LLVMGetCalledValue(i)) && LLVMGetIntrinsicID(LLVMGetCalledValue(i))))
            return i;
    return NULL;
}

static bool calls(LLVMValueRef call, enum opass_version version, int scope) {
    LLVMValueRef fn = call ? LLVMGetCalledValue(call) : NULL;
    return fn && LLVMIsAFunction(fn) && opass_version_of(fn, version) == scope &&
           LLVMGlobalGetValueType(fn) == LLVMGetCalledFunctionType(call);
}

static bool take_the_same(LLVMValueRef a, LLVMValueRef b) {
    unsigned n = LLVMGetNumArgOperands(a);
    if (LLVMGetCalledFunctionType(a) != LLVMGetCalledFunctionType(b)) return false;
    if (LLVMGetNumArgOperands(b) != n) return false;
    for (unsigned i = 0; i < n; i++)
        if (LLVMGetOperand(a, i) != LLVMGetOperand(b, i)) return false;
    return true;
}

/* Returns the branch that depends on the annotation's question. NULL: there are several questions,
 * or the answer is used in another way. */
static LLVMValueRef branch_of(LLVMValueRef annotation) {
    LLVMUseRef question = LLVMGetFirstUse(annotation);
    if (!question || LLVMGetNextUse(question)) return NULL;
    LLVMUseRef use = LLVMGetFirstUse(LLVMGetUser(question));
    if (!use || LLVMGetNextUse(use) || !LLVMIsACallInst(LLVMGetUser(question))) return NULL;
    LLVMValueRef branch = LLVMGetUser(use);
    return LLVMIsABranchInst(branch) ? branch : NULL;
}

/* Returns the call of the scope's version in this successor of the branch. NULL: there is none, or
 * other edges lead to the successor too. */
static LLVMValueRef call_behind(LLVMValueRef branch, unsigned way, enum opass_version version,
                                int scope) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(branch, way);
    LLVMValueRef call = are_joined(to) ? NULL : first_call(to);
    return calls(call, version, scope) ? call : NULL;
}

/* The gate of a recursion, and the functions through which plain code enters it; NULL: not made. */
struct entrance {
    bool has_gate;
    unsigned gate;
    LLVMValueRef door;  /* counts down, then calls the plain version or `asked` */
    LLVMValueRef asked; /* asks the runtime, then calls one of the versions */
};

struct entrances {
    struct gates *gates;
    struct entrance *of; /* by scope */
};

static unsigned gate_of(struct opass *p, struct entrances *e, unsigned scope) {
    struct entrance *t = &e->of[scope];
    if (!t->has_gate) t->gate = opass_gate_calls(p, e->gates, scope), t->has_gate = true;
    return t->gate;
}

static LLVMValueRef asked(struct opass *p, struct entrances *e, unsigned scope) {
    struct entrance *t = &e->of[scope];
    if (t->asked) return t->asked;
    LLVMValueRef plain = p->late.plain_versions[scope];
    t->asked = shim_declare_like(plain, ".asked");
    LLVMValueRef call = shim_return_call(t->asked, plain);
    LLVMValueRef taken = opass_gate_takes(p, e->gates, gate_of(p, e, scope), call);
    shim_return_call_if(taken, call, p->late.recorded_versions[scope]);
    return t->asked;
}

/* Can the entry itself be the door? It has the gate too. It must be the definition that callers in
 * other modules use. An internal one will not do: LLVM may have adapted it to the calls that were
 * left. */
static bool is_door(LLVMValueRef entry, LLVMValueRef plain) {
    return entry && LLVMGetLinkage(entry) == LLVMExternalLinkage && !shim_in_group(entry) &&
           !shim_is_interposable(entry) &&
           LLVMGlobalGetValueType(entry) == LLVMGlobalGetValueType(plain);
}

static LLVMValueRef door(struct opass *p, struct entrances *e, unsigned scope) {
    struct entrance *t = &e->of[scope];
    LLVMValueRef plain = p->late.plain_versions[scope];
    if (t->door) return t->door;
    if (is_door(p->late.entries[scope], plain)) return t->door = p->late.entries[scope];
    t->door = shim_declare_door(plain, ".entered");
    LLVMValueRef call = shim_return_call(t->door, plain);
    LLVMValueRef due = opass_gate_is_due(p, e->gates, gate_of(p, e, scope), call);
    shim_return_call_if(due, call, asked(p, e, scope));
    return t->door;
}

/* Makes recorded code that enters a recursion call the door. The sample may have been given up, and
 * then an execution of the recursion begins here as in plain code. While a sample is recorded, the
 * call runs the recorded version, as other calls in recorded code do (direct_calls.c). */
static void enter_when_recorded(struct opass *p, struct entrances *e, unsigned scope,
                                LLVMValueRef annotation) {
    LLVMValueRef branch = branch_of(annotation), recorded = p->late.recorded_versions[scope];
    LLVMValueRef call = branch ? call_behind(branch, 0, OPASS_RECORDED, (int)scope) : NULL;
    LLVMValueRef plain = p->late.plain_versions[scope];
    if (!call || !plain || LLVMGlobalGetValueType(plain) != LLVMGlobalGetValueType(recorded))
        return;
    LLVMValueRef to = door(p, e, scope);
    if (LLVMGetFunctionCallConv(to) != LLVMGetFunctionCallConv(recorded)) return;
    ptrmap_set(&p->late.recorded_of, to, (int64_t)(uintptr_t)recorded);
    shim_writes_memory(to);
    opass_call_instead(call, to);
}

/* Returns the answer, an i1, to the question about an annotation: run the recorded version? */
static LLVMValueRef answer_at(struct opass *p, struct entrances *e, LLVMValueRef annotation) {
    enum { SCOPE = 3 };
    LLVMTypeRef bit = LLVMInt1TypeInContext(p->c);
    LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(annotation));
    int scope = (int)LLVMConstIntGetSExtValue(LLVMGetOperand(annotation, SCOPE));
    bool is_recorded = ptrmap_get(&p->late.is_recorded, in, 0);
    if (is_recorded && scope >= 0) enter_when_recorded(p, e, (unsigned)scope, annotation);
    if (is_recorded || scope < 0) return LLVMConstInt(bit, is_recorded, false);
    shim_writes_memory(in);
    LLVMValueRef branch = branch_of(annotation);
    LLVMValueRef recorded = branch ? call_behind(branch, 0, OPASS_RECORDED, scope) : NULL;
    LLVMValueRef plain = recorded ? call_behind(branch, 1, OPASS_PLAIN, scope) : NULL;
    if (!recorded) return opass_gate_asks(p, e->gates, gate_of(p, e, (unsigned)scope), annotation);
    if (plain && in != p->late.entries[scope] && take_the_same(recorded, plain)) {
        opass_call_instead(plain, door(p, e, (unsigned)scope));
        return LLVMConstNull(bit);
    }
    opass_call_instead(recorded, asked(p, e, (unsigned)scope));
    return opass_gate_is_due(p, e->gates, gate_of(p, e, (unsigned)scope), annotation);
}

void opass_gate_recursions(struct opass *p, struct gates *g) {
    LLVMValueRef mark = LLVMGetNamedGlobal(p->m, OPASS_RECURSION_MARK), *noted = NULL,
                 *questions = NULL;
    unsigned n = 0, n_questions = 0;
    struct ptrmap seen = {0};
    if (!mark) return;
    struct entrances e = {g, opass_alloc(p, (p->n_scopes + 1) * sizeof *e.of)};
    for (LLVMUseRef u = LLVMGetFirstUse(mark); u; u = LLVMGetNextUse(u))
        *OPASS_PUSH(p, noted, n) = LLVMGetUser(u);
    for (unsigned i = 0; i < n; i++) find_questions(p, noted[i], &seen, &questions, &n_questions);
    ptrmap_done(&seen);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef answer = answer_at(p, &e, noted[i]);
        opass_before(p, noted[i]);
        LLVMValueRef null = LLVMConstNull(p->ptr);
        LLVMReplaceAllUsesWith(noted[i], LLVMBuildSelect(p->b, answer, mark, null, ""));
        LLVMInstructionEraseFromParent(noted[i]);
    }
    shim_decide(questions, n_questions);
    for (unsigned i = 0; i < p->n_scopes; i++)
        if (e.of[i].door) shim_writes_memory(e.of[i].door);
    for (unsigned i = 0; i < p->n_scopes; i++)
        if (e.of[i].asked) shim_writes_memory(e.of[i].asked);
}
