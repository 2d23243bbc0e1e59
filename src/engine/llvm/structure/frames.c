/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * frames.c: decides which routines of structure builds have frames.
 *
 * Structure builds report by repetition: what a routine does that is not a repetition belongs to
 * the repetition around it. So a routine has a frame
 *   - always, if it is in a cycle of the module's calls, if it reports the lives of its local
 * variables, if an advance (abi.h) names it and repetitions may run in it, or if it calls setjmp;
 *   - until it has often enough not recurred, if a call through a pointer to a routine of the
 * module may close a cycle, judging by the type of the call (abi.h: ordo_unframed);
 *   - if needed, if it may be re-entered through other modules, which shows when it happens, or if
 * it may be called by code without any frame (threads and handlers), where it is the entry point at
 *     which the tree begins;
 *   - never, otherwise.
 */
#include "frames.h"

#include "engine/llvm/analysis/callgraph.h"
#include "engine/llvm/ir/module_memory.h"

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

/* Adds, by number of the routine, the routines on paths from a routine of this type whose address
 * is taken to a call by address of this type. The call may be a call of that routine. */
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

/* Finds routines that may recur through pointers to routines of the module. */
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

/* Finds, by number of the routine, the routines in which a loop or a recursion may run, directly or
 * in what they call. */
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
    for (unsigned i = 0; i < p->structure.n_advances; i++)
        if (p->structure.advances[i].callee != UINT32_MAX)
            named[p->structure.advances[i].callee] = true;
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
