/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * frames.c: which routines of structure builds have activations of their own.
 *
 * What such a build tells is told by repetition: what a routine does that is none belongs to the
 * repetition around it. So a routine has a frame
 *   - always, where it is on a cycle of the module's calls; where the lives of its locals are told;
 *     where an advance names it (abi.h) for repetitions that may run in it; and where setjmp may
 *     come back
 *   - until it was seen often enough not to recur, where a pointer to a routine of the module may
 *     close a cycle, their types being equal (abi.h: ordo_unframed)
 *   - at need, where it may be re-entered over other modules, which shows when it happens, and
 *     where it may be called by what has no frame at all, threads and handlers: there it is the
 *     entry that the tree begins with
 *   - never else.
 */
#include "structure.h"

static bool has_objects(const struct routine *r) {
    for (unsigned i = 0; i < r->n_objects; i++)
        if (r->objects[i].type) return true;
    return r->n_dynamic_allocas != 0;
}

static bool calls_unknown(const struct routine *r) {
    for (unsigned i = 0; i < r->n_calls; i++) {
        const struct call *c = &r->calls[i];
        if (c->kind == CALL_INDIRECT || (c->kind == CALL_MODELLED && !c->quiet)) return true;
        if (c->kind == CALL_EXTERNAL && c->callee_index >= 0) return true;
    }
    return false;
}

/* Adds what lies between routines whose address is taken and calls by address of their type: the
 * compiler may take these for calls of those. By number of the routine. */
static void add_cycles_by_type(struct opass *p, LLVMTypeRef type, bool *cycles) {
    bool *entered = opass_alloc(p, p->n_routines), *calls = opass_alloc(p, p->n_routines);
    for (unsigned i = 0; i < p->n_routines; i++) {
        const struct routine *r = &p->routines[i];
        entered[i] = LLVMGlobalGetValueType(r->fn) == type && opass_address_taken(r->fn);
        for (unsigned k = 0; k < r->n_calls; k++)
            calls[i] |= r->calls[k].kind == CALL_INDIRECT &&
                        LLVMGetCalledFunctionType(r->calls[k].inst) == type;
    }
    opass_calls_spread(p, entered, false);
    opass_calls_spread(p, calls, true);
    for (unsigned i = 0; i < p->n_routines; i++) cycles[i] |= entered[i] && calls[i];
}

/* Routines that may recur over pointers to routines of the module. */
static bool *find_cycles_by_type(struct opass *p) {
    bool *cycles = opass_alloc(p, p->n_routines + 1);
    struct ptrmap done = {0};
    for (unsigned i = 0; i < p->n_routines; i++)
        for (unsigned k = 0; k < p->routines[i].n_calls; k++) {
            const struct call *c = &p->routines[i].calls[k];
            if (c->kind != CALL_INDIRECT) continue;
            LLVMTypeRef type = LLVMGetCalledFunctionType(c->inst);
            if (ptrmap_get(&done, type, 0)) continue;
            ptrmap_set(&done, type, 1);
            add_cycles_by_type(p, type, cycles);
        }
    ptrmap_done(&done);
    return cycles;
}

/* May a loop or a recursion run in it, or in what it calls? By number of the routine. */
static bool *find_repeating(struct opass *p) {
    bool *repeats = opass_alloc(p, (p->n_routines + 1) * sizeof *repeats);
    for (unsigned i = 0; i < p->n_routines; i++) {
        const struct routine *r = &p->routines[i];
        repeats[i] = r->n_loops || r->cyclic || calls_unknown(r);
    }
    opass_calls_spread(p, repeats, true);
    return repeats;
}

void opass_frames_choose(struct opass *p) {
    bool *repeats = find_repeating(p), *cycles = find_cycles_by_type(p);
    bool *named = opass_alloc(p, (p->n_scopes + 1) * sizeof *named);
    for (unsigned i = 0; i < p->n_advances; i++)
        if (p->advances[i].callee != UINT32_MAX) named[p->advances[i].callee] = true;
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        r->scope->flags |= ORDO_SCOPE_REPETITIONS;
        bool may = cycles[i] && !r->cyclic && r->recursive;
        if (may) r->scope->flags |= ORDO_SCOPE_MAY_CYCLE;
        if (r->folded || r->cyclic || (cycles[i] && !may) || r->has_setjmp || has_objects(r))
            continue;
        if (named[r->scope->index] && repeats[i]) continue;
        r->at_need = r->recursive || r->entered;
        r->frameless = !r->at_need;
    }
}
