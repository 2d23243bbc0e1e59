/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * analyse.c: distributes series and scopes over as many threads as there are processors, at most
 * eight; small profiles are analysed by one thread.
 */
#include "analysis/analyse.h"

#include "analysis/comparable_runs.h"
#include "analysis/findings.h"
#include "analysis/memory_growth.h"
#include "analysis/space_cost.h"
#include "analysis/whole_calls.h"
#include "model/run/run_costs.h"

#include <pthread.h>
#include <unistd.h>

enum { MOST_THREADS = 8, SERIES_PER_THREAD = 200 };

typedef void (*step_function)(struct ordo_analysis *, uint32_t, uint32_t);

struct share {
    struct ordo_analysis *analysis;
    step_function work;
    uint32_t first, step;
};

static void *do_share(void *arg) {
    struct share *s = arg;
    s->work(s->analysis, s->first, s->step);
    return NULL;
}

static uint32_t threads_for(uint32_t n_series) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t n = n_series / SERIES_PER_THREAD + 1;
    if (processors > 0 && n > (uint32_t)processors) n = (uint32_t)processors;
    return n > MOST_THREADS ? MOST_THREADS : n;
}

static void share_out(struct ordo_analysis *a, step_function work) {
    struct share shares[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    bool started[MOST_THREADS] = {false};
    uint32_t n = threads_for(a->profile->n_series);
    for (uint32_t i = 0; i < n; i++) {
        shares[i] = (struct share){a, work, i, n};
        if (i) started[i] = pthread_create(&threads[i], NULL, do_share, &shares[i]) == 0;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            do_share(&shares[i]);
    }
}

/* Returns whether predictions have changed. */
static bool look_at_calls(struct ordo_analysis *a) {
    struct ordo_scope_calls_index index;
    if (a->run || !a->profile->n_observations) return false;
    ordo_scope_calls_index_init(&index, a->profile);
    a->calls = &index;
    share_out(a, ordo_whole_calls_fit);
    a->calls = NULL;
    ordo_scope_calls_index_done(&index);
    return ordo_whole_calls_predict(a);
}

enum ordo_status ordo_analyse_rest(struct ordo_analysis *a,
                                   const struct ordo_analyse_options *options,
                                   struct ordo_error *error) {
    static const struct ordo_analyse_options defaults = {0};
    if (!options) options = &defaults;
    if (!a->own.profile) ordo_own_costs_init(&a->own, a->profile); /* models were stored */
    bool changed = look_at_calls(a);
    if (!a->run) ordo_whole_runs_fit(a);
    ordo_findings_find(a, options->run_size, a->factor, &a->findings);
    if (options->run_size && !a->findings.runs.series.n) {
        struct ordo_text names = {0};
        ordo_run_size_names_add(&names, a->profile);
        ordo_error_set(error, ORDO_BAD_INPUT,
                       names.n ? "run size %s: is not known, does not differ or is mostly 0: the "
                                 "runs have %s"
                               : "run size %s: the profile has no runs that differ in a size",
                       options->run_size, names.bytes);
        ordo_text_done(&names);
        ordo_analysis_free(a);
        return ORDO_BAD_INPUT;
    }
    ordo_analysis_use_runs(a, changed);
    ordo_memory_growth_find(a, &a->memory);
    return ORDO_OK;
}

/* Fits the models of the profile; takes ownership of the totals, which may be NULL. */
static enum ordo_status fit(const struct ordo_profile *p,
                            const struct ordo_analyse_options *options,
                            struct ordo_run_totals *totals, struct ordo_analysis **out,
                            struct ordo_error *error) {
    *out = NULL;
    if (!p->has_points) {
        ordo_run_totals_free(totals);
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "a summary has no points to fit: load the profile whole");
    }
    struct ordo_analysis *a = ordo_analysis_new(p);
    a->run = totals;
    if (options && options->factor > 0) a->factor = options->factor;
    share_out(a, ordo_analysis_fit_series);
    ordo_analysis_choose_sizes(a);
    share_out(a, ordo_analysis_fit_scopes);
    ordo_analysis_scale(a);
    ordo_analysis_conclude(a);
    *out = a;
    return ORDO_OK;
}

/* Finds what the models and runs show; sets *out to a, or frees it after an error. */
static enum ordo_status finish(struct ordo_analysis *a, const struct ordo_analyse_options *options,
                               struct ordo_analysis **out, struct ordo_error *error) {
    *out = NULL;
    ORDO_TRY(ordo_analyse_rest(a, options, error));
    *out = a;
    return ORDO_OK;
}

enum ordo_status ordo_analyse_models(const struct ordo_profile *p,
                                     const struct ordo_analyse_options *options,
                                     struct ordo_analysis **out, struct ordo_error *error) {
    return fit(p, options, NULL, out, error);
}

enum ordo_status ordo_analyse(const struct ordo_profile *p,
                              const struct ordo_analyse_options *options,
                              struct ordo_analysis **out, struct ordo_error *error) {
    ORDO_TRY(fit(p, options, NULL, out, error));
    return finish(*out, options, out, error);
}

enum ordo_status ordo_analyse_for_report(struct ordo_profile *p,
                                         const struct ordo_analyse_options *options,
                                         struct ordo_analysis **out, struct ordo_error *error) {
    struct ordo_run_totals *totals = NULL;
    const char *space = options ? options->space : NULL;
    *out = NULL;
    if (space && p->has_points) ORDO_TRY(ordo_space_cost_apply(p, space, error));
    if (p->has_production && p->has_points) {
        totals = ordo_run_totals_new(p);
        ordo_run_series_add(totals, p);
    }
    ORDO_TRY(fit(p, options, totals, out, error));
    if (space) ordo_space_cost_share(*out);
    /* Models are of samples, findings of the whole run. */
    if (totals) ordo_run_costs_apply(totals, p);
    if (totals) ordo_run_totals_apply(totals, p);
    ORDO_TRY(finish(*out, options, out, error));
    /* Runs have changed the predictions. */
    if (space) ordo_space_cost_share(*out);
    return ORDO_OK;
}
