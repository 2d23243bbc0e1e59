/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_tables.c: the schema of the section "profile" (docs/profile-format.md).
 *
 * Unsigned 64-bit numbers are stored as SQLite's signed ones with the same bits; 128-bit sums of
 * squares as two of them. Scopes, series, runs and nodes are numbered by their place in the
 * canonical order, from 0; -1 stands for none.
 */
#include "profile/store_tables.h"

#include "base/map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t ordo_store_hash(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static void wrong(struct ordo_row *r, const char *what) {
    if (!r->wrong) r->wrong = what;
}

static void put_integer(struct ordo_row *r, int64_t v) {
    if (sqlite3_bind_int64(r->statement, r->column + 1, v) != SQLITE_OK) r->no_memory = true;
}

static void row_u64(struct ordo_row *r, uint64_t *v) {
    if (r->reading)
        *v = (uint64_t)sqlite3_column_int64(r->statement, r->column);
    else
        put_integer(r, (int64_t)*v);
    r->column++;
    r->hash = ordo_store_hash(r->hash, *v);
}

static void row_u32(struct ordo_row *r, uint32_t *v) {
    uint64_t wide = *v;
    row_u64(r, &wide);
    if (wide > UINT32_MAX) wrong(r, "a number is out of range");
    *v = (uint32_t)wide;
}

static void row_i32(struct ordo_row *r, int32_t *v) {
    uint64_t wide = (uint64_t)(int64_t)*v;
    row_u64(r, &wide);
    if ((int64_t)wide > INT32_MAX || (int64_t)wide < INT32_MIN)
        wrong(r, "a number is out of range");
    *v = (int32_t)(int64_t)wide;
}

static void row_bool(struct ordo_row *r, bool *v) {
    uint64_t wide = *v;
    row_u64(r, &wide);
    *v = wide != 0;
}

static void row_double(struct ordo_row *r, double *v) {
    uint64_t bits;
    if (r->reading)
        *v = sqlite3_column_double(r->statement, r->column);
    else if (sqlite3_bind_double(r->statement, r->column + 1, *v) != SQLITE_OK)
        r->no_memory = true;
    r->column++;
    memcpy(&bits, v, sizeof bits);
    r->hash = ordo_store_hash(r->hash, bits);
}

static void row_text(struct ordo_row *r, const char **s) {
    if (r->reading) {
        const char *text = (const char *)sqlite3_column_text(r->statement, r->column);
        *s = ordo_intern_string(r->strings, text ? text : "");
        if (!*s) {
            r->no_memory = true;
            *s = "";
        }
    } else if (sqlite3_bind_text(r->statement, r->column + 1, *s, -1, SQLITE_STATIC) != SQLITE_OK) {
        r->no_memory = true;
    }
    r->column++;
    r->hash = ordo_store_hash(r->hash, ordo_intern_hash(*s, strlen(*s)));
}

/* A number below n (or none), -1 in the file. */
static void row_reference(struct ordo_row *r, uint32_t *i, uint64_t n, bool none_allowed) {
    uint64_t v = *i == UINT32_MAX ? UINT64_MAX : *i;
    row_u64(r, &v);
    if (v == UINT64_MAX ? !none_allowed : v >= n) wrong(r, "a reference leads nowhere");
    *i = v >= n ? UINT32_MAX : (uint32_t)v;
}

static void row_scope(struct ordo_row *r, struct ordo_scope_id *s, bool none_allowed) {
    row_reference(r, &s->i, r->p->n_scopes, none_allowed);
}

/* The number of the row itself, which is its place. */
static void row_number(struct ordo_row *r) {
    uint64_t i = r->index;
    row_u64(r, &i);
    if (i != r->index) wrong(r, "rows are missing");
}

/* The owner of the row among n owners, whose spans are `stride` bytes apart from `spans` on. Rows
 * come in the order of their owners. */
static void row_owner(struct ordo_row *r, void *spans, size_t stride, uint64_t n) {
    uint64_t owner = r->cursor;
    if (!r->reading) {
        for (; owner < n; owner++) {
            const struct ordo_span *s =
                (const struct ordo_span *)((const char *)spans + owner * stride);
            if (s->n && r->index < s->first + s->n) break;
        }
    }
    row_u64(r, &owner);
    if (owner >= n || owner < r->cursor) {
        wrong(r, "a reference leads nowhere");
        return;
    }
    r->cursor = owner;
    if (!r->reading) return;
    struct ordo_span *s = (struct ordo_span *)((char *)spans + owner * stride);
    if (!s->n++) s->first = r->index;
}

static void run_row(struct ordo_row *r, void *item) {
    struct ordo_run *x = item;
    row_number(r);
    row_text(r, &x->command);
    row_u64(r, &x->start_ns);
    row_u64(r, &x->end_ns);
    row_i32(r, &x->exit_status);
    row_i32(r, &x->signal);
    row_u32(r, &x->unreadable);
    row_text(r, &x->unreadable_why);
}

static void feature_row(struct ordo_row *r, void *item) {
    struct ordo_feature_value *x = item;
    row_owner(r, &r->p->runs->features, sizeof *r->p->runs, r->p->n_runs);
    row_text(r, &x->name);
    row_double(r, &x->value);
}

static void process_row(struct ordo_row *r, void *item) {
    struct ordo_process *x = item;
    uint32_t state = x->state;
    row_number(r);
    row_owner(r, &r->p->runs->processes, sizeof *r->p->runs, r->p->n_runs);
    row_u32(r, &x->pid);
    row_u32(r, &x->ppid);
    row_text(r, &x->exe);
    row_text(r, &x->command);
    row_u32(r, &state);
    row_u32(r, &x->stop);
    row_u32(r, &x->stop_errno);
    row_u64(r, &x->start_ns);
    row_u64(r, &x->end_ns);
    row_bool(r, &x->forked);
    row_bool(r, &x->drms_asked);
    row_bool(r, &x->drms_compiled);
    row_u32(r, &x->threads);
    row_u64(r, &x->cost);
    if (state > ORDO_PROCESS_RUNNING) wrong(r, "unknown process state");
    x->state = (enum ordo_process_state)state;
}

static void object_row(struct ordo_row *r, void *item) {
    struct ordo_object *x = item;
    row_text(r, &x->path);
    row_text(r, &x->source_root);
}

static void row_kind(struct ordo_row *r, enum ordo_profile_kind *kind) {
    const char *name = r->reading ? "" : ordo_profile_kind_name(*kind);
    row_text(r, &name);
    for (int k = ORDO_PROFILE_ROUTINE; k <= ORDO_PROFILE_LIBRARY; k++) {
        if (strcmp(name, ordo_profile_kind_name((enum ordo_profile_kind)k)) == 0) {
            *kind = (enum ordo_profile_kind)k;
            return;
        }
    }
    wrong(r, "unknown kind of scope");
}

static void row_scope_hash(struct ordo_row *r, uint64_t *id) {
    char hex[17];
    snprintf(hex, sizeof hex, "%016" PRIx64, *id);
    const char *text = hex;
    if (r->reading) {
        row_text(r, &text);
        char *end;
        *id = strtoull(text, &end, 16);
        if (end != text + 16 || *end) wrong(r, "an id is not 16 hexadecimal digits");
        return;
    }
    /* The buffer is gone before the statement runs: SQLite copies it. */
    if (sqlite3_bind_text(r->statement, r->column + 1, hex, 16, SQLITE_TRANSIENT) != SQLITE_OK)
        r->no_memory = true;
    r->column++;
    r->hash = ordo_store_hash(r->hash, ordo_intern_hash(hex, 16));
}

static void scope_row(struct ordo_row *r, void *item) {
    struct ordo_profile_scope *x = item;
    row_number(r);
    row_scope_hash(r, &x->id);
    row_kind(r, &x->kind);
    row_u32(r, &x->flags);
    row_text(r, &x->name);
    row_text(r, &x->linkage_name);
    row_text(r, &x->object);
    row_text(r, &x->file);
    row_u32(r, &x->line);
    row_u32(r, &x->column);
    row_u32(r, &x->ordinal);
    row_scope(r, &x->routine, false);
    row_scope(r, &x->parent, true);
    row_u64(r, &x->calls);
    row_u64(r, &x->iterations);
    row_u64(r, &x->cost_total);
    row_u64(r, &x->cost_self);
    row_bool(r, &x->has_self);
    row_u64(r, &x->unfinished);
    row_u64(r, &x->unfinished_cost);
    row_u64(r, &x->at_exit);
    row_u64(r, &x->units);
    row_u64(r, &x->negative_args);
}

static void member_row(struct ordo_row *r, void *item) {
    row_owner(r, &r->p->scopes->members, sizeof *r->p->scopes, r->p->n_scopes);
    row_scope(r, item, false);
}

static void edge_row(struct ordo_row *r, void *item) {
    struct ordo_edge *x = item;
    row_scope(r, &x->callee, false);
    row_scope(r, &x->caller, true);
    row_u64(r, &x->calls);
    row_u64(r, &x->cost);
    if (r->reading && x > r->p->edges && x[-1].callee.i > x->callee.i)
        wrong(r, "rows out of order");
}

static void series_row(struct ordo_row *r, void *item) {
    struct ordo_series *x = item;
    row_number(r);
    row_scope(r, &x->scope, false);
    row_u32(r, &x->unit);
    row_text(r, &x->cost);
    row_text(r, &x->metric);
    row_bool(r, &x->bucketed);
    row_u64(r, &x->points.n);
    row_u64(r, &x->n_min);
    row_u64(r, &x->n_max);
    if (!r->reading) return;
    bool first = x == r->p->series;
    x->points.first = first ? 0 : x[-1].points.first + x[-1].points.n;
    if (!x->points.n || x->points.n > UINT32_MAX) wrong(r, "a series has no number of points");
    if (!first &&
        (x[-1].scope.i > x->scope.i || (x[-1].scope.i == x->scope.i && x[-1].unit > x->unit)))
        wrong(r, "rows out of order");
}

static void point_row(struct ordo_row *r, void *item) {
    struct ordo_point *x = item;
    uint64_t i = r->cursor;
    while (i < r->p->n_series &&
           r->index >= r->p->series[i].points.first + r->p->series[i].points.n)
        i++;
    r->cursor = i;
    row_u64(r, &i);
    if (i != r->cursor || i >= r->p->n_series) wrong(r, "points are missing");
    row_u64(r, &x->n);
    row_u64(r, &x->count);
    row_u64(r, &x->sum_n);
    row_u64(r, &x->min);
    row_u64(r, &x->max);
    row_u64(r, &x->sum);
    row_u64(r, &x->sumsq_high);
    row_u64(r, &x->sumsq_low);
    row_u64(r, &x->self);
    if (!x->count) wrong(r, "a point without activations");
}

static void child_row(struct ordo_row *r, void *item) {
    struct ordo_child *x = item;
    row_scope(r, &x->parent, false);
    row_scope(r, &x->child, false);
    row_u64(r, &x->n);
    row_u64(r, &x->calls);
    row_u64(r, &x->cost);
    if (r->reading && x > r->p->children && x[-1].parent.i > x->parent.i)
        wrong(r, "rows out of order");
}

static void context_row(struct ordo_row *r, void *item) {
    struct ordo_context *x = item;
    row_number(r);
    row_reference(r, &x->parent, r->index, true);
    row_scope(r, &x->scope, false);
    row_u64(r, &x->calls);
    row_u64(r, &x->cost);
    row_u64(r, &x->self);
}

static void row_step_sum(struct ordo_row *r, struct ordo_step_sum *x) {
    row_u64(r, &x->invocations);
    row_u64(r, &x->sum);
    row_u64(r, &x->least);
    row_u64(r, &x->greatest);
    if (x->least > x->greatest) wrong(r, "the least steps are more than the greatest");
}

static void steps_row(struct ordo_row *r, void *item) {
    struct ordo_steps *x = item;
    row_reference(r, &x->context, r->p->n_contexts, false);
    row_step_sum(r, &x->own);
    row_step_sum(r, &x->group);
    if (r->reading && x > r->p->steps && x[-1].context >= x->context) wrong(r, "rows out of order");
}

static void line_row(struct ordo_row *r, void *item) {
    struct ordo_line_count *x = item;
    row_text(r, &x->file);
    row_u32(r, &x->line);
    row_u64(r, &x->count);
}

static void block_row(struct ordo_row *r, void *item) {
    struct ordo_block_count *x = item;
    row_scope(r, &x->routine, false);
    row_u32(r, &x->ordinal);
    row_text(r, &x->file);
    row_u32(r, &x->line);
    row_u32(r, &x->column);
    row_bool(r, &x->is_cost);
    row_u64(r, &x->count);
}

static void inlined_row(struct ordo_row *r, void *item) {
    struct ordo_inlined *x = item;
    row_scope(r, &x->into, false);
    row_text(r, &x->name);
    row_text(r, &x->file);
    row_u32(r, &x->line);
    if (r->reading && x > r->p->inlined && x[-1].into.i > x->into.i) wrong(r, "rows out of order");
}

#define ARRAY(items)                                                                               \
    sizeof *((struct ordo_profile *)0)->items, offsetof(struct ordo_profile, items),               \
        offsetof(struct ordo_profile, n_##items), sizeof((struct ordo_profile *)0)->n_##items == 8

/* Owners and what rows refer to come before them. */
const struct ordo_store_table ordo_store_tables[] = {
    {"runs", "run, command, start_ns, end_ns, exit_status, signal, unreadable, unreadable_why",
     "(run INTEGER PRIMARY KEY, command TEXT NOT NULL, start_ns INTEGER NOT NULL, end_ns INTEGER "
     "NOT NULL, exit_status INTEGER NOT NULL, signal INTEGER NOT NULL, unreadable INTEGER NOT "
     "NULL, unreadable_why TEXT NOT NULL)",
     "run", ARRAY(runs), true, run_row, false},
    {"features", "run, name, value",
     "(run INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT NULL, PRIMARY KEY (run, name)) "
     "WITHOUT ROWID",
     "run, name", ARRAY(features), true, feature_row, false},
    {"processes",
     "process, run, pid, ppid, exe, command, state, stop, stop_errno, start_ns, end_ns, forked, "
     "drms_asked, drms_compiled, threads, cost",
     "(process INTEGER PRIMARY KEY, run INTEGER NOT NULL, pid INTEGER NOT NULL, ppid INTEGER NOT "
     "NULL, exe TEXT NOT NULL, command TEXT NOT NULL, state INTEGER NOT NULL, stop INTEGER NOT "
     "NULL, stop_errno INTEGER NOT NULL, start_ns INTEGER NOT NULL, end_ns INTEGER NOT NULL, "
     "forked INTEGER NOT NULL, drms_asked INTEGER NOT NULL, drms_compiled INTEGER NOT NULL, "
     "threads INTEGER NOT NULL, cost INTEGER NOT NULL)",
     "process", ARRAY(processes), true, process_row, false},
    {"objects", "path, source_root",
     "(path TEXT NOT NULL, source_root TEXT NOT NULL, PRIMARY KEY (path, source_root)) WITHOUT "
     "ROWID",
     "path, source_root", ARRAY(objects), true, object_row, false},
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
     "units INTEGER NOT NULL, negative_args INTEGER NOT NULL)",
     "scope", ARRAY(scopes), true, scope_row, false},
    {"members", "recursion, routine",
     "(recursion INTEGER NOT NULL, routine INTEGER NOT NULL, PRIMARY KEY (recursion, routine)) "
     "WITHOUT ROWID",
     "recursion, routine", ARRAY(members), true, member_row, false},
    {"edges", "callee, caller, calls, cost",
     "(callee INTEGER NOT NULL, caller INTEGER NOT NULL, calls INTEGER NOT NULL, cost INTEGER NOT "
     "NULL, PRIMARY KEY (callee, caller)) WITHOUT ROWID",
     "callee, caller", ARRAY(edges), true, edge_row, false},
    {"series", "series, scope, unit, cost, metric, bucketed, n_points, n_min, n_max",
     "(series INTEGER PRIMARY KEY, scope INTEGER NOT NULL, unit INTEGER NOT NULL, cost TEXT NOT "
     "NULL, metric TEXT NOT NULL, bucketed INTEGER NOT NULL, n_points INTEGER NOT NULL, n_min "
     "INTEGER NOT NULL, n_max INTEGER NOT NULL)",
     "series", ARRAY(series), true, series_row, false},
    {"points", "series, n, count, sum_n, min, max, sum, sumsq_high, sumsq_low, self",
     "(series INTEGER NOT NULL, n INTEGER NOT NULL, count INTEGER NOT NULL, sum_n INTEGER NOT "
     "NULL, min INTEGER NOT NULL, max INTEGER NOT NULL, sum INTEGER NOT NULL, sumsq_high INTEGER "
     "NOT NULL, sumsq_low INTEGER NOT NULL, self INTEGER NOT NULL, PRIMARY KEY (series, n)) "
     "WITHOUT ROWID",
     "series, n", ARRAY(points), false, point_row, false},
    {"children", "parent, child, n, calls, cost",
     "(parent INTEGER NOT NULL, child INTEGER NOT NULL, n INTEGER NOT NULL, calls INTEGER NOT "
     "NULL, cost INTEGER NOT NULL, PRIMARY KEY (parent, child, n)) WITHOUT ROWID",
     "parent, child, n", ARRAY(children), false, child_row, false},
    {"contexts", "node, parent, scope, calls, cost, self",
     "(node INTEGER PRIMARY KEY, parent INTEGER NOT NULL, scope INTEGER NOT NULL, calls INTEGER "
     "NOT NULL, cost INTEGER NOT NULL, self INTEGER NOT NULL)",
     "node", ARRAY(contexts), false, context_row, false},
    {"steps",
     "node, invocations, sum, least, greatest, group_invocations, group_sum, group_least, "
     "group_greatest",
     "(node INTEGER PRIMARY KEY, invocations INTEGER NOT NULL, sum INTEGER NOT NULL, least INTEGER "
     "NOT NULL, greatest INTEGER NOT NULL, group_invocations INTEGER NOT NULL, group_sum INTEGER "
     "NOT NULL, group_least INTEGER NOT NULL, group_greatest INTEGER NOT NULL)",
     "node", ARRAY(steps), false, steps_row, true},
    {"lines", "file, line, count",
     "(file TEXT NOT NULL, line INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (file, "
     "line)) WITHOUT ROWID",
     "file, line", ARRAY(lines), false, line_row, false},
    {"blocks", "routine, ordinal, file, line, col, is_cost, count",
     "(routine INTEGER NOT NULL, ordinal INTEGER NOT NULL, file TEXT NOT NULL, line INTEGER NOT "
     "NULL, col INTEGER NOT NULL, is_cost INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY "
     "(routine, ordinal, file, line, col)) WITHOUT ROWID",
     "routine, ordinal, file, line, col", ARRAY(blocks), false, block_row, true},
    {"inlined", "routine, name, file, line",
     "(routine INTEGER NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, "
     "PRIMARY KEY (routine, name, file, line)) WITHOUT ROWID",
     "routine, name, file, line", ARRAY(inlined), true, inlined_row, true},
};
const size_t ordo_n_store_tables = sizeof ordo_store_tables / sizeof *ordo_store_tables;

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
