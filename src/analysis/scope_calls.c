/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "analysis/scope_calls.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OTHER_SIZES = 3 }; /* depth, rms, input */

void ordo_scope_calls_index_init(struct ordo_scope_calls_index *x, const struct ordo_profile *p) {
    x->p = p;
    x->first = ordo_memory_new((size_t)p->n_contexts + 2, sizeof *x->first);
    x->of = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *x->of);
    x->of_from = ordo_memory_new((size_t)p->n_scopes + 2, sizeof *x->of_from);
    for (uint64_t k = 0; k < p->n_observations; k++) x->first[p->observations[k].context + 1]++;
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        if (x->first[i + 1]) x->of_from[p->contexts[i].scope.i + 1]++;
        x->first[i + 1] += x->first[i];
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) x->of_from[i + 1] += x->of_from[i];
    uint32_t *next = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *next);
    memcpy(next, x->of_from, p->n_scopes * sizeof *next);
    for (uint32_t i = 0; i < p->n_contexts; i++)
        if (x->first[i + 1] > x->first[i]) x->of[next[p->contexts[i].scope.i]++] = i;
    free(next);
}

void ordo_scope_calls_index_done(struct ordo_scope_calls_index *x) {
    free(x->first);
    free(x->of);
    free(x->of_from);
}

/* Returns the routine that called the context's routine. Calls of a recursion by itself are passed
 * over. */
static uint32_t caller_of(const struct ordo_profile *p, uint32_t context) {
    uint32_t routine = p->scopes[p->contexts[context].scope.i].routine.i;
    for (uint32_t up = p->contexts[context].parent; up != UINT32_MAX; up = p->contexts[up].parent) {
        uint32_t around = p->scopes[p->contexts[up].scope.i].routine.i;
        if (around != routine) return around;
    }
    return ORDO_SCOPE_NONE_INDEX;
}

static uint32_t find_caller(struct ordo_scope_calls *c, uint32_t scope) {
    uint32_t i = 0;
    while (i < c->n_callers && c->callers[i].scope != scope) i++;
    if (i == c->n_callers) c->callers[c->n_callers++].scope = scope;
    return i;
}

static void name_sizes(struct ordo_scope_calls *c, const char *args) {
    static const char *const others[OTHER_SIZES] = {"depth", "rms", "input"};
    for (const char *at = args; *at && c->sizes < ORDO_OBSERVED_ARGS; c->sizes++) {
        int n = (int)strcspn(at, ",");
        if (n)
            snprintf(c->name[c->sizes], sizeof *c->name, "arg:%.*s", n, at);
        else
            snprintf(c->name[c->sizes], sizeof *c->name, "arg:#%u", c->sizes + 1);
        at += n + (at[n] == ',');
    }
    for (unsigned k = 0; k < OTHER_SIZES; k++, c->sizes++) {
        snprintf(c->name[c->sizes], sizeof *c->name, "%s", others[k]);
        c->preference[c->sizes] = (unsigned char)(k + 1);
    }
}

static struct ordo_call call_of(const struct ordo_observation *o, unsigned args) {
    struct ordo_call c = {.cost = (double)o->cost};
    for (unsigned k = 0; k < args; k++) c.size[k] = o->args[k] > 0 ? (double)o->args[k] : 0;
    c.size[args] = (double)o->depth;
    c.size[args + 1] = (double)o->rms;
    c.size[args + 2] = (double)o->input;
    return c;
}

void ordo_scope_calls_get(const struct ordo_scope_calls_index *x, uint32_t scope,
                          struct ordo_scope_calls *out) {
    const struct ordo_profile *p = x->p;
    bool outermost = p->scopes[scope].kind == ORDO_PROFILE_RECURSION;
    uint32_t of = outermost ? p->scopes[scope].routine.i : scope;
    uint32_t from = x->of_from[of], to = x->of_from[of + 1];
    uint64_t most = 0;
    memset(out, 0, sizeof *out);
    if (from == to || p->scopes[scope].kind == ORDO_PROFILE_LIBRARY) return;
    for (uint32_t k = from; k < to; k++) most += x->first[x->of[k] + 1] - x->first[x->of[k]];
    out->call = ordo_memory_new(most, sizeof *out->call);
    out->from = ordo_memory_new(most, sizeof *out->from);
    out->callers = ordo_memory_new(to - from, sizeof *out->callers);
    const char *args = p->observations[x->first[x->of[from]]].arg_names;
    name_sizes(out, args);
    for (uint32_t k = from; k < to; k++) {
        uint32_t context = x->of[k];
        if (outermost && ordo_profile_is_nested(p, context)) continue;
        uint32_t caller = find_caller(out, caller_of(p, context));
        out->callers[caller].cost += (double)p->contexts[context].cost;
        for (uint64_t i = x->first[context]; i < x->first[context + 1]; i++) {
            const struct ordo_observation *o = &p->observations[i];
            if (strcmp(o->arg_names, args) != 0) continue;
            out->call[out->n] = call_of(o, out->sizes - OTHER_SIZES);
            out->from[out->n++] = caller;
        }
    }
}

void ordo_scope_calls_done(struct ordo_scope_calls *c) {
    free(c->call);
    free(c->from);
    free(c->callers);
}
