/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather.h: a profile in the making. Raw files and profiles are poured into it in any order;
 * sealing it gives the canonical profile.
 *
 * Every function but seal is a sum, a minimum, a maximum, a union or a bitwise operation on its
 * accumulator, and sealing keeps of the result what depends on the union only. That is why merging
 * is associative and commutative.
 *
 * Shapes:  scopes are handles, dense from 0 in order of arrival; ORDO_GATHER_NONE: no scope
 * Errors:  a failure sticks: later calls do nothing and seal reports it
 * Memory:  strings and items are copied
 * Threads: one gather, one thread at a time
 */
#ifndef ORDO_GATHER_H
#define ORDO_GATHER_H

#include "base/status.h"
#include "profile/profile.h"

#define ORDO_GATHER_NONE UINT32_MAX
#define ORDO_CONTEXTS_BOUND 65536u /* nodes of the context tree that a profile keeps */

struct ordo_gather;

struct ordo_gather *ordo_gather_new(void); /* NULL when memory is out */
void ordo_gather_free(struct ordo_gather *g);

/* Finds or adds the scope with the identity of *s (kind, linkage name, file, line, column, ordinal)
 * and adds the counters of *s to its own. Name and object: the smallest string of all copies;
 * folded only if all copies are; other flags: of any copy. Ids, spans and references of *s are
 * ignored. */
uint32_t ordo_gather_scope(struct ordo_gather *g, const struct ordo_profile_scope *s);

/* Adds the counters of *counters (calls to negative_args) to those of the scope. */
void ordo_gather_count(struct ordo_gather *g, uint32_t scope,
                       const struct ordo_profile_scope *counters);

/* Sets an ordo_profile_flag of the scope. */
void ordo_gather_flag(struct ordo_gather *g, uint32_t scope, uint32_t flag);

/* Says what a scope lies in; of several answers the one that sorts first stays. */
void ordo_gather_enclose(struct ordo_gather *g, uint32_t scope, uint32_t routine, uint32_t parent);

/* Every activation of the routine is a unit: its series of unit 1 equal those of unit 0 and are not
 * kept. Who pours a profile pours such series of unit 0 as both. */
static inline bool ordo_gather_all_units(const struct ordo_profile_scope *s) {
    return s->kind == ORDO_PROFILE_ROUTINE && s->flags & ORDO_PROFILE_RECURSIVE &&
           s->units == s->calls;
}

/* Finds or adds the series; `bucketed` sticks. Returns its handle for ordo_gather_point. */
uint32_t ordo_gather_series(struct ordo_gather *g, uint32_t scope, const char *metric,
                            const char *cost, uint32_t unit, bool bucketed);
void ordo_gather_point(struct ordo_gather *g, uint32_t series, const struct ordo_point *p);

void ordo_gather_edge(struct ordo_gather *g, uint32_t caller, uint32_t callee, uint64_t calls,
                      uint64_t cost);
void ordo_gather_child(struct ordo_gather *g, uint32_t parent, uint32_t child, uint64_t n,
                       uint64_t calls, uint64_t cost);

/* Adds to the node of `scope` below node `parent` (ORDO_GATHER_NONE: a root); returns the node. */
uint32_t ordo_gather_context(struct ordo_gather *g, uint32_t parent, uint32_t scope, uint64_t calls,
                             uint64_t cost, uint64_t self);
void ordo_gather_contexts_truncated(struct ordo_gather *g);

/* Steps of the node `s->context`; and whether what is poured has any. What is sealed has steps if
 * everything that was poured has. */
void ordo_gather_steps(struct ordo_gather *g, const struct ordo_steps *s);
void ordo_gather_has_steps(struct ordo_gather *g, bool has);

/* Structures (structures.h). Types are handles, dense from 0; scopes and contexts are handles. What
 * an advance or a choice says of no scope is ignored; `callee` may be none. */
uint32_t ordo_gather_type(struct ordo_gather *g, const char *name, uint64_t bytes, uint32_t flags);
void ordo_gather_advance(struct ordo_gather *g, uint32_t outer, uint32_t inner, uint32_t callee,
                         bool ends);
/* One invocation with copies of its inputs and facts; v's first_* are ignored. */
void ordo_gather_invocation(struct ordo_gather *g, const struct ordo_invocation *v,
                            const struct ordo_input *inputs, const struct ordo_fact *facts);
/* Of contradictory choices "apart" stays. */
void ordo_gather_choice(struct ordo_gather *g, uint32_t outer, uint32_t inner, bool together);
/* What is poured has recorded invocations, be it none. */
void ordo_gather_has_structure(struct ordo_gather *g);

/* Production builds (production.h); scopes are handles. Counters of a scope add up. Samples of one
 * process come together, and ordo_gather_tidy_samples follows now and then, which keeps as many of
 * a scope as a profile may have. */
void ordo_gather_gated(struct ordo_gather *g, const struct ordo_gated_scope *x);
void ordo_gather_sample(struct ordo_gather *g, const struct ordo_sample *s);
void ordo_gather_tidy_samples(struct ordo_gather *g);
/* What is poured was sampled, be it without samples. */
void ordo_gather_has_production(struct ordo_gather *g);

void ordo_gather_cost(struct ordo_gather *g, uint64_t total_cost);
void ordo_gather_object(struct ordo_gather *g, const char *path, const char *source_root);
void ordo_gather_line(struct ordo_gather *g, const char *file, uint32_t line, uint64_t count);

/* Adds to the block of a routine (`b->routine` is ignored). */
/* The routine called `name`, declared there, has been inlined into the scope. */
void ordo_gather_inlined(struct ordo_gather *g, uint32_t into, const char *name, const char *file,
                         uint32_t line);
void ordo_gather_block(struct ordo_gather *g, uint32_t routine, const struct ordo_block_count *b);

/* One run with its own features and processes (the spans of *run are ignored). */
void ordo_gather_run(struct ordo_gather *g, const struct ordo_run *run,
                     const struct ordo_feature_value *features, uint32_t n_features,
                     const struct ordo_process *processes, uint32_t n_processes);

/* Canonical form. Consumes the contents: g can only be freed afterwards. */
enum ordo_status ordo_gather_seal(struct ordo_gather *g, const char *engine, uint32_t cell_bytes,
                                  const char *cost_metric, struct ordo_profile **out,
                                  struct ordo_error *error);

#endif
