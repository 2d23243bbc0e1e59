/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * statement_tally.c: attributes calls to statements in constant time.
 *
 * T. Krajangthong, S. Prasitjutrakul, "JPROFILE102", Figure 8, adds every execution to all
 * statements whose calls are open, once each. Differences give the same sums: a statement's
 * outermost open call remembers the thread's work when it began; when it ends, the work added since
 * belongs to the statement. The figure charges a statement's second call to the last statement of
 * the first one's callee, because nothing restores the current statement on return. Here a call's
 * statement is the innermost one around it in the source.
 *
 * Statements' counts are sums of counters that assume that every call returns. If a call does not,
 * the statements assumed to run after it are subtracted, from each count and from the work.
 */
#include "engine/lab/statement_tally.h"

#include "engine/lab/statement_hooks.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Thread_local uint64_t __ordo_lab_work;
_Thread_local uint32_t __ordo_lab_depth;

static _Thread_local struct olab_tally *mine;
static struct olab_tally *ended; /* owns its `counts` arrays */
static pthread_mutex_t ended_lock = PTHREAD_MUTEX_INITIALIZER;

static void *zeroed(uint64_t n, size_t size) {
    void *v = calloc(n + 1, size);
    if (v) return v;
    fputs("ordo lab: out of memory for counters\n", stderr);
    abort();
}

static struct olab_tally *new_tally(void) {
    struct olab_tally *t = zeroed(1, sizeof *t);
    uint64_t n = olab_plan->n_statements;
    t->counts = zeroed(olab_plan->n_modules, sizeof *t->counts);
    t->disproved = zeroed(n, 8);
    t->below = zeroed(n, 8);
    t->inside = zeroed(n, 8);
    t->calls = zeroed(n, 4);
    return t;
}

static void free_tally(struct olab_tally *t) {
    free(t->counts);
    free(t->disproved);
    free(t->below);
    free(t->inside);
    free(t->calls);
    free(t->open);
    free(t);
}

struct olab_tally *olab_tally_mine(void) {
    if (mine || !olab_plan) return mine;
    mine = new_tally();
    for (uint64_t i = 0; i < olab_plan->n_modules; i++)
        mine->counts[i] = olab_plan->modules[i]->counts();
    return mine;
}

static uint64_t executions(const struct olab_tally *t, uint64_t statement) {
    struct olab_list l = olab_plan->counters[statement];
    uint64_t sum = 0;
    for (uint64_t i = 0; i < l.n; i++) {
        uint64_t counter = l.v[i] >> 1;
        uint32_t m = olab_plan->module_of_counter[counter];
        uint64_t count = t->counts[m][counter - olab_plan->modules[m]->first_counter];
        sum += l.v[i] & 1 ? -count : count;
    }
    return sum - t->disproved[statement];
}

void __ordo_lab_call(struct ordo_lab_module *m, uint32_t number) {
    struct olab_tally *t = mine ? mine : olab_tally_mine();
    if (!t) return;
    if (__ordo_lab_depth == t->n_max) {
        t->n_max = t->n_max ? 2 * t->n_max : 64;
        t->open = realloc(t->open, t->n_max * sizeof *t->open);
        if (!t->open) zeroed(UINT64_MAX / 16, 8);
    }
    struct olab_open_call *o = &t->open[__ordo_lab_depth++];
    o->call = &olab_plan->calls[m->first_call + number];
    uint64_t s = o->call->statement;
    if (s == ORDO_LAB_NOWHERE || t->calls[s]++) return;
    o->work = __ordo_lab_work;
    o->own = executions(t, s);
}

static void end_call(struct olab_tally *t, const struct olab_open_call *o) {
    uint64_t s = o->call->statement;
    if (s == ORDO_LAB_NOWHERE || --t->calls[s]) return;
    t->below[s] += __ordo_lab_work - o->work;
    t->inside[s] += executions(t, s) - o->own;
}

void __ordo_lab_return(void) {
    if (mine && __ordo_lab_depth) end_call(mine, &mine->open[--__ordo_lab_depth]);
}

/* Adds `times` to the statements assumed to run after the call. */
static void believe(struct olab_tally *t, const struct olab_call *c, uint64_t times) {
    for (uint64_t i = 0; i < c->believed.n; i++) t->disproved[c->believed.v[i]] -= times;
    __ordo_lab_work += times * c->believed.n;
}

void olab_tally_unwind(struct olab_tally *t, uint32_t depth) {
    while (__ordo_lab_depth > depth) {
        const struct olab_open_call *o = &t->open[--__ordo_lab_depth];
        end_call(t, o);
        believe(t, o->call, -UINT64_C(1));
    }
}

void __ordo_lab_unwound(uint32_t depth) {
    if (mine) olab_tally_unwind(mine, depth);
}

/* Handles another return of setjmp: control continues after it once more, which no counter
 * counts. */
void __ordo_lab_again(struct ordo_lab_module *m, uint32_t number, uint32_t depth, int value) {
    if (!mine || value == 0) return;
    olab_tally_unwind(mine, depth);
    believe(mine, &olab_plan->calls[m->first_call + number], 1);
}

static void clear(struct olab_tally *t) {
    uint64_t n = olab_plan->n_statements;
    for (uint64_t i = 0; i < olab_plan->n_modules; i++)
        memset(t->counts[i], 0, 8 * (size_t)olab_plan->modules[i]->n_counters);
    memset(t->disproved, 0, 8 * n);
    memset(t->below, 0, 8 * n);
    memset(t->inside, 0, 8 * n);
    memset(t->calls, 0, 4 * n);
    t->work = 0;
}

void olab_tally_clear(struct olab_tally *t) {
    pthread_mutex_lock(&ended_lock);
    if (ended) clear(ended);
    pthread_mutex_unlock(&ended_lock);
    clear(t);
    __ordo_lab_work = 0;
    __ordo_lab_depth = 0;
}

uint64_t olab_tally_own(const struct olab_tally *t, uint64_t statement) {
    return executions(t, statement) + (ended ? executions(ended, statement) : 0);
}

static uint64_t of_calls(const struct olab_tally *t, uint64_t s) {
    return t->below[s] - t->inside[s];
}

uint64_t olab_tally_inclusive(const struct olab_tally *t, uint64_t s) {
    return olab_tally_own(t, s) + of_calls(t, s) + (ended ? of_calls(ended, s) : 0);
}

uint64_t olab_tally_work(void) {
    return __ordo_lab_work + (ended ? ended->work : 0);
}

static void add(uint64_t *to, const uint64_t *from, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) to[i] += from[i];
}

void olab_tally_end(void) {
    struct olab_tally *t = olab_tally_mine();
    if (!t) return;
    olab_tally_unwind(t, 0);
    pthread_mutex_lock(&ended_lock);
    if (!ended) {
        struct olab_tally *e = new_tally();
        for (uint64_t i = 0; i < olab_plan->n_modules; i++)
            e->counts[i] = zeroed(olab_plan->modules[i]->n_counters, 8);
        ended = e;
    }
    for (uint64_t i = 0; i < olab_plan->n_modules; i++)
        add(ended->counts[i], t->counts[i], olab_plan->modules[i]->n_counters);
    add(ended->disproved, t->disproved, olab_plan->n_statements);
    add(ended->below, t->below, olab_plan->n_statements);
    add(ended->inside, t->inside, olab_plan->n_statements);
    ended->work += __ordo_lab_work;
    pthread_mutex_unlock(&ended_lock);
    mine = NULL;
    free_tally(t);
}
