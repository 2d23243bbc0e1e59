/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * build_test.c: hand-made raw files become the profiles that they describe.
 */
#include "profile/raw/build.h"

#include "abi/abi.h"
#include "support/profile_dump.h"
#include "support/raw_image.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct ordo_build_options plain = {.exit_status = -1};

static struct ordo_profile *build_with(void **state, struct raw_image *images, size_t n,
                                       const struct ordo_build_options *options) {
    const char *paths[8];
    char names[8][16];
    for (size_t i = 0; i < n; i++) {
        snprintf(names[i], sizeof names[i], "%zu.raw", i);
        paths[i] = strdup(temporary_path(state, names[i]));
        raw_image_write(&images[i], paths[i]);
        raw_image_done(&images[i]);
    }
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_profile_from_raw(paths, n, options, &p, &e), e);
    for (size_t i = 0; i < n; i++) free((void *)(uintptr_t)paths[i]);
    return p;
}

static struct ordo_profile *build(void **state, struct raw_image *images, size_t n) {
    return build_with(state, images, n, &plain);
}

static const struct ordo_profile_scope *find(const struct ordo_profile *p,
                                             enum ordo_profile_kind kind, const char *name) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == kind && strcmp(p->scopes[i].name, name) == 0) return &p->scopes[i];
    fail_msg("no %s %s", ordo_profile_kind_name(kind), name);
    return NULL;
}

static const struct ordo_series *series(const struct ordo_profile *p,
                                        const struct ordo_profile_scope *s, const char *metric,
                                        uint32_t unit) {
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *x = &p->series[s->series.first + k];
        if (x->unit == unit && strcmp(x->metric, metric) == 0) return x;
    }
    return NULL;
}

static void the_sample_is_read_completely(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 7);
    struct ordo_profile *p = build(state, &r, 1);
    assert_int_equal(p->total_cost, 1000);
    assert_int_equal(p->n_processes, 1);
    assert_string_equal(p->processes[0].command, "./program 'an argument'");
    assert_int_equal(p->processes[0].state, ORDO_PROCESS_FINISHED);
    assert_string_equal(p->features[0].name, "words");
    assert_true(p->features[0].value == 12.5);
    const struct ordo_profile_scope *loop = find(p, ORDO_PROFILE_LOOP, "a.c:12");
    const struct ordo_profile_scope *main_ = find(p, ORDO_PROFILE_ROUTINE, "main");
    const struct ordo_profile_scope *work = find(p, ORDO_PROFILE_ROUTINE, "work");
    assert_int_equal(loop->iterations, 5);
    assert_int_equal(loop->parent.i, main_ - p->scopes);
    assert_int_equal(loop->routine.i, main_ - p->scopes);
    assert_string_equal(loop->linkage_name, "main");
    const struct ordo_series *rms = series(p, work, "rms", 0);
    assert_non_null(rms);
    assert_int_equal(rms->points.n, 5);
    assert_int_equal(p->points[rms->points.first + 1].n, 2);
    assert_int_equal(p->points[rms->points.first + 1].count, 4);
    assert_int_equal(p->points[rms->points.first + 1].sum, 480);
    assert_int_equal(p->points[rms->points.first + 1].sumsq_low, 4 * 120 * 120);
    assert_non_null(series(p, work, "arg:n", 0));
    const struct ordo_profile_scope *strlen_ = find(p, ORDO_PROFILE_LIBRARY, "strlen");
    assert_int_equal(strlen_->callers.n, 1);
    assert_int_equal(p->edges[strlen_->callers.first].caller.i, loop - p->scopes);
    assert_int_equal(loop->children.n, 2);
    assert_int_equal(p->n_contexts, 5);
    ordo_profile_free(p);
}

static void nodes_past_the_bound_count_only_for_callers(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 7);
    struct ordo_profile *p = build(state, &r, 1);
    const struct ordo_profile_scope *getenv_ = find(p, ORDO_PROFILE_LIBRARY, "getenv");
    assert_true(p->contexts_truncated);
    assert_int_equal(getenv_->callers.n, 1);
    assert_int_equal(p->edges[getenv_->callers.first].calls, 2);
    assert_true(getenv_->flags & ORDO_PROFILE_UNCOVERED);
    assert_string_equal(getenv_->object, "libc.so.6");
    for (uint32_t i = 0; i < p->n_contexts; i++)
        assert_true(&p->scopes[p->contexts[i].scope.i] != getenv_);
    ordo_profile_free(p);
}

static void a_recursion_consists_of_its_outermost_activations(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 7);
    struct ordo_profile *p = build(state, &r, 1);
    const struct ordo_profile_scope *s = find(p, ORDO_PROFILE_RECURSION, "work");
    assert_int_equal(s->calls, 5);
    assert_int_equal(s->cost_total, 60 * (1 + 2 + 3 + 4 + 5));
    assert_int_equal(s->cost_self, 900);
    assert_int_equal(s->members.n, 1);
    assert_int_equal(s->series.n, 2);
    assert_non_null(series(p, s, "depth", 1));
    assert_null(series(p, s, "arg:n", 0));
    ordo_profile_free(p);
}

/* even <-> odd; main enters only even; a third routine calls nothing. */
static void a_cycle_of_two_is_named_after_its_entry(void **state) {
    enum { MAIN = 1, EVEN, ODD, LEAF };
    static const char *const names[] = {"", "main", "even", "odd", "leaf"};
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_module(&r, 1, "o", "/");
    for (uint32_t id = MAIN; id <= LEAF; id++) {
        struct raw_image_scope s = {.id = id,
                                    .module = 1,
                                    .line = id,
                                    .routine = id,
                                    .file = "a.c",
                                    .name = names[id],
                                    .linkage_name = names[id]};
        raw_image_scope(&r, &s);
        raw_image_total(
            &r, 1, id,
            &(struct ordo_raw_total){.calls = 3, .self = 10, .units = id == EVEN || id == ODD});
    }
    const struct ordo_raw_context nodes[] = {{.parent = 0, .scope = MAIN, .calls = 1},
                                             {.parent = 1, .scope = EVEN, .calls = 1},
                                             {.parent = 2, .scope = ODD, .calls = 2},
                                             {.parent = 3, .scope = EVEN, .calls = 2},
                                             {.parent = 3, .scope = LEAF, .calls = 2}};
    raw_image_contexts(&r, 1, 0, nodes, 5);
    struct ordo_profile *p = build(state, &r, 1);
    const struct ordo_profile_scope *s = find(p, ORDO_PROFILE_RECURSION, "even");
    assert_int_equal(s->members.n, 2);
    assert_string_equal(p->scopes[p->members[s->members.first].i].name, "even");
    assert_string_equal(p->scopes[p->members[s->members.first + 1].i].name, "odd");
    assert_int_equal(s->cost_self, 20);
    int n = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) n += p->scopes[i].kind == ORDO_PROFILE_RECURSION;
    assert_int_equal(n, 1);
    ordo_profile_free(p);
}

/* Thread 1 never re-enters f, thread 2 does. Outermost are all activations of thread 1 and some
 * of thread 2. */
static void outermost_activations_of_threads_without_recursion_count(void **state) {
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_module(&r, 1, "o", "/");
    raw_image_scope(&r, &(struct raw_image_scope){.id = 1,
                                                  .module = 1,
                                                  .flags = ORDO_SCOPE_RECURSIVE,
                                                  .line = 1,
                                                  .routine = 1,
                                                  .name = "f",
                                                  .linkage_name = "f",
                                                  .file = "a.c"});
    struct ordo_raw_point one = raw_image_point(5, 4, 10), all = raw_image_point(6, 3, 10),
                          outer = raw_image_point(6, 2, 10);
    raw_image_total(&r, 1, 1, &(struct ordo_raw_total){.calls = 4, .cost = 40, .self = 40});
    raw_image_points(&r, 1, 1, ORDO_METRIC_RMS, 0, &one, 1, NULL);
    const struct ordo_raw_context flat = {.scope = 1, .calls = 4, .cost = 40};
    raw_image_contexts(&r, 1, 0, &flat, 1);
    struct raw_image alone;
    raw_image_init(&alone, 2);
    memcpy(raw_image_at(&alone, raw_image_block(&alone, 1, 0, r.used - 4096)),
           raw_image_at(&r, 4096), r.used - 4096);
    struct ordo_profile *p = build(state, &alone, 1);
    assert_int_equal(p->scopes[0].units, 4);
    assert_int_equal(p->n_series, 1); /* outermost activations have the same points */
    assert_int_equal(p->n_scopes, 1); /* nothing has recurred */
    ordo_profile_free(p);

    raw_image_total(
        &r, 2, 1,
        &(struct ordo_raw_total){
            .calls = 3, .cost = 20, .self = 30, .units = 2, .unit_cost = 20, .recurred = 1});
    raw_image_points(&r, 2, 1, ORDO_METRIC_RMS, 0, &all, 1, NULL);
    raw_image_points(&r, 2, 1, ORDO_METRIC_RMS, 1, &outer, 1, NULL);
    const struct ordo_raw_context nested[] = {{.scope = 1, .calls = 2},
                                              {.parent = 1, .scope = 1, .calls = 1}};
    raw_image_contexts(&r, 2, 0, nested, 2);
    p = build(state, &r, 1);
    const struct ordo_profile_scope *s = find(p, ORDO_PROFILE_RECURSION, "f");
    assert_int_equal(s->calls, 6);
    assert_int_equal(s->cost_total, 60);
    const struct ordo_series *units = series(p, s, "rms", 1);
    assert_int_equal(units->points.n, 2);
    assert_int_equal(p->points[units->points.first].count, 4);
    assert_int_equal(p->points[units->points.first + 1].count, 2);
    ordo_profile_free(p);
}

static void entering_a_loop_is_not_a_recursion(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 7);
    struct ordo_profile *p = build(state, &r, 1);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_RECURSION)
            assert_string_not_equal(p->scopes[i].name, "main");
    ordo_profile_free(p);
}

static void two_processes_add_up(void **state) {
    struct raw_image one, two[2];
    raw_image_sample(&one, 7);
    raw_image_sample(&two[0], 8);
    raw_image_sample(&two[1], 9);
    struct ordo_profile *p = build(state, &one, 1), *q = build(state, two, 2);
    assert_int_equal(q->total_cost, 2 * p->total_cost);
    assert_int_equal(q->n_scopes, p->n_scopes);
    assert_int_equal(q->n_points, p->n_points);
    for (uint64_t i = 0; i < p->n_points; i++) {
        assert_int_equal(q->points[i].n, p->points[i].n);
        assert_int_equal(q->points[i].count, 2 * p->points[i].count);
        assert_int_equal(q->points[i].sum, 2 * p->points[i].sum);
        assert_int_equal(q->points[i].max, p->points[i].max);
    }
    ordo_profile_free(p);
    ordo_profile_free(q);
}

static void the_order_of_files_does_not_matter(void **state) {
    struct raw_image a[2], b[2];
    raw_image_sample(&a[0], 8);
    raw_image_sample(&a[1], 9);
    raw_image_feature(&a[1], "words", 99);
    raw_image_sample(&b[1], 8);
    raw_image_sample(&b[0], 9);
    raw_image_feature(&b[0], "words", 99);
    struct ordo_profile *p = build(state, a, 2), *q = build(state, b, 2);
    assert_profiles_equal(p, q);
    assert_int_equal(p->n_features, 1);
    assert_true(p->features[0].value == 99);
    ordo_profile_free(p);
    ordo_profile_free(q);
}

static void scope(struct raw_image *r, uint32_t id, uint32_t module, const char *name,
                  const char *file, uint32_t line) {
    struct raw_image_scope s = {.id = id,
                                .module = module,
                                .line = line,
                                .routine = id,
                                .name = name,
                                .linkage_name = name,
                                .file = file};
    raw_image_scope(r, &s);
    raw_image_total(r, 1, id, &(struct ordo_raw_total){.calls = id, .self = 1});
}

/* Makes two routines of one module, and a copy of the second one in another module. */
static void blocks_image(struct raw_image *r) {
    static const char files[] = "a.c\0h.h";
    raw_image_init(r, 1);
    raw_image_module(r, 1, "one", "/");
    raw_image_module(r, 2, "two", "/");
    scope(r, 1, 1, "f", "a.c", 1);
    scope(r, 2, 1, "inlined", "h.h", 5);
    scope(r, 3, 2, "inlined", "h.h", 5);
    const struct ordo_raw_code_block one[] = {
        {0, 0, 0, 2, 5, 1}, {0, 1, 0, 2, 20, 1}, {1, 0, 4, 5, 9, 1}};
    const struct ordo_raw_code_line of_one[] = {
        {0, 0, 2}, {0, 0, 3}, {1, 0, 2}, {2, 4, 5}, {2, 0, 3}};
    const struct ordo_raw_code_block two[] = {{0, 0, 0, 5, 9, 1}, {0, 1, 0, 0, 0, 0}};
    const struct ordo_raw_code_line of_two[] = {{0, 0, 5}};
    raw_image_code(r, 7, 1, one, 3, of_one, 5, files, sizeof files);
    raw_image_code(r, 8, 3, two, 2, of_two, 1, "h.h", 4);
}

static void counts_of_threads_add_up_and_lines_take_the_busiest_block(void **state) {
    struct raw_image r;
    blocks_image(&r);
    raw_image_counts(&r, 1, 7, (const uint64_t[]){10, 3, 100}, 3);
    raw_image_counts(&r, 2, 7, (const uint64_t[]){5, 30, 0}, 3);
    raw_image_counts(&r, 2, 8, (const uint64_t[]){1000, 4}, 2);
    struct ordo_profile *p = build(state, &r, 1);
    static const struct ordo_line_count expected[] = {
        {"a.c", 2, 33},         /* the greater of 15 and 33 */
        {"a.c", 3, 15 + 100},   /* two routines with code on this line */
        {"h.h", 5, 100 + 1000}, /* two copies of a routine */
    };
    assert_int_equal(p->n_lines, 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(p->lines[i].file, expected[i].file);
        assert_int_equal(p->lines[i].line, expected[i].line);
        assert_int_equal(p->lines[i].count, expected[i].count);
    }
    assert_int_equal(p->n_blocks, 4);
    assert_int_equal(p->blocks[0].count, 15);
    assert_int_equal(p->blocks[1].count, 33);
    assert_int_equal(p->blocks[2].count, 1100);
    assert_string_equal(p->scopes[p->blocks[2].routine.i].name, "inlined");
    assert_int_equal(p->blocks[3].count, 4);
    assert_string_equal(p->blocks[3].file, "");
    assert_false(p->blocks[3].is_cost);
    ordo_profile_free(p);
}

static void damaged_counts(void **state, size_t offset, size_t field, uint32_t value,
                           const char *why) {
    struct raw_image r;
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    const char *path = temporary_path(state, "damaged.raw");
    blocks_image(&r);
    size_t at[] = {0, 0, raw_image_counts(&r, 1, 7, (const uint64_t[]){1, 2, 3}, 3)};
    for (size_t o = ORDO_RAW_HEADER_BYTES, n = 0; o < r.used;) {
        const struct ordo_raw_block *b = raw_image_at(&r, o);
        if (b->kind == ORDO_RAW_CODE) at[n++] = o;
        o += b->size;
    }
    memcpy((char *)raw_image_at(&r, at[offset]) + field, &value, sizeof value);
    raw_image_write(&r, path);
    raw_image_done(&r);
    assert_int_equal(ordo_profile_from_raw(&path, 1, NULL, &p, &e), ORDO_BAD_INPUT);
    assert_message(e, why);
}

static void counts_without_blocks_are_corrupt(void **state) {
    enum { BLOCK = sizeof(struct ordo_raw_code), LINE = BLOCK + 3 * 24 };
#define CODE(field) offsetof(struct ordo_raw_code, field)
    damaged_counts(state, 2, offsetof(struct ordo_raw_counts, number), 9,
                   "3 counters, number 9, belong to no code");
    damaged_counts(state, 2, offsetof(struct ordo_raw_counts, n_counters), 2,
                   "2 counters, number 7, belong to no code");
    damaged_counts(state, 1, CODE(number), 7, "the number 7 of blocks is taken");
    damaged_counts(state, 0, CODE(n_lines), 1u << 30, "does not fit its");
    damaged_counts(state, 0, CODE(n_counters), 4, "4 counters of 3 blocks");
    damaged_counts(state, 0, CODE(files_bytes), 6, "the last file name is not terminated");
    damaged_counts(state, 0, BLOCK, 77, "scope 78 is not described");
    damaged_counts(state, 0, BLOCK + 8, 99, "the file name at 99 is past the last");
    damaged_counts(state, 0, LINE, 3, "a line of block 3 of 3");
    damaged_counts(state, 0, LINE + 4, 8, "the file name at 8 is past the last");
}

static void drms_is_ignored_if_it_was_not_compiled_in(void **state) {
    struct raw_image r;
    struct ordo_raw_point p = raw_image_point(4, 1, 10);
    raw_image_init(&r, 1);
    raw_image_module(&r, 1, "one", "/");
    scope(&r, 1, 1, "without", "a.c", 1);
    const struct raw_image_scope with = {.id = 2,
                                         .module = 1,
                                         .flags = ORDO_SCOPE_DRMS,
                                         .line = 2,
                                         .routine = 2,
                                         .name = "with",
                                         .linkage_name = "with",
                                         .file = "a.c"};
    raw_image_scope(&r, &with);
    for (uint32_t id = 1; id <= 2; id++) {
        raw_image_points(&r, 1, id, ORDO_METRIC_RMS, 0, &p, 1, NULL);
        raw_image_points(&r, 1, id, ORDO_METRIC_DRMS, 0, &p, 1, NULL);
    }
    struct ordo_profile *q = build(state, &r, 1);
    assert_int_equal(q->n_series, 3);
    assert_string_equal(q->series[0].metric, "rms");
    assert_string_equal(q->series[1].metric, "drms");
    assert_int_equal(q->series[1].scope.i, 1);
    ordo_profile_free(q);
}

static void statics_of_one_name_stay_apart_and_header_routines_are_merged(void **state) {
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_module(&r, 1, "b.so", "/");
    raw_image_module(&r, 2, "a.so", "/");
    scope(&r, 1, 1, "helper", "a.c", 3);
    scope(&r, 2, 2, "helper", "b.c", 3);
    scope(&r, 3, 1, "inlined", "h.h", 5);
    scope(&r, 4, 2, "inlined", "h.h", 5);
    struct ordo_profile *p = build(state, &r, 1);
    assert_int_equal(p->n_scopes, 3);
    assert_int_equal(p->scopes[0].calls, 1);
    assert_int_equal(p->scopes[1].calls, 2);
    assert_int_equal(p->scopes[2].calls, 7);
    assert_string_equal(p->scopes[2].object, "a.so");
    ordo_profile_free(p);
}

static void loops_of_one_macro_are_distinguished(void **state) {
    struct raw_image r;
    raw_image_init(&r, 1);
    for (uint32_t module = 1; module <= 2; module++) {
        uint32_t id = 3 * module;
        raw_image_module(&r, module, "o", "/");
        scope(&r, id, module, "f", "h.h", 1);
        for (uint32_t k = 1; k <= 2; k++) {
            struct raw_image_scope s = {.id = id + k,
                                        .module = module,
                                        .kind = ORDO_KIND_LOOP,
                                        .line = 2,
                                        .column = 9,
                                        .parent = id,
                                        .routine = id,
                                        .linkage_name = "f",
                                        .file = "h.h"};
            raw_image_scope(&r, &s);
            raw_image_total(&r, 1, id + k, &(struct ordo_raw_total){.calls = k});
        }
    }
    struct ordo_profile *p = build(state, &r, 1);
    assert_int_equal(p->n_scopes, 3);
    assert_int_equal(p->scopes[1].ordinal, 0);
    assert_int_equal(p->scopes[1].calls, 2);
    assert_int_equal(p->scopes[2].ordinal, 1);
    assert_int_equal(p->scopes[2].calls, 4);
    assert_true(p->scopes[1].id != p->scopes[2].id);
    ordo_profile_free(p);
}

static void loops_without_lines_are_numbered(void **state) {
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_module(&r, 1, "o", "/");
    scope(&r, 1, 1, "f", "a.c", 0);
    raw_image_scope(&r, &(struct raw_image_scope){.id = 2,
                                                  .module = 1,
                                                  .kind = ORDO_KIND_LOOP,
                                                  .line = 1,
                                                  .parent = 1,
                                                  .routine = 1,
                                                  .linkage_name = "f",
                                                  .file = "a.c"});
    struct ordo_profile *p = build(state, &r, 1);
    const struct ordo_profile_scope *loop = find(p, ORDO_PROFILE_LOOP, "f#1");
    assert_true(loop->flags & ORDO_PROFILE_NO_LINES);
    assert_int_equal(loop->line, 0);
    ordo_profile_free(p);
}

static void a_routine_folded_in_only_one_copy_is_not_folded(void **state) {
    struct raw_image r;
    raw_image_init(&r, 1);
    for (uint32_t module = 1; module <= 2; module++) {
        raw_image_module(&r, module, "o", "/");
        raw_image_scope(&r, &(struct raw_image_scope){.id = 2 * module,
                                                      .module = module,
                                                      .line = 1,
                                                      .routine = 2 * module,
                                                      .flags = ORDO_SCOPE_FOLDED,
                                                      .name = "both",
                                                      .file = "h.h"});
        raw_image_scope(&r, &(struct raw_image_scope){.id = 2 * module + 1,
                                                      .module = module,
                                                      .line = 2,
                                                      .routine = 2 * module + 1,
                                                      .flags = module == 1 ? ORDO_SCOPE_FOLDED : 0,
                                                      .name = "one",
                                                      .file = "h.h"});
    }
    struct ordo_profile *p = build(state, &r, 1);
    assert_true(find(p, ORDO_PROFILE_ROUTINE, "both")->flags & ORDO_PROFILE_FOLDED);
    assert_false(find(p, ORDO_PROFILE_ROUTINE, "one")->flags & ORDO_PROFILE_FOLDED);
    ordo_profile_free(p);
}

static void a_superseded_table_is_ignored(void **state) {
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_module(&r, 1, "o", "/");
    scope(&r, 1, 1, "f", "a.c", 1);
    struct ordo_raw_point old = raw_image_point(1, 1, 10);
    struct ordo_raw_point grown[2] = {raw_image_point(1, 1, 10), raw_image_point(2, 1, 20)};
    size_t first = raw_image_points(&r, 1, 1, ORDO_METRIC_RMS, 0, &old, 1, NULL);
    size_t second = raw_image_points(&r, 1, 1, ORDO_METRIC_RMS, 0, grown, 2, NULL);
    ((struct ordo_raw_points *)raw_image_at(&r, second))->supersedes = first;
    /* The memory of a released table is used for another one, which is valid. */
    struct ordo_raw_point other = raw_image_point(7, 1, 5);
    size_t third = raw_image_points(&r, 1, 1, ORDO_METRIC_DEPTH, 0, &other, 1, NULL);
    size_t fourth = raw_image_points(&r, 2, 1, ORDO_METRIC_RMS, 0, &other, 1, NULL);
    ((struct ordo_raw_points *)raw_image_at(&r, fourth))->supersedes = third;
    struct ordo_profile *p = build(state, &r, 1);
    const struct ordo_series *rms = series(p, &p->scopes[0], "rms", 0);
    assert_int_equal(rms->points.n, 3);
    for (int i = 0; i < 3; i++) assert_int_equal(p->points[rms->points.first + i].count, 1);
    assert_non_null(series(p, &p->scopes[0], "depth", 0));
    ordo_profile_free(p);
}

static void a_point_interrupted_by_a_kill_is_restored(void **state) {
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_header(&r)->state = ORDO_RAW_LIVE;
    raw_image_module(&r, 1, "o", "/");
    scope(&r, 1, 1, "f", "a.c", 1);
    struct ordo_raw_point torn = raw_image_point(512, 2, 10), before = torn;
    uint64_t sum_n = 2 * 512 + 777;
    torn.count = 3; /* the new activation's cost has not been added yet */
    size_t table = raw_image_points(&r, 1, 1, ORDO_METRIC_RMS, 0, &torn, 1, &sum_n);
    size_t thread = raw_image_thread(&r, 1, 100);
    struct ordo_raw_thread *t = raw_image_at(&r, thread);
    t->undo = table + 64;
    t->undo_n_offset = table + 128;
    t->undo_n = 2 * 512;
    memcpy(t->undo_copy, &before, sizeof before);
    struct ordo_profile *p = build(state, &r, 1);
    assert_int_equal(p->n_points, 1);
    assert_int_equal(p->points[0].count, 2);
    assert_int_equal(p->points[0].sum, 20);
    assert_int_equal(p->points[0].sum_n, 1024);
    assert_true(p->series[0].bucketed);
    assert_int_equal(p->processes[0].state, ORDO_PROCESS_KILLED);
    ordo_profile_free(p);
}

static void open_activations_are_unfinished_and_have_a_cost(void **state) {
    enum { FRAMES = 4 };
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_header(&r)->state = ORDO_RAW_LIVE;
    raw_image_module(&r, 1, "o", "/");
    raw_image_scope(&r, &(struct raw_image_scope){.id = 1,
                                                  .module = 1,
                                                  .line = 1,
                                                  .routine = 1,
                                                  .name = "outer",
                                                  .file = "a.c",
                                                  .descriptor = 0x1000});
    raw_image_scope(&r, &(struct raw_image_scope){.id = 2,
                                                  .module = 1,
                                                  .line = 2,
                                                  .routine = 2,
                                                  .name = "inner",
                                                  .file = "a.c",
                                                  .descriptor = 0x2000});
    size_t block = raw_image_block(&r, ORDO_RAW_STACK, 1, 64 + FRAMES * sizeof(struct ordo_frame));
    struct ordo_raw_stack *stack = raw_image_at(&r, block);
    stack->address = 0x7f0000000000;
    stack->n_frames = FRAMES;
    struct ordo_frame *frames = (struct ordo_frame *)(stack + 1);
    frames[1].scope = (struct ordo_scope *)0x1000;
    frames[1].cost_entry = 10;
    frames[2].scope = (struct ordo_scope *)0x2000;
    frames[2].cost_entry = 400;
    frames[3].scope = (struct ordo_scope *)0x1000;
    frames[3].cost_entry = 600;
    struct ordo_raw_thread *t = raw_image_at(&r, raw_image_thread(&r, 1, 1000));
    t->frames = 0x7f0000000000;
    t->top = 0x7f0000000000 + 3 * sizeof(struct ordo_frame);
    struct ordo_profile *p = build(state, &r, 1);
    const struct ordo_profile_scope *outer = find(p, ORDO_PROFILE_ROUTINE, "outer");
    const struct ordo_profile_scope *inner = find(p, ORDO_PROFILE_ROUTINE, "inner");
    assert_int_equal(outer->unfinished, 2);
    assert_int_equal(outer->unfinished_cost, 990); /* of the outermost one */
    assert_int_equal(inner->unfinished, 1);
    assert_int_equal(inner->unfinished_cost, 600);
    assert_int_equal(outer->calls, 0);
    assert_int_equal(p->n_points, 0);
    ordo_profile_free(p);
}

static void more_than_4096_sizes_over_all_threads_are_bucketed(void **state) {
    enum { HALF = 3000 };
    static struct ordo_raw_point points[2][HALF];
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_module(&r, 1, "o", "/");
    scope(&r, 1, 1, "f", "a.c", 1);
    uint64_t sum_n = 0;
    for (int t = 0; t < 2; t++) {
        for (uint64_t i = 0; i < HALF; i++) {
            points[t][i] = raw_image_point(2 * i + (uint64_t)t, 1, i);
            sum_n += 2 * i + (uint64_t)t;
        }
        raw_image_points(&r, (uint32_t)t + 1, 1, ORDO_METRIC_RMS, 0, points[t], HALF, NULL);
    }
    raw_image_children(
        &r, 1,
        (struct raw_image_child[]){{.scope = 1, .child = 1, .n = 5001, .calls = 1, .cost = 1}}, 1);
    struct ordo_profile *p = build(state, &r, 1);
    assert_true(p->series[0].bucketed);
    assert_true(p->n_points < 1000);
    uint64_t count = 0, kept_n = 0;
    for (uint64_t i = 0; i < p->n_points; i++) {
        assert_int_equal(p->points[i].n, ordo_raw_bucket(p->points[i].n));
        count += p->points[i].count;
        kept_n += p->points[i].sum_n;
    }
    assert_int_equal(count, 2 * HALF);
    assert_int_equal(kept_n, sum_n);
    assert_int_equal(p->children[0].n, ordo_raw_bucket(5001));
    ordo_profile_free(p);
}

static void exactly_4096_sizes_stay_exact(void **state) {
    static struct ordo_raw_point points[4096];
    struct raw_image r;
    raw_image_init(&r, 1);
    raw_image_module(&r, 1, "o", "/");
    scope(&r, 1, 1, "f", "a.c", 1);
    for (uint64_t i = 0; i < 4096; i++) points[i] = raw_image_point(i * 1000, 1, i);
    raw_image_points(&r, 1, 1, ORDO_METRIC_RMS, 0, points, 4096, NULL);
    struct ordo_profile *p = build(state, &r, 1);
    assert_false(p->series[0].bucketed);
    assert_int_equal(p->n_points, 4096);
    ordo_profile_free(p);
}

static void features_of_the_command_line_take_precedence(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 7);
    struct ordo_feature_value features[] = {{"words", 3}, {"size", 1}, {"size", 2}};
    const char *const argv[] = {"./program", "it's", NULL};
    const uint32_t running[] = {7};
    struct ordo_build_options o = {.features = features,
                                   .n_features = 3,
                                   .argv = argv,
                                   .exit_status = 4,
                                   .running = running,
                                   .n_running = 1};
    raw_image_header(&r)->state = ORDO_RAW_LIVE;
    struct ordo_profile *p = build_with(state, &r, 1, &o);
    assert_int_equal(p->n_features, 2);
    assert_string_equal(p->features[0].name, "size");
    assert_true(p->features[0].value == 2);
    assert_true(p->features[1].value == 3);
    assert_string_equal(p->runs[0].command, "./program 'it'\\''s'");
    assert_int_equal(p->runs[0].exit_status, 4);
    assert_int_equal(p->processes[0].state, ORDO_PROCESS_RUNNING);
    ordo_profile_free(p);
}

static void without_raw_files_the_profile_is_empty(void **state) {
    (void)state;
    struct ordo_profile *p;
    struct ordo_error e;
    struct ordo_build_options o = {.cell_bytes = 4, .exit_status = 0};
    assert_ok(ordo_profile_from_raw(NULL, 0, &o, &p, &e), e);
    assert_int_equal(p->n_runs, 1);
    assert_int_equal(p->n_processes, 0);
    assert_int_equal(p->cell_bytes, 4);
    ordo_profile_free(p);
}

/* Checks that the image, truncated to `size` bytes, is rejected with the message. */
static void assert_rejected(void **state, struct raw_image *r, size_t size, const char *says) {
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    const char *path = temporary_path(state, "bad.raw");
    if (size < r->used) r->used = size;
    raw_image_write(r, path);
    assert_int_equal(ordo_profile_from_raw(&path, 1, NULL, &p, &e), ORDO_BAD_INPUT);
    assert_null(p);
    assert_message(e, path);
    assert_message(e, says);
    raw_image_done(r);
}

static void bad_files_are_reported_with_the_byte(void **state) {
    struct raw_image r;
    raw_image_sample(&r, 1);
    assert_rejected(state, &r, 0, "byte 0: the raw file is empty");
    raw_image_sample(&r, 1);
    assert_rejected(state, &r, 3000, "byte 3000: the file ends within the header");
    raw_image_sample(&r, 1);
    assert_rejected(state, &r, r.used - 64, "it is truncated");
    raw_image_sample(&r, 1);
    raw_image_header(&r)->magic[0] = 'X';
    assert_rejected(state, &r, SIZE_MAX, "byte 0: is not a raw file");
    raw_image_sample(&r, 1);
    raw_image_header(&r)->abi_version++;
    assert_rejected(state, &r, SIZE_MAX, "byte 8: written by another version of ordo");
    raw_image_sample(&r, 1);
    raw_image_header(&r)->layout++;
    assert_rejected(state, &r, SIZE_MAX, "written by another version of ordo");
    raw_image_sample(&r, 1);
    raw_image_header(&r)->cell_bytes = 3;
    assert_rejected(state, &r, SIZE_MAX, "byte 24: cells of 3 bytes");
    raw_image_sample(&r, 1);
    ((struct ordo_raw_block *)raw_image_at(&r, 4096))->size = 48;
    assert_rejected(state, &r, SIZE_MAX, "byte 4096: a block of 48 bytes");
    raw_image_sample(&r, 1);
    raw_image_total(&r, 1, 77, &(struct ordo_raw_total){.calls = 1});
    assert_rejected(state, &r, SIZE_MAX, "scope 77 is not described");
    raw_image_sample(&r, 1);
    ((struct ordo_raw_points *)raw_image_at(
         &r, raw_image_points(&r, 1, 1, 0, 0, &(struct ordo_raw_point){0}, 1, NULL)))
        ->capacity = 1 << 30;
    assert_rejected(state, &r, SIZE_MAX, "a table of 1073741824 items does not fit");
}

static void a_bad_file_can_be_skipped(void **state) {
    struct raw_image r;
    const char *paths[2] = {temporary_path(state, "good.raw"), temporary_path(state, "bad.raw")};
    raw_image_sample(&r, 1);
    raw_image_write(&r, paths[0]);
    raw_image_total(&r, 1, 77, &(struct ordo_raw_total){.calls = 1});
    raw_image_write(&r, paths[1]);
    raw_image_done(&r);
    struct ordo_build_options o = {.exit_status = 0, .skip_bad = true};
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_profile_from_raw(paths, 2, &o, &p, &e), e);
    assert_int_equal(p->n_processes, 1);
    assert_int_equal(p->total_cost, 1000);
    assert_int_equal(p->runs[0].unreadable, 1);
    assert_non_null(strstr(p->runs[0].unreadable_why, "scope 77 is not described"));
    ordo_profile_free(p);
}

static void a_missing_file_is_an_error_of_the_environment(void **state) {
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    const char *path = temporary_path(state, "none.raw");
    assert_int_equal(ordo_profile_from_raw(&path, 1, NULL, &p, &e), ORDO_ENVIRONMENT);
    assert_message(e, "none.raw: cannot open the raw file: No such file");
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
    const struct CMUnitTest tests[] = {
        TEST(the_sample_is_read_completely),
        TEST(nodes_past_the_bound_count_only_for_callers),
        TEST(a_recursion_consists_of_its_outermost_activations),
        TEST(a_cycle_of_two_is_named_after_its_entry),
        TEST(outermost_activations_of_threads_without_recursion_count),
        TEST(entering_a_loop_is_not_a_recursion),
        TEST(two_processes_add_up),
        TEST(the_order_of_files_does_not_matter),
        TEST(counts_of_threads_add_up_and_lines_take_the_busiest_block),
        TEST(counts_without_blocks_are_corrupt),
        TEST(drms_is_ignored_if_it_was_not_compiled_in),
        TEST(statics_of_one_name_stay_apart_and_header_routines_are_merged),
        TEST(loops_of_one_macro_are_distinguished),
        TEST(loops_without_lines_are_numbered),
        TEST(a_routine_folded_in_only_one_copy_is_not_folded),
        TEST(a_superseded_table_is_ignored),
        TEST(a_point_interrupted_by_a_kill_is_restored),
        TEST(open_activations_are_unfinished_and_have_a_cost),
        TEST(more_than_4096_sizes_over_all_threads_are_bucketed),
        TEST(exactly_4096_sizes_stay_exact),
        TEST(features_of_the_command_line_take_precedence),
        TEST(without_raw_files_the_profile_is_empty),
        TEST(bad_files_are_reported_with_the_byte),
        TEST(a_bad_file_can_be_skipped),
        TEST(a_missing_file_is_an_error_of_the_environment),
    };
    return cmocka_run_group_tests_name("profile/build", tests, NULL, NULL);
}
