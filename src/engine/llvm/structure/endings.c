/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * endings.c: finds loops that continue because of what inner loops change (abi.h:
 * ordo_advance.ends).
 *
 *     do { swapped = 0; for (i...) if (a[i - 1] > a[i]) swap, swapped = 1; } while (swapped);
 *
 * The outer loop neither accesses the array nor advances anything, but it is part of the sort: it
 * repeats until nothing changes. Other examples are relaxation of edges and data-flow analysis. A
 * harness, `do run_a_test(); while (passed)`, is different: the loop that decides only reads what
 * others have made, whereas here the loop that decides also changes it.
 *
 * The search starts from the conditions under which a loop is left, except exits that end the
 * program. It follows the values that decide back to reads of elements and records: through
 * arithmetic, through choices and their conditions, through what routines of the module return, and
 * through what is stored in a flag that stays in memory. The innermost loop around such a read that
 * also writes elements or records decides, if it is within the outer loop or in what the outer loop
 * calls. Data that each iteration creates for itself decides nothing.
 *
 * The value with which a loop leaves a variable also depends on when the loop was left. This is not
 * followed: such a value is usually a position, which may be an advance (advances.c).
 *
 * Source: Zaparanuks and Hauswirth, Algorithmic Profiling, section 4.1 asks for loops that belong
 *         to an algorithm without an access. Advances are one kind of these, endings the other.
 */
#include "endings.h"
#include "advances.h"
#include "places.h"

#include "engine/llvm/analysis/callgraph.h"
#include "engine/llvm/ir/module_memory.h"

#include <string.h>

/* Limits of the work for one loop and for one PHI. Values beyond them decide nothing. */
enum { MAX_VALUES = 400, MAX_BLOCKS = 300, MAX_CALLS = 4 };

/* A value that decides, and the call through which the search entered the value's routine. */
struct cause {
    LLVMValueRef value;
    unsigned call, depth; /* index of that call in the causes, UINT32_MAX: none; number of calls */
};

struct decision {
    struct opass *p;
    struct routine *r;
    struct scope *outer;
    struct cause *causes;
    unsigned n;
    struct ptrmap seen;
    bool **writes; /* by number of the routine and of the loop: are there writes in it? */
};

static struct routine *routine_of(struct opass *p, LLVMValueRef fn) {
    int64_t index = ptrmap_get(&p->routine_of, fn, -1);
    return index < 0 ? NULL : &p->routines[index];
}

static struct routine *routine_around(struct opass *p, LLVMValueRef inst) {
    return routine_of(p, LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
}

static bool is_call(LLVMValueRef v) {
    return LLVMIsACallInst(v) || LLVMIsAInvokeInst(v);
}

static bool in_loop(struct routine *r, LLVMBasicBlockRef b, int loop) {
    int l = shim_loop_of(r->cfg, b);
    while (l >= 0 && l != loop) l = shim_loop_parent(r->cfg, (unsigned)l);
    return l == loop;
}

/* Does the pointer lead into an element of an array, or into a record with links? */
static bool is_data(struct opass *p, LLVMValueRef pointer, uint64_t bytes, LLVMTypeRef type) {
    return opass_place(p, pointer, bytes, type).kind != PLACE_OTHER;
}

/* Library routines that write memory of any size. */
static bool is_fill_or_copy(LLVMValueRef fn) {
    size_t n;
    const char *name = LLVMIsAFunction(fn) ? LLVMGetValueName2(fn, &n) : "";
    if (!strncmp(name, "llvm.", 5)) name += 5;
    return !strncmp(name, "memcpy", 6) || !strncmp(name, "memmove", 7) ||
           !strncmp(name, "memset", 6);
}

static void mark(bool *writes, struct routine *r, LLVMValueRef inst) {
    int l = shim_loop_of(r->cfg, LLVMGetInstructionParent(inst));
    for (; l >= 0; l = shim_loop_parent(r->cfg, (unsigned)l)) writes[l] = true;
}

static bool is_write(struct opass *p, const struct access *a) {
    LLVMTypeRef type = LLVMIsAStoreInst(a->inst) ? LLVMTypeOf(LLVMGetOperand(a->inst, 0)) : NULL;
    return a->write && is_data(p, a->pointer, a->size, type);
}

static void find_writes(struct decision *d) {
    struct opass *p = d->p;
    bool *routines = opass_alloc(p, p->n_routines + 1);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        d->writes[i] = opass_alloc(p, r->n_loops + 1);
        for (unsigned k = 0; k < r->n_accesses; k++) {
            if (!is_write(p, &r->accesses[k])) continue;
            routines[i] = true;
            mark(d->writes[i], r, r->accesses[k].inst);
        }
        for (unsigned k = 0; k < r->n_calls; k++) {
            if (!is_fill_or_copy(LLVMGetCalledValue(r->calls[k].inst))) continue;
            routines[i] = true;
            mark(d->writes[i], r, r->calls[k].inst);
        }
    }
    opass_calls_spread(p, routines, true);
    for (unsigned i = 0; i < p->n_routines; i++)
        for (unsigned k = 0; k < p->routines[i].n_calls; k++) {
            const struct call *c = &p->routines[i].calls[k];
            if (c->callee && routines[c->callee - p->routines])
                mark(d->writes[i], &p->routines[i], c->inst);
        }
}

static void follow(struct decision *d, LLVMValueRef v, unsigned call) {
    if (!LLVMIsAInstruction(v) || d->n == MAX_VALUES) return;
    struct routine *r = routine_around(d->p, v);
    if (!r || ptrmap_get(&d->seen, v, 0)) return;
    if (r == d->r && !in_loop(r, LLVMGetInstructionParent(v), d->outer->loop)) return;
    unsigned depth = call == UINT32_MAX ? 0 : d->causes[call].depth + 1;
    if (depth > MAX_CALLS) return;
    ptrmap_set(&d->seen, v, 1);
    d->causes[d->n++] = (struct cause){v, call, depth};
}

/* Returns the condition by which a block chooses its successor; NULL: it has none. */
static LLVMValueRef condition_of(LLVMBasicBlockRef b) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
    if (LLVMIsASwitchInst(t)) return LLVMGetOperand(t, 0);
    return LLVMIsABranchInst(t) && LLVMIsConditional(t) ? LLVMGetCondition(t) : NULL;
}

/* The values of a PHI to which paths from each block lead: one bit for each different value. */
struct ways {
    LLVMValueRef phi;
    LLVMBasicBlockRef blocks[MAX_BLOCKS];
    unsigned n;
    struct ptrmap values;
};

static uint64_t value_bit(const struct ways *w, unsigned incoming) {
    unsigned k = 0;
    while (LLVMGetIncomingValue(w->phi, k) != LLVMGetIncomingValue(w->phi, incoming)) k++;
    return UINT64_C(1) << (k < 62 ? k : 62);
}

/* Notes that paths from the block lead to these values. Returns false if that was known already. */
static bool reach(struct ways *w, LLVMBasicBlockRef b, uint64_t values) {
    uint64_t known = (uint64_t)ptrmap_get(&w->values, b, 0);
    if ((known | values) == known || (!known && w->n == MAX_BLOCKS)) return false;
    if (!known) w->blocks[w->n++] = b;
    ptrmap_set(&w->values, b, (int64_t)(known | values));
    return true;
}

static bool reach_from_before(struct ways *w, LLVMBasicBlockRef b) {
    uint64_t values = (uint64_t)ptrmap_get(&w->values, b, 0);
    bool more = false;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef from = LLVMGetUser(u);
        if (!LLVMIsATerminatorInst(from)) continue;
        LLVMBasicBlockRef before = LLVMGetInstructionParent(from);
        if (before != LLVMGetInstructionParent(w->phi)) more |= reach(w, before, values);
    }
    return more;
}

/* Finds the paths to the PHI, starting at the block that dominates it. */
static void find_ways(struct ways *w, struct routine *r) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetInstructionParent(w->phi));
    for (unsigned k = 0; k < LLVMCountIncoming(w->phi); k++)
        reach(w, LLVMGetIncomingBlock(w->phi, k), value_bit(w, k));
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < w->n; i++)
            if (!shim_dominates(r->cfg, LLVMGetBasicBlockTerminator(w->blocks[i]), first))
                more |= reach_from_before(w, w->blocks[i]);
    }
}

/* Returns the values to which paths over the edge lead. */
static uint64_t values_over(const struct ways *w, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    if (to != LLVMGetInstructionParent(w->phi)) return (uint64_t)ptrmap_get(&w->values, to, 0);
    unsigned k = 0;
    while (LLVMGetIncomingBlock(w->phi, k) != from) k++;
    return value_bit(w, k);
}

/* Follows the conditions that choose between the values of a PHI. */
static void follow_choice(struct decision *d, LLVMValueRef phi, unsigned call) {
    struct ways w = {.phi = phi};
    find_ways(&w, routine_around(d->p, phi));
    for (unsigned i = 0; i < w.n; i++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(w.blocks[i]);
        LLVMValueRef condition = condition_of(w.blocks[i]);
        uint64_t chosen = 0;
        for (unsigned k = 0; condition && k < LLVMGetNumSuccessors(t); k++) {
            uint64_t values = values_over(&w, w.blocks[i], LLVMGetSuccessor(t, k));
            if (chosen && values && values != chosen) follow(d, condition, call);
            if (values) chosen = values;
        }
    }
    ptrmap_done(&w.values);
}

/* Is the instruction executed only on one side of the condition of `from`, and does no side of that
 * condition leave the loop? */
static bool is_governed(struct routine *r, LLVMBasicBlockRef from, LLVMValueRef inst) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(from);
    bool governed = false;
    if (!condition_of(from) || !shim_dominates(r->cfg, t, inst)) return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(t, k);
        if (!in_loop(r, next, shim_loop_of(r->cfg, from))) return false;
        LLVMValueRef first = LLVMGetFirstInstruction(next);
        governed |= first == inst || shim_dominates(r->cfg, first, inst);
    }
    return governed;
}

static void follow_store(struct decision *d, LLVMValueRef store, unsigned call) {
    struct routine *r = routine_around(d->p, store);
    if (!r) return;
    follow(d, LLVMGetOperand(store, 0), call);
    for (unsigned i = 0; i < r->n_blocks; i++)
        if (is_governed(r, r->blocks[i].ref, store))
            follow(d, condition_of(r->blocks[i].ref), call);
}

/* Is the variable a flag, which the code that reads it sets to a constant, for a loop in each
 * iteration? A variable in which routines leave results for all others, such as a parser's token,
 * is not. */
static bool is_flag(const struct decision *d, LLVMValueRef variable, LLVMValueRef read) {
    if (!LLVMIsAAllocaInst(variable) && !LLVMIsAGlobalVariable(variable)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef s = LLVMGetUser(u);
        if (!LLVMIsAStoreInst(s) || LLVMGetOperand(s, 1) != variable) continue;
        struct routine *r = routine_around(d->p, s);
        if (!LLVMIsAConstant(LLVMGetOperand(s, 0)) || r != routine_around(d->p, read)) continue;
        if (r != d->r || in_loop(r, LLVMGetInstructionParent(s), d->outer->loop)) return true;
    }
    return false;
}

/* Follows values that are stored in a variable, by its name or by routines that get its address. */
static void follow_variable(struct decision *d, LLVMValueRef variable, unsigned call, int depth) {
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable)
            follow_store(d, user, call);
        struct routine *callee = is_call(user) ? routine_of(d->p, LLVMGetCalledValue(user)) : NULL;
        if (!callee || depth == MAX_CALLS) continue;
        for (unsigned k = 0; k < LLVMCountParams(callee->fn); k++)
            if (LLVMGetOperand(user, k) == variable)
                follow_variable(d, LLVMGetParam(callee->fn, k), call, depth + 1);
    }
}

static const struct call *call_of(const struct routine *r, LLVMValueRef inst) {
    for (unsigned i = 0; i < r->n_calls; i++)
        if (r->calls[i].inst == inst) return &r->calls[i];
    return NULL;
}

/* Returns the loop that decides, the innermost one around the read that writes; NULL: none. */
static struct scope *deciding_loop(const struct decision *d, const struct cause *read) {
    for (;;) {
        struct routine *r = routine_around(d->p, read->value);
        int l = shim_loop_of(r->cfg, LLVMGetInstructionParent(read->value));
        for (; l >= 0; l = shim_loop_parent(r->cfg, (unsigned)l)) {
            if (r == d->r && l == d->outer->loop) return NULL;
            if (r->loops[l] && d->writes[r - d->p->routines][l]) return r->loops[l];
        }
        if (read->call == UINT32_MAX) return NULL;
        read = &d->causes[read->call];
    }
}

/* Does each iteration create the data that is read, or that is passed to the routine that reads it?
 */
static bool is_of_iteration(const struct decision *d, const struct cause *read,
                            LLVMValueRef address) {
    if (read->call == UINT32_MAX)
        return routine_around(d->p, read->value) == d->r &&
               opass_made_in(d->p, d->r, address, d->outer->loop);
    while (read->call != UINT32_MAX) read = &d->causes[read->call];
    const struct call *c = call_of(d->r, read->value);
    return c && opass_passes_made_in(d->p, d->r, c, d->outer->loop);
}

static void decide(struct decision *d, const struct cause *read, LLVMValueRef address) {
    struct scope *inner = deciding_loop(d, read);
    if (!inner || is_of_iteration(d, read, address)) return;
    opass_advance_add(d->p, d->r,
                      (struct ordo_advance){d->outer->index, inner->index, UINT32_MAX, 1});
}

static void examine_load(struct decision *d, unsigned i) {
    const struct cause *c = &d->causes[i];
    LLVMValueRef address = LLVMGetOperand(c->value, 0);
    LLVMTypeRef type = LLVMTypeOf(c->value);
    if (is_flag(d, address, c->value))
        follow_variable(d, address, c->call, 0);
    else if (is_data(d->p, address, shim_store_size(d->p->m, type), type))
        decide(d, c, address);
}

/* What a call returns is decided by its arguments, including elements whose addresses are passed,
 * and by the values that the routine returns. */
static void examine_call(struct decision *d, unsigned i) {
    struct cause c = d->causes[i];
    struct routine *callee = routine_of(d->p, LLVMGetCalledValue(c.value));
    for (unsigned k = 0; k < LLVMGetNumArgOperands(c.value); k++) {
        LLVMValueRef argument = LLVMGetOperand(c.value, k);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind &&
            is_data(d->p, argument, 0, NULL))
            decide(d, &c, argument);
        follow(d, argument, c.call);
    }
    for (unsigned k = 0; callee && k < callee->n_blocks; k++) {
        LLVMValueRef t = callee->blocks[k].terminator;
        if (LLVMIsAReturnInst(t) && LLVMGetNumOperands(t)) follow(d, LLVMGetOperand(t, 0), i);
    }
}

static void examine(struct decision *d, unsigned i) {
    LLVMValueRef v = d->causes[i].value;
    unsigned call = d->causes[i].call;
    if (LLVMIsALoadInst(v)) {
        examine_load(d, i);
    } else if (is_call(v)) {
        examine_call(d, i);
    } else if (LLVMIsAPHINode(v)) {
        for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
            follow(d, LLVMGetIncomingValue(v, k), call);
        follow_choice(d, v, call);
    } else {
        for (int k = 0; k < LLVMGetNumOperands(v); k++)
            follow(d, LLVMGetOperand(v, (unsigned)k), call);
    }
}

/* Does the block's condition decide whether the loop continues? False if the program ends
 * otherwise. */
static bool may_leave(struct routine *r, LLVMBasicBlockRef b, int loop) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
    if (shim_loop_of(r->cfg, b) != loop || !condition_of(b)) return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(t, k);
        if (!in_loop(r, next, loop) && !LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(next)))
            return true;
    }
    return false;
}

static void find_deciding(struct decision *d, struct routine *r, struct scope *outer) {
    d->r = r, d->outer = outer, d->n = 0;
    d->seen = (struct ptrmap){0};
    for (unsigned i = 0; i < r->n_blocks; i++)
        if (may_leave(r, r->blocks[i].ref, outer->loop))
            follow(d, condition_of(r->blocks[i].ref), UINT32_MAX);
    for (unsigned i = 0; i < d->n; i++) examine(d, i);
    ptrmap_done(&d->seen);
}

void opass_endings_collect(struct opass *p) {
    struct decision d = {.p = p};
    d.causes = opass_alloc(p, MAX_VALUES * sizeof *d.causes);
    d.writes = opass_alloc(p, (p->n_routines + 1) * sizeof *d.writes);
    find_writes(&d);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        r->structure.first_advance = p->structure.n_advances;
        for (unsigned l = 0; l < r->n_loops; l++)
            if (r->loops[l] && d.writes[i][l]) find_deciding(&d, r, r->loops[l]);
    }
}
