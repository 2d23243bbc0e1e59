/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * handovers.c: finds recursions that hand the result of their recursive call to another routine,
 * and return what that routine makes of it (tables.def: ordo_advance).
 *
 *     sort(l) { return l ? insert(l->value, sort(l->next)) : NULL; }
 *
 * With data that never change, each step works on a list that the step below it has made. So the
 * recursion and the routine have no element in common, although they are one sort. A routine that
 * only makes a record of the results (`make_node(build(l), build(r))`) has no repetition.
 *
 * The search starts from what the routine returns, in registers or in the caller's memory. It
 * follows choices, casts and arguments that are pointers. Records that are returned in memory are
 * local variables on the way: what is written to them is what calls write that get their address
 * first.
 *
 * Source: Zaparanuks and Hauswirth, Algorithmic Profiling, section 4.3 expects one algorithm.
 */
#include "handovers.h"
#include "advances.h"

#include "engine/llvm/ir/module_memory.h"

enum { MAX_VALUES = 200 };

struct search {
    struct opass *p;
    struct routine *r;
    LLVMValueRef values[MAX_VALUES];
    unsigned n;
};

static bool is_pointer(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static bool is_call(LLVMValueRef v) {
    return LLVMIsACallInst(v) || LLVMIsAInvokeInst(v);
}

static void follow(struct search *s, LLVMValueRef v) {
    if (!LLVMIsAInstruction(v) || s->n == MAX_VALUES) return;
    for (unsigned i = 0; i < s->n; i++)
        if (s->values[i] == v) return;
    s->values[s->n++] = v;
}

/* Follows the calls and stores that fill the memory at `place`. */
static void follow_memory(struct search *s, LLVMValueRef place) {
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == place)
            follow(s, LLVMGetOperand(user, 0));
        else if (is_call(user) && LLVMGetNumArgOperands(user) && LLVMGetOperand(user, 0) == place)
            follow(s, user);
    }
}

static void follow_operands(struct search *s, LLVMValueRef v) {
    if (LLVMIsAAllocaInst(v)) {
        follow_memory(s, v);
    } else if (is_call(v)) {
        for (unsigned k = 0; k < LLVMGetNumArgOperands(v); k++)
            if (is_pointer(LLVMGetOperand(v, k))) follow(s, LLVMGetOperand(v, k));
    } else if (LLVMIsAPHINode(v)) {
        for (unsigned k = 0; k < LLVMCountIncoming(v); k++) follow(s, LLVMGetIncomingValue(v, k));
    } else if (LLVMIsASelectInst(v)) {
        follow(s, LLVMGetOperand(v, 1));
        follow(s, LLVMGetOperand(v, 2));
    } else if (LLVMIsACastInst(v) || LLVMIsAGetElementPtrInst(v) || LLVMIsALoadInst(v)) {
        follow(s, LLVMGetOperand(v, 0));
    }
}

static void follow_all(struct search *s) {
    for (unsigned i = 0; i < s->n; i++) follow_operands(s, s->values[i]);
}

static bool is_recursive_call(const struct routine *r, const struct call *c) {
    return c->callee && c->callee->cyclic && c->callee->group == r->group;
}

/* Is the parameter the address of memory for the routine's result? */
static bool is_for_result(LLVMValueRef fn, unsigned parameter) {
    unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
    return LLVMGetEnumAttributeAtIndex(fn, parameter + 1, sret) != NULL;
}

/* Starts from what the routine returns. */
static void follow_results(struct search *s) {
    s->n = 0;
    for (unsigned i = 0; i < s->r->n_blocks; i++) {
        LLVMValueRef t = s->r->blocks[i].terminator;
        if (LLVMIsAReturnInst(t) && LLVMGetNumOperands(t)) follow(s, LLVMGetOperand(t, 0));
    }
    for (unsigned k = 0; k < LLVMCountParams(s->r->fn) && k < 2; k++)
        if (is_for_result(s->r->fn, k)) follow_memory(s, LLVMGetParam(s->r->fn, k));
    follow_all(s);
}

static bool contains(const struct search *s, LLVMValueRef v) {
    for (unsigned i = 0; i < s->n; i++)
        if (s->values[i] == v) return true;
    return false;
}

/* Is an argument of the call computed from the result of a recursive call? */
static bool gets_result(struct search *s, const struct call *c) {
    s->n = 0;
    follow_operands(s, c->inst);
    follow_all(s);
    for (unsigned i = 0; i < s->r->n_calls; i++)
        if (&s->r->calls[i] != c && is_recursive_call(s->r, &s->r->calls[i]) &&
            contains(s, s->r->calls[i].inst))
            return true;
    return false;
}

static void find_handovers(struct search *s) {
    struct routine *r = s->r;
    follow_results(s);
    bool *returned = opass_alloc(s->p, r->n_calls + 1);
    for (unsigned i = 0; i < r->n_calls; i++) returned[i] = contains(s, r->calls[i].inst);
    r->structure.first_advance = s->p->structure.n_advances;
    for (unsigned i = 0; i < r->n_calls; i++) {
        struct call *c = &r->calls[i];
        if (!returned[i] || !c->callee || c->callee->folded || is_recursive_call(r, c)) continue;
        if (gets_result(s, c))
            opass_advance_add(s->p, r,
                              (struct ordo_advance){r->scope->index, c->scope->index,
                                                    c->callee->scope->index, 0});
    }
}

void opass_handovers_collect(struct opass *p) {
    struct search s = {.p = p};
    for (unsigned i = 0; i < p->n_routines; i++) {
        s.r = &p->routines[i];
        if (s.r->cyclic && s.r->scope && !s.r->scope->parent) find_handovers(&s);
    }
}
