/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather.h: accumulates raw files and profiles in any order, and seals the result into a canonical
 * profile.
 *
 * Every function except ordo_gather_seal applies a sum, minimum, maximum, union or bitwise
 * operation to an accumulator. Sealing keeps only what depends on the union of everything added.
 * Therefore merging is associative and commutative.
 *
 * Shapes:  scopes are handles, dense from 0 in order of arrival; ORDO_GATHER_NONE: no scope
 * Errors:  ordo_gather_seal reports the first failure: two scopes whose ids are equal
 * Memory:  strings and items are copied
 * Threads: one thread at a time may use a gather
 */
#ifndef ORDO_GATHER_H
#define ORDO_GATHER_H

#include "base/status.h"
#include "profile/profile.h"

#define ORDO_GATHER_NONE UINT32_MAX
#define ORDO_CONTEXTS_BOUND 65536u /* limit of the nodes of the context tree in a profile */

struct ordo_gather;

struct ordo_gather *ordo_gather_new(void);
void ordo_gather_free(struct ordo_gather *g);

/* Finds or adds the scope with the identity of *s (kind, linkage name, file, line, column,
 * ordinal) and adds the counters of *s to its counters. Name and object are the smallest strings
 * of all copies. The folded flag is set if all copies have it, each other flag if any copy has it.
 * Ids, spans and references of *s are ignored. */
uint32_t ordo_gather_scope(struct ordo_gather *g, const struct ordo_profile_scope *s);

/* Adds the counters of *counters (calls to negative_args) to those of the scope. */
void ordo_gather_count(struct ordo_gather *g, uint32_t scope,
                       const struct ordo_profile_scope *counters);

/* Sets an ordo_profile_flag of the scope. */
void ordo_gather_flag(struct ordo_gather *g, uint32_t scope, uint32_t flag);

/* Sets the routine and parent of a scope; of several answers the one that sorts first is kept. */
void ordo_gather_enclose(struct ordo_gather *g, uint32_t scope, uint32_t routine, uint32_t parent);

/* Returns whether every activation of the routine is an outermost one. Its series of unit 1 then
 * equal those of unit 0 and are not stored; whoever adds a profile adds such series of unit 0 as
 * both. */
static inline bool ordo_gather_all_units(const struct ordo_profile_scope *s) {
    return s->kind == ORDO_PROFILE_ROUTINE && s->flags & ORDO_PROFILE_RECURSIVE &&
           s->units == s->calls;
}

/* Returns whether outermost activations of recursions have points of their own in this cost metric.
 * `own` is the profile's. */
static inline bool ordo_gather_has_units(const char *cost, const char *own) {
    return strcmp(cost, own) == 0 || ordo_cost_is_space(cost);
}

/* Finds or adds the series, and sets its `bucketed` if the argument is set. Returns its handle for
 * ordo_gather_point. */
uint32_t ordo_gather_series(struct ordo_gather *g, uint32_t scope, const char *metric,
                            const char *cost, uint32_t unit, bool bucketed);
void ordo_gather_point(struct ordo_gather *g, uint32_t series, const struct ordo_point *p);

/* Adds activations during which no bytes reached the program, as a point by the size "input". *p
 * has them by another size; its sizes are ignored. Whoever adds a profile or a thread adds all
 * activations of scopes without points by input in this way, since scopes of other threads, runs or
 * profiles may have some. The seal drops series in which all sizes are 0. */
void ordo_gather_without_input(struct ordo_gather *g, uint32_t scope, const char *cost,
                               uint32_t unit, const struct ordo_point *p);
/* Notes that what is added has no points by input because it was not measured. The sealed profile
 * then has none. */
void ordo_gather_lacks_input(struct ordo_gather *g);

void ordo_gather_edge(struct ordo_gather *g, uint32_t caller, uint32_t callee, uint64_t calls,
                      uint64_t cost);
void ordo_gather_child(struct ordo_gather *g, uint32_t parent, uint32_t child, uint64_t n,
                       uint64_t calls, uint64_t cost);

/* Adds to the node of `scope` below node `parent` (ORDO_GATHER_NONE: a root). Returns the node. */
uint32_t ordo_gather_context(struct ordo_gather *g, uint32_t parent, uint32_t scope, uint64_t calls,
                             uint64_t cost, uint64_t self);
void ordo_gather_contexts_truncated(struct ordo_gather *g);

/* Add the steps of the node `s->context`, and record whether the current input has steps at all.
 * The sealed profile has steps only if every input had them. */
void ordo_gather_steps(struct ordo_gather *g, const struct ordo_steps *s);
void ordo_gather_has_steps(struct ordo_gather *g, bool has);

/* Adds an observed call of the node `o->context`. */
void ordo_gather_observation(struct ordo_gather *g, const struct ordo_observation *o);

/* Structures (structures.h). Types are handles, dense from 0; scopes and contexts are handles. An
 * advance or choice without both scopes is ignored; `callee` may be none. */
uint32_t ordo_gather_type(struct ordo_gather *g, const char *name, uint64_t bytes, uint32_t flags);
void ordo_gather_advance(struct ordo_gather *g, uint32_t outer, uint32_t inner, uint32_t callee,
                         bool ends);
/* Adds an invocation with copies of its inputs and facts; v's first_* are ignored. */
void ordo_gather_invocation(struct ordo_gather *g, const struct ordo_invocation *v,
                            const struct ordo_input *inputs, const struct ordo_fact *facts);
/* Adds a choice. If choices contradict each other, "not together" is kept. */
void ordo_gather_choice(struct ordo_gather *g, uint32_t outer, uint32_t inner, bool together);
/* Records that the current input recorded invocations, even if there are none. */
void ordo_gather_has_structure(struct ordo_gather *g);

/* Production builds (production.h); scopes are handles. The counters of a scope are added. The
 * samples of one process are added together; ordo_gather_tidy_samples is then called from time to
 * time and keeps as many samples of each scope as a profile may have. */
void ordo_gather_gated(struct ordo_gather *g, const struct ordo_gated_scope *x);
void ordo_gather_sample(struct ordo_gather *g, const struct ordo_sample *s);
void ordo_gather_tidy_samples(struct ordo_gather *g);
/* Records that the current input was sampled, even if it has no samples. */
void ordo_gather_has_production(struct ordo_gather *g);

void ordo_gather_cost(struct ordo_gather *g, uint64_t total_cost);
void ordo_gather_object(struct ordo_gather *g, const char *path, const char *source_root);
void ordo_gather_line(struct ordo_gather *g, const char *file, uint32_t line, uint64_t count);

/* Adds that a routine, called `name` and declared at `line` of `file`, was inlined into the scope.
 */
void ordo_gather_inlined(struct ordo_gather *g, uint32_t into, const char *name, const char *file,
                         uint32_t line);
/* Adds to the block of a routine; `b->routine` is ignored. */
void ordo_gather_block(struct ordo_gather *g, uint32_t routine, const struct ordo_block_count *b);

/* Adds a run with its features and processes; the spans of *run are ignored. */
void ordo_gather_run(struct ordo_gather *g, const struct ordo_run *run,
                     const struct ordo_feature_value *features, uint32_t n_features,
                     const struct ordo_process *processes, uint32_t n_processes);

/* Sets the costs of the run that was added last; scopes are handles. */
void ordo_gather_run_costs(struct ordo_gather *g, const struct ordo_run_cost *costs, uint32_t n);
/* Sets them to the counters of all scopes, which must come from this run alone. */
void ordo_gather_only_run(struct ordo_gather *g);

/* Returns the costs of a scope whose counters come from one run. */
struct ordo_run_cost ordo_gather_cost_of(const struct ordo_profile_scope *s, uint32_t handle);
/* Adds the executions of the scope that its gate counted in that run. */
void ordo_gather_cost_add_gate(struct ordo_run_cost *c, const struct ordo_profile_scope *s,
                               const struct ordo_gated_scope *gate);

/* Makes the canonical profile. Consumes the contents: g can only be freed afterwards. */
enum ordo_status ordo_gather_seal(struct ordo_gather *g, const char *engine, uint32_t cell_bytes,
                                  const char *cost_metric, struct ordo_profile **out,
                                  struct ordo_error *error);

#endif
