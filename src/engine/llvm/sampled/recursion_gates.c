/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_gates.c: where plain code enters recursions (production builds).
 *
 * LLVM inlines the routine that chooses between the bodies (recursion_versions.c) at every place
 * that calls it, since it is small; the plain body mostly stays a call. The code of a gate at each
 * of these places would be far more than the call. So they call a door: a function that counts down
 * and jumps to one of the bodies. Where the plain body was inlined, the place counts down itself,
 * and has asked by a function of the recorded body's parameters. A recursion has one gate.
 */
#include "engine/llvm/ir/pass.h"

#include <string.h>

/* What asks of the annotation; LLVM may have joined those of several. */
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

/* The first call of the block; NULL: none. */
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

/* What answers the annotation's one question by a branch: it; NULL: it is not as simple as that. */
static LLVMValueRef branch_of(LLVMValueRef annotation) {
    LLVMUseRef question = LLVMGetFirstUse(annotation);
    if (!question || LLVMGetNextUse(question)) return NULL;
    LLVMUseRef use = LLVMGetFirstUse(LLVMGetUser(question));
    if (!use || LLVMGetNextUse(use) || !LLVMIsACallInst(LLVMGetUser(question))) return NULL;
    LLVMValueRef branch = LLVMGetUser(use);
    return LLVMIsABranchInst(branch) ? branch : NULL;
}

/* The call of the scope's body that this way of the branch, and nothing else, leads to. */
static LLVMValueRef call_behind(LLVMValueRef branch, unsigned way, enum opass_version version,
                                int scope) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(branch, way);
    LLVMValueRef call = are_joined(to) ? NULL : first_call(to);
    return calls(call, version, scope) ? call : NULL;
}

/* What stands for a recursion wherever plain code enters it. */
struct entrance {
    bool has_gate;
    unsigned gate;
    LLVMValueRef door;  /* counts down and goes on in one of the next two; NULL: not made yet */
    LLVMValueRef asked; /* asks the runtime which body it is to be */
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
    LLVMValueRef plain = p->plain_versions[scope];
    t->asked = shim_declare_like(plain, ".asked");
    LLVMValueRef call = shim_return_call(t->asked, plain);
    LLVMValueRef taken = opass_gate_takes(p, e->gates, gate_of(p, e, scope), call);
    shim_return_call_if(taken, call, p->recorded_versions[scope]);
    return t->asked;
}

/* May the routine itself be the door? It has the gate. LLVM may have made it one for the calls that
 * were left, unless there may be others elsewhere; and these must come to this module's. */
static bool is_door(LLVMValueRef entry, LLVMValueRef plain) {
    return entry && LLVMGetLinkage(entry) == LLVMExternalLinkage && !shim_in_group(entry) &&
           !shim_is_interposable(entry) &&
           LLVMGlobalGetValueType(entry) == LLVMGlobalGetValueType(plain);
}

static LLVMValueRef door(struct opass *p, struct entrances *e, unsigned scope) {
    struct entrance *t = &e->of[scope];
    LLVMValueRef plain = p->plain_versions[scope];
    if (t->door) return t->door;
    if (is_door(p->entries[scope], plain)) return t->door = p->entries[scope];
    t->door = shim_declare_door(plain, ".entered");
    LLVMValueRef call = shim_return_call(t->door, plain);
    LLVMValueRef due = opass_gate_is_due(p, e->gates, gate_of(p, e, scope), call);
    shim_return_call_if(due, call, asked(p, e, scope));
    return t->door;
}

/* Recorded code goes on in the recorded body; but its sample may have been given up, and then an
 * execution begins here as it does in plain code. So it calls what that calls, and like any such
 * call it finds the recorded body while a sample is recorded (direct_calls.c). */
static void enter_when_recorded(struct opass *p, struct entrances *e, unsigned scope,
                                LLVMValueRef annotation) {
    LLVMValueRef branch = branch_of(annotation), recorded = p->recorded_versions[scope];
    LLVMValueRef call = branch ? call_behind(branch, 0, OPASS_RECORDED, (int)scope) : NULL;
    LLVMValueRef plain = p->plain_versions[scope];
    if (!call || !plain || LLVMGlobalGetValueType(plain) != LLVMGlobalGetValueType(recorded))
        return;
    LLVMValueRef to = door(p, e, scope);
    if (LLVMGetFunctionCallConv(to) != LLVMGetFunctionCallConv(recorded)) return;
    ptrmap_set(&p->recorded_of, to, (int64_t)(uintptr_t)recorded);
    shim_writes_memory(to);
    opass_call_instead(call, to);
}

static LLVMValueRef answer_at(struct opass *p, struct entrances *e, LLVMValueRef annotation) {
    enum { SCOPE = 3 };
    LLVMTypeRef bit = LLVMInt1TypeInContext(p->c);
    LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(annotation));
    int scope = (int)LLVMConstIntGetSExtValue(LLVMGetOperand(annotation, SCOPE));
    bool is_recorded = ptrmap_get(&p->is_recorded, in, 0);
    if (is_recorded && scope >= 0) enter_when_recorded(p, e, (unsigned)scope, annotation);
    if (is_recorded || scope < 0) return LLVMConstInt(bit, is_recorded, false);
    shim_writes_memory(in);
    LLVMValueRef branch = branch_of(annotation);
    LLVMValueRef recorded = branch ? call_behind(branch, 0, OPASS_RECORDED, scope) : NULL;
    LLVMValueRef plain = recorded ? call_behind(branch, 1, OPASS_PLAIN, scope) : NULL;
    if (!recorded) return opass_gate_asks(p, e->gates, gate_of(p, e, (unsigned)scope), annotation);
    if (plain && in != p->entries[scope] && take_the_same(recorded, plain)) {
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
