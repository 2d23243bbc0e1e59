/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * advances.c: finds loops that advance the places which inner loops access (abi.h: ordo_advance).
 *
 * A loop advances an address if the address is computed, only by arithmetic and indexing, from a
 * PHI of the loop's header that changes from one iteration to the next. The values of this
 * computation are the address's slice. The slice also shows from which arguments of a routine
 * places are computed. This is propagated along calls until nothing changes, so an index or a
 * pointer that an outer loop passes to a routine counts too. So does an index from which a routine
 * of the module computes a pointer that it returns (`v[i]`). A load from memory ends a slice,
 * because the load is an access itself.
 *
 * A loop does not advance a place in an array that a call in the loop returned, because each
 * iteration has another array. The same holds for arrays that are reached through an object whose
 * life begins in the loop. For parameters of a routine it holds for objects whose life begins in
 * the routine.
 *
 * Source: Zaparanuks and Hauswirth, Algorithmic Profiling, section 4.1 (named there as an open
 *         problem: "a data-flow analysis that determines which loops increment the indices").
 */
#include "advances.h"
#include "places.h"
#include "touch.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/tables.h"

#include <stdlib.h>

enum { MAX_SLICE = 400 };

struct slice {
    const struct opass *p;
    LLVMValueRef seen[MAX_SLICE];
    unsigned n;
    bool of_global;
};

/* Returns the routine of the module that is called, or NULL. */
static const struct routine *called(const struct opass *p, LLVMValueRef v) {
    if (!LLVMIsACallInst(v) && !LLVMIsAInvokeInst(v)) return NULL;
    int64_t index = ptrmap_get(&p->routine_of, LLVMGetCalledValue(v), -1);
    return index < 0 ? NULL : &p->routines[index];
}

/* Returns the parameters of the called routine from which its result is computed, as `v[i]` of a
 * vector is. */
static uint64_t result_parameters(const struct slice *s, LLVMValueRef v) {
    const struct routine *callee = called(s->p, v);
    return callee ? callee->structure.result_parameters : 0;
}

static void slice_add(struct slice *s, LLVMValueRef v) {
    if (LLVMIsAGlobalValue(v)) s->of_global = true;
    if (LLVMIsAConstant(v) && !LLVMIsAConstantExpr(v)) return;
    for (unsigned i = 0; i < s->n; i++)
        if (s->seen[i] == v) return;
    if (s->n < MAX_SLICE) s->seen[s->n++] = v;
}

/* Is it an operation by which an address may be computed from an index or from another address? */
static bool is_arithmetic(LLVMValueRef v) {
    switch (LLVMIsAInstruction(v)    ? LLVMGetInstructionOpcode(v)
            : LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v)
                                     : LLVMRet) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMOr:
    case LLVMGetElementPtr:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMFreeze:
        return true;
    default:
        return false;
    }
}

/* If the value is a PHI of a loop's header, perhaps cast or with a constant added: returns the
 * depth of that loop, from 1. Otherwise 0. */
static unsigned depth_of(struct routine *r, LLVMValueRef v) {
    while (LLVMIsAInstruction(v) && !LLVMIsAPHINode(v)) {
        LLVMOpcode code = LLVMGetInstructionOpcode(v);
        bool cast = code == LLVMSExt || code == LLVMZExt || code == LLVMTrunc || code == LLVMFreeze;
        bool shifted =
            (code == LLVMAdd || code == LLVMSub) && LLVMIsAConstant(LLVMGetOperand(v, 1));
        if (!cast && !shifted) return 0;
        v = LLVMGetOperand(v, 0);
    }
    if (!LLVMIsAPHINode(v)) return 0;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(v);
    int loop = shim_loop_of(r->cfg, block);
    if (loop < 0 || shim_loop_header(r->cfg, (unsigned)loop) != block) return 0;
    unsigned depth = 0;
    for (; loop >= 0; loop = shim_loop_parent(r->cfg, (unsigned)loop)) depth++;
    return depth;
}

/* Is operand k the width in row * width? If the row is changed by a loop further inside, the width
 * is the distance between rows and does not say where the access is. */
static bool is_stride(struct routine *r, LLVMValueRef v, unsigned k) {
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMMul) return false;
    return depth_of(r, LLVMGetOperand(v, 1 - k)) > depth_of(r, LLVMGetOperand(v, k));
}

/* Adds the values between which v chooses. Returns false if v is not a choice. */
static bool add_choices(struct slice *s, LLVMValueRef v) {
    if (LLVMIsAPHINode(v)) {
        for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
            slice_add(s, LLVMGetIncomingValue(v, k));
        return true;
    }
    if (!LLVMIsASelectInst(v)) return false;
    slice_add(s, LLVMGetOperand(v, 1));
    slice_add(s, LLVMGetOperand(v, 2));
    return true;
}

static void take_slice(struct routine *r, struct slice *s, LLVMValueRef address) {
    s->n = 0;
    slice_add(s, address);
    for (unsigned i = 0; i < s->n; i++) {
        LLVMValueRef v = s->seen[i];
        if (add_choices(s, v)) continue;
        if (result_parameters(s, v)) {
            for (unsigned k = 0; k < LLVMGetNumArgOperands(v) && k < 64; k++)
                if (result_parameters(s, v) >> k & 1) slice_add(s, LLVMGetOperand(v, k));
        } else if (is_arithmetic(v)) {
            for (int k = 0; k < LLVMGetNumOperands(v); k++)
                if (!is_stride(r, v, (unsigned)k)) slice_add(s, LLVMGetOperand(v, (unsigned)k));
        }
    }
}

static bool is_pointer(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

/* Adds pointers that are stored in the object, or passed to a routine that is called for it (whose
 * first argument is the object). What the object leads to may come from them. */
static void add_contents(struct slice *s, LLVMValueRef object) {
    for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAGetElementPtrInst(user)) {
            if (LLVMGetOperand(user, 0) == object) add_contents(s, user);
        } else if (LLVMIsAStoreInst(user)) {
            LLVMValueRef value = LLVMGetOperand(user, 0);
            if (value != object && is_pointer(value)) slice_add(s, value);
        } else if (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) {
            unsigned n = LLVMGetNumArgOperands(user);
            for (unsigned k = 1; k < n && LLVMGetOperand(user, 0) == object; k++)
                if (is_pointer(LLVMGetOperand(user, k))) slice_add(s, LLVMGetOperand(user, k));
        }
    }
}

/* Takes the slice of the pointer from which the access starts: without indices, but including loads
 * from memory. */
static void take_base(struct slice *s, LLVMValueRef address) {
    s->n = 0;
    s->of_global = false;
    slice_add(s, address);
    for (unsigned i = 0; i < s->n; i++) {
        LLVMValueRef v = s->seen[i];
        uint64_t from = result_parameters(s, v);
        if (add_choices(s, v)) continue;
        if (LLVMIsAAllocaInst(v)) {
            add_contents(s, v);
        } else if (LLVMIsALoadInst(v) || LLVMIsACastInst(v) || is_arithmetic(v)) {
            slice_add(s, LLVMGetOperand(v, 0));
        }
        for (unsigned k = 0; from && k < LLVMGetNumArgOperands(v) && k < 64; k++)
            if (from >> k & 1 && is_pointer(LLVMGetOperand(v, k)))
                slice_add(s, LLVMGetOperand(v, k));
    }
}

static bool in_loop(struct routine *r, LLVMBasicBlockRef b, int loop) {
    int l = shim_loop_of(r->cfg, b);
    while (l >= 0 && l != loop) l = shim_loop_parent(r->cfg, (unsigned)l);
    return l == loop;
}

/* Does the slice contain a PHI of the loop's header that iterations change? */
static bool advances(struct routine *r, const struct slice *s, int loop) {
    LLVMBasicBlockRef header = shim_loop_header(r->cfg, (unsigned)loop);
    for (unsigned i = 0; i < s->n; i++) {
        LLVMValueRef v = s->seen[i];
        if (!LLVMIsAPHINode(v) || LLVMGetInstructionParent(v) != header) continue;
        for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
            if (LLVMGetIncomingValue(v, k) != v && in_loop(r, LLVMGetIncomingBlock(v, k), loop))
                return true;
    }
    return false;
}

/* Does the slice begin with the result of a call in the loop? Then each iteration has its own
 * array. `loop` -1: of a call in the routine. */
static bool made_in(struct routine *r, const struct slice *s, int loop) {
    for (unsigned i = 0; i < s->n; i++) {
        LLVMValueRef v = s->seen[i];
        if ((LLVMIsACallInst(v) || LLVMIsAInvokeInst(v)) &&
            LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind && !opass_thread_variable(v) &&
            !result_parameters(s, v) && in_loop(r, LLVMGetInstructionParent(v), loop))
            return true;
    }
    return false;
}

/* Does the life of the local variable begin in the loop? `loop` -1: in the routine. */
static bool is_born_in(struct routine *r, LLVMValueRef local, int loop) {
    for (unsigned i = 0; i < r->n_objects && loop >= 0; i++) {
        const struct object *o = &r->objects[i];
        if (o->alloca != local) continue;
        for (unsigned k = 0; k < o->n_births; k++)
            if (!in_loop(r, LLVMGetInstructionParent(o->births[k].inst), loop)) return false;
        return o->n_births > 0;
    }
    return loop < 0;
}

/* Is the base in the slice reached only through local variables whose life begins in the loop? */
static bool is_of_locals(struct routine *r, const struct slice *s, int loop) {
    bool any = false;
    if (s->of_global || s->n == MAX_SLICE) return false;
    for (unsigned i = 0; i < s->n; i++) {
        LLVMValueRef v = s->seen[i];
        bool made = (LLVMIsACallInst(v) || LLVMIsAInvokeInst(v)) && !result_parameters(s, v);
        if (LLVMIsAArgument(v) || made) return false;
        if (!LLVMIsAAllocaInst(v)) continue;
        if (!is_born_in(r, v, loop)) return false;
        any = true;
    }
    return any;
}

void opass_advance_add(struct opass *p, struct routine *r, struct ordo_advance advance) {
    for (unsigned i = r->structure.first_advance; i < p->structure.n_advances; i++) {
        const struct ordo_advance *a = &p->structure.advances[i];
        if (a->outer == advance.outer && a->inner == advance.inner && a->callee == advance.callee &&
            a->ends == advance.ends)
            return;
    }
    *OPASS_PUSH(p, p->structure.advances, p->structure.n_advances) = advance;
}

static bool is_place(LLVMValueRef argument, const struct call *c, unsigned k) {
    if (c->callee) return k < 64 && (c->callee->structure.place_parameters >> k & 1);
    return is_pointer(argument);
}

/* Are there objects through which the called routine finds arrays, and are all of them local
 * variables of the loop? `loop` -1: of the routine. */
static bool bases_are_of_locals(struct routine *r, struct slice *s, const struct call *c,
                                int loop) {
    bool any = false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(c->inst) && k < 64; k++) {
        if (!(c->callee->structure.base_parameters >> k & 1)) continue;
        take_base(s, LLVMGetOperand(c->inst, k));
        if (!is_of_locals(r, s, loop)) return false;
        any = true;
    }
    return any;
}

/* Is the array to which the call gets an index created in the loop? */
static bool base_made_in(struct routine *r, struct slice *s, const struct call *c, int loop) {
    for (unsigned k = 0; k < LLVMGetNumArgOperands(c->inst); k++) {
        LLVMValueRef base = LLVMGetOperand(c->inst, k);
        if (!is_pointer(base) || !is_place(base, c, k)) continue;
        take_slice(r, s, base);
        if (made_in(r, s, loop)) return true;
    }
    return c->callee && bases_are_of_locals(r, s, c, loop);
}

bool opass_made_in(struct opass *p, struct routine *r, LLVMValueRef address, int loop) {
    struct slice s = {.p = p};
    take_slice(r, &s, address);
    if (made_in(r, &s, loop)) return true;
    take_base(&s, address);
    return made_in(r, &s, loop) || is_of_locals(r, &s, loop);
}

bool opass_passes_made_in(struct opass *p, struct routine *r, const struct call *c, int loop) {
    struct slice s = {.p = p};
    return base_made_in(r, &s, c, loop);
}

/* Adds the advances of an access in `inner`. `call`: the call that `address` is passed to, or NULL.
 */
static void add_all(struct opass *p, struct routine *r, struct slice *s, LLVMValueRef address,
                    const struct call *call, struct scope *inner, unsigned callee) {
    for (struct scope *outer = inner; outer && outer->loop >= 0; outer = outer->parent) {
        take_slice(r, s, address);
        if (!advances(r, s, outer->loop) || made_in(r, s, outer->loop)) continue;
        if (call && !is_pointer(address) && base_made_in(r, s, call, outer->loop)) continue;
        take_base(s, address);
        if (is_pointer(address) && is_of_locals(r, s, outer->loop)) continue;
        opass_advance_add(p, r, (struct ordo_advance){outer->index, inner->index, callee, 0});
    }
}

/* Returns the set of parameters in the slice. */
static uint64_t parameters_in(const struct slice *s, struct routine *r) {
    uint64_t set = 0;
    unsigned n = LLVMCountParams(r->fn);
    for (unsigned i = 0; i < s->n; i++) {
        if (!LLVMIsAArgument(s->seen[i])) continue;
        for (unsigned k = 0; k < n && k < 64; k++)
            if (LLVMGetParam(r->fn, k) == s->seen[i]) set |= UINT64_C(1) << k;
    }
    return set;
}

/* Returns the parameters from which the value is computed. */
static uint64_t parameters(struct slice *s, struct routine *r, LLVMValueRef value) {
    take_slice(r, s, value);
    return parameters_in(s, r);
}

/* Returns the parameters from which the place is computed. None if each activation has another
 * array there, because a call in the routine returned it or the routine's own local variables lead
 * to it. */
static uint64_t place_parameters(struct slice *s, struct routine *r, LLVMValueRef address) {
    take_base(s, address);
    if (is_pointer(address) && is_of_locals(r, s, -1)) return 0;
    take_slice(r, s, address);
    return is_pointer(address) && made_in(r, s, -1) ? 0 : parameters_in(s, r);
}

/* Returns the caller's parameters from which the called routine's places are computed. */
static uint64_t passed_on(struct slice *s, struct routine *r, const struct call *c) {
    uint64_t set = 0;
    unsigned n = LLVMGetNumArgOperands(c->inst);
    bool local = bases_are_of_locals(r, s, c, -1);
    for (unsigned k = 0; k < n && k < 64; k++) {
        LLVMValueRef argument = LLVMGetOperand(c->inst, k);
        if (c->callee->structure.place_parameters >> k & 1 && !(local && !is_pointer(argument)))
            set |= place_parameters(s, r, argument);
    }
    return set;
}

/* Returns the caller's parameters from which the called routine's bases are loaded or computed. */
static uint64_t bases_passed_on(struct slice *s, struct routine *r, const struct call *c) {
    uint64_t set = 0;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(c->inst) && k < 64; k++) {
        if (!(c->callee->structure.base_parameters >> k & 1)) continue;
        take_base(s, LLVMGetOperand(c->inst, k));
        set |= parameters_in(s, r);
    }
    return set;
}

/* Returns the parameters from which the returned pointer is computed. */
static uint64_t returned(struct slice *s, struct routine *r) {
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(r->fn));
    uint64_t set = 0;
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind) return 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(t)) set |= parameters(s, r, LLVMGetOperand(t, 0));
    }
    return set;
}

static void find_results(struct opass *p, struct slice *s) {
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < p->n_routines; i++) {
            struct routine *r = &p->routines[i];
            uint64_t more = returned(s, r) & ~r->structure.result_parameters;
            r->structure.result_parameters |= more, changed |= more != 0;
        }
    }
}

static uint64_t *base_parameters(struct routine *r) {
    return &r->structure.base_parameters;
}

static uint64_t *place_parameters_of(struct routine *r) {
    return &r->structure.place_parameters;
}

/* Propagates a set of parameters from callees to callers, and on to their callers, until nothing
 * changes. `passed` returns the caller's parameters that correspond to the callee's at a call. */
static void
spread_to_callers(struct opass *p, struct slice *s, uint64_t *(*parameters)(struct routine *),
                  uint64_t (*passed)(struct slice *, struct routine *, const struct call *)) {
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < p->n_routines; i++) {
            struct routine *r = &p->routines[i];
            for (unsigned k = 0; k < r->n_calls; k++) {
                struct call *c = &r->calls[k];
                if (!c->callee || !*parameters(c->callee)) continue;
                uint64_t more = passed(s, r, c) & ~*parameters(r);
                *parameters(r) |= more, changed |= more != 0;
            }
        }
    }
}

static void find_bases(struct opass *p, struct slice *s) {
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        for (unsigned k = 0; k < r->structure.n_touches; k++) {
            take_base(s, r->structure.touches[k].pointer);
            r->structure.base_parameters |= parameters_in(s, r);
        }
    }
    spread_to_callers(p, s, base_parameters, bases_passed_on);
}

static void find_parameters(struct opass *p, struct slice *s) {
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        for (unsigned k = 0; k < r->structure.n_touches; k++)
            r->structure.place_parameters |=
                place_parameters(s, r, r->structure.touches[k].pointer);
    }
    spread_to_callers(p, s, place_parameters_of, passed_on);
}

static void advances_of(struct opass *p, struct routine *r, struct slice *s) {
    r->structure.first_advance = p->structure.n_advances;
    for (unsigned i = 0; i < r->structure.n_touches; i++)
        add_all(p, r, s, r->structure.touches[i].pointer, NULL, r->structure.touches[i].scope,
                UINT32_MAX);
    for (unsigned i = 0; i < r->n_calls; i++) {
        struct call *c = &r->calls[i];
        if (c->scope->loop < 0 || c->kind == CALL_INDIRECT) continue;
        bool own = !c->callee || c->callee->folded;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(c->inst); k++) {
            LLVMValueRef argument = LLVMGetOperand(c->inst, k);
            if (is_place(argument, c, k))
                add_all(p, r, s, argument, c, c->scope, own ? UINT32_MAX : c->callee->scope->index);
        }
    }
}

void opass_advances_collect(struct opass *p) {
    struct slice *s = malloc(sizeof *s);
    if (!s) abort();
    s->p = p;
    find_results(p, s);
    find_bases(p, s);
    find_parameters(p, s);
    for (unsigned i = 0; i < p->n_routines; i++) advances_of(p, &p->routines[i], s);
    free(s);
}

LLVMValueRef opass_advances_define(struct opass *p, unsigned *n) {
    *n = p->structure.n_advances;
    LLVMValueRef *all = opass_alloc(p, (*n + 1) * sizeof *all);
    for (unsigned i = 0; i < *n; i++) {
        struct ordo_advance *a = &p->structure.advances[i];
        all[i] = OPASS_VALUE(p, advance, .outer = a->outer, .inner = a->inner, .callee = a->callee,
                             .ends = a->ends);
    }
    return opass_constant(p, LLVMConstArray(opass_table_type(p, TABLE_advance), all, *n),
                          "__ordo_advances");
}
