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

/* Writes the observations of one process. Returns their number: samples that ended at the same time
 * as others, in threads that run at once, may be out of order and are left out. */
static uint32_t observe(const struct ordo_sample *s, uint64_t n, struct ordo_observation *out) {
    uint32_t used = 0;
    double sum = 0, size_before = (double)s[0].rms, calls_before = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t calls = s[i].executions + 1, cost = s[i].iterations + s[i].own;
        if (used && (calls <= out[used - 1].calls || cost < out[used - 1].sum_cost)) continue;
        double size = (double)s[i].rms;
        sum += ((double)calls - calls_before) * (size + size_before) / 2;
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
                                                .before_rms = second ? s[i].tracked : 0,
                                                .arg_names = ""};
        size_before = size;
        calls_before = (double)calls;
    }
    return used;
}

void ordo_run_observations_find(const struct ordo_profile *p, struct ordo_run_totals *t) {
    t->observations = ordo_memory_new(p->n_samples + 1, sizeof *t->observations);
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
        used += s->n_observed;
    }
}
