/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * finding_search.h: what the searches for findings of each basis share: the scopes at fault, and
 * the way from them to the scope of the user's code in which the growth arises.
 *
 * Shapes:  culprit is parallel to the profile's scopes
 * Memory:  a search refers to the analysis and adds to `out`
 * Threads: pure
 */
#ifndef ORDO_FINDING_SEARCH_H
#define ORDO_FINDING_SEARCH_H

#include "analysis/call_paths.h"
#include "analysis/profile_models.h"

#include <math.h>

/* Probabilities of outgrowing n log n: least of a finding, and of one that needs more certainty: a
 * worst case, which few activations show, and a small share. */
#define ORDO_FINDING_SURE 0.75
#define ORDO_FINDING_CERTAIN 0.9
/* Least log-log slopes: at the largest sizes, where n log n has 1.2, and from the smallest size to
 * the largest. Steps, as of tables that double, are steep in one place only. */
#define ORDO_FINDING_STEEP 1.35
#define ORDO_FINDING_STEEP_ON_AVERAGE 1.25
/* Least exponent and slopes of growth that needs no class to be certain. */
#define ORDO_FINDING_STEEP_THROUGHOUT 1.5
/* An exponent that exceeds the last slope by more was not seen in the runs. */
#define ORDO_FINDING_UNSEEN 0.75
/* An interval that is wider says little about the exponent; one over runs or a run, nothing. */
#define ORDO_FINDING_WIDE 1.0
#define ORDO_FINDING_UNKNOWN 2.2
/* Least shares: of the run now, of the run now or at the factor, of a scope whose growth is in
 * doubt, of one whose growth is vague, and of library code in the user's scope that calls it. */
#define ORDO_FINDING_NOTICEABLE 0.001
#define ORDO_FINDING_WORTH_A_LINE 0.005
#define ORDO_FINDING_MATTERS 0.05
#define ORDO_FINDING_LARGE 0.2
#define ORDO_FINDING_NOTICEABLE_PART 0.25

/* Part of a scope's cost that explains the scope, and what an exponent may be less for that. */
#define ORDO_FINDING_MOST 0.5
#define ORDO_FINDING_SLOWER 0.35

struct ordo_finding_search {
    const struct ordo_profile *p;
    const struct ordo_analysis *a;
    const struct ordo_run_growths *g;
    struct ordo_run_histories histories;
    struct ordo_call_paths paths;
    bool has_loops;  /* loops are scopes of the profile */
    bool of_history; /* the search is for findings of histories: library code is part of the scope
                        in whose calling context it was observed */
    bool *culprit;   /* it outgrows n log n, and one call of it becomes more expensive */
    struct ordo_findings *out;
    size_t capacity;
};

static inline bool ordo_search_has_runs(const struct ordo_finding_search *s) {
    return s->g->series.n != 0;
}

/* Returns the scope's share of the largest run, or of all if there is no series. */
double ordo_search_share_now(const struct ordo_finding_search *s, uint32_t i);
/* Returns its share of the run at the factor. */
double ordo_search_share_at(const struct ordo_finding_search *s, uint32_t i);

static inline double ordo_search_cost_in(const struct ordo_finding_search *s, uint32_t i) {
    const struct ordo_profile_scope *x = &s->p->scopes[i];
    return (double)x->cost_total + (double)x->unfinished_cost;
}

/* Searches from a culprit inwards for the scope at which its growth arises. If all ways lead back,
 * that is the recursion. Returns none if several scopes inside share the growth: they are culprits
 * too. visited: by scope, the latest walk that met it; `walk` is not 0. */
uint32_t ordo_search_arises_at(const struct ordo_finding_search *s, uint32_t i, uint32_t *visited,
                               uint32_t walk);

/* Returns whether the scope is a plain routine of a profile whose loops are scopes: then loops,
 * recursions or library code in it would do what takes long. */
static inline bool ordo_search_is_plain(const struct ordo_finding_search *s, uint32_t i) {
    return s->has_loops && s->p->scopes[i].kind == ORDO_PROFILE_ROUTINE;
}

/* Returns the scope in which most of a plain routine's cost arises. That is a loop, or a routine
 * that spends its time in library routines, and may be several calls below. Returns i if it is not
 * plain, and ORDO_SCOPE_NONE_INDEX if no scope has most of the cost. */
uint32_t ordo_search_core(const struct ordo_finding_search *s, uint32_t i);

/* Returns the scope of the user's code that the finding is about; the scope itself if none is
 * known. */
uint32_t ordo_search_user_scope(const struct ordo_finding_search *s, uint32_t i);

/* Returns whether there is a finding about the scope. */
bool ordo_search_is_listed(const struct ordo_finding_search *s, uint32_t scope);

/* Returns whether one of the first n findings is about the same growth: its scope is inside of this
 * one, or around it. */
bool ordo_search_is_repeated(const struct ordo_finding_search *s, uint32_t scope, uint32_t n);

/* Drops the findings from `first` on about scopes around others that explain them, which arose
 * because between both of them a scope's growth is not certain. */
void ordo_search_drop_explained(struct ordo_finding_search *s, uint32_t first);

/* Adds the innermost of the scopes that are at fault, unless earlier findings are about the same
 * growth, or the runs show how their totals grow. add_one gets the user's scope and that one. */
void ordo_search_innermost(struct ordo_finding_search *s, double least_share,
                           bool (*is_at_fault)(const struct ordo_finding_search *, uint32_t),
                           void (*add_one)(struct ordo_finding_search *, uint32_t, uint32_t));

/* Returns whether the scope is inside of a recursion, or a recursion, that divides its data: it has
 * about as many levels as the logarithm of its activations, and those of one level together read
 * little more than the outermost one. What it costs is then at most n log n times what its own work
 * costs for a cell. The sizes of its parts need not show that: large parts share cells that small
 * ones read each for itself, such as a table or neighbours in a cell. */
bool ordo_search_divides(const struct ordo_finding_search *s, uint32_t i);

/* Adds a finding without growth, whose history would be that of the scope itself. */
struct ordo_finding *ordo_search_add(struct ordo_finding_search *s, enum ordo_basis basis,
                                     uint32_t scope);
/* Finds which scope makes `called` run as often as it does: the innermost around it that is itself
 * called at most half as often, in the largest run of a series, or else in all runs, and from which
 * nearly all of its calls come. `called` is the finding's scope, or library code in it. */
void ordo_search_multiplier(const struct ordo_finding_search *s, struct ordo_finding *f,
                            uint32_t called);

/* Set the growth of a finding: to that of a sum, or of a model of the metric's sizes. */
void ordo_finding_set_fit(struct ordo_finding *f, const struct ordo_power_fit *c);
void ordo_finding_set_model(struct ordo_finding *f, const struct ordo_model *m,
                            enum ordo_growth growth, const char *metric);

#endif
