/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * advances.c: which loops advance the places that inner loops access (abi.h: ordo_advance).
 *
 * A loop advances an address when the address is computed, by arithmetic and indexing alone, from a
 * PHI of the loop's header that changes from one iteration to the next. The same slice tells which
 * arguments of a routine places are computed from; along calls this spreads until nothing changes,
 * so that an index or a pointer that an outer loop passes down counts, too. So does one that a
 * routine of the module makes a pointer of and returns (`v[i]`). What was loaded from memory ends a
 * slice: that load is an access itself. What a call in the loop has made is another array in each
 * iteration, and no place that the loop advances. Nor is what an object leads to whose life begins
 * in the loop, or, of the parameters of a routine, in that routine.
 *
 * Source: Zaparanuks and Hauswirth, Algorithmic Profiling, section 4.1 (named there as an open
 *         problem: "a data-flow analysis that determines which loops increment the indices").
 */
#include "structure.h"

#include <stdlib.h>

enum { MAX_SLICE = 400 };

struct slice {
    const struct opass *p;
    LLVMValueRef seen[MAX_SLICE];
    unsigned n;
    bool of_global;
};

/* The routine of the module that is called, or NULL. */
static const struct routine *called(const struct opass *p, LLVMValueRef v) {
    if (!LLVMIsACallInst(v) && !LLVMIsAInvokeInst(v)) return NULL;
    int64_t index = ptrmap_get(&p->routine_of, LLVMGetCalledValue(v), -1);
    return index < 0 ? NULL : &p->routines[index];
}

/* Of what parameters of the called routine the result is computed, as `v[i]` of a vector is. */
static uint64_t result_parameters(const struct slice *s, LLVMValueRef v) {
    const struct routine *callee = called(s->p, v);
    return callee ? callee->result_parameters : 0;
}

static void slice_add(struct slice *s, LLVMValueRef v) {
    if (LLVMIsAGlobalValue(v)) s->of_global = true;
    if (LLVMIsAConstant(v) && !LLVMIsAConstantExpr(v)) return;
    for (unsigned i = 0; i < s->n; i++)
        if (s->seen[i] == v) return;
    if (s->n < MAX_SLICE) s->seen[s->n++] = v;
}

/* Values pass through it that an address may be computed from, position by position. */
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

/* How many loops enclose the one whose header has the value for a PHI, it included; 0: none has. */
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

/* Of row * width, where the row is what a loop changes further in, the width says how far a row is
 * from the next one, not where the access is. */
static bool is_stride(struct routine *r, LLVMValueRef v, unsigned k) {
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMMul) return false;
    return depth_of(r, LLVMGetOperand(v, 1 - k)) > depth_of(r, LLVMGetOperand(v, k));
}

/* The values of which v is one; false: it chooses none. */
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

/* Pointers that are stored in the object, or passed to a routine that is called for it: what it
 * leads to may be from there. */
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

/* The slice of the pointer that the access goes out from: without indices, but through memory. */
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

/* Is there a PHI of the loop's header in the slice that an iteration changes? */
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

/* Does the slice begin at what a call in the loop gave (without one: in the routine)? Then each
 * iteration has an array of its own. */
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

/* Does the life of the local begin in the loop? Without one: in the routine. */
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

/* Is the base in the slice nothing but what locals lead to whose life begins in the loop? */
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
    for (unsigned i = r->first_advance; i < p->n_advances; i++) {
        const struct ordo_advance *a = &p->advances[i];
        if (a->outer == advance.outer && a->inner == advance.inner && a->callee == advance.callee &&
            a->ends == advance.ends)
            return;
    }
    *OPASS_PUSH(p, p->advances, p->n_advances) = advance;
}

static bool is_place(LLVMValueRef argument, const struct call *c, unsigned k) {
    if (c->callee) return k < 64 && (c->callee->place_parameters >> k & 1);
    return is_pointer(argument);
}

/* Are all objects that the called routine finds arrays through, if there are any, locals of the
 * loop; without a loop: of the routine? */
static bool bases_are_of_locals(struct routine *r, struct slice *s, const struct call *c,
                                int loop) {
    bool any = false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(c->inst) && k < 64; k++) {
        if (!(c->callee->base_parameters >> k & 1)) continue;
        take_base(s, LLVMGetOperand(c->inst, k));
        if (!is_of_locals(r, s, loop)) return false;
        any = true;
    }
    return any;
}

/* Is what the call gets an index into made in the loop? */
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

/* `call`: the one that `address` is passed to, or NULL. */
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

/* Bits of the parameters in the slice. */
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

/* Of the parameters that the value is computed from. */
static uint64_t parameters(struct slice *s, struct routine *r, LLVMValueRef value) {
    take_slice(r, s, value);
    return parameters_in(s, r);
}

/* Of those that the place is computed from, unless it is in what a call in the routine has made or
 * the routine's own locals lead to: in another array for each activation. */
static uint64_t place_parameters(struct slice *s, struct routine *r, LLVMValueRef address) {
    take_base(s, address);
    if (is_pointer(address) && is_of_locals(r, s, -1)) return 0;
    take_slice(r, s, address);
    return is_pointer(address) && made_in(r, s, -1) ? 0 : parameters_in(s, r);
}

static uint64_t passed_on(struct slice *s, struct routine *r, const struct call *c) {
    uint64_t set = 0;
    unsigned n = LLVMGetNumArgOperands(c->inst);
    bool local = bases_are_of_locals(r, s, c, -1);
    for (unsigned k = 0; k < n && k < 64; k++) {
        LLVMValueRef argument = LLVMGetOperand(c->inst, k);
        if (c->callee->place_parameters >> k & 1 && !(local && !is_pointer(argument)))
            set |= place_parameters(s, r, argument);
    }
    return set;
}

/* Of the parameters that the called routine's bases are loaded or computed from. */
static uint64_t bases_passed_on(struct slice *s, struct routine *r, const struct call *c) {
    uint64_t set = 0;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(c->inst) && k < 64; k++) {
        if (!(c->callee->base_parameters >> k & 1)) continue;
        take_base(s, LLVMGetOperand(c->inst, k));
        set |= parameters_in(s, r);
    }
    return set;
}

/* The parameters that a returned pointer is computed from. */
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
            uint64_t more = returned(s, r) & ~r->result_parameters;
            r->result_parameters |= more, changed |= more != 0;
        }
    }
}

static uint64_t *base_parameters(struct routine *r) {
    return &r->base_parameters;
}

static uint64_t *place_parameters_of(struct routine *r) {
    return &r->place_parameters;
}

/* What holds of a callee's parameters holds of the callers' that `passed` finds at the call, and so
 * on to theirs. */
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
        for (unsigned k = 0; k < r->n_touches; k++) {
            take_base(s, r->touches[k].pointer);
            r->base_parameters |= parameters_in(s, r);
        }
    }
    spread_to_callers(p, s, base_parameters, bases_passed_on);
}

static void find_parameters(struct opass *p, struct slice *s) {
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        for (unsigned k = 0; k < r->n_touches; k++)
            r->place_parameters |= place_parameters(s, r, r->touches[k].pointer);
    }
    spread_to_callers(p, s, place_parameters_of, passed_on);
}

static void advances_of(struct opass *p, struct routine *r, struct slice *s) {
    r->first_advance = p->n_advances;
    for (unsigned i = 0; i < r->n_touches; i++)
        add_all(p, r, s, r->touches[i].pointer, NULL, r->touches[i].scope, UINT32_MAX);
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
    *n = p->n_advances;
    LLVMTypeRef types[] = {p->i32, p->i32, p->i32, p->i32};
    LLVMTypeRef layout = LLVMStructTypeInContext(p->c, types, 4, false);
    LLVMValueRef *all = opass_alloc(p, (*n + 1) * sizeof *all);
    for (unsigned i = 0; i < *n; i++) {
        struct ordo_advance *a = &p->advances[i];
        LLVMValueRef f[] = {opass_i32(p, a->outer), opass_i32(p, a->inner), opass_i32(p, a->callee),
                            opass_i32(p, a->ends)};
        all[i] = LLVMConstStructInContext(p->c, f, 4, false);
    }
    return opass_constant(p, LLVMConstArray(layout, all, *n), "__ordo_advances");
}
