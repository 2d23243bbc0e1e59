/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_tables.c: the schema of all sections of a stored profile (docs/profile-format.md).
 *
 * Unsigned 64-bit numbers are stored as SQLite's signed numbers with the same bits, and 128-bit
 * sums of squares as two of them. Scopes, series, runs and nodes are numbered from 0 by their
 * place in the canonical order; -1 means none.
 */
#include "profile/store/store_tables.h"

#include "profile/store/store_production.h"
#include "profile/store/store_structure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run_row(struct ordo_row *r, void *item) {
    struct ordo_run *x = item;
    ordo_row_number(r);
    ordo_row_text(r, &x->command);
    ordo_row_u64(r, &x->start_ns);
    ordo_row_u64(r, &x->end_ns);
    ordo_row_i32(r, &x->exit_status);
    ordo_row_i32(r, &x->signal);
    ordo_row_u32(r, &x->unreadable);
    ordo_row_text(r, &x->unreadable_why);
    if (r->version >= 3) {
        ordo_row_u64(r, &x->input);
        ordo_row_u64(r, &x->allocations);
        ordo_row_u64(r, &x->allocated);
    }
    if (r->version >= 6) ordo_row_u64(r, &x->peak);
    if (r->version >= 8)
        ordo_row_text(r, &x->code);
    else
        x->code = "";
}

static void feature_row(struct ordo_row *r, void *item) {
    struct ordo_feature_value *x = item;
    ordo_row_owner(r, &r->p->runs->features, sizeof *r->p->runs, r->p->n_runs);
    ordo_row_text(r, &x->name);
    ordo_row_double(r, &x->value);
}

static void process_row(struct ordo_row *r, void *item) {
    struct ordo_process *x = item;
    uint32_t state = x->state;
    ordo_row_number(r);
    ordo_row_owner(r, &r->p->runs->processes, sizeof *r->p->runs, r->p->n_runs);
    ordo_row_u32(r, &x->pid);
    ordo_row_u32(r, &x->ppid);
    ordo_row_text(r, &x->exe);
    ordo_row_text(r, &x->command);
    ordo_row_u32(r, &state);
    ordo_row_u32(r, &x->stop);
    ordo_row_u32(r, &x->stop_errno);
    ordo_row_u64(r, &x->start_ns);
    ordo_row_u64(r, &x->end_ns);
    ordo_row_bool(r, &x->forked);
    ordo_row_bool(r, &x->drms_asked);
    ordo_row_bool(r, &x->drms_compiled);
    ordo_row_u32(r, &x->threads);
    ordo_row_u64(r, &x->cost);
    if (r->version >= 2) {
        ordo_row_u32(r, &x->lost_children);
        ordo_row_u32(r, &x->lost_errno);
    }
    if (state > ORDO_PROCESS_RUNNING) ordo_row_wrong(r, "unknown process state");
    x->state = (enum ordo_process_state)state;
}

static void object_row(struct ordo_row *r, void *item) {
    struct ordo_object *x = item;
    ordo_row_text(r, &x->path);
    ordo_row_text(r, &x->source_root);
}

static void row_kind(struct ordo_row *r, enum ordo_profile_kind *kind) {
    const char *name = r->reading ? "" : ordo_profile_kind_name(*kind);
    ordo_row_text(r, &name);
    for (int k = ORDO_PROFILE_ROUTINE; k <= ORDO_PROFILE_LIBRARY; k++) {
        if (strcmp(name, ordo_profile_kind_name((enum ordo_profile_kind)k)) == 0) {
            *kind = (enum ordo_profile_kind)k;
            return;
        }
    }
    ordo_row_wrong(r, "unknown kind of scope");
}

static void row_scope_hash(struct ordo_row *r, uint64_t *id) {
    char hex[17];
    snprintf(hex, sizeof hex, "%016" PRIx64, *id);
    const char *text = hex;
    if (r->reading) {
        ordo_row_text(r, &text);
        char *end;
        *id = strtoull(text, &end, 16);
        if (end != text + 16 || *end) ordo_row_wrong(r, "an id is not 16 hexadecimal digits");
        return;
    }
    /* SQLite copies the buffer, which is gone before the statement runs. */
    ordo_row_bound(sqlite3_bind_text(r->statement, r->column + 1, hex, 16, SQLITE_TRANSIENT));
    r->column++;
    r->hash = ordo_store_hash(r->hash, ordo_intern_hash(hex, 16));
}

static void scope_row(struct ordo_row *r, void *item) {
    struct ordo_profile_scope *x = item;
    ordo_row_number(r);
    row_scope_hash(r, &x->id);
    row_kind(r, &x->kind);
    ordo_row_u32(r, &x->flags);
    ordo_row_text(r, &x->name);
    ordo_row_text(r, &x->linkage_name);
    ordo_row_text(r, &x->object);
    ordo_row_text(r, &x->file);
    ordo_row_u32(r, &x->line);
    ordo_row_u32(r, &x->column);
    ordo_row_u32(r, &x->ordinal);
    ordo_row_scope(r, &x->routine, false);
    ordo_row_scope(r, &x->parent, true);
    ordo_row_u64(r, &x->calls);
    ordo_row_u64(r, &x->iterations);
    ordo_row_u64(r, &x->cost_total);
    ordo_row_u64(r, &x->cost_self);
    ordo_row_bool(r, &x->has_self);
    ordo_row_u64(r, &x->unfinished);
    ordo_row_u64(r, &x->unfinished_cost);
    ordo_row_u64(r, &x->at_exit);
    ordo_row_u64(r, &x->units);
    ordo_row_u64(r, &x->negative_args);
    if (r->version >= 5) ordo_row_u64(r, &x->unit_cost);
}

static void member_row(struct ordo_row *r, void *item) {
    ordo_row_owner(r, &r->p->scopes->members, sizeof *r->p->scopes, r->p->n_scopes);
    ordo_row_scope(r, item, false);
}

static void run_cost_row(struct ordo_row *r, void *item) {
    struct ordo_run_cost *x = item;
    ordo_row_owner(r, &r->p->runs->costs, sizeof *r->p->runs, r->p->n_runs);
    ordo_row_scope(r, &x->scope, false);
    ordo_row_u64(r, &x->calls);
    ordo_row_u64(r, &x->iterations);
    ordo_row_u64(r, &x->units);
    ordo_row_u64(r, &x->cost);
    ordo_row_u64(r, &x->self);
    if (r->version >= 6) {
        ordo_row_u64(r, &x->allocated);
        ordo_row_u64(r, &x->peak);
    }
}

static void edge_row(struct ordo_row *r, void *item) {
    struct ordo_edge *x = item;
    ordo_row_scope(r, &x->callee, false);
    ordo_row_scope(r, &x->caller, true);
    ordo_row_u64(r, &x->calls);
    ordo_row_u64(r, &x->cost);
    if (r->reading && x > r->p->edges && x[-1].callee.i > x->callee.i)
        ordo_row_wrong(r, "rows out of order");
}

static void series_row(struct ordo_row *r, void *item) {
    struct ordo_series *x = item;
    ordo_row_number(r);
    ordo_row_scope(r, &x->scope, false);
    ordo_row_u32(r, &x->unit);
    ordo_row_text(r, &x->cost);
    ordo_row_text(r, &x->metric);
    ordo_row_bool(r, &x->bucketed);
    ordo_row_u64(r, &x->points.n);
    ordo_row_u64(r, &x->n_min);
    ordo_row_u64(r, &x->n_max);
    if (!r->reading) return;
    bool first = x == r->p->series;
    x->points.first = first ? 0 : x[-1].points.first + x[-1].points.n;
    if (!x->points.n || x->points.n > UINT32_MAX)
        ordo_row_wrong(r, "a series has an impossible number of points");
    if (!first &&
        (x[-1].scope.i > x->scope.i || (x[-1].scope.i == x->scope.i && x[-1].unit > x->unit)))
        ordo_row_wrong(r, "rows out of order");
}

static void point_row(struct ordo_row *r, void *item) {
    struct ordo_point *x = item;
    uint64_t i = r->cursor;
    while (i < r->p->n_series &&
           r->index >= r->p->series[i].points.first + r->p->series[i].points.n)
        i++;
    r->cursor = i;
    ordo_row_u64(r, &i);
    if (i != r->cursor || i >= r->p->n_series) ordo_row_wrong(r, "points are missing");
    ordo_row_u64(r, &x->n);
    ordo_row_u64(r, &x->count);
    ordo_row_u64(r, &x->sum_n);
    ordo_row_u64(r, &x->min);
    ordo_row_u64(r, &x->max);
    ordo_row_u64(r, &x->sum);
    ordo_row_u64(r, &x->sumsq_high);
    ordo_row_u64(r, &x->sumsq_low);
    ordo_row_u64(r, &x->self);
    if (!x->count) ordo_row_wrong(r, "a point without activations");
}

static void child_row(struct ordo_row *r, void *item) {
    struct ordo_child *x = item;
    ordo_row_scope(r, &x->parent, false);
    ordo_row_scope(r, &x->child, false);
    ordo_row_u64(r, &x->n);
    ordo_row_u64(r, &x->calls);
    ordo_row_u64(r, &x->cost);
    if (r->reading && x > r->p->children && x[-1].parent.i > x->parent.i)
        ordo_row_wrong(r, "rows out of order");
}

static void context_row(struct ordo_row *r, void *item) {
    struct ordo_context *x = item;
    ordo_row_number(r);
    ordo_row_reference(r, &x->parent, r->index, true);
    ordo_row_scope(r, &x->scope, false);
    ordo_row_u64(r, &x->calls);
    ordo_row_u64(r, &x->cost);
    ordo_row_u64(r, &x->self);
}

static void row_step_sum(struct ordo_row *r, struct ordo_step_sum *x) {
    ordo_row_u64(r, &x->invocations);
    ordo_row_u64(r, &x->sum);
    ordo_row_u64(r, &x->least);
    ordo_row_u64(r, &x->greatest);
    if (x->least > x->greatest) ordo_row_wrong(r, "the least steps are more than the greatest");
}

static void steps_row(struct ordo_row *r, void *item) {
    struct ordo_steps *x = item;
    ordo_row_reference(r, &x->context, r->p->n_contexts, false);
    row_step_sum(r, &x->own);
    row_step_sum(r, &x->group);
    if (r->reading && x > r->p->steps && x[-1].context >= x->context)
        ordo_row_wrong(r, "rows out of order");
}

static void observation_row(struct ordo_row *r, void *item) {
    struct ordo_observation *x = item;
    ordo_row_number(r);
    ordo_row_reference(r, &x->context, r->p->n_contexts, false);
    ordo_row_u64(r, &x->thread);
    ordo_row_u64(r, &x->calls);
    ordo_row_u64(r, &x->sum_cost);
    ordo_row_u64(r, &x->sum_size);
    ordo_row_u64(r, &x->clock);
    ordo_row_u64(r, &x->rms);
    ordo_row_u64(r, &x->cost);
    ordo_row_u64(r, &x->self);
    ordo_row_u64(r, &x->iterations);
    ordo_row_u64(r, &x->outer);
    ordo_row_u64(r, &x->depth);
    ordo_row_u64(r, &x->next_rms);
    ordo_row_u64(r, &x->next_kept);
    ordo_row_u64(r, &x->next_own);
    ordo_row_text(r, &x->arg_names);
    for (int i = 0; i < ORDO_OBSERVED_ARGS; i++) {
        uint64_t bits = (uint64_t)x->args[i];
        ordo_row_u64(r, &bits);
        x->args[i] = (int64_t)bits;
    }
    if (r->version >= 4) ordo_row_u64(r, &x->input);
    if (r->version >= 6) {
        ordo_row_u64(r, &x->allocated);
        ordo_row_u64(r, &x->peak);
    }
    if (r->version >= 7)
        ordo_row_u64(r, &x->before_rms);
    else
        x->before_rms = x->next_rms;
    if (r->version >= 9) ordo_row_u64(r, &x->next_written);
    if (x->next_kept > x->next_rms || x->next_own > x->next_kept || x->next_written > x->next_rms)
        ordo_row_wrong(r, "more cells were kept than read");
}

static void line_row(struct ordo_row *r, void *item) {
    struct ordo_line_count *x = item;
    ordo_row_text(r, &x->file);
    ordo_row_u32(r, &x->line);
    ordo_row_u64(r, &x->count);
}

static void block_row(struct ordo_row *r, void *item) {
    struct ordo_block_count *x = item;
    ordo_row_scope(r, &x->routine, false);
    ordo_row_u32(r, &x->ordinal);
    ordo_row_text(r, &x->file);
    ordo_row_u32(r, &x->line);
    ordo_row_u32(r, &x->column);
    ordo_row_bool(r, &x->is_cost);
    ordo_row_u64(r, &x->count);
}

static void inlined_row(struct ordo_row *r, void *item) {
    struct ordo_inlined *x = item;
    ordo_row_scope(r, &x->into, false);
    ordo_row_text(r, &x->name);
    ordo_row_text(r, &x->file);
    ordo_row_u32(r, &x->line);
    if (r->reading && x > r->p->inlined && x[-1].into.i > x->into.i)
        ordo_row_wrong(r, "rows out of order");
}

#define ARRAY(items)                                                                               \
    sizeof *((struct ordo_profile *)0)->items, offsetof(struct ordo_profile, items),               \
        offsetof(struct ordo_profile, n_##items), sizeof((struct ordo_profile *)0)->n_##items == 8

/* A table comes after the tables that its rows belong or refer to. */
const struct ordo_store_table ordo_store_tables[] = {
    {"runs", "run, command, start_ns, end_ns, exit_status, signal, unreadable, unreadable_why",
     "(run INTEGER PRIMARY KEY, command TEXT NOT NULL, start_ns INTEGER NOT NULL, end_ns INTEGER "
     "NOT NULL, exit_status INTEGER NOT NULL, signal INTEGER NOT NULL, unreadable INTEGER NOT "
     "NULL, unreadable_why TEXT NOT NULL, input INTEGER NOT NULL, allocations INTEGER NOT NULL, "
     "allocated INTEGER NOT NULL, peak INTEGER NOT NULL, code TEXT NOT NULL)",
     "run", ARRAY(runs), true, run_row, false, ORDO_SECTION_PROFILE},
    {"features", "run, name, value",
     "(run INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT NULL, PRIMARY KEY (run, name)) "
     "WITHOUT ROWID",
     "run, name", ARRAY(features), true, feature_row, false, ORDO_SECTION_PROFILE},
    {"processes",
     "process, run, pid, ppid, exe, command, state, stop, stop_errno, start_ns, end_ns, forked, "
     "drms_asked, drms_compiled, threads, cost",
     "(process INTEGER PRIMARY KEY, run INTEGER NOT NULL, pid INTEGER NOT NULL, ppid INTEGER NOT "
     "NULL, exe TEXT NOT NULL, command TEXT NOT NULL, state INTEGER NOT NULL, stop INTEGER NOT "
     "NULL, stop_errno INTEGER NOT NULL, start_ns INTEGER NOT NULL, end_ns INTEGER NOT NULL, "
     "forked INTEGER NOT NULL, drms_asked INTEGER NOT NULL, drms_compiled INTEGER NOT NULL, "
     "threads INTEGER NOT NULL, cost INTEGER NOT NULL, lost_children INTEGER NOT NULL, lost_errno "
     "INTEGER NOT NULL)",
     "process", ARRAY(processes), true, process_row, false, ORDO_SECTION_PROFILE},
    {"objects", "path, source_root",
     "(path TEXT NOT NULL, source_root TEXT NOT NULL, PRIMARY KEY (path, source_root)) WITHOUT "
     "ROWID",
     "path, source_root", ARRAY(objects), true, object_row, false, ORDO_SECTION_PROFILE},
    {"scopes",
     "scope, id, kind, flags, name, linkage_name, object, file, line, col, ordinal, routine, "
     "parent, calls, iterations, cost_total, cost_self, has_self, unfinished, unfinished_cost, "
     "at_exit, units, negative_args",
     "(scope INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, flags INTEGER NOT "
     "NULL, name TEXT NOT NULL, linkage_name TEXT NOT NULL, object TEXT NOT NULL, file TEXT NOT "
     "NULL, line INTEGER NOT NULL, col INTEGER NOT NULL, ordinal INTEGER NOT NULL, routine INTEGER "
     "NOT NULL, parent INTEGER NOT NULL, calls INTEGER NOT NULL, iterations INTEGER NOT NULL, "
     "cost_total INTEGER NOT NULL, cost_self INTEGER NOT NULL, has_self INTEGER NOT NULL, "
     "unfinished INTEGER NOT NULL, unfinished_cost INTEGER NOT NULL, at_exit INTEGER NOT NULL, "
     "units INTEGER NOT NULL, negative_args INTEGER NOT NULL, unit_cost INTEGER NOT NULL)",
     "scope", ARRAY(scopes), true, scope_row, false, ORDO_SECTION_PROFILE},
    {"members", "recursion, routine",
     "(recursion INTEGER NOT NULL, routine INTEGER NOT NULL, PRIMARY KEY (recursion, routine)) "
     "WITHOUT ROWID",
     "recursion, routine", ARRAY(members), true, member_row, false, ORDO_SECTION_PROFILE},
    {"run_costs", "run, scope, calls, iterations, units, cost, self",
     "(run INTEGER NOT NULL, scope INTEGER NOT NULL, calls INTEGER NOT NULL, iterations INTEGER "
     "NOT NULL, units INTEGER NOT NULL, cost INTEGER NOT NULL, self INTEGER NOT NULL, allocated "
     "INTEGER NOT NULL, peak INTEGER NOT NULL, PRIMARY KEY (run, scope)) WITHOUT ROWID",
     "run, scope", ARRAY(run_costs), true, run_cost_row, true, ORDO_SECTION_PROFILE},
    {"edges", "callee, caller, calls, cost",
     "(callee INTEGER NOT NULL, caller INTEGER NOT NULL, calls INTEGER NOT NULL, cost INTEGER NOT "
     "NULL, PRIMARY KEY (callee, caller)) WITHOUT ROWID",
     "callee, caller", ARRAY(edges), true, edge_row, false, ORDO_SECTION_PROFILE},
    {"series", "series, scope, unit, cost, metric, bucketed, n_points, n_min, n_max",
     "(series INTEGER PRIMARY KEY, scope INTEGER NOT NULL, unit INTEGER NOT NULL, cost TEXT NOT "
     "NULL, metric TEXT NOT NULL, bucketed INTEGER NOT NULL, n_points INTEGER NOT NULL, n_min "
     "INTEGER NOT NULL, n_max INTEGER NOT NULL)",
     "series", ARRAY(series), true, series_row, false, ORDO_SECTION_PROFILE},
    {"points", "series, n, count, sum_n, min, max, sum, sumsq_high, sumsq_low, self",
     "(series INTEGER NOT NULL, n INTEGER NOT NULL, count INTEGER NOT NULL, sum_n INTEGER NOT "
     "NULL, min INTEGER NOT NULL, max INTEGER NOT NULL, sum INTEGER NOT NULL, sumsq_high INTEGER "
     "NOT NULL, sumsq_low INTEGER NOT NULL, self INTEGER NOT NULL, PRIMARY KEY (series, n)) "
     "WITHOUT ROWID",
     "series, n", ARRAY(points), false, point_row, false, ORDO_SECTION_PROFILE},
    {"children", "parent, child, n, calls, cost",
     "(parent INTEGER NOT NULL, child INTEGER NOT NULL, n INTEGER NOT NULL, calls INTEGER NOT "
     "NULL, cost INTEGER NOT NULL, PRIMARY KEY (parent, child, n)) WITHOUT ROWID",
     "parent, child, n", ARRAY(children), false, child_row, false, ORDO_SECTION_PROFILE},
    {"contexts", "node, parent, scope, calls, cost, self",
     "(node INTEGER PRIMARY KEY, parent INTEGER NOT NULL, scope INTEGER NOT NULL, calls INTEGER "
     "NOT NULL, cost INTEGER NOT NULL, self INTEGER NOT NULL)",
     "node", ARRAY(contexts), true, context_row, false, ORDO_SECTION_PROFILE},
    {"steps",
     "node, invocations, sum, least, greatest, group_invocations, group_sum, group_least, "
     "group_greatest",
     "(node INTEGER PRIMARY KEY, invocations INTEGER NOT NULL, sum INTEGER NOT NULL, least INTEGER "
     "NOT NULL, greatest INTEGER NOT NULL, group_invocations INTEGER NOT NULL, group_sum INTEGER "
     "NOT NULL, group_least INTEGER NOT NULL, group_greatest INTEGER NOT NULL)",
     "node", ARRAY(steps), false, steps_row, true, ORDO_SECTION_TREE},
    {"types", "type, name, bytes, flags",
     "(type INTEGER PRIMARY KEY, name TEXT NOT NULL, bytes INTEGER NOT NULL, flags INTEGER NOT "
     "NULL)",
     "type", ARRAY(types), false, ordo_type_row, true, ORDO_SECTION_STRUCTURE},
    {"advances", "outer_scope, inner_scope, callee, ends",
     "(outer_scope INTEGER NOT NULL, inner_scope INTEGER NOT NULL, callee INTEGER NOT NULL, ends "
     "INTEGER NOT NULL, PRIMARY KEY (outer_scope, inner_scope, callee, ends)) WITHOUT ROWID",
     "outer_scope, inner_scope, callee, ends", ARRAY(advances), false, ordo_advance_row, true,
     ORDO_SECTION_STRUCTURE},
    {"choices", "outer_scope, inner_scope, together",
     "(outer_scope INTEGER NOT NULL, inner_scope INTEGER NOT NULL, together INTEGER NOT NULL, "
     "PRIMARY KEY (outer_scope, inner_scope)) WITHOUT ROWID",
     "outer_scope, inner_scope", ARRAY(choices), false, ordo_choice_row, true,
     ORDO_SECTION_STRUCTURE},
    {"invocations", "invocation, node, process, ordinal, n_inputs, n_facts",
     "(invocation INTEGER PRIMARY KEY, node INTEGER NOT NULL, process INTEGER NOT NULL, ordinal "
     "INTEGER NOT NULL, n_inputs INTEGER NOT NULL, n_facts INTEGER NOT NULL)",
     "invocation", ARRAY(invocations), false, ordo_invocation_row, true, ORDO_SECTION_STRUCTURE},
    {"inputs", "input, invocation, type, form, identity, many, name",
     "(input INTEGER PRIMARY KEY, invocation INTEGER NOT NULL, type INTEGER NOT NULL, form INTEGER "
     "NOT NULL, identity INTEGER NOT NULL, many INTEGER NOT NULL, name TEXT NOT NULL)",
     "input", ARRAY(inputs), false, ordo_input_row, true, ORDO_SECTION_STRUCTURE},
    {"facts",
     "fact, invocation, node, input, type, flags, reads, writes, creations, elements, links, "
     "capacity, used",
     "(fact INTEGER PRIMARY KEY, invocation INTEGER NOT NULL, node INTEGER NOT NULL, input INTEGER "
     "NOT NULL, type INTEGER NOT NULL, flags INTEGER NOT NULL, reads INTEGER NOT NULL, writes "
     "INTEGER NOT NULL, creations INTEGER NOT NULL, elements INTEGER NOT NULL, links INTEGER NOT "
     "NULL, capacity INTEGER NOT NULL, used INTEGER NOT NULL)",
     "fact", ARRAY(facts), false, ordo_fact_row, true, ORDO_SECTION_STRUCTURE},
    {"sampling", "process, key, rate, budget, log_bytes, sampled_ns, unsampled, samples, unlogged",
     "(process INTEGER PRIMARY KEY, key INTEGER NOT NULL, rate INTEGER NOT NULL, budget INTEGER "
     "NOT "
     "NULL, log_bytes INTEGER NOT NULL, sampled_ns INTEGER NOT NULL, unsampled INTEGER NOT NULL, "
     "samples INTEGER NOT NULL, "
     "unlogged INTEGER NOT NULL)",
     "process", ARRAY(samplings), true, ordo_sampling_row, true, ORDO_SECTION_PRODUCTION},
    {"gated", "scope, executions, iterations, samples, incomplete, abandoned, left_by_jump",
     "(scope INTEGER PRIMARY KEY, executions INTEGER NOT NULL, iterations INTEGER NOT NULL, "
     "samples INTEGER NOT NULL, incomplete INTEGER NOT NULL, abandoned INTEGER NOT NULL, "
     "left_by_jump INTEGER NOT NULL)",
     "scope", ARRAY(gated), true, ordo_gated_row, true, ORDO_SECTION_PRODUCTION},
    {"samples",
     "sample, scope, process_key, number, flags, time_ns, executions, iterations, own, cost, n, "
     "rms, "
     "level, tracked, again, before, all_cells, once, twice",
     "(sample INTEGER PRIMARY KEY, scope INTEGER NOT NULL, process_key INTEGER NOT NULL, number "
     "INTEGER NOT NULL, flags "
     "INTEGER NOT NULL, time_ns INTEGER NOT NULL, executions INTEGER NOT NULL, iterations INTEGER "
     "NOT NULL, own INTEGER NOT NULL, cost INTEGER NOT NULL, n INTEGER NOT NULL, rms INTEGER NOT "
     "NULL, level INTEGER NOT NULL, tracked INTEGER NOT NULL, again INTEGER NOT NULL, before "
     "INTEGER NOT NULL, all_cells INTEGER NOT NULL, once INTEGER NOT NULL, twice INTEGER NOT NULL)",
     "sample", ARRAY(samples), false, ordo_sample_row, true, ORDO_SECTION_PRODUCTION},
    {"sample_sums", "sample, own, cost, n",
     "(sample INTEGER PRIMARY KEY, own INTEGER NOT NULL, cost INTEGER NOT NULL, n INTEGER NOT "
     "NULL)",
     "sample", ARRAY(sample_sums), false, ordo_sample_sums_row, true, ORDO_SECTION_PRODUCTION},
    {"observations",
     "observation, node, thread, calls, sum_cost, sum_size, clock, rms, cost, self, iterations, "
     "outer, depth, "
     "next_rms, next_kept, next_own, arg_names, arg0, arg1, arg2, arg3, arg4, arg5, arg6, arg7",
     "(observation INTEGER PRIMARY KEY, node INTEGER NOT NULL, thread INTEGER NOT NULL, calls "
     "INTEGER NOT NULL, sum_cost INTEGER "
     "NOT NULL, sum_size INTEGER NOT NULL, clock INTEGER NOT NULL, rms INTEGER NOT NULL, cost "
     "INTEGER NOT NULL, self INTEGER NOT NULL, iterations INTEGER NOT NULL, outer INTEGER NOT "
     "NULL, depth INTEGER NOT NULL, next_rms INTEGER NOT NULL, next_kept INTEGER NOT NULL, "
     "next_own INTEGER NOT NULL, "
     "arg_names TEXT NOT NULL, arg0 INTEGER NOT NULL, arg1 INTEGER NOT NULL, arg2 INTEGER NOT "
     "NULL, arg3 INTEGER NOT NULL, arg4 INTEGER NOT NULL, arg5 INTEGER NOT NULL, arg6 INTEGER NOT "
     "NULL, arg7 INTEGER NOT NULL, input INTEGER NOT NULL, allocated INTEGER NOT NULL, peak "
     "INTEGER NOT NULL, before_rms INTEGER NOT NULL, next_written INTEGER NOT NULL)",
     "observation", ARRAY(observations), true, observation_row, true, ORDO_SECTION_PROFILE},
    {"lines", "file, line, count",
     "(file TEXT NOT NULL, line INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (file, "
     "line)) WITHOUT ROWID",
     "file, line", ARRAY(lines), false, line_row, false, ORDO_SECTION_PROFILE},
    {"blocks", "routine, ordinal, file, line, col, is_cost, count",
     "(routine INTEGER NOT NULL, ordinal INTEGER NOT NULL, file TEXT NOT NULL, line INTEGER NOT "
     "NULL, col INTEGER NOT NULL, is_cost INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY "
     "(routine, ordinal, file, line, col)) WITHOUT ROWID",
     "routine, ordinal, file, line, col", ARRAY(blocks), false, block_row, true,
     ORDO_SECTION_PROFILE},
    {"inlined", "routine, name, file, line",
     "(routine INTEGER NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, "
     "PRIMARY KEY (routine, name, file, line)) WITHOUT ROWID",
     "routine, name, file, line", ARRAY(inlined), true, inlined_row, true, ORDO_SECTION_PROFILE},
};
const size_t ordo_n_store_tables = sizeof ordo_store_tables / sizeof *ordo_store_tables;

const char *ordo_store_added(const struct ordo_store_table *t, int version) {
    if (version >= 2 && strcmp(t->name, "processes") == 0) return ", lost_children, lost_errno";
    if (version >= 3 && strcmp(t->name, "runs") == 0)
        return version >= 8   ? ", input, allocations, allocated, peak, code"
               : version >= 6 ? ", input, allocations, allocated, peak"
                              : ", input, allocations, allocated";
    if (version >= 6 && strcmp(t->name, "run_costs") == 0) return ", allocated, peak";
    if (version >= 4 && strcmp(t->name, "observations") == 0)
        return version >= 9   ? ", input, allocated, peak, before_rms, next_written"
               : version >= 7 ? ", input, allocated, peak, before_rms"
               : version >= 6 ? ", input, allocated, peak"
                              : ", input";
    if (version >= 5 && strcmp(t->name, "scopes") == 0) return ", unit_cost";
    return "";
}

bool ordo_store_has(const struct ordo_profile *p, enum ordo_section section) {
    if (section == ORDO_SECTION_TREE) return p->has_steps;
    if (section == ORDO_SECTION_PRODUCTION) return p->has_production;
    return section == ORDO_SECTION_PROFILE || p->has_structure;
}

uint64_t ordo_store_count(const struct ordo_store_table *t, const struct ordo_profile *p) {
    const char *at = (const char *)p + t->count;
    if (t->wide_count) return *(const uint64_t *)at;
    return *(const uint32_t *)at;
}

uint64_t ordo_store_hash_head(const struct ordo_profile *p) {
    uint64_t hash = ordo_intern_hash(p->engine, strlen(p->engine));
    hash = ordo_store_hash(hash, ordo_intern_hash(p->cost_metric, strlen(p->cost_metric)));
    hash = ordo_store_hash(hash, p->cell_bytes);
    hash = ordo_store_hash(hash, p->total_cost);
    return ordo_store_hash(hash, p->contexts_truncated);
}
