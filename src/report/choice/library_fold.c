/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library_fold.c: finds the scope that receives the own cost of each calling context, then moves
 * own costs in parts: what a context has of a scope's own cost.
 *
 * The receiver is the nearest scope of the user's code around the context. Code that runs when the
 * process ends has no user's scope around it; its receiver is the outermost scope of a library. A
 * row goes if most of its own cost moves; the rest then moves in the same proportions, so that no
 * cost is lost.
 *
 * Predicted own cost of a recursion's members belongs to the recursion (own_cost.h). So does the
 * part that it moves: contexts of all members count together.
 */
#include "report/choice/library_fold.h"

#include "analysis/own_cost.h"
#include "analysis/user_code.h"
#include "base/memory.h"
#include "report/choice/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE ORDO_SCOPE_NONE_INDEX
#define MOST 0.5 /* part of a scope's own cost that decides on its row */

/* Sums over the contexts of a scope: over all, and over those whose own cost moves. */
struct sums {
    double all, inside;           /* weights */
    double self_all, self_inside; /* own costs */
    double own_all, own_inside;   /* own costs with library routines */
};

struct work {
    struct ordo_library_fold *f;
    const struct ordo_profile *p;
    const struct ordo_analysis *a;
    bool *foreign;   /* by scope: code of a library that could have a row */
    uint32_t *taken; /* by scope: the recursion that its predicted own cost belongs to, or it */
    uint32_t *to;    /* by context: the scope that receives its own cost, or NONE */
    double *weight;  /* by context: own cost, with that of library routines that it calls */
    uint32_t *main_caller; /* by scope: the receiver if it has no contexts, or NONE */
    struct sums *sums;     /* by scope */
    struct sums *joined;   /* by scope: sums over all that `taken` joins */
    double *self;          /* by scope: own cost, exact while below 2^53 */
    double *run_self;      /* of the whole run, as estimated; or NULL */
};

static bool is_foreign(const struct ordo_profile *p, uint32_t i) {
    const struct ordo_profile_scope *s = &p->scopes[i];
    if (s->kind == ORDO_PROFILE_LIBRARY || !ordo_rank_profiled(s) || ordo_is_user_code(p, i))
        return false;
    for (uint64_t k = 0; k < s->members.n; k++)
        if (ordo_is_user_code(p, p->members[s->members.first + k].i)) return false;
    return true;
}

bool ordo_library_fold_differs(const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if ((p->scopes[i].calls || p->scopes[i].unfinished) && is_foreign(p, i)) return true;
    return false;
}

static void find_scopes(struct work *w) {
    const struct ordo_profile *p = w->p;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        w->foreign[i] = is_foreign(p, i);
        w->taken[i] = i;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *r = &p->scopes[i];
        if (r->kind != ORDO_PROFILE_RECURSION || !r->has_self) continue;
        for (uint64_t k = 0; k < r->members.n; k++)
            w->taken[p->members[r->members.first + k].i] = i;
    }
}

static void add_sums(struct work *w, uint32_t scope, double weight, double self, double own,
                     bool inside) {
    struct sums *of[] = {&w->sums[scope], &w->joined[w->taken[scope]]};
    for (int k = 0; k < 2; k++) {
        of[k]->all += weight;
        of[k]->self_all += self;
        of[k]->own_all += own;
        if (inside) of[k]->inside += weight;
        if (inside) of[k]->self_inside += self;
        if (inside) of[k]->own_inside += own;
    }
}

/* What costs nothing has a weight, too, so that its row goes where its calls come from. */
static double of_calls(uint64_t calls) {
    return 1e-6 * (double)calls;
}

/* Returns whether the scope's own cost moves as a whole, because most of it does. Members of a
 * recursion move together. */
static bool moves_all(const struct work *w, uint32_t i) {
    const struct sums *s = w->foreign[w->taken[i]] ? &w->joined[w->taken[i]] : &w->sums[i];
    return s->inside > MOST * s->all;
}

static void weigh_contexts(struct work *w) {
    const struct ordo_profile *p = w->p;
    for (uint32_t c = 0; c < p->n_contexts; c++) {
        const struct ordo_context *x = &p->contexts[c];
        bool library = p->scopes[x->scope.i].kind == ORDO_PROFILE_LIBRARY;
        w->weight[c] += of_calls(x->calls);
        w->weight[library && x->parent != UINT32_MAX ? x->parent : c] += (double)x->self;
    }
}

/* Finds the receiver of each context's own cost. It is the nearest scope of the user's code around
 * it. A context without one goes to the outermost scope of a library in `outer`. */
static void find_receivers(struct work *w, const bool *outer) {
    const struct ordo_profile *p = w->p;
    memset(w->sums, 0, p->n_scopes * sizeof *w->sums);
    memset(w->joined, 0, p->n_scopes * sizeof *w->joined);
    for (uint32_t c = 0; c < p->n_contexts; c++) {
        const struct ordo_context *x = &p->contexts[c];
        uint32_t i = x->scope.i, parent = NONE;
        w->to[c] = NONE;
        if (x->parent != UINT32_MAX) {
            parent = p->contexts[x->parent].scope.i;
            w->to[c] = w->to[x->parent];
        }
        if (parent != NONE && (ordo_is_user_code(p, parent) || (w->to[c] == NONE && outer[parent])))
            w->to[c] = parent;
        if (w->foreign[i])
            add_sums(w, i, w->weight[c], (double)x->self, w->weight[c] - of_calls(x->calls),
                     w->to[c] != NONE && w->to[c] != i);
    }
}

/* Finds receivers of what has no context. */
static void find_main_callers(struct work *w) {
    const struct ordo_profile *p = w->p;
    struct ordo_call_paths paths;
    ordo_call_paths_init(&paths, p, p->edges, p->n_edges);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        w->main_caller[i] = NONE;
        if (!w->foreign[i] || w->sums[i].all > 0 || p->scopes[i].kind == ORDO_PROFILE_RECURSION)
            continue;
        w->main_caller[i] = ordo_user_scope_of(&paths, i);
        double self = (double)p->scopes[i].cost_self;
        add_sums(w, i, self + of_calls(p->scopes[i].calls), self, self, w->main_caller[i] != NONE);
    }
    ordo_call_paths_done(&paths);
}

static void find_parts(struct work *w) {
    bool *outer = ordo_memory_new((size_t)w->p->n_scopes + 1, sizeof *outer);
    weigh_contexts(w);
    find_receivers(w, outer);
    for (uint32_t i = 0; i < w->p->n_scopes; i++) outer[i] = w->foreign[i] && !moves_all(w, i);
    find_receivers(w, outer);
    find_main_callers(w);
    free(outer);
}

/* Returns the part of a scope's own cost that a context of it has. */
static double part_of(const struct sums *s, bool as_a_whole, double weight, double self) {
    double cost = as_a_whole ? s->self_inside : s->self_all;
    if (cost > 0) return self / cost;
    return weight / (as_a_whole ? s->inside : s->all);
}

/* Moves predicted own cost between the scopes that it belongs to. */
static void move_prediction(struct work *w, uint32_t from, uint32_t to, double part) {
    const struct ordo_scope_growth *g = &w->a->scope[from];
    struct ordo_scope_growth *source = &w->f->analysis.scope[from],
                             *target = &w->f->analysis.scope[to];
    target->own_now += part * g->own_now;
    target->own_of_all += part * g->own_of_all;
    target->own_at_10x += part * g->own_at_10x;
    target->share_at_10x += part * g->share_at_10x;
    target->explosive |= g->explosive && part >= MOST;
    source->own_now -= part * g->own_now;
    source->own_of_all -= part * g->own_of_all;
    source->own_at_10x -= part * g->own_at_10x;
    source->share_at_10x -= part * g->share_at_10x;
}

static void move_self(const struct work *w, double *self, uint32_t from, uint32_t to, double cost) {
    uint32_t of = w->taken[from], with = w->taken[to];
    self[from] -= cost;
    self[to] += cost;
    if (of == with) return;
    if (of != from) self[of] -= cost;
    if (with != to) self[with] += cost;
}

static double own_of(const struct ordo_analysis *a, uint32_t scope) {
    double own = ordo_own_cost_shown(&a->own, scope);
    return isnan(own) ? 0 : own;
}

/* Moves the part of scope i's own cost that one of its contexts has. */
static void move(struct work *w, uint32_t i, uint32_t to, double weight, double self, double own) {
    bool as_a_whole = moves_all(w, i);
    double part = part_of(&w->sums[i], as_a_whole, weight, self);
    uint32_t owner = w->taken[i];
    move_self(w, w->self, i, to, part * (double)w->p->scopes[i].cost_self);
    double all = as_a_whole ? w->sums[i].own_inside : w->sums[i].own_all;
    if (w->f->own && all > 0) move_self(w, w->f->own, i, to, own / all * own_of(w->a, i));
    if (w->run_self) move_self(w, w->run_self, i, to, part * w->a->run->scope[i].cost_self);
    if (!w->a || !w->foreign[owner] || !w->a->scope[owner].has_share) return;
    const struct sums *s = &w->joined[owner];
    move_prediction(w, owner, w->taken[to], weight / (as_a_whole ? s->inside : s->all));
}

static void move_all(struct work *w) {
    const struct ordo_profile *p = w->p;
    for (uint32_t c = 0; c < p->n_contexts; c++) {
        uint32_t i = p->contexts[c].scope.i;
        if (w->foreign[i] && w->to[c] != NONE && w->to[c] != i)
            move(w, i, w->to[c], w->weight[c], (double)p->contexts[c].self,
                 w->weight[c] - of_calls(p->contexts[c].calls));
    }
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (w->main_caller[i] != NONE && w->sums[i].all > 0)
            move(w, i, w->main_caller[i], w->sums[i].all, w->sums[i].self_all, w->sums[i].own_all);
}

/* Decides on rows, and stores the own costs. */
static void conclude(struct work *w) {
    struct ordo_library_fold *f = w->f;
    for (uint32_t i = 0; i < w->p->n_scopes; i++) {
        struct ordo_profile_scope *s = &f->profile.scopes[i];
        f->folded[i] = w->foreign[i] && moves_all(w, i) && w->self[i] < 0.5;
        f->loader[i] = w->foreign[i] && !f->folded[i] && ordo_is_loader_code(w->p, i);
        f->folded[i] |= f->loader[i];
        uint64_t self = (uint64_t)llround(fmax(w->self[i], 0));
        f->changed[i] = self != s->cost_self;
        s->cost_self = self;
        if (w->run_self) f->run.scope[i].cost_self = fmax(w->run_self[i], 0);
    }
    /* The row of a recursion without own cost goes with that of the routine that it is named after.
     */
    for (uint32_t i = 0; i < w->p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &w->p->scopes[i];
        if (s->kind == ORDO_PROFILE_RECURSION && w->foreign[i] && !s->has_self)
            f->folded[i] = f->folded[s->routine.i];
    }
}

static void *copy(const void *from, size_t n, size_t size) {
    void *to = ordo_memory_new(n + 1, size);
    if (n) memcpy(to, from, n * size);
    return to;
}

void ordo_library_fold_init(struct ordo_library_fold *f, const struct ordo_profile *p,
                            const struct ordo_analysis *a) {
    size_t n = p->n_scopes;
    *f = (struct ordo_library_fold){.profile = *p};
    f->profile.scopes = copy(p->scopes, n, sizeof *p->scopes);
    f->folded = ordo_memory_new(n + 1, sizeof *f->folded);
    f->loader = ordo_memory_new(n + 1, sizeof *f->loader);
    f->changed = ordo_memory_new(n + 1, sizeof *f->changed);
    if (a) {
        f->analysis = *a;
        f->analysis.profile = &f->profile;
        f->analysis.scope = copy(a->scope, n, sizeof *a->scope);
        f->own = ordo_memory_new(n + 1, sizeof *f->own);
        for (uint32_t i = 0; i < n; i++) f->own[i] = own_of(a, i);
    }
    if (a && a->run) {
        f->run = *a->run;
        f->run.scope = copy(a->run->scope, n, sizeof *a->run->scope);
        f->analysis.run = &f->run;
    }
    size_t contexts = p->contexts ? p->n_contexts : 0;
    if (!contexts) f->profile.n_contexts = 0;
    struct work w = {.f = f,
                     .p = &f->profile,
                     .a = a,
                     .foreign = ordo_memory_new(n + 1, sizeof *w.foreign),
                     .taken = ordo_memory_new(n + 1, sizeof *w.taken),
                     .to = ordo_memory_new(contexts + 1, sizeof *w.to),
                     .weight = ordo_memory_new(contexts + 1, sizeof *w.weight),
                     .main_caller = ordo_memory_new(n + 1, sizeof *w.main_caller),
                     .sums = ordo_memory_new(n + 1, sizeof *w.sums),
                     .joined = ordo_memory_new(n + 1, sizeof *w.joined),
                     .self = ordo_memory_new(n + 1, sizeof *w.self)};
    if (f->run.scope) w.run_self = ordo_memory_new(n + 1, sizeof *w.run_self);
    for (uint32_t i = 0; i < n; i++) w.self[i] = (double)p->scopes[i].cost_self;
    for (uint32_t i = 0; w.run_self && i < n; i++) w.run_self[i] = f->run.scope[i].cost_self;
    find_scopes(&w);
    find_parts(&w);
    move_all(&w);
    conclude(&w);
    f->profile.n_contexts = p->n_contexts;
    free(w.foreign);
    free(w.taken);
    free(w.to);
    free(w.weight);
    free(w.main_caller);
    free(w.sums);
    free(w.joined);
    free(w.self);
    free(w.run_self);
}

void ordo_library_fold_done(struct ordo_library_fold *f) {
    free(f->profile.scopes);
    free(f->analysis.scope);
    free(f->run.scope);
    free(f->folded);
    free(f->loader);
    free(f->changed);
    free(f->own);
}

double ordo_reported_own(const struct ordo_analysis *a, const struct ordo_library_fold *f,
                         uint32_t scope) {
    double own = ordo_own_cost_shown(&a->own, scope);
    if (isnan(own)) return own;
    if (f && f->own) own = f->own[scope];
    if (f && f->analysis.scope) a = &f->analysis;
    if (a->run)
        own =
            a->scope[scope].has_share ? a->scope[scope].own_of_all : a->run->scope[scope].cost_self;
    return own;
}

double *ordo_reported_owns(const struct ordo_analysis *a, const struct ordo_library_fold *f) {
    double *own = ordo_memory_new((size_t)a->profile->n_scopes + 1, sizeof *own);
    for (uint32_t i = 0; i < a->profile->n_scopes; i++) own[i] = ordo_reported_own(a, f, i);
    return own;
}
