/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather_state.h: the fields of a gather, for the files that fill and seal it.
 *
 * Scope fields of items hold handles until the seal, which replaces them by ranks.
 */
#ifndef ORDO_GATHER_STATE_H
#define ORDO_GATHER_STATE_H

#include "base/intern.h"
#include "base/map.h"
#include "base/status.h"
#include "base/text.h"
#include "profile/profile.h"

struct gather_series {
    uint32_t scope, unit;
    const char *metric, *cost;
    bool bucketed;
    struct ordo_point *points;
    size_t n, capacity, tidy; /* tidy: length after the last compaction */
};

struct gather_run {
    struct ordo_run run;
    struct ordo_feature_value *features;
    struct ordo_process *processes;
    uint32_t n_features, n_processes;
    struct ordo_run_cost *costs; /* by handle of the scope, unordered */
    uint32_t n_costs;
};

struct ordo_gather {
    struct ordo_error failure; /* the first failure, which the seal returns; else ORDO_OK */
    struct ordo_intern strings, identities, series_keys, object_keys;
    struct ordo_text key; /* the key that is being made */
    struct ordo_map ids;
    struct ordo_profile_scope *scopes; /* by handle = number of the identity */
    size_t n_scopes, scopes_capacity;
    struct gather_series *series; /* by handle = number of the key */
    size_t n_series, series_capacity;
    struct ordo_edge *edges;
    size_t n_edges, edges_capacity;
    struct ordo_map edge_index;
    struct ordo_child *children;
    size_t n_children, children_capacity, children_tidy;
    struct ordo_context *contexts;
    size_t n_contexts, contexts_capacity;
    struct ordo_map context_index;
    bool contexts_truncated;
    struct ordo_steps *steps; /* of contexts by handle, unordered */
    size_t n_steps, steps_capacity;
    bool has_steps, lacks_steps;           /* of any part */
    bool lacks_input;                      /* of any part */
    struct ordo_observation *observations; /* of contexts by handle, unordered */
    size_t n_observations, observations_capacity;
    bool has_structure;
    struct ordo_intern type_keys;
    struct ordo_element_type *types; /* by handle = number of the key */
    size_t n_types, types_capacity;
    struct ordo_scope_advance *advances;
    size_t n_advances, advances_capacity;
    struct ordo_invocation *invocations;
    size_t n_invocations, invocations_capacity;
    struct ordo_input *inputs;
    size_t n_inputs, inputs_capacity;
    struct ordo_fact *facts;
    size_t n_facts, facts_capacity;
    struct ordo_group_choice *choices;
    size_t n_choices, choices_capacity;
    bool has_production;
    struct ordo_gated_scope *gated;
    size_t n_gated, gated_capacity;
    struct ordo_map gated_index; /* by scope */
    struct ordo_sample *samples;
    size_t n_samples, samples_capacity, samples_tidy;
    struct ordo_object *objects;
    size_t n_objects, objects_capacity;
    struct ordo_line_count *lines;
    size_t n_lines, lines_capacity, lines_tidy;
    struct ordo_inlined *inlined;
    size_t n_inlined, inlined_capacity, inlined_tidy;
    struct ordo_block_count *blocks;
    size_t n_blocks, blocks_capacity, blocks_tidy;
    struct gather_run *runs;
    size_t n_runs, runs_capacity;
    uint64_t total_cost;
};

/* Returns the array with room for one more item than n; handles have 32 bits. */
void *ordo_gather_room(void *items, size_t *capacity, size_t n, size_t size);
#define ORDO_GATHER_ROOM(g, items, n)                                                              \
    ((g)->items = ordo_gather_room((g)->items, &(g)->items##_capacity, (g)->n, sizeof *(g)->items))

/* Returns the number of the key in g->key and empties g->key. */
uint32_t ordo_gather_key(struct ordo_gather *g, struct ordo_intern *keys);

/* Returns the gather's copy of the string, which is stored once. */
const char *ordo_gather_keep(struct ordo_gather *g, const char *s);

/* Compares scopes in the order of a profile: file, line, column, kind, linkage name, ordinal. */
int ordo_gather_compare_scopes(const struct ordo_profile_scope *a,
                               const struct ordo_profile_scope *b);

/* Sorts children by (parent, child, n), which may be handles or ranks, and joins equal keys.
 * Returns how many remain. */
size_t ordo_gather_tidy_children(struct ordo_child *children, size_t n);

#endif
