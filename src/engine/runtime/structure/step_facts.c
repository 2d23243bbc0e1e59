/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * step_facts.c: facts of steps. A context's tally counts all of its activations anyway, so it also
 * counts for one home at a time. What it has counted becomes a fact when that home ends or another
 * one is to be counted for.
 */
#include "activities.h"
#include "watch.h"

/* Moves what the node's tally has counted for its home to the fact there, except for `activations`
 * and `steps` of another home that it has counted already. */
static void flush_steps(struct ort_structure *s, struct ordo_raw_tally *y, struct ort_watched *w,
                        uint64_t activations, uint64_t steps) {
    struct ort_fact *f = &s->table.facts[w->fact - 1];
    f->reads += y->calls - activations - w->calls;
    f->writes += y->steps - steps - w->steps;
    f->partial |= (y->home & ORT_TALLY_PARTIAL) != 0;
    y->home = 0;
}

/* Makes the tally count for the home, beginning with the last activation that it counted. Returns
 * 0, or -1. */
static int begin_steps(struct ort_structure *s, struct ordo_raw_tally *y, struct ort_watched *w,
                       uint32_t home, uint32_t context, uint64_t steps) {
    struct ort_activity *a = &s->activities[home];
    uint32_t i = ort_fact_find(&s->table, home, context, 0, 0);
    if (!i) {
        if (!a->facts) a->joins = ort_graph_joins;
        i = ort_fact_add(&s->table, &a->facts, home, context, 0, 0);
    }
    if (!i) return -1;
    w->fact = i;
    w->calls = y->calls - 1;
    w->steps = y->steps - steps;
    y->home = home;
    return 0;
}

void ort_facts_add_steps(struct ort_thread *t, uint32_t home, uint32_t context, uint64_t steps,
                         int partial, int tallied) {
    struct ort_structure *s = t->structure;
    struct ordo_raw_tally *y = ort_tally_of(t, context - 1);
    struct ort_watched *w = ort_watched(s->watch, context);
    if (!w) return;
    int same = (y->home & ~ORT_TALLY_PARTIAL) == home;
    if (!same && y->home) flush_steps(s, y, w, tallied ? 1 : 0, tallied ? steps : 0);
    if (!home || (!same && begin_steps(s, y, w, home, context, steps) < 0)) return;
    if (same && !tallied) {
        w->calls--;
        w->steps -= steps;
    }
    if (!partial) return;
    y->home |= ORT_TALLY_PARTIAL;
    s->activities[home].partial = 1;
}

void ort_facts_settle_steps(struct ort_thread *t, uint32_t home, uint32_t context, uint64_t steps,
                            int tallied) {
    struct ort_structure *s = t->structure;
    for (uint32_t i = s->activities[home].facts; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        if (f->key) continue;
        struct ordo_raw_tally *y = ort_tally_of(t, f->context - 1);
        struct ort_watched *w = ort_watched(s->watch, f->context);
        if (!w || (y->home & ~ORT_TALLY_PARTIAL) != home) continue;
        int own = tallied && f->context == context;
        flush_steps(s, y, w, own ? 1 : 0, own ? steps : 0);
    }
}
