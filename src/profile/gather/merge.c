/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * merge.c: adds every profile to one gather.
 *
 * Recursions are not added; they are derived again from the union when it is sealed.
 */
#include "profile/gather/merge.h"

#include "base/memory.h"
#include "profile/gather/gather.h"
#include "profile/gather/point_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The merged profiles and their names for errors. */
struct parts {
    const struct ordo_profile *const *ps;
    const char *const *names; /* NULL: no names */
};

enum { NAME_BYTES = 128 };

static const char *name_of(const struct parts *x, size_t i, char name[NAME_BYTES]) {
    if (x->names) return x->names[i];
    const struct ordo_profile *p = x->ps[i];
    if (p->n_processes)
        snprintf(name, NAME_BYTES, "profile %zu (%s)", i + 1, p->processes[0].command);
    else
        snprintf(name, NAME_BYTES, "profile %zu", i + 1);
    return name;
}

static enum ordo_status mismatch(const struct parts *x, size_t a, size_t b, const char *what,
                                 const char *of_a, const char *of_b, struct ordo_error *error) {
    char name_a[NAME_BYTES], name_b[NAME_BYTES];
    return ordo_error_set(error, ORDO_MISMATCH,
                          "%s: %s is %s, but that of %s is %s: merge profiles of one %s only",
                          name_of(x, b, name_b), what, of_b, name_of(x, a, name_a), of_a, what);
}

static enum ordo_status mixed_kinds(const struct parts *x, size_t production, size_t other,
                                    struct ordo_error *error) {
    char name_a[NAME_BYTES], name_b[NAME_BYTES];
    return ordo_error_set(error, ORDO_MISMATCH,
                          "%s: contains samples of a production build, but %s does not: merge each "
                          "kind separately",
                          name_of(x, production, name_a), name_of(x, other, name_b));
}

static enum ordo_status lacks_tree(const struct parts *x, size_t i, struct ordo_error *error) {
    char name[NAME_BYTES];
    return ordo_error_set(
        error, ORDO_MISMATCH,
        "%s: has no repetition tree, but others have one: record all of them with "
        "`ordo tree`, or none",
        name_of(x, i, name));
}

/* Checks that the profiles can be merged. The first profile that recorded anything is the
 * reference; an empty one is compatible with everything. */
static enum ordo_status check_compatible(const struct parts *x, size_t n, size_t *model,
                                         struct ordo_error *error) {
    char name[NAME_BYTES];
    *model = 0;
    while (*model + 1 < n && !x->ps[*model]->cell_bytes) ++*model;
    const struct ordo_profile *m = x->ps[*model];
    for (size_t i = 0; i < n; i++) {
        const struct ordo_profile *p = x->ps[i];
        if (!p->has_points)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "%s: loaded without its points: load it whole to merge it",
                                  name_of(x, i, name));
        if (strcmp(p->engine, m->engine) != 0)
            return mismatch(x, *model, i, "engine", m->engine, p->engine, error);
        if (p->cell_bytes && p->has_production != m->has_production)
            return p->has_production ? mixed_kinds(x, i, *model, error)
                                     : mixed_kinds(x, *model, i, error);
        if (p->cell_bytes && strcmp(p->cost_metric, m->cost_metric) != 0)
            return mismatch(x, *model, i, "cost metric", m->cost_metric, p->cost_metric, error);
        if (p->cell_bytes && p->has_steps != m->has_steps)
            return lacks_tree(x, p->has_steps ? *model : i, error);
        if (p->cell_bytes && p->cell_bytes != m->cell_bytes) {
            char a[32], b[32];
            snprintf(a, sizeof a, "%u bytes", m->cell_bytes);
            snprintf(b, sizeof b, "%u bytes", p->cell_bytes);
            return mismatch(x, *model, i, "cell size", a, b, error);
        }
    }
    return ORDO_OK;
}

static uint32_t handle(const uint32_t *handles, struct ordo_scope_id s) {
    return ordo_scope_is_none(s) ? ORDO_GATHER_NONE : handles[s.i];
}

static void pour_scopes(struct ordo_gather *g, const struct ordo_profile *p, uint32_t *handles) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        handles[i] = p->scopes[i].kind == ORDO_PROFILE_RECURSION
                         ? ORDO_GATHER_NONE
                         : ordo_gather_scope(g, &p->scopes[i]);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (handles[i] != ORDO_GATHER_NONE)
            ordo_gather_enclose(g, handles[i], handle(handles, p->scopes[i].routine),
                                handle(handles, p->scopes[i].parent));
}

/* Returns whether the scope of series i has a series by input of the same unit and cost, which is
 * before i, by rms, in the order of series. */
static bool has_input(const struct ordo_profile *p, uint32_t i) {
    const struct ordo_series *s = &p->series[i];
    while (i--) {
        const struct ordo_series *x = &p->series[i];
        if (x->scope.i != s->scope.i || x->unit != s->unit || strcmp(x->cost, s->cost) != 0)
            return false;
        if (strcmp(x->metric, "input") == 0) return true;
    }
    return false;
}

/* Adds the activations of series i, by rms, as activations without input, unless the scope has
 * points by input. `units`: they are outermost activations, too. */
static void pour_without_input(struct ordo_gather *g, const struct ordo_profile *p, uint32_t i,
                               uint32_t scope, bool units) {
    const struct ordo_series *s = &p->series[i];
    if (!p->has_input || !s->points.n || has_input(p, i)) return;
    const struct ordo_point *points = &p->points[s->points.first];
    struct ordo_point sum = points[0];
    for (uint64_t k = 1; k < s->points.n; k++) ordo_point_add(&sum, &points[k]);
    ordo_gather_without_input(g, scope, s->cost, s->unit, &sum);
    if (units) ordo_gather_without_input(g, scope, s->cost, 1, &sum);
}

static void pour_measures(struct ordo_gather *g, const struct ordo_profile *p,
                          const uint32_t *handles) {
    for (uint32_t i = 0; i < p->n_series; i++) {
        const struct ordo_series *s = &p->series[i];
        uint32_t series =
            ordo_gather_series(g, handles[s->scope.i], s->metric, s->cost, s->unit, s->bucketed);
        uint32_t units = ORDO_GATHER_NONE;
        if (s->unit == 0 && ordo_gather_has_units(s->cost, p->cost_metric) &&
            ordo_gather_all_units(&p->scopes[s->scope.i]))
            units = ordo_gather_series(g, handles[s->scope.i], s->metric, s->cost, 1, s->bucketed);
        if (strcmp(s->metric, "rms") == 0 && strcmp(s->cost, p->cost_metric) == 0)
            pour_without_input(g, p, i, handles[s->scope.i], units != ORDO_GATHER_NONE);
        for (uint64_t k = 0; k < s->points.n; k++) {
            ordo_gather_point(g, series, &p->points[s->points.first + k]);
            if (units != ORDO_GATHER_NONE)
                ordo_gather_point(g, units, &p->points[s->points.first + k]);
        }
    }
    if (p->cell_bytes && !p->has_input) ordo_gather_lacks_input(g);
    for (uint64_t i = 0; i < p->n_edges; i++)
        ordo_gather_edge(g, handle(handles, p->edges[i].caller), handles[p->edges[i].callee.i],
                         p->edges[i].calls, p->edges[i].cost);
    for (uint64_t i = 0; i < p->n_children; i++) {
        const struct ordo_child *c = &p->children[i];
        ordo_gather_child(g, handles[c->parent.i], handles[c->child.i], c->n, c->calls, c->cost);
    }
    for (uint64_t i = 0; i < p->n_lines; i++)
        ordo_gather_line(g, p->lines[i].file, p->lines[i].line, p->lines[i].count);
    for (uint64_t i = 0; i < p->n_blocks; i++)
        ordo_gather_block(g, handles[p->blocks[i].routine.i], &p->blocks[i]);
    for (uint32_t i = 0; i < p->n_inlined; i++) {
        const struct ordo_inlined *x = &p->inlined[i];
        ordo_gather_inlined(g, handles[x->into.i], x->name, x->file, x->line);
    }
}

static void pour_contexts(struct ordo_gather *g, const struct ordo_profile *p,
                          const uint32_t *handles, uint32_t *nodes) {
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        const struct ordo_context *c = &p->contexts[i];
        uint32_t parent = c->parent == UINT32_MAX ? ORDO_GATHER_NONE : nodes[c->parent];
        nodes[i] = ordo_gather_context(g, parent, handles[c->scope.i], c->calls, c->cost, c->self);
    }
    for (uint32_t i = 0; i < p->n_steps; i++) {
        struct ordo_steps s = p->steps[i];
        s.context = nodes[s.context];
        ordo_gather_steps(g, &s);
    }
    for (uint64_t i = 0; i < p->n_observations; i++) {
        struct ordo_observation o = p->observations[i];
        o.context = nodes[o.context];
        ordo_gather_observation(g, &o);
    }
    if (p->cell_bytes) ordo_gather_has_steps(g, p->has_steps);
    if (p->contexts_truncated) ordo_gather_contexts_truncated(g);
}

static void pour_invocations(struct ordo_gather *g, const struct ordo_profile *p,
                             const uint32_t *nodes, const uint32_t *types) {
    struct ordo_input *inputs = ordo_memory_new((size_t)p->n_inputs + 1, sizeof *inputs);
    struct ordo_fact *facts = ordo_memory_new((size_t)p->n_facts + 1, sizeof *facts);
    for (uint32_t i = 0; i < p->n_inputs; i++) {
        inputs[i] = p->inputs[i];
        if (inputs[i].type != ORDO_TYPE_NONE) inputs[i].type = types[inputs[i].type];
    }
    for (uint32_t i = 0; i < p->n_facts; i++) {
        facts[i] = p->facts[i];
        facts[i].context = nodes[facts[i].context];
        if (facts[i].type != ORDO_TYPE_NONE) facts[i].type = types[facts[i].type];
    }
    for (uint32_t i = 0; i < p->n_invocations; i++) {
        struct ordo_invocation v = p->invocations[i];
        v.context = nodes[v.context];
        ordo_gather_invocation(g, &v, inputs + v.first_input, facts + v.first_fact);
    }
    free(inputs);
    free(facts);
}

static void pour_structure(struct ordo_gather *g, const struct ordo_profile *p,
                           const uint32_t *handles, const uint32_t *nodes) {
    if (!p->has_structure) return;
    ordo_gather_has_structure(g);
    uint32_t *types = ordo_memory_new((size_t)p->n_types + 1, sizeof *types);
    for (uint32_t i = 0; i < p->n_types; i++)
        types[i] = ordo_gather_type(g, p->types[i].name, p->types[i].bytes, p->types[i].flags);
    for (uint32_t i = 0; i < p->n_advances; i++) {
        const struct ordo_scope_advance *x = &p->advances[i];
        ordo_gather_advance(g, handles[x->outer], handles[x->inner],
                            handle(handles, (struct ordo_scope_id){x->callee}), x->ends);
    }
    for (uint32_t i = 0; i < p->n_choices; i++) {
        const struct ordo_group_choice *x = &p->choices[i];
        ordo_gather_choice(g, handles[x->outer], handles[x->inner], x->together);
    }
    pour_invocations(g, p, nodes, types);
    free(types);
}

static void pour_production(struct ordo_gather *g, const struct ordo_profile *p,
                            const uint32_t *handles) {
    if (!p->has_production) return;
    ordo_gather_has_production(g);
    for (uint32_t i = 0; i < p->n_gated; i++) {
        struct ordo_gated_scope x = p->gated[i];
        x.scope = handles[x.scope];
        if (x.scope != ORDO_GATHER_NONE) ordo_gather_gated(g, &x);
    }
    for (uint64_t i = 0; i < p->n_samples; i++) {
        struct ordo_sample x = p->samples[i];
        x.scope = handles[x.scope];
        if (x.scope != ORDO_GATHER_NONE) ordo_gather_sample(g, &x);
    }
    ordo_gather_tidy_samples(g);
}

static const struct ordo_gated_scope *gate_of(const struct ordo_profile *p, uint32_t scope) {
    uint32_t low = 0, high = p->n_gated;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->gated[middle].scope == scope) return &p->gated[middle];
        if (p->gated[middle].scope < scope)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Adds the costs of the run. A file of an older version has none; if it has one run only, these are
 * the counters of its scopes. */
static void pour_run_costs(struct ordo_gather *g, const struct ordo_profile *p,
                           const struct ordo_run *r, const uint32_t *handles) {
    bool derived = !r->costs.n && p->n_runs == 1;
    uint64_t n = derived ? p->n_scopes : r->costs.n;
    struct ordo_run_cost *costs = ordo_memory_new(n, sizeof *costs);
    uint32_t used = 0;
    for (uint64_t i = 0; i < n; i++) {
        const struct ordo_gated_scope *gate = derived ? gate_of(p, (uint32_t)i) : NULL;
        if (derived && !p->scopes[i].calls && !p->scopes[i].unfinished && !gate) continue;
        struct ordo_run_cost *c = &costs[used++];
        *c = derived ? ordo_gather_cost_of(&p->scopes[i], (uint32_t)i)
                     : p->run_costs[r->costs.first + i];
        if (gate) ordo_gather_cost_add_gate(c, &p->scopes[i], gate);
        c->scope.i = handles[c->scope.i];
    }
    if (used) ordo_gather_run_costs(g, costs, used);
    free(costs);
}

static void pour_runs(struct ordo_gather *g, const struct ordo_profile *p,
                      const uint32_t *handles) {
    for (uint32_t i = 0; i < p->n_runs; i++) {
        const struct ordo_run *r = &p->runs[i];
        ordo_gather_run(g, r, p->features + r->features.first, (uint32_t)r->features.n,
                        p->processes + r->processes.first, (uint32_t)r->processes.n);
        pour_run_costs(g, p, r, handles);
    }
}

static void pour(struct ordo_gather *g, const struct ordo_profile *p) {
    uint32_t *handles = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *handles);
    uint32_t *nodes = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *nodes);
    pour_scopes(g, p, handles);
    pour_measures(g, p, handles);
    pour_contexts(g, p, handles, nodes);
    for (uint32_t i = 0; i < p->n_objects; i++)
        ordo_gather_object(g, p->objects[i].path, p->objects[i].source_root);
    ordo_gather_cost(g, p->total_cost);
    pour_production(g, p, handles);
    pour_runs(g, p, handles);
    pour_structure(g, p, handles, nodes);
    free(handles);
    free(nodes);
}

enum ordo_status ordo_profile_merge(const struct ordo_profile *const *profiles,
                                    const char *const *names, size_t n, struct ordo_profile **out,
                                    struct ordo_error *error) {
    size_t model;
    ORDO_TRY(check_compatible(&(struct parts){profiles, names}, n, &model, error));
    struct ordo_gather *g = ordo_gather_new();
    for (size_t i = 0; i < n; i++) pour(g, profiles[i]);
    enum ordo_status status =
        ordo_gather_seal(g, profiles[model]->engine, profiles[model]->cell_bytes,
                         profiles[model]->cost_metric, out, error);
    ordo_gather_free(g);
    return status;
}
