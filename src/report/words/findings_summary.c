/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "report/words/findings_summary.h"

#include "analysis/analysis.h"
#include "analysis/comparable_runs.h"
#include "analysis/contexts_inside.h"
#include "analysis/user_code.h"
#include "base/memory.h"
#include "base/numerals.h"
#include "report/choice/rank.h"
#include "report/words/finding_words.h"
#include "report/words/growth_cells.h"
#include "report/words/spoken_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GREATEST 9e18 /* numerals have 64 bits */

/* A scope is not judged if it has so much of the largest run, and the interval of its exponent has
 * this width and includes LIKELY, or if it seems to outgrow n log n. */
enum { MOST_NAMES = 3 };
#define LARGE_PART 0.1
#define WIDE 1.0
#define LIKELY 1.5
#define CLEARLY 1.3 /* exponent between two sizes that is clearly more than n log n */
/* Share of the run from which on a class beyond n log n is not left without a word. */
#define WORTH_A_WORD 0.005
#define WORTH_A_SENTENCE 0.05

/* Is the finding about scope i, or about a recursion that it is a routine of? */
static bool is_about(const struct ordo_profile *p, uint32_t found, uint32_t i) {
    const struct ordo_span *members = &p->scopes[found].members;
    if (p->scopes[found].kind == ORDO_PROFILE_RECURSION)
        for (uint64_t k = 0; k < members->n; k++)
            if (p->members[members->first + k].i == i) return true;
    return found == i;
}

static bool has_finding(const struct ordo_analysis *a, uint32_t i) {
    for (uint32_t k = 0; k < a->findings.n; k++)
        if (is_about(a->profile, a->findings.list[k].scope, i)) return true;
    return false;
}

/* Returns what each scope of the user's code costs by itself in the largest run, with the library
 * code that it calls; 0 for other scopes. Freed by the caller. */
static double *own_with_library(const struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    double *own = ordo_memory_new(p->n_scopes, sizeof *own);
    struct ordo_call_paths paths;
    ordo_call_paths_init(&paths, p, a->run ? a->run->edges : p->edges,
                         a->run ? a->run->n_edges : p->n_edges);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        uint32_t at = ordo_user_scope_of(&paths, i);
        own[at == ORDO_SCOPE_NONE_INDEX ? i : at] += a->findings.runs.scope[i].own_now;
    }
    ordo_call_paths_done(&paths);
    return own;
}

/* Marks the scopes that have most of their cost inside of findings, which then say how they grow.
 * Freed by the caller. */
static bool *find_explained(const struct ordo_analysis *a) {
    const struct ordo_profile *p = a->profile;
    bool *explained = ordo_memory_new(p->n_scopes, sizeof *explained);
    bool *inside = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *inside);
    bool *any = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *any);
    double *part = ordo_memory_new(p->n_scopes, sizeof *part);
    for (uint32_t k = 0; k < a->findings.n; k++) {
        ordo_contexts_inside(p, a->findings.list[k].scope, inside);
        for (uint32_t i = 0; i < p->n_contexts; i++) any[i] |= inside[i];
    }
    for (uint32_t i = 0; i < p->n_contexts; i++)
        part[p->contexts[i].scope.i] += (any[i] ? 1 : -1) * (double)p->contexts[i].cost;
    for (uint32_t i = 0; i < p->n_scopes; i++) explained[i] = part[i] > 0;
    free(inside);
    free(any);
    free(part);
    return explained;
}

/* What is_unjudged needs. */
struct judging {
    double *own; /* own_with_library */
    bool *explained;
};

static struct judging begin_judging(const struct ordo_analysis *a) {
    return (struct judging){own_with_library(a), find_explained(a)};
}

static void end_judging(struct judging *j) {
    free(j->own);
    free(j->explained);
}

static bool is_unjudged(const struct ordo_analysis *a, const struct judging *j, uint32_t i) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_findings *all = &a->findings;
    const struct ordo_over_runs *x = &all->runs.scope[i];
    if (p->scopes[i].kind == ORDO_PROFILE_RECURSION) return false; /* its routines are named */
    if (!(j->own[i] >= LARGE_PART * all->runs.run.cost_now)) return false;
    if (has_finding(a, i) || j->explained[i]) return false;
    if (a->run && a->run->scope[i].total.reason && !a->run->scope[i].activations_exact)
        return true; /* there is no estimate */
    bool open = x->cost.high - x->cost.low > WIDE && x->cost.low < LIKELY && x->cost.high > LIKELY;
    return !x->cost.known || open || x->cost.exponent > CLEARLY;
}

static bool has_unjudged(const struct ordo_analysis *a) {
    if (!a->findings.run_is_known) return true;
    struct judging j = begin_judging(a);
    bool any = false;
    for (uint32_t i = 0; i < a->profile->n_scopes && !any; i++) any = is_unjudged(a, &j, i);
    end_judging(&j);
    return any;
}

/* Returns whether the table shows growth beyond n log n in the scope's own size. There is no
 * finding of it: the scope is small, or the growth is not certain. */
static bool seems_to_outgrow(const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_scope_growth *g = &a->scope[i];
    if (g->best == ORDO_SERIES_NONE || !ordo_is_user_code(a->profile, i)) return false;
    if (g->pair) return ordo_two_sizes_degree(&g->pair->fit) > 1;
    if (g->callers) {
        for (uint32_t k = 0; k < g->callers->n_populations; k++)
            if (ordo_growth_degree(g->callers->population[k].mean.growth) > 1) return true;
        return false;
    }
    enum ordo_growth growth =
        g->argument ? g->argument->mean.growth : a->series[g->best].mean.growth;
    return growth != ORDO_GROWTH_NONE && ordo_growth_degree(growth) > 1;
}

static double sum_of_own(const struct ordo_analysis *a) {
    double sum = 0;
    for (uint32_t i = 0; i < a->profile->n_scopes; i++)
        if (a->scope[i].has_share) sum += a->scope[i].own_now;
    return sum;
}

/* Returns whether the scope has a large part of the cost by itself, and no size that shows how it
 * grows: it was called once, say. `sum`: of all own costs. */
static bool shows_no_growth(const struct ordo_analysis *a, uint32_t i, double sum) {
    const struct ordo_scope_growth *g = &a->scope[i];
    if (a->profile->scopes[i].kind == ORDO_PROFILE_RECURSION) return false; /* routines are named */
    if (!g->has_share || !(g->own_now >= LARGE_PART * sum)) return false;
    return !g->pair && !g->callers && !g->argument &&
           (g->best == ORDO_SERIES_NONE || a->series[g->best].mean.growth == ORDO_GROWTH_NONE);
}

static bool is_uncertain(const struct ordo_analysis *a, uint32_t i, double sum) {
    double least = WORTH_A_WORD * (double)a->profile->total_cost;
    if (ordo_is_loader_code(a->profile, i)) return false; /* not the user's concern */
    return shows_no_growth(a, i, sum) ||
           ((double)a->profile->scopes[i].cost_total >= least && seems_to_outgrow(a, i));
}

static bool any_seems_to_outgrow(const struct ordo_analysis *a) {
    for (uint32_t i = 0; i < a->profile->n_scopes; i++)
        if (seems_to_outgrow(a, i)) return true;
    return false;
}

/* Says that no scope outgrows n log n, and of which ones that is not known. */
static void add_in_own_size(struct ordo_text *t, const struct ordo_analysis *a, bool ascii) {
    double sum = sum_of_own(a);
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->profile->n_scopes; i++) n += is_uncertain(a, i, sum);
    if (!n && any_seems_to_outgrow(a))
        ordo_text_print(t, "No scope with %g %% of the cost outgrows n log n in its own size.\n",
                        100 * WORTH_A_WORD);
    else if (!n)
        ordo_text_add(t, "No scope outgrows n log n in its own size. ");
    if (!n) return;
    ordo_text_add(t, "No scope is known to outgrow n log n in its own size:\nthe growth of ");
    for (uint32_t i = 0, k = 0; i < a->profile->n_scopes && k < MOST_NAMES; i++) {
        if (!is_uncertain(a, i, sum)) continue;
        ordo_text_add(t, !k ? "" : k + 1 == n ? " and " : ", ");
        ordo_finding_scope_add(t, a->profile, i, ascii);
        if (a->profile->scopes[i].kind == ORDO_PROFILE_LOOP && a->profile->scopes[i].line)
            ordo_text_print(t, " (line %u)", a->profile->scopes[i].line);
        k++;
    }
    if (n > MOST_NAMES) ordo_text_print(t, " and %u more", n - MOST_NAMES);
    ordo_text_add(t, " is not known.\n");
}

/* Do samples say too little about the growth of a scope? */
static bool is_open(const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_scope_growth *g = &a->scope[i];
    if (has_finding(a, i)) return false;
    return g->best == ORDO_SERIES_NONE || a->series[g->best].mean.growth == ORDO_GROWTH_NONE ||
           a->findings.undecided[i];
}

/* Adds the scopes with a large part of a production profile of one run or two, of whose growth its
 * samples say too little. */
static void add_without_samples(struct ordo_text *t, const struct ordo_analysis *a, bool ascii) {
    double sum = sum_of_own(a);
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->profile->n_scopes; i++) {
        const struct ordo_scope_growth *g = &a->scope[i];
        if (!g->has_share || !(g->own_now >= LARGE_PART * sum) || !is_open(a, i)) continue;
        if (++n > MOST_NAMES) continue;
        ordo_text_add(t, n == 1 ? "Not enough samples to say how these grow: " : ", ");
        ordo_finding_scope_add(t, a->profile, i, ascii);
        double share = ordo_rank_share(a->profile, &a->profile->scopes[i]);
        ordo_text_print(t, " (%.0f %% of %s)", 100 * share,
                        a->findings.run_is_known ? "the run" : "what is known of the run");
    }
    if (n > MOST_NAMES) ordo_text_print(t, " and %u more", n - MOST_NAMES);
    if (n)
        ordo_text_add(t, ".\nRecord runs of three sizes, with a higher --rate or --budget,\nor an "
                         "ordinary build (`ordo cc` without --production).");
}

static void add_bytes(struct ordo_text *t, double bytes) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t k = 0;
    for (; bytes >= 1024 && k + 1 < sizeof units / sizeof *units; k++) bytes /= 1024;
    ordo_text_print(t, bytes < 100 && k ? "%.1f %s" : "%.0f %s", bytes, units[k]);
}

void ordo_findings_memory_add(struct ordo_text *t, const struct ordo_analysis *a, bool ascii) {
    const struct ordo_memory_growth *m = &a->memory;
    const struct ordo_profile_scope *s = &a->profile->scopes[m->scope];
    if (!m->found) return;
    ordo_text_add(t, "Memory in use at once grows ");
    if (m->growth != ORDO_GROWTH_NONE)
        ordo_text_print(t, "like %s", ordo_growth_name(m->growth));
    else
        ordo_text_print(t, "like n^%.2f", m->exponent);
    ordo_text_add(t, m->over_runs ? " over the input, in " : " in each call of ");
    ordo_finding_scope_add(t, a->profile, m->scope, ascii);
    ordo_text_add(t, " (");
    ordo_spoken_text_add(t, s->file);
    ordo_text_print(t, ":%u);\nn is ", s->line);
    ordo_spoken_text_add(t, m->metric);
    ordo_text_add(t, "; ");
    add_bytes(t, m->now);
    ordo_text_add(t, " now, ");
    add_bytes(t, m->at);
    if (m->growth == ORDO_GROWTH_EXP && !m->over_runs)
        ordo_text_add(t, " at n + 5");
    else
        ordo_text_print(t, " at %gx the size", a->factor);
    ordo_text_add(t, " (`ordo report --space peak`).");
}

#define VALUES 4 /* of each number of the user's, for growth by two of them (docs/models.md) */

/* Names a number that the user chose, and that differs between the runs besides the size. */
static void add_other_number(struct ordo_text *t, const struct ordo_profile *p, const char *size) {
    struct ordo_run_sizes x;
    ordo_run_sizes_find(p, &x);
    for (unsigned k = 0; k < x.sizes; k++) {
        const char *name = strncmp(x.name[k], "feature:", 8) == 0 ? x.name[k] + 8 : x.name[k];
        unsigned values = 0;
        for (uint32_t i = 0; i < x.n; i++) {
            uint32_t before = 0;
            while (before < i && x.size[k][before] != x.size[k][i]) before++;
            values += before == i;
        }
        if (strcmp(name, size) == 0 || values >= VALUES || values == x.n) continue;
        ordo_text_add(t, " Growth by ");
        ordo_spoken_text_add(t, size);
        ordo_text_add(t, " and ");
        ordo_spoken_text_add(t, name);
        ordo_text_print(t, " together\nneeds %u values of each, in all combinations.", VALUES);
        break;
    }
    ordo_run_sizes_free(&x);
}

/* Does the table have scopes that grow faster over the run than in single executions? */
static bool any_is_faster(const struct ordo_analysis *a) {
    for (uint32_t i = 0; i < a->profile->n_scopes; i++)
        if (ordo_analysis_run_is_faster(a, i)) return true;
    return false;
}

void ordo_findings_none_add(struct ordo_text *t, const struct ordo_analysis *a, bool ascii) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_run_growths *g = &a->findings.runs;
    const struct ordo_run_series *runs = &g->series;
    if (g->run.cost.known) {
        ordo_text_print(t, "Over these %u runs, by ", runs->n);
        ordo_spoken_text_add(t, runs->name);
        ordo_text_print(t, ", no scope %s n log n.",
                        p->has_production || has_unjudged(a) ? "is known to outgrow" : "outgrows");
        add_other_number(t, p, runs->name);
        if (p->has_production)
            ordo_text_add(
                t, "\nOutside of samples, library routines other than memcpy, memmove, memset and "
                   "strlen cost nothing.");
        return;
    }
    if (p->has_production) {
        if (!any_is_faster(a)) ordo_text_add(t, "No scope is known to outgrow n log n. ");
        ordo_text_add(t,
                      p->n_runs < 3
                          ? "Growth over the input needs production runs of three sizes or more:\n"
                            "`ordo merge -o all.data FILE...`, then `ordo report all.data`."
                          : "Growth over the input is unknown:\nno number explains what the runs "
                            "cost. Where most of that is estimated, record with a higher --rate "
                            "or --budget.");
        return;
    }
    add_in_own_size(t, a, ascii);
    if (p->n_runs < 2)
        ordo_text_add(t, "Growth over the input needs several runs:\n"
                         "`ordo run --scan n=1000:4000:x2 -- PROGRAM {n}`, or --inputs.");
    else if (runs->n_alike < 2)
        ordo_text_add(t, "Growth over the input is unknown:\nno two runs have the same build of "
                         "the same program, the same options and the same exit status.");
    else if (!runs->n)
        ordo_text_add(t, "Growth over the input is unknown:\nno number explains what the runs "
                         "cost; name one with --feature, or choose one with --run-size.");
    else
        ordo_text_add(t, "Growth over the input is unknown:\nit needs three runs or more of "
                         "different sizes, the largest at least twice the smallest.");
}

void ordo_findings_left_out_add(struct ordo_text *t, const struct ordo_profile *p,
                                const struct ordo_findings *all) {
    const struct ordo_run_series *runs = &all->runs.series;
    const struct {
        uint32_t n;
        const char *one, *several;
    } reasons[] = {
        {runs->others.command, "is of another program or has other options",
         "are of other programs or have other options"},
        {runs->others.end, "ended in another way", "ended in another way"},
        {runs->others.build, "is of another build, with other code",
         "are of another build, with other code"},
        {runs->others.costs, "has no costs of its own", "have no costs of their own"},
        {runs->n_alike - runs->n, "has no size", "have no size"},
    };
    if (!runs->n || runs->n == p->n_runs) return;
    ordo_text_print(t, "Growth over the input is that of %u of the %u runs: ", runs->n, p->n_runs);
    bool any = false;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (!reasons[i].n) continue;
        ordo_text_print(t, "%s%u %s", any ? ", " : "", reasons[i].n,
                        reasons[i].n == 1 ? reasons[i].one : reasons[i].several);
        any = true;
    }
    ordo_text_add(t, ".");
}

/* Does the scope outgrow the size clearly, and cost much by itself, and has no finding? */
static bool outgrows_two_sizes(const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_run_growths *g = &a->findings.runs;
    double larger, more = ordo_run_growths_ratio(a->profile, g, i, &larger);
    return a->profile->scopes[i].kind != ORDO_PROFILE_RECURSION && more > 0 &&
           g->scope[i].own_now >= LARGE_PART * g->run.cost_now &&
           log(more) >= CLEARLY * log(larger) && !has_finding(a, i);
}

/* Says what two sizes of runs show, which is a ratio and no growth. */
static void add_ratio(struct ordo_text *t, const struct ordo_analysis *a, bool ascii) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_run_growths *g = &a->findings.runs;
    double larger, more = ordo_run_growths_ratio(p, g, ORDO_SCOPE_NONE_INDEX, &larger);
    uint32_t n = 0;
    if (!(more > 0)) return;
    ordo_text_print(t, "Over these %u runs, %.3g times the input (", g->series.n, larger);
    ordo_spoken_text_add(t, g->series.name);
    ordo_text_add(t, ") costs ");
    ordo_finding_factor_add(t, more);
    ordo_text_add(t, " times as much");
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if (!outgrows_two_sizes(a, i) || ++n > MOST_NAMES) continue;
        ordo_text_add(t, n == 1 ? ": " : ", ");
        ordo_finding_scope_add(t, p, i, ascii);
        ordo_text_add(t, " ");
        ordo_finding_factor_add(t, ordo_run_growths_ratio(p, g, i, &larger));
        ordo_text_add(t, " times");
    }
    if (n > MOST_NAMES) ordo_text_print(t, " and %u more", n - MOST_NAMES);
    ordo_text_add(t, ".\nA run of a third size would show how that grows.");
}

/* Names the dearest scope whose calls became larger or smaller during the only run, if it is not
 * known whether they pass over the same data. */
static void add_change(struct ordo_text *t, const struct ordo_analysis *a, bool ascii) {
    const struct ordo_profile *p = a->profile;
    bool *explained = find_explained(a);
    uint32_t dearest = p->n_scopes;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        const struct ordo_size_change *x = &a->findings.change[i];
        if (!(x->first + x->last > 0) || explained[i] || has_finding(a, i)) continue;
        if (s->kind != ORDO_PROFILE_LOOP || !ordo_is_user_code(p, i)) continue;
        if ((double)s->cost_total < WORTH_A_SENTENCE * (double)p->total_cost) continue;
        if (dearest == p->n_scopes || s->cost_total > p->scopes[dearest].cost_total) dearest = i;
    }
    free(explained);
    if (dearest == p->n_scopes) return;
    const struct ordo_size_change *x = &a->findings.change[dearest];
    char first[ORDO_NUMERAL_BYTES], last[ORDO_NUMERAL_BYTES];
    ordo_text_add(t, "Calls of ");
    ordo_finding_scope_add(t, p, dearest, ascii);
    ordo_text_print(t, " (line %u, %.0f %% of the run) read %s cells at first\nand %s at the end. ",
                    p->scopes[dearest].line,
                    100 * (double)p->scopes[dearest].cost_total / (double)p->total_cost,
                    ordo_numeral_short(first, (uint64_t)llround(x->first)),
                    ordo_numeral_short(last, (uint64_t)llround(x->last)));
    ordo_text_add(t,
                  "If they go through the same data again and again, the cost\ngrows faster than "
                  "their number: runs of three sizes show it.");
}

void ordo_findings_unjudged_add(struct ordo_text *t, const struct ordo_analysis *a, bool ascii) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_findings *all = &a->findings;
    uint32_t n = 0;
    if (p->has_production && p->n_runs < 3) add_without_samples(t, a, ascii);
    if (!p->has_production && p->n_runs == 1) add_change(t, a, ascii);
    add_ratio(t, a, ascii);
    if (all->runs.run.n < 3 || !(all->runs.run.cost_now > 0)) return;
    struct judging j = begin_judging(a);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if (!is_unjudged(a, &j, i) || ++n > MOST_NAMES) continue;
        ordo_text_add(t, n == 1 ? "How these grow over the input is not known: " : ", ");
        ordo_finding_scope_add(t, p, i, ascii);
        ordo_text_print(t, " (%.0f %% of %sthe largest run)",
                        100 * fmin(j.own[i] / all->runs.run.cost_now, 1),
                        all->run_is_known ? "" : "what is known of ");
    }
    end_judging(&j);
    if (n > MOST_NAMES) ordo_text_print(t, " and %u more", n - MOST_NAMES);
    if (n)
        ordo_text_add(t, p->has_production
                             ? ".\nRecord with a higher --rate or --budget, or record an ordinary "
                               "build (`ordo cc` without --production)."
                             : ".\nRecord more sizes.");
}

static const char *amount(char numeral[ORDO_NUMERAL_BYTES], double x) {
    return ordo_numeral_short(numeral, (uint64_t)llround(fmin(x, GREATEST)));
}

void ordo_findings_prediction_add(struct ordo_text *t, const struct ordo_profile *p,
                                  const struct ordo_findings *all) {
    const struct ordo_run_growths *g = &all->runs;
    const struct ordo_power_value *at = &g->run.at;
    char cost[ORDO_NUMERAL_BYTES], low[ORDO_NUMERAL_BYTES], high[ORDO_NUMERAL_BYTES];
    if (!g->series.n || !(g->run.cost_now > 0)) return;
    if (g->run.cost.growth == ORDO_GROWTH_EXP || !(at->mean < GREATEST)) {
        ordo_text_add(t, "explosive: slightly larger inputs cost many times as much");
        return;
    }
    ordo_text_print(t, "at %gx the input (", g->factor);
    ordo_spoken_text_add(t, g->series.name);
    ordo_text_print(t, " = %s), a run costs ",
                    amount(cost, g->factor * g->series.size[g->series.n - 1]));
    ordo_finding_factor_add(t, at->mean / g->run.cost_now);
    ordo_text_print(t, " times as much: %s %s", amount(cost, at->mean),
                    ordo_growth_unit(p->cost_metric));
    if (at->low < at->high)
        ordo_text_print(t, " (95 %%: %s to %s)", amount(low, at->low), amount(high, at->high));
}

bool ordo_findings_are_algorithms(const struct ordo_profile *p) {
    return p->has_structure && !p->n_points;
}

void ordo_findings_algorithms_add(struct ordo_text *t) {
    ordo_text_add(t, "Recorded by `ordo tree`: the profile has the cost of each scope, but not how "
                     "it grows.\n"
                     "`ordo tree PROFILE` shows its algorithms and how their steps grow.");
}
