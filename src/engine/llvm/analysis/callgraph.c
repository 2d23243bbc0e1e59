/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * callgraph.c: decides which routines are folded, which may be re-entered, and which recur
 * together.
 *
 * Folding (docs/measurement.md, Scopes): a routine is O(1) by construction if it has no loop and
 * calls only such routines of this module, or library routines of constant cost. The search assumes
 * all routines to be folded and removes those that fail until nothing changes. Routines that call
 * each other in a cycle are recursive and are removed first.
 *
 * A routine returns if everything that it calls returns: nothing may exit, throw, jump or block
 * forever.
 *
 * A group is a strongly connected component of the module's direct calls (Tarjan, depth first, with
 * an explicit stack). Calls of routines that never return by routines that do are left out
 * (dead_ends.c). Otherwise the routine that reports that memory has run out, which calls half of an
 * interpreter, would be one recursion with every routine that allocates memory.
 *
 * A routine may be re-entered if it is in a component with a cycle, here with all calls. It may
 * also be re-entered if other code can reach it, and it can reach a call of other code.
 */
#include "callgraph.h"
#include "dead_ends.h"

#include "engine/llvm/ir/module_memory.h"

#include <string.h>

static bool can_fold(struct routine *r) {
    if (r->n_loops || r->has_irreducible || r->has_setjmp || r->has_indirectbr || r->has_invoke ||
        r->has_variable_range || r->n_dynamic_allocas)
        return false;
    size_t n;
    if (!strcmp(LLVMGetValueName2(r->fn, &n), "main")) return false;
    for (unsigned i = 0; i < r->n_calls; i++)
        if ((r->calls[i].kind != CALL_DEFINED && !r->calls[i].unit) ||
            shim_is_musttail(r->calls[i].inst))
            return false;
    return true;
}

static void fold(struct opass *p) {
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        r->folded = p->options.fold && can_fold(r) && !r->recursive;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < p->n_routines; i++) {
            struct routine *r = &p->routines[i];
            for (unsigned k = 0; r->folded && k < r->n_calls; k++) {
                struct routine *to = r->calls[k].callee;
                if (!to || (to->folded && !shim_is_interposable(to->fn))) continue;
                r->folded = false, changed = true;
            }
        }
    }
    for (unsigned i = 0; i < p->n_routines; i++)
        if (p->routines[i].folded) p->routines[i].scope->flags |= ORDO_SCOPE_FOLDED;
}

struct visit {
    unsigned routine, next_call;
};

/* Sets r->group to the first routine of its component if the component has a cycle. `all`: includes
 * calls of dead ends. */
static void components(struct opass *p, bool all) {
    unsigned n = p->n_routines, counter = 0, depth = 0, open = 0;
    unsigned *index = opass_alloc(p, n * sizeof *index), *low = opass_alloc(p, n * sizeof *low);
    unsigned *stack = opass_alloc(p, n * sizeof *stack);
    bool *on_stack = opass_alloc(p, n * sizeof *on_stack);
    struct visit *path = opass_alloc(p, n * sizeof *path);
    for (unsigned root = 0; root < n; root++) {
        if (index[root]) continue;
        path[depth++] = (struct visit){root, 0};
        while (depth) {
            struct visit *v = &path[depth - 1];
            struct routine *r = &p->routines[v->routine];
            if (v->next_call == 0 && !index[v->routine]) {
                index[v->routine] = low[v->routine] = ++counter;
                stack[open++] = v->routine;
                on_stack[v->routine] = true;
            }
            bool descended = false;
            while (v->next_call < r->n_calls && !descended) {
                struct routine *to = r->calls[v->next_call++].callee;
                if (!to || (!all && to->dead_end && !r->dead_end)) continue;
                unsigned k = (unsigned)(to - p->routines);
                if (!index[k]) {
                    path[depth++] = (struct visit){k, 0};
                    descended = true;
                } else if (on_stack[k] && index[k] < low[v->routine]) {
                    low[v->routine] = index[k];
                }
                if (k == v->routine) r->group = r; /* calls itself */
            }
            if (descended) continue;
            unsigned self = v->routine;
            if (low[self] == index[self]) {
                unsigned from = open, first = self;
                while (stack[--from] != self)
                    if (stack[from] < first) first = stack[from];
                for (unsigned i = from; i < open; i++) {
                    on_stack[stack[i]] = false;
                    if (open - from > 1) p->routines[stack[i]].group = &p->routines[first];
                }
                open = from;
            }
            depth--;
            if (depth && low[self] < low[path[depth - 1].routine])
                low[path[depth - 1].routine] = low[self];
        }
    }
}

static void groups(struct opass *p) {
    components(p, true);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        r->recursive = r->group != NULL;
        r->group = NULL;
    }
    opass_dead_ends(p);
    components(p, false);
}

static bool calls_outside(struct routine *r) {
    for (unsigned i = 0; i < r->n_calls; i++) {
        struct call *c = &r->calls[i];
        if (c->kind == CALL_INDIRECT) return true;
        if (c->kind == CALL_EXTERNAL && c->callee_index >= 0) return true;
        if (c->kind == CALL_MODELLED && !c->quiet) return true;
    }
    return false;
}

void opass_calls_spread(struct opass *p, bool *marked, bool backwards) {
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < p->n_routines; i++)
            for (unsigned k = 0; k < p->routines[i].n_calls; k++) {
                struct routine *to = p->routines[i].calls[k].callee;
                if (!to) continue;
                unsigned j = (unsigned)(to - p->routines);
                unsigned from = backwards ? j : i, at = backwards ? i : j;
                if (marked[from] && !marked[at]) marked[at] = changed = true;
            }
    }
}

bool opass_address_taken(LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) return true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == fn) return true;
    }
    return false;
}

static void reentry(struct opass *p) {
    bool *entered = opass_alloc(p, p->n_routines), *leaves = opass_alloc(p, p->n_routines);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        LLVMLinkage linkage = LLVMGetLinkage(r->fn);
        bool internal = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
        entered[i] = r->entered = !internal || opass_address_taken(r->fn);
        leaves[i] = calls_outside(r);
    }
    opass_calls_spread(p, entered, false);
    opass_calls_spread(p, leaves, true);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        r->cyclic = r->group != NULL;
        r->recursive |= entered[i] && leaves[i];
        if (r->group && p->options.structure) r->scope->flags |= ORDO_SCOPE_CYCLE;
        if (!r->group) r->group = r;
        size_t n;
        if (!strcmp(LLVMGetValueName2(r->fn, &n), "main") && !r->scope->parent && r->group == r &&
            !opass_address_taken(r->fn) && LLVMGetFirstUse(r->fn) == NULL)
            r->recursive = false; /* C++ forbids calling main; C programs that do use its address */
        if (!r->recursive || r->folded) continue;
        r->scope->flags |= ORDO_SCOPE_RECURSIVE;
        for (unsigned k = 0; k < r->n_loops; k++)
            if (r->loops[k]) r->loops[k]->flags |= ORDO_SCOPE_RECURSIVE;
    }
}

/* Does the called routine return exactly once? */
static bool callee_returns(const struct call *c) {
    if (c->returns_twice) return false;
    if (c->library_returns) return true;
    return c->callee && c->callee->returns && !shim_is_interposable(c->callee->fn);
}

bool opass_call_returns(const struct call *c) {
    return c && !shim_is_musttail(c->inst) && callee_returns(c);
}

/* Assumes that all routines return and removes those that may not, like folding. A loop that may
 * not end does not count, because only a signal could end it. */
static void returning(struct opass *p) {
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        r->returns = !r->has_invoke;
        for (unsigned k = 0; k < r->n_blocks; k++)
            if (LLVMIsAUnreachableInst(r->blocks[k].terminator)) r->returns = false;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < p->n_routines; i++) {
            struct routine *r = &p->routines[i];
            for (unsigned k = 0; r->returns && k < r->n_calls; k++) {
                if (callee_returns(&r->calls[k])) continue;
                r->returns = false, changed = true;
            }
        }
    }
}

void opass_callgraph(struct opass *p) {
    groups(p);
    fold(p);
    reentry(p);
    returning(p);
}
