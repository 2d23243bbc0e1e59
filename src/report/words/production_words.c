/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_words.c: formats estimates, with as many digits as their intervals justify.
 */
#include "report/words/production_words.h"

#include "base/numerals.h"
#include "report/words/growth_cells.h"

#include <math.h>
#include <string.h>

static const char *plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

static void widen(uint64_t v, bool first, uint64_t *low, uint64_t *high) {
    if (first || v < *low) *low = v;
    if (first || v > *high) *high = v;
}

struct ordo_production_sums ordo_production_sums_of(const struct ordo_profile *p,
                                                    const struct ordo_run_totals *run) {
    struct ordo_production_sums s = {0};
    for (uint32_t i = 0; i < p->n_gated; i++) {
        s.incomplete += p->gated[i].incomplete;
        s.given_up += p->gated[i].given_up;
        s.left += p->gated[i].left;
        s.executions +=
            run ? run->scope[p->gated[i].scope].executions : (double)p->gated[i].executions;
    }
    for (uint32_t i = 0; run && i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_RECURSION)
            s.recorded += (double)run->scope[i].recorded;
    for (uint32_t i = 0; i < p->n_samplings; i++) {
        const struct ordo_sampling *x = &p->samplings[i];
        s.samples += x->samples;
        s.sampled_ns += x->sampled_ns;
        s.unsampled += x->unsampled;
        s.unlogged += x->unlogged;
        widen(x->rate, i == 0, &s.rate_low, &s.rate_high);
        widen(x->budget, i == 0, &s.budget_low, &s.budget_high);
    }
    return s;
}

static void add_rate(struct ordo_text *t, const struct ordo_production_sums *s) {
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_add(t, "rate ");
    if (!s->rate_high)
        ordo_text_add(t, "set by the budget");
    else if (s->rate_low != s->rate_high)
        ordo_text_add(t, "differs between processes");
    else if (s->rate_high == 1)
        ordo_text_add(t, "1 (every execution)");
    else
        ordo_text_print(t, "1/%s", ordo_numeral_exact(numeral, s->rate_high));
}

static void add_budget(struct ordo_text *t, const struct ordo_production_sums *s) {
    if (!s->budget_high)
        ordo_text_add(t, "no budget");
    else if (s->budget_low != s->budget_high)
        ordo_text_add(t, "budget differs between processes");
    else
        ordo_text_print(t, "budget %.4g %% of CPU time", (double)s->budget_high / 1e4);
}

static void add_left_out(struct ordo_text *t, const char **joint, uint64_t n, const char *what) {
    char numeral[ORDO_NUMERAL_BYTES];
    if (!n) return;
    ordo_text_print(t, "%s%s %s", *joint, ordo_numeral_exact(numeral, n), what);
    *joint = ", ";
}

static bool has_events(const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (strcmp(ordo_profile_growth_cost(p, &p->scopes[i]), p->cost_metric) != 0) return true;
    return false;
}

void ordo_production_head_add(struct ordo_text *t, const struct ordo_profile *p,
                              const struct ordo_run_totals *run, bool ascii) {
    const char *separator = ascii ? " - " : " \xc2\xb7 ";
    char numeral[ORDO_NUMERAL_BYTES];
    if (!p->has_production) return;
    struct ordo_production_sums s = ordo_production_sums_of(p, run);
    ordo_text_print(t, "production profile of %u run%s%s", p->n_runs, plural(p->n_runs), separator);
    add_rate(t, &s);
    ordo_text_add(t, separator);
    add_budget(t, &s);
    double ms = (double)s.sampled_ns / 1e6;
    ordo_text_add(t, separator);
    if (ms < 999.5)
        ordo_text_print(t, "%.3g ms in samples\n", ms);
    else
        ordo_text_print(t, ms < 99950 ? "%.3g s in samples\n" : "%.0f s in samples\n", ms / 1e3);
    ordo_text_print(t, "%s of ", ordo_numeral_exact(numeral, s.samples));
    ordo_text_print(t, "%s executions %s sampled",
                    ordo_numeral_exact(numeral, (uint64_t)fmin(s.executions, 9e18)),
                    s.samples == 1 ? "was" : "were");
    if (s.unsampled)
        ordo_text_print(t, " (%s more %s due, but the budget was spent)",
                        ordo_numeral_exact(numeral, s.unsampled),
                        s.unsampled == 1 ? "was" : "were");
    const char *joint = "; not in the models: ";
    add_left_out(t, &joint, s.incomplete, "incomplete");
    add_left_out(t, &joint, s.given_up, "given up");
    add_left_out(t, &joint, s.left, "left by a jump");
    joint = "; in totals only, because the log was full: ";
    add_left_out(t, &joint, s.unlogged, s.unlogged == 1 ? "sample" : "samples");
    ordo_text_add(t, "\nsizes and costs of samples are exact; ~ marks estimates from samples, "
                     "with 95 % intervals\n");
    if (has_events(p))
        ordo_text_add(t, "the growth of loops is fitted to events (steps and memory accesses); "
                         "totals are in steps\n");
}

static void add_rounded(struct ordo_text *t, double value, double unit) {
    char numeral[ORDO_NUMERAL_BYTES];
    value = round(value / unit) * unit;
    ordo_text_add(t, ordo_numeral_short(numeral, (uint64_t)llround(fmin(value, 9e18))));
}

/* The unit to round to: three digits of the value, more if the interval is narrower. */
static double unit_of(double value, double half) {
    double unit = value >= 1000 ? pow(10, floor(log10(value)) - 2) : 1;
    if (isfinite(half) && half < unit) unit = half >= 1 ? pow(10, floor(log10(half))) : 1;
    return unit;
}

void ordo_estimated_add(struct ordo_text *t, double value, bool exact) {
    if (!(value >= 0)) {
        ordo_text_add(t, "-");
        return;
    }
    if (!exact) ordo_text_add(t, "~");
    add_rounded(t, value, exact ? 1 : unit_of(value, INFINITY));
}

void ordo_least_add(struct ordo_text *t, double value, bool ascii) {
    ordo_text_add(t, ascii ? ">=" : "\xe2\x89\xa5");
    add_rounded(t, value, 1);
}

void ordo_estimate_add(struct ordo_text *t, const struct ordo_estimate *e) {
    double unit = unit_of(e->value, fmax(e->value - e->low, e->high - e->value));
    if (e->method == ORDO_ESTIMATE_EXACT) {
        add_rounded(t, e->value, 1);
        return;
    }
    ordo_text_add(t, "~");
    add_rounded(t, e->value, unit);
    ordo_text_add(t, " (");
    add_rounded(t, e->low, unit);
    ordo_text_add(t, "..");
    add_rounded(t, e->high, unit);
    ordo_text_add(t, ")");
}

void ordo_estimated_total_add(struct ordo_text *t, const struct ordo_run_scope *s, bool ascii) {
    bool exact = s->has_interval && s->total.method == ORDO_ESTIMATE_EXACT;
    if (ordo_run_is_bound(s)) {
        ordo_least_add(t, s->cost_total, ascii);
        return;
    }
    if (!s->has_interval || exact || !(s->total.value > 0)) {
        ordo_estimated_add(t, s->cost_total, exact);
        return;
    }
    double half = fmax(s->total.value - s->total.low, s->total.high - s->total.value);
    ordo_text_add(t, "~");
    add_rounded(t, s->cost_total, unit_of(s->cost_total, half));
    double percent = 100 * half / s->total.value;
    const char *sign = ascii ? "+-" : "\xc2\xb1";
    if (percent < 0.1)
        ordo_text_print(t, " %s<0.1 %%", sign);
    else
        ordo_text_print(t, percent < 99.5 ? " %s%.2g %%" : " %s%.0f %%", sign, percent);
}

bool ordo_estimated_self_is_exact(const struct ordo_run_scope *s) {
    if (s->has_interval && s->total.method == ORDO_ESTIMATE_EXACT) return true;
    return s->iterations_exact && fabs(s->cost_self - s->iterations) <= 0.5;
}

void ordo_run_growth_add(struct ordo_text *t, const struct ordo_analysis *a, uint32_t scope,
                         bool ascii) {
    const struct ordo_run_growth *g = &a->run->scope[scope].growth;
    const char *dash = ascii ? " - " : " \xc2\xb7 ";
    uint32_t series = ordo_analysis_run_series(a, scope);
    switch (g->verdict) {
    case ORDO_RUN_NONE:
        return;
    case ORDO_RUN_NOT_ESTIMATED:
        ordo_text_print(t, "distinct cells not estimated: %s",
                        ordo_estimate_reason_text(g->cells.reason));
        return;
    case ORDO_RUN_SAME:
        ordo_text_add(t, "executions read the same cells, ");
        ordo_estimate_add(t, &g->cells);
        return;
    case ORDO_RUN_SATURATES:
        ordo_text_add(t, "executions found fewer and fewer new cells, ");
        ordo_estimate_add(t, &g->cells);
        return;
    case ORDO_RUN_GROWS:
        break;
    }
    if (series == ORDO_SERIES_NONE) return;
    const struct ordo_model *m = &a->series[series].mean;
    ordo_growth_class_add(t, m);
    ordo_text_add(t, " (n = distinct cells read so far by all executions), exponent ");
    ordo_growth_exponent_add(t, m);
    ordo_text_add(t, dash);
    ordo_estimate_add(t, &g->cells);
    ordo_text_add(t, " cells, ");
    ordo_estimated_add(t, a->run->scope[scope].iterations, a->run->scope[scope].iterations_exact);
    ordo_text_add(t, " iterations in ");
    ordo_estimated_add(t, a->run->scope[scope].executions, true);
    ordo_text_add(t, " executions");
}
