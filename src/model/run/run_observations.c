/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "model/run/run_observations.h"

#include "base/memory.h"

/* Returns the end of the samples from `first` on that have its scope and process. */
static uint64_t end_of_process(const struct ordo_profile *p, uint64_t first) {
    uint64_t k = first;
    while (k < p->n_samples && p->samples[k].scope == p->samples[first].scope &&
           p->samples[k].process == p->samples[first].process)
        k++;
    return k;
}

/* Returns the sum of sizes between two samples, whose executions in between had so many iterations.
 * Iterations are known, and sizes follow them more closely than those of two samples stand for all
 * others. */
static double sizes_between(const struct ordo_sample *a, const struct ordo_sample *b,
                            double executions, double iterations) {
    double sizes = (double)a->rms + (double)b->rms, own = (double)a->own + (double)b->own;
    return own > 0 ? iterations * sizes / own : executions * sizes / 2;
}

/* Returns how many of the cells that are tracked the execution before the second one of a pair
 * read; 0: it is not known. */
static uint64_t tracked_before(const struct ordo_sample *s, uint64_t i) {
    if (!i || s[i - 1].executions + 1 != s[i].executions || s[i].rms <= 0) return 0;
    return (uint64_t)((double)s[i].tracked * (double)s[i - 1].rms / (double)s[i].rms);
}

/* Writes the observations of one process. Returns their number: samples that ended at the same time
 * as others, in threads that run at once, may be out of order and are left out. */
static uint32_t observe(const struct ordo_sample *s, uint64_t n, struct ordo_observation *out) {
    uint32_t used = 0;
    double sum = 0, calls_before = 0, cost_before = 0;
    const struct ordo_sample *before = s;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t calls = s[i].executions + 1, cost = s[i].iterations + s[i].own;
        if (used && (calls <= out[used - 1].calls || cost < out[used - 1].sum_cost)) continue;
        sum +=
            sizes_between(before, &s[i], (double)calls - calls_before, (double)cost - cost_before);
        bool second = s[i].flags & ORDO_SAMPLED_SECOND && s[i].tracked;
        out[used++] = (struct ordo_observation){.calls = calls,
                                                .sum_cost = cost,
                                                .sum_size = (uint64_t)sum,
                                                .rms = s[i].rms,
                                                .cost = s[i].cost,
                                                .self = s[i].own,
                                                .iterations = s[i].own,
                                                .next_rms = second ? s[i].tracked : 0,
                                                .next_kept = second ? s[i].again : 0,
                                                .next_own = second ? s[i].again : 0,
                                                .before_rms = second ? tracked_before(s, i) : 0,
                                                .arg_names = ""};
        before = &s[i];
        calls_before = (double)calls;
        cost_before = (double)cost;
    }
    return used;
}

/* Adds the end of the process, whose counts are known although no sample ended there. Returns the
 * number of observations. */
static uint32_t observe_end(const struct ordo_run_scope *s, const struct ordo_sample *latest,
                            uint32_t n, struct ordo_observation *out) {
    if (!n || !s->calls_exact || !s->iterations_exact) return n;
    const struct ordo_observation *last = &out[n - 1];
    uint64_t calls = (uint64_t)s->executions, cost = (uint64_t)s->iterations;
    if (calls <= last->calls || cost < last->sum_cost) return n;
    double sizes = sizes_between(latest, latest, (double)(calls - last->calls),
                                 (double)(cost - last->sum_cost));
    out[n] = (struct ordo_observation){.calls = calls,
                                       .sum_cost = cost,
                                       .sum_size = last->sum_size + (uint64_t)sizes,
                                       .arg_names = ""};
    return n + 1;
}

void ordo_run_observations_find(const struct ordo_profile *p, struct ordo_run_totals *t) {
    t->observations = ordo_memory_new(p->n_samples + p->n_scopes + 1, sizeof *t->observations);
    uint64_t used = 0;
    for (uint64_t first = 0, end; first < p->n_samples; first = end) {
        uint32_t scope = p->samples[first].scope;
        uint64_t most = first, n = 0;
        for (end = first; end < p->n_samples && p->samples[end].scope == scope;) {
            uint64_t begin = end;
            end = end_of_process(p, begin);
            if (end - begin > n) most = begin, n = end - begin;
        }
        struct ordo_run_scope *s = &t->scope[scope];
        if (p->scopes[scope].kind != ORDO_PROFILE_LOOP || !s->gate) continue;
        s->observed = t->observations + used;
        s->n_observed = observe(p->samples + most, n, t->observations + used);
        if (p->n_processes == 1)
            s->n_observed =
                observe_end(s, p->samples + most + n - 1, s->n_observed, t->observations + used);
        used += s->n_observed;
    }
}
