/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_measures.c: reads totals, points, tallies and children of one raw file.
 *
 * A table that grew is superseded by its copy. If the process is killed after the copy is
 * published and before the old table is released, the file has both. The memory of a released
 * table may be reused for another table. Therefore a table is void only if the table that
 * supersedes it has the same thread and key. A point or total whose update was interrupted is
 * taken from the undo record of its thread.
 *
 * A thread keeps outermost activations of a recursion in separate tables (unit 1) once the
 * recursion's group is re-entered. If that never happens, every activation is outermost, and its
 * points count for both units.
 *
 * A scope has points by input in a thread, of a unit, from its first activation with input on. The
 * table has all earlier activations, too. Without it, no activation had input; these are taken from
 * the points by rms.
 */
#include "profile/raw/raw_measures.h"

#include "base/memory.h"
#include "profile/gather/point_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct undo {
    uint64_t n_offset, n;
    const uint64_t *copy; /* of the point or total */
};

struct measures {
    const struct ordo_raw_reader *r;
    const struct ordo_raw_scopes *s;
    struct ordo_gather *g;
    struct ordo_error *error;
    struct ordo_map void_tables; /* offset / 64 of superseded tables */
    struct ordo_map recurred;    /* thread and group of recursions that were re-entered */
    struct ordo_map has_input;  /* thread and scope of tables of points by input, of unit 0 and 1 */
    struct ordo_map undo_index; /* offset of a point or total to index in undo */
    struct undo *undo;
    size_t n_undo;
};

static void mark_void(struct measures *m, const struct ordo_raw_block *b) {
    const struct ordo_raw_points *t = (const struct ordo_raw_points *)b;
    const struct ordo_raw_points *old =
        (const struct ordo_raw_points *)ordo_raw_block_at(m->r, t->supersedes, ORDO_RAW_POINTS);
    if (!old || old == t || old->thread != t->thread || old->scope != t->scope ||
        old->metric != t->metric || old->cost != t->cost || old->unit != t->unit)
        return;
    ordo_map_put(&m->void_tables, t->supersedes / ORDO_RAW_ALIGN, 1);
}

static bool is_void(const struct measures *m, const struct ordo_raw_block *b) {
    uint32_t value;
    return ordo_map_find(&m->void_tables, ordo_raw_offset(m->r, b) / ORDO_RAW_ALIGN, &value);
}

static uint64_t input_key(uint32_t thread, uint32_t scope, uint32_t unit) {
    return ((uint64_t)thread << 32 | scope) << 1 | unit;
}

static void note_input(struct measures *m, const struct ordo_raw_block *b) {
    const struct ordo_raw_points *t = (const struct ordo_raw_points *)b;
    if (t->metric == ORDO_METRIC_INPUT && t->unit <= 1)
        ordo_map_put(&m->has_input, input_key(t->thread, t->scope, t->unit), 1);
}

static bool has_input(const struct measures *m, uint32_t thread, uint32_t scope, uint32_t unit) {
    uint32_t value;
    return ordo_map_find(&m->has_input, input_key(thread, scope, unit), &value);
}

static void note_undo(struct measures *m, const struct ordo_raw_block *b) {
    const struct ordo_raw_thread *t = (const struct ordo_raw_thread *)b;
    if (!t->undo) return;
    m->undo = ordo_memory_resize(m->undo, m->n_undo + 1, sizeof *m->undo);
    m->undo[m->n_undo] = (struct undo){t->undo_n_offset, t->undo_n, t->undo_copy};
    ordo_map_put(&m->undo_index, t->undo, (uint32_t)m->n_undo++);
}

static uint64_t group_key(uint32_t thread, const struct ordo_raw_scope *scope) {
    return (uint64_t)thread << 32 | scope->group;
}

static enum ordo_status note_recursions(struct measures *m, const struct ordo_raw_block *b) {
    const struct ordo_raw_totals *t = (const struct ordo_raw_totals *)b;
    ORDO_TRY(ordo_raw_check_table(m->r, b, t->capacity, sizeof(struct ordo_raw_total), m->error));
    const struct ordo_raw_total *items =
        (const struct ordo_raw_total *)((const uint8_t *)b + sizeof *t);
    for (uint32_t i = 0; i < t->capacity; i++) {
        if (!items[i].units && !(items[i].recurred & ORDO_RECURRED)) continue;
        const struct ordo_raw_named_scope *scope;
        ORDO_TRY(ordo_raw_scopes_find(m->s, m->r, &items[i], t->first + i, &scope, m->error));
        ordo_map_put(&m->recurred, group_key(b->thread, scope->raw), 1);
    }
    return ORDO_OK;
}

/* Returns whether every activation of the routine in this thread was outermost of its recursion. */
static bool is_all_units(const struct measures *m, uint32_t thread,
                         const struct ordo_raw_named_scope *scope) {
    uint32_t value;
    return scope->raw->scope_kind == ORDO_PROFILE_ROUTINE &&
           scope->raw->flags & ORDO_PROFILE_RECURSIVE &&
           !ordo_map_find(&m->recurred, group_key(thread, scope->raw), &value);
}

static enum ordo_status read_totals(struct measures *m, const struct ordo_raw_block *b) {
    const struct ordo_raw_totals *t = (const struct ordo_raw_totals *)b;
    const struct ordo_raw_total *items =
        (const struct ordo_raw_total *)((const uint8_t *)b + sizeof *t);
    for (uint32_t i = 0; i < t->capacity; i++) {
        const struct ordo_raw_total *it = &items[i];
        uint32_t undo;
        if (ordo_map_find(&m->undo_index, ordo_raw_offset(m->r, it), &undo))
            it = (const struct ordo_raw_total *)m->undo[undo].copy;
        if (!it->calls && !it->iterations && !it->cost && !it->self && !it->units && !it->at_exit &&
            !it->negative_args && !it->recurred)
            continue;
        const struct ordo_raw_named_scope *scope;
        ORDO_TRY(ordo_raw_scopes_find(m->s, m->r, &items[i], t->first + i, &scope, m->error));
        if (scope->handle == ORDO_GATHER_NONE) continue;
        bool all_units = is_all_units(m, b->thread, scope);
        bool counted = ordo_raw_scopes_count(m->s, scope->handle);
        if (it->recurred & ORDO_RECURRED_LATE)
            ordo_gather_flag(m->g, scope->handle, ORDO_PROFILE_LATE);
        ordo_gather_count(
            m->g, scope->handle,
            &(struct ordo_profile_scope){.calls = counted ? 0 : it->calls,
                                         .iterations = it->iterations,
                                         .cost_total = it->cost,
                                         .cost_self = it->self,
                                         .units = all_units ? it->calls : it->units,
                                         .unit_cost = all_units ? it->cost : it->unit_cost,
                                         .at_exit = it->at_exit,
                                         .negative_args = it->negative_args});
    }
    return ORDO_OK;
}

/* Writes "arg:NAME" for the k-th of the comma-separated names; "arg:#k" if it has no name. */
static void argument_metric(char *out, size_t size, const char *names, uint32_t k) {
    for (uint32_t i = 0; i < k && *names; i++) {
        names += strcspn(names, ",");
        if (*names) names++;
    }
    int n = (int)strcspn(names, ",");
    if (n)
        snprintf(out, size, "arg:%.*s", n, names);
    else
        snprintf(out, size, "arg:#%u", k + 1);
}

/* Returns whether the metric was measured. Without --drms, writes by others are not seen, so the
 * runtime's count is not a drms. */
static bool is_measured(const struct ordo_raw_named_scope *scope, uint32_t metric) {
    return metric != ORDO_METRIC_DRMS || scope->raw->flags & ORDO_PROFILE_DRMS;
}

static bool metric_name(char *out, size_t size, const struct ordo_raw_named_scope *scope,
                        uint32_t metric) {
    switch (metric) {
    case ORDO_METRIC_RMS:
        snprintf(out, size, "rms");
        return true;
    case ORDO_METRIC_DRMS:
        snprintf(out, size, "drms");
        return true;
    case ORDO_METRIC_DEPTH:
        snprintf(out, size, "depth");
        return true;
    case ORDO_METRIC_INPUT:
        snprintf(out, size, "input");
        return true;
    default:
        break;
    }
    if (metric < ORDO_METRIC_ARG || metric - ORDO_METRIC_ARG >= 8) return false;
    argument_metric(out, size, scope->arg_names, metric - ORDO_METRIC_ARG);
    return true;
}

static struct ordo_point point_of(const struct ordo_raw_point *raw, uint64_t sum_n) {
    return (struct ordo_point){.n = raw->n,
                               .count = raw->count,
                               .sum_n = sum_n,
                               .min = raw->min,
                               .max = raw->max,
                               .sum = raw->sum,
                               .sumsq_low = raw->sumsq_low,
                               .sumsq_high = raw->sumsq_high,
                               .self = raw->self};
}

static uint64_t times(uint64_t a, uint64_t b) {
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* Returns the slot, or its value before an interrupted update. */
static struct ordo_point slot_point(const struct measures *m, const struct ordo_raw_point *slot,
                                    const uint64_t *n_sum) {
    struct ordo_raw_point raw = *slot;
    uint64_t sum_n = n_sum ? *n_sum : 0;
    uint32_t i;
    if (ordo_map_find(&m->undo_index, ordo_raw_offset(m->r, slot), &i)) {
        memcpy(&raw, m->undo[i].copy, sizeof raw);
        if (n_sum && m->undo[i].n_offset == ordo_raw_offset(m->r, n_sum)) sum_n = m->undo[i].n;
    }
    return point_of(&raw, n_sum ? sum_n : times(raw.n, raw.count));
}

/* Returns the name of the cost metric. Blocks of optimised code are not those of the source, so
 * production builds count steps. */
static const char *cost_name(const struct ordo_raw_reader *r, uint32_t cost) {
    static const char *const costs[ORDO_COST_METRICS] = {
        "blocks", "iterations", "allocs", "io", "instructions", "events", "allocated", "peak"};
    return cost == ORDO_COST_BLOCKS && ordo_raw_is_sampled(r->header) ? "steps" : costs[cost];
}

static enum ordo_status read_points(struct measures *m, const struct ordo_raw_block *b) {
    const struct ordo_raw_points *t = (const struct ordo_raw_points *)b;
    if (is_void(m, b)) return ORDO_OK;
    const struct ordo_raw_named_scope *scope;
    ORDO_TRY(ordo_raw_scopes_find(m->s, m->r, b, t->scope, &scope, m->error));
    if (t->bucketed > 1 || t->unit > 1)
        return ordo_raw_corrupt(m->r, b, m->error, "a table of points with bucketed %u, unit %u",
                                t->bucketed, t->unit);
    size_t item = sizeof(struct ordo_raw_point) + (t->bucketed ? sizeof(uint64_t) : 0);
    ORDO_TRY(ordo_raw_check_table(m->r, b, t->capacity, item, m->error));
    char metric[512];
    if (!metric_name(metric, sizeof metric, scope, t->metric) || t->cost >= ORDO_COST_METRICS)
        return ordo_raw_corrupt(m->r, b, m->error, "points of unknown metric %u, cost %u",
                                t->metric, t->cost);
    if (scope->handle == ORDO_GATHER_NONE || !is_measured(scope, t->metric)) return ORDO_OK;
    const struct ordo_raw_point *slots =
        (const struct ordo_raw_point *)((const uint8_t *)b + sizeof *t);
    const uint64_t *n_sums = t->bucketed ? (const uint64_t *)(slots + t->capacity) : NULL;
    const char *cost = cost_name(m->r, t->cost);
    uint32_t series =
        ordo_gather_series(m->g, scope->handle, metric, cost, t->unit, t->bucketed != 0);
    uint32_t units = ORDO_GATHER_NONE;
    if (t->unit == 0 && ordo_gather_has_units(cost, cost_name(m->r, ORDO_COST_BLOCKS)) &&
        is_all_units(m, b->thread, scope))
        units = ordo_gather_series(m->g, scope->handle, metric, cost, 1, t->bucketed != 0);
    struct ordo_point sum = {.count = 0};
    for (uint32_t i = 0; i < t->capacity; i++) {
        struct ordo_point p = slot_point(m, &slots[i], n_sums ? &n_sums[i] : NULL);
        if (!p.count) continue;
        if (p.n > INT64_MAX)
            return ordo_raw_corrupt(m->r, &slots[i], m->error, "a point of size %llu",
                                    (unsigned long long)p.n);
        if (p.min > p.max)
            return ordo_raw_corrupt(m->r, &slots[i], m->error,
                                    "a point whose least cost %llu is above its greatest %llu",
                                    (unsigned long long)p.min, (unsigned long long)p.max);
        ordo_gather_point(m->g, series, &p);
        if (units != ORDO_GATHER_NONE) ordo_gather_point(m->g, units, &p);
        if (sum.count)
            ordo_point_add(&sum, &p);
        else
            sum = p;
    }
    if (t->metric != ORDO_METRIC_RMS || t->cost != ORDO_COST_BLOCKS || !sum.count ||
        has_input(m, b->thread, t->scope, t->unit))
        return ORDO_OK;
    ordo_gather_without_input(m->g, scope->handle, cost, t->unit, &sum);
    if (units != ORDO_GATHER_NONE) ordo_gather_without_input(m->g, scope->handle, cost, 1, &sum);
    return ORDO_OK;
}

/* Finds the nodes that the steps are parallel to. *items is NULL if they were never allocated. */
static enum ordo_status find_nodes(const struct measures *m, const struct ordo_raw_steps *steps,
                                   const struct ordo_raw_context **items) {
    const struct ordo_raw_block *b = ordo_raw_block_at(m->r, steps->contexts, ORDO_RAW_CONTEXTS);
    const struct ordo_raw_contexts *c = (const struct ordo_raw_contexts *)b;
    *items = NULL;
    if (!b) return ORDO_OK;
    if (c->thread != steps->thread || c->first != steps->first || c->capacity != steps->capacity ||
        b->size > m->r->used - steps->contexts)
        return ordo_raw_corrupt(m->r, steps, m->error,
                                "the tallies belong to other calling contexts");
    ORDO_TRY(ordo_raw_check_table(m->r, b, c->capacity, sizeof **items, m->error));
    *items = (const struct ordo_raw_context *)(c + 1);
    return ORDO_OK;
}

/* Adds the activations of the block's nodes that only tallies count. */
static enum ordo_status read_tallies(struct measures *m, const struct ordo_raw_block *b) {
    const struct ordo_raw_steps *block = (const struct ordo_raw_steps *)b;
    const struct ordo_raw_step *steps;
    const struct ordo_raw_tally *tallies;
    const struct ordo_raw_context *nodes;
    ORDO_TRY(ordo_raw_steps_read(m->r, block, &steps, &tallies, m->error));
    if (!tallies) return ORDO_OK;
    ORDO_TRY(find_nodes(m, block, &nodes));
    for (uint32_t i = 0; nodes && i < block->capacity; i++) {
        const struct ordo_raw_tally *y = &tallies[i];
        const struct ordo_raw_named_scope *scope;
        if (!y->calls || !nodes[i].scope) continue;
        ORDO_TRY(ordo_raw_scopes_find(m->s, m->r, &nodes[i], nodes[i].scope, &scope, m->error));
        if (scope->handle == ORDO_GATHER_NONE) continue;
        int loop = scope->raw->scope_kind == ORDO_PROFILE_LOOP;
        ordo_gather_count(m->g, scope->handle,
                          &(struct ordo_profile_scope){
                              .calls = y->calls,
                              .iterations = loop ? y->steps : 0,
                              .cost_total = y->outermost,
                              .cost_self = y->self,
                              .units = is_all_units(m, b->thread, scope) ? y->calls : 0});
    }
    return ORDO_OK;
}

static enum ordo_status read_children(struct measures *m, const struct ordo_raw_block *b) {
    const struct ordo_raw_children *t = (const struct ordo_raw_children *)b;
    ORDO_TRY(ordo_raw_check_table(m->r, b, t->capacity, sizeof(struct ordo_raw_child), m->error));
    const struct ordo_raw_child *items =
        (const struct ordo_raw_child *)((const uint8_t *)b + sizeof *t);
    for (uint32_t i = 0; i < t->capacity; i++) {
        const struct ordo_raw_child *it = &items[i];
        for (int k = 0; k < 3; k++) {
            if (!it->calls[k]) continue;
            if (it->n > INT64_MAX)
                return ordo_raw_corrupt(m->r, it, m->error, "children of size %llu",
                                        (unsigned long long)it->n);
            const struct ordo_raw_named_scope *parent, *child;
            ORDO_TRY(ordo_raw_scopes_find(m->s, m->r, it, it->scope, &parent, m->error));
            ORDO_TRY(ordo_raw_scopes_find(m->s, m->r, it, it->child[k], &child, m->error));
            if (parent->handle == ORDO_GATHER_NONE || child->handle == ORDO_GATHER_NONE) continue;
            ordo_gather_child(m->g, parent->handle, child->handle, it->n, it->calls[k],
                              it->cost[k]);
        }
    }
    return ORDO_OK;
}

static enum ordo_status read_all(struct measures *m) {
    const struct ordo_raw_block *b;
    for (uint64_t at = 0; (b = ordo_raw_next(m->r, &at));) {
        if (b->kind == ORDO_RAW_POINTS) mark_void(m, b);
        if (b->kind == ORDO_RAW_POINTS) note_input(m, b);
        if (b->kind == ORDO_RAW_THREAD) note_undo(m, b);
        if (b->kind == ORDO_RAW_TOTALS) ORDO_TRY(note_recursions(m, b));
    }
    for (uint64_t at = 0; (b = ordo_raw_next(m->r, &at));) {
        if (b->kind == ORDO_RAW_TOTALS) ORDO_TRY(read_totals(m, b));
        if (b->kind == ORDO_RAW_POINTS) ORDO_TRY(read_points(m, b));
        if (b->kind == ORDO_RAW_STEPS) ORDO_TRY(read_tallies(m, b));
        if (b->kind == ORDO_RAW_CHILDREN) ORDO_TRY(read_children(m, b));
    }
    return ORDO_OK;
}

enum ordo_status ordo_raw_measures_read(const struct ordo_raw_reader *r,
                                        const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                        struct ordo_error *error) {
    struct measures m = {.r = r, .s = s, .g = g, .error = error};
    enum ordo_status status = read_all(&m);
    ordo_map_done(&m.void_tables);
    ordo_map_done(&m.undo_index);
    ordo_map_done(&m.recurred);
    ordo_map_done(&m.has_input);
    free(m.undo);
    return status;
}
