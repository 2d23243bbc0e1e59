/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_loops.c: carries bounds from inner loops to outer loops in repeated passes. This ends
 * because nesting is finite.
 */
#include "model/run/run_loops.h"

#include "base/memory.h"
#include "model/run/run_bounds.h"

#include <math.h>
#include <stdlib.h>

enum { DEEPEST = 64 };

struct nest {
    const struct ordo_profile *p;
    struct ordo_run_totals *t;
    double *least; /* certain cost of a loop */
    double *sum;   /* sum over the loops in it */
};

static bool is_plain(const struct nest *x, uint32_t i) {
    return x->p->scopes[i].kind == ORDO_PROFILE_LOOP && !x->t->scope[i].nested;
}

/* Returns the loop around it, or UINT32_MAX. */
static uint32_t around(const struct nest *x, uint32_t i) {
    struct ordo_scope_id parent = x->p->scopes[i].parent;
    return is_plain(x, i) && !ordo_scope_is_none(parent) && parent.i != i && is_plain(x, parent.i)
               ? parent.i
               : UINT32_MAX;
}

static double own(const struct ordo_run_scope *s) {
    return s->iterations_exact ? s->cost_self : 0;
}

/* Sets sum[] to the sums of least[] over the loops in each loop. */
static void add_up(struct nest *x) {
    for (uint32_t i = 0; i < x->p->n_scopes; i++) x->sum[i] = 0;
    for (uint32_t i = 0; i < x->p->n_scopes; i++)
        if (around(x, i) != UINT32_MAX) x->sum[around(x, i)] += x->least[i];
}

static void find_least(struct nest *x) {
    for (uint32_t i = 0; i < x->p->n_scopes; i++) {
        const struct ordo_run_scope *s = &x->t->scope[i];
        if (!is_plain(x, i)) continue;
        x->least[i] = fmax((double)x->p->scopes[i].cost_total, own(s));
        if (s->has_interval) x->least[i] = fmax(x->least[i], s->total.low);
    }
    bool changed = true;
    for (int round = 0; changed && round < DEEPEST; round++) {
        changed = false;
        add_up(x);
        for (uint32_t i = 0; i < x->p->n_scopes; i++) {
            double least = own(&x->t->scope[i]) + x->sum[i];
            if (!is_plain(x, i) || least <= x->least[i]) continue;
            x->least[i] = least;
            changed = true;
        }
    }
}

/* Raises totals without an interval to at least the totals of the loops in them. */
static void raise_unsure(struct nest *x) {
    bool changed = true;
    for (int round = 0; changed && round < DEEPEST; round++) {
        changed = false;
        for (uint32_t i = 0; i < x->p->n_scopes; i++) x->sum[i] = 0;
        for (uint32_t i = 0; i < x->p->n_scopes; i++)
            if (around(x, i) != UINT32_MAX) x->sum[around(x, i)] += x->t->scope[i].cost_total;
        for (uint32_t i = 0; i < x->p->n_scopes; i++) {
            struct ordo_run_scope *s = &x->t->scope[i];
            double least = own(s) + x->sum[i];
            if (!is_plain(x, i) || s->has_interval || least <= s->cost_total) continue;
            ordo_run_be_at_least(s, least);
            changed = true;
        }
    }
}

/* Lowers totals without an interval to the cost of the loop around, if that has an interval. */
static void lower_unsure(struct nest *x) {
    for (uint32_t i = 0; i < x->p->n_scopes; i++) {
        struct ordo_run_scope *s = &x->t->scope[i];
        uint32_t outer = around(x, i);
        if (outer == UINT32_MAX || s->has_interval || !x->t->scope[outer].has_interval) continue;
        double most = x->t->scope[outer].cost_total - own(&x->t->scope[outer]);
        ordo_run_be_at_most(s, fmax(most, x->least[i]));
    }
}

void ordo_run_totals_by_loops(const struct ordo_profile *p, struct ordo_run_totals *t) {
    size_t n = (size_t)p->n_scopes + 1;
    struct nest x = {.p = p,
                     .t = t,
                     .least = ordo_memory_new(n, sizeof *x.least),
                     .sum = ordo_memory_new(n, sizeof *x.sum)};
    find_least(&x);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (is_plain(&x, i)) ordo_run_be_at_least(&t->scope[i], x.least[i]);
    lower_unsure(&x);
    raise_unsure(&x);
    free(x.least);
    free(x.sum);
}
