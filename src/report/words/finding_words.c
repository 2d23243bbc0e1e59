/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "report/words/finding_words.h"

#include "base/numerals.h"
#include "report/words/production_words.h"
#include "report/words/spoken_name.h"
#include "report/words/whole_call_words.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* A class is named from this probability on; below, the exponent says more. */
#define LIKELY 0.5
/* The same over one run: calls that do not begin or end with none blur the class. */
#define LIKELY_OVER_RUN 0.75
/* An interval of the exponent that is wider is named by its lower end. */
#define WIDE 0.5

/* Returns whether the finding's class is to be named. */
static bool has_class(const struct ordo_finding *f) {
    bool over_run = f->basis == ORDO_BASIS_RUN || f->basis == ORDO_BASIS_KEPT;
    return f->growth != ORDO_GROWTH_NONE && f->probability >= (over_run ? LIKELY_OVER_RUN : LIKELY);
}

/* Returns with how many decimals the exponent is in its interval: 1.95 in 1.93..1.97. */
static int decimals(const struct ordo_finding *f) {
    double rounded = round(10 * f->exponent) / 10;
    return rounded < f->low || rounded > f->high ? 2 : 1;
}

void ordo_finding_title_add(struct ordo_text *t, const struct ordo_profile *p,
                            const struct ordo_finding *f, bool ascii) {
    static const char *const by_basis[] = {[ORDO_BASIS_ACTIVATION] = "in each call",
                                           [ORDO_BASIS_RUNS] = "over the input",
                                           [ORDO_BASIS_RUN] = "over the run",
                                           [ORDO_BASIS_WORST] = "in the worst case",
                                           [ORDO_BASIS_EVEN] = "if calls get larger",
                                           [ORDO_BASIS_KEPT] = "over the run, if its data stay"};
    if (f->basis == ORDO_BASIS_PASSES) {
        ordo_text_add(t, "repeated passes");
        return;
    }
    const char *by = by_basis[f->basis];
    if (f->pair) {
        ordo_pair_class_add(t, f->pair, ascii);
        ordo_text_print(t, " %s", f->over_runs ? by_basis[ORDO_BASIS_RUNS] : by);
        return;
    }
    bool named = has_class(f);
    if (f->has_exponent && !named && f->high - f->low > WIDE)
        ordo_text_print(t, "at least n^%.1f %s", f->low, by);
    else if (f->has_exponent && !named)
        ordo_text_print(t, "n^%.*f %s", decimals(f), f->exponent, by);
    else
        ordo_text_print(t, "%s %s", ordo_growth_name(f->growth), by);
    if (f->population) {
        ordo_text_add(t, " from ");
        ordo_population_name_add(t, p, f->population, ascii);
    }
    if (!(f->from > 0)) return;
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_print(t, ", from n = %s on",
                    ordo_numeral_short(numeral, (uint64_t)ceil(fmin(f->from, 9e18))));
}

void ordo_finding_scope_add(struct ordo_text *t, const struct ordo_profile *p, uint32_t scope,
                            bool ascii) {
    const struct ordo_profile_scope *s = &p->scopes[scope];
    ordo_text_add(t, s->kind == ORDO_PROFILE_LOOP        ? "loop in "
                     : s->kind == ORDO_PROFILE_RECURSION ? "recursion "
                                                         : "");
    ordo_spoken_name_add(t, p->scopes[s->routine.i].name, ascii);
}

static void add_percent(struct ordo_text *t, double share) {
    double percent = 100 * share;
    if (percent >= 99.5)
        ordo_text_add(t, "nearly all");
    else
        ordo_text_print(t, percent < 10 ? "%.1f %%" : "%.0f %%", percent);
}

void ordo_finding_factor_add(struct ordo_text *t, double factor) {
    char numeral[ORDO_NUMERAL_BYTES];
    if (factor < 10)
        ordo_text_print(t, "%.1f", factor);
    else
        ordo_text_add(t, ordo_numeral_short(numeral, (uint64_t)llround(fmin(factor, 9e18))));
}

void ordo_finding_share_add(struct ordo_text *t, const struct ordo_findings *all,
                            const struct ordo_finding *f) {
    const struct ordo_over_runs *run = &all->runs.run;
    bool runs = all->runs.series.n != 0;
    if (f->basis == ORDO_BASIS_WORST) ordo_text_add(t, "its most expensive call is ");
    add_percent(t, f->share);
    ordo_text_print(t, " of %s%s; ", all->run_is_known ? "" : "what is known of ",
                    runs           ? "the largest run"
                    : f->over_runs ? "these runs"
                                   : "this run");
    if (ordo_basis_is_conditional(f->basis)) {
        ordo_text_add(t, "more inputs would show whether it grows");
        return;
    }
    if (f->over_runs) {
        ordo_text_print(t, "at %gx both sizes it costs ", all->runs.factor);
        ordo_finding_factor_add(t, f->pair->more);
        ordo_text_add(t, " times as much");
        return;
    }
    if (f->growth == ORDO_GROWTH_EXP) {
        ordo_text_add(t, "explosive: slightly larger inputs cost many times as much");
        return;
    }
    bool larger_run = f->basis == ORDO_BASIS_RUNS || ordo_run_growths_predict(&all->runs);
    ordo_text_print(t, "at %gx the %s ", all->runs.factor,
                    larger_run                        ? "input"
                    : strcmp(f->metric, "calls") == 0 ? "calls"
                                                      : "sizes");
    double now = larger_run ? all->runs.scope[f->scope].cost_now : 0;
    if (!all->run_is_known && now > 0) { /* nor is its cost at another size */
        ordo_text_add(t, "it costs ");
        ordo_finding_factor_add(t, f->total_at / now);
        ordo_text_add(t, " times as much");
        return;
    }
    if (!larger_run && f->share_at < f->share && f->more > 0) { /* others may grow even faster */
        ordo_text_add(t, "it costs ");
        ordo_finding_factor_add(t, f->more);
        ordo_text_add(t, " times as much");
        return;
    }
    add_percent(t, f->share_at);
    if (!larger_run || !(run->cost_now > 0)) return;
    ordo_text_add(t, " of a run that costs ");
    ordo_finding_factor_add(t, run->at.mean / run->cost_now);
    ordo_text_add(t, " times as much");
}

static const char *growth_of_call(double exponent) {
    return exponent < 0.75   ? "more slowly than the input"
           : exponent < 1.25 ? "linearly with the input"
           : exponent < 1.75 ? "superlinearly with the input"
           : exponent < 2.25 ? "quadratically with the input"
                             : "faster than quadratically with the input";
}

static void add_count(struct ordo_text *t, double calls, bool exact) {
    char numeral[ORDO_NUMERAL_BYTES];
    if (exact)
        ordo_text_add(t, ordo_numeral_exact(numeral, (uint64_t)llround(calls)));
    else
        ordo_estimated_add(t, calls, false);
}

static const char *count(char numeral[ORDO_NUMERAL_BYTES], double x) {
    return ordo_numeral_exact(numeral, (uint64_t)llround(x));
}

/* Adds the number of calls, and what calls the scope so often. */
static void add_calls(struct ordo_text *t, const struct ordo_profile *p,
                      const struct ordo_finding *f, bool ascii) {
    bool history = strcmp(f->metric, "calls") == 0;
    bool some = history && f->calls_now < f->calls_all;
    add_count(t, f->calls_now, f->calls_exact && !(some && p->has_production));
    if (some) {
        ordo_text_add(t, " of ");
        add_count(t, f->calls_all, f->calls_exact);
    }
    ordo_text_add(t, " calls");
    if (f->calls_of != f->scope) {
        ordo_text_add(t, " of ");
        ordo_finding_scope_add(t, p, f->calls_of, ascii);
    }
    if (f->multiplier == ORDO_SCOPE_NONE_INDEX) return;
    const struct ordo_profile_scope *m = &p->scopes[f->multiplier];
    ordo_text_add(t, " from ");
    ordo_finding_scope_add(t, p, f->multiplier, ascii);
    if (m->kind == ORDO_PROFILE_LOOP && m->line) ordo_text_print(t, " (line %u)", m->line);
}

/* Adds what a history shows: the number of calls and their sizes. */
static void add_history(struct ordo_text *t, const struct ordo_profile *p,
                        const struct ordo_finding *f, bool ascii) {
    char first[ORDO_NUMERAL_BYTES], last[ORDO_NUMERAL_BYTES];
    add_calls(t, p, f, ascii);
    const char *falling =
        f->first_size > f->last_size ? " (the more calls are still to come, the more)" : "";
    /* The sizes of library routines are what they cost. */
    bool blocks = p->scopes[f->inner].kind == ORDO_PROFILE_LIBRARY;
    if (blocks && f->basis == ORDO_BASIS_PASSES)
        ordo_text_print(
            t,
            ", each of which costs about %s %s, over data of the call before: quadratic "
            "if both numbers grow with the input",
            count(last, f->last_size), p->cost_metric);
    else if (blocks)
        ordo_text_print(t,
                        "; they cost %s %s at first and %s at the end%s, most of it over data of "
                        "the call before; ",
                        count(first, f->first_size), p->cost_metric, count(last, f->last_size),
                        falling);
    else if (f->basis == ORDO_BASIS_PASSES)
        ordo_text_print(
            t,
            ", each over about %s cells that the call before had read: quadratic if both numbers "
            "grow with the input",
            count(last, f->last_size));
    else
        ordo_text_print(t, "; they read %s cells at first and %s at the end%s, and most of %s; ",
                        count(first, f->first_size), count(last, f->last_size), falling,
                        f->basis == ORDO_BASIS_RUN
                            ? "them again in the next call"
                            : "these addresses again in the next call; what was written there in "
                              "between was not recorded");
}

static void add_pair(struct ordo_text *t, const struct ordo_finding *f, bool ascii) {
    ordo_pair_sizes_add(t, f->pair);
    ordo_text_add(t, "; ");
    ordo_pair_class_add(t, f->pair, ascii);
    ordo_text_print(t, " with probability %.0f %%; ", fmin(100 * f->probability, 99));
    ordo_errors_add(t, f->pair->fit.error, f->pair->fit.alone, "by one size alone");
    if (f->over_runs) ordo_text_print(t, "; over %zu runs", f->pair->fit.calls);
}

/* Adds how calls from elsewhere grow. */
static void add_other_callers(struct ordo_text *t, const struct ordo_profile *p,
                              const struct ordo_finding *f, bool ascii) {
    for (uint32_t k = 0; k < f->callers->n_populations; k++) {
        const struct ordo_population *x = &f->callers->population[k];
        if (x == f->population) continue;
        ordo_text_print(t, "; %s when called from ", ordo_growth_name(x->mean.growth));
        ordo_population_name_add(t, p, x, ascii);
    }
}

static void add_reason(struct ordo_text *t, const struct ordo_profile *p,
                       const struct ordo_findings *all, const struct ordo_finding *f, bool ascii) {
    bool runs = f->basis == ORDO_BASIS_RUNS, history = strcmp(f->metric, "calls") == 0;
    if (runs && f->calls >= 0.25) {
        bool own = f->calls_of == f->scope; /* else what stands for its calls grows so */
        if (own) ordo_text_print(t, "one call grows %s; ", growth_of_call(f->each));
        add_calls(t, p, f, ascii);
        if (!own) ordo_text_print(t, ", each of which grows %s", growth_of_call(f->each));
        ordo_text_add(t, "; ");
    }
    if (history) add_history(t, p, f, ascii);
    if (f->basis == ORDO_BASIS_PASSES) return;
    if (f->basis == ORDO_BASIS_EVEN) {
        add_calls(t, p, f, ascii);
        ordo_text_add(t, "; their sizes did not grow during the run; ");
    }
    if (f->pair) {
        add_pair(t, f, ascii);
        return;
    }
    if (!history && f->inner != f->scope) {
        ordo_text_add(t, "in calls of ");
        ordo_finding_scope_add(t, p, f->inner, ascii);
        ordo_text_add(t, "; ");
    }
    if (f->has_exponent)
        ordo_text_print(t, "exponent %.2f..%.2f", f->low, f->high);
    else
        ordo_text_add(t, "exponential");
    if (runs) ordo_text_print(t, " over %u runs", all->runs.series.n);
    const char *size = runs ? all->runs.series.name : history ? "the number of calls" : f->metric;
    if (strcmp(size, "n") != 0) {
        ordo_text_add(t, "; n is ");
        ordo_spoken_text_add(t, size);
        if (!runs && strcmp(size, "input") == 0) ordo_text_add(t, ", the bytes read");
    }
    if (f->from > 0)
        ordo_text_print(t, "; %s at the sizes seen", ordo_growth_name(f->growth_now));
    else if (has_class(f))
        ordo_text_print(t, "; %s with probability %.0f %%", ordo_growth_name(f->growth),
                        fmin(100 * f->probability, 99));
    if (f->callers) add_other_callers(t, p, f, ascii);
}

void ordo_finding_reason_add(struct ordo_text *t, const struct ordo_profile *p,
                             const struct ordo_findings *all, const struct ordo_finding *f,
                             bool ascii) {
    double larger, more = ordo_run_growths_ratio(p, &all->runs, f->scope, &larger);
    add_reason(t, p, all, f, ascii);
    if (!(more > 0)) return;
    ordo_text_add(t, "; ");
    ordo_finding_factor_add(t, more);
    ordo_text_print(t, " times as much at %.3g times the input, over 2 sizes of runs", larger);
}
