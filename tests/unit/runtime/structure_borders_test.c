/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The ways into and out of activations of structure builds (structure_borders.c) count what frames
 * filled in line and __ordo_leave count: random activations of loops, of recursions of one cycle
 * and of several, of routines that may recur and of plain ones, some of them left without a word,
 * are recorded both ways; and their number is held to the test's own count.
 */
#include "../../../src/engine/runtime/effects.h"
#include "instrumented.h"
#include "scenario.h"

#include <stdlib.h>
#include <string.h>

enum { MAIN, LOOP, INNER, EVEN, ODD, EVEN_LOOP, OTHER, MAYBE, PLAIN, SCOPES };
#define RECURS (ORDO_SCOPE_REPETITIONS | ORDO_SCOPE_RECURSIVE)
static struct ordo_scope scopes[SCOPES] = {
    [MAIN] = {.name = "main", .flags = ORDO_SCOPE_REPETITIONS},
    [LOOP] = {.name = "", .routine = &scopes[MAIN], .kind = ORDO_KIND_LOOP},
    [INNER] = {.name = "", .routine = &scopes[MAIN], .kind = ORDO_KIND_LOOP},
    [EVEN] = {.name = "even", .flags = RECURS | ORDO_SCOPE_CYCLE},
    [ODD] = {.name = "odd", .group = &scopes[EVEN], .flags = RECURS | ORDO_SCOPE_CYCLE},
    [EVEN_LOOP] = {.name = "",
                   .routine = &scopes[EVEN],
                   .kind = ORDO_KIND_LOOP,
                   .flags = ORDO_SCOPE_RECURSIVE},
    [OTHER] = {.name = "other", .flags = RECURS | ORDO_SCOPE_CYCLE},
    [MAYBE] = {.name = "maybe", .flags = RECURS | ORDO_SCOPE_MAY_CYCLE},
    [PLAIN] = {.name = "plain", .flags = ORDO_SCOPE_REPETITIONS},
};
static struct ordo_type types[] = {{.name = "int", .size = sizeof(int)}};
static struct ordo_structure structure = {.n_types = 1, .types = types};
static struct ordo_module module = {.abi_version = ORDO_ABI_VERSION,
                                    .n_scopes = SCOPES,
                                    .scopes = scopes,
                                    .source_root = "/source",
                                    .unit = "borders.c",
                                    .structure = &structure};

static void load(void) {
    for (uint32_t i = 0; i < SCOPES; i++) {
        if (!scopes[i].routine) scopes[i].routine = &scopes[i];
        if (!scopes[i].group) scopes[i].group = scopes[i].routine->group;
        if (!scopes[i].group) scopes[i].group = scopes[i].routine;
        scopes[i].linkage_name = scopes[i].routine->name;
        scopes[i].file = "borders.c";
        scopes[i].arg_names = "";
        scopes[i].line = i + 1;
    }
    __ordo_module_add(&module);
}

/* ---- the activations ---- */

static int in_line;
static uint64_t calls[SCOPES], steps[SCOPES];

static struct ordo_frame *enter(struct ordo_scope *s) {
    struct ordo_thread *t = instrumented_thread();
    if (!in_line)
        return s->kind == ORDO_KIND_LOOP ? __ordo_loop_enter(t, s) : __ordo_routine_enter(t, s);
    struct ordo_frame *f = instrumented_enter(s);
    if (s->kind == ORDO_KIND_LOOP || s->flags & ORDO_SCOPE_RECURSIVE) t->untold = 0;
    return f;
}

static void leave(struct ordo_frame *f) {
    calls[f->scope - scopes]++;
    if (in_line)
        __ordo_leave(__ordo_self, f);
    else if (f->scope->kind == ORDO_KIND_LOOP)
        __ordo_loop_leave(__ordo_self, f);
    else
        __ordo_routine_leave(__ordo_self, f);
}

/* What is above f is left by an exception that f catches. */
static void unwind(struct ordo_frame *f) {
    for (struct ordo_frame *above = __ordo_self->top; above > f; above--)
        calls[above->scope - scopes]++;
    __ordo_unwind(__ordo_self, f);
}

static uint32_t random_number(uint32_t below) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % below;
}

enum { DEPTH = 4, OPERATIONS = 1000000, ELEMENTS = 64 };

static void read_element(struct ordo_frame *f, const int *element) {
    if (!__ordo_self->untold) __ordo_array_read(f, element, &types[0]);
}

static void operate(struct ordo_frame *bottom, int *array) {
    struct ordo_frame *top = __ordo_self->top;
    uint32_t what = random_number(100), element = random_number(ELEMENTS);
    instrumented_blocks(what % 3);
    if (what < 40 && top - bottom < DEPTH)
        enter(&scopes[LOOP + random_number(SCOPES - LOOP)]);
    else if (what < 70 && top->scope->kind == ORDO_KIND_LOOP)
        top->iterations++, steps[top->scope - scopes]++;
    else if (what >= 70 && what < 80)
        read_element(top, &array[element]);
    else if (what == 99 && top > bottom)
        unwind(bottom + random_number((uint32_t)(top - bottom)));
    else if (what < 98 && top > bottom)
        leave(top);
}

/* ---- what was counted ---- */

/* Of one node of the calling context tree, by the scopes on its path. */
struct counted {
    uint64_t path, scope, calls, cost, self, outermost, steps, least, greatest;
    struct ordo_raw_step step;
};
enum { MOST = 65536 };

static const void *of_node(const struct raw_image *i, uint32_t kind, uint32_t node,
                           uint64_t bytes) {
    const struct ordo_raw_contexts *b = NULL;
    while ((b = raw_image_next(i, kind, b)))
        if (node - b->first < b->capacity)
            return (const char *)b +
                   (kind == ORDO_RAW_STEPS ? sizeof(struct ordo_raw_steps) : sizeof *b) +
                   (node - b->first) * bytes;
    return NULL;
}

static const struct ordo_raw_context *context_of(const struct raw_image *i, uint32_t node) {
    return of_node(i, ORDO_RAW_CONTEXTS, node, sizeof(struct ordo_raw_context));
}

static const struct ordo_raw_tally *tally_of(const struct raw_image *i, uint32_t node) {
    const struct ordo_raw_steps *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_STEPS, b))) {
        if (node - b->first >= b->capacity) continue;
        const struct ordo_raw_step *s = (const void *)(b + 1);
        return (const struct ordo_raw_tally *)(s + b->capacity) + (node - b->first);
    }
    return NULL;
}

static uint64_t path_of(const struct raw_image *i, uint32_t node) {
    uint64_t path = 0;
    for (const struct ordo_raw_context *c; node && (c = context_of(i, node - 1)); node = c->parent)
        path = path * 31 + c->scope;
    return path;
}

static int by_path(const void *a, const void *b) {
    const struct counted *x = a, *y = b;
    return x->path < y->path ? -1 : x->path > y->path;
}

/* All nodes that have been made, in the order of their paths: how many. */
static uint32_t read_nodes(const struct raw_image *i, struct counted *into) {
    uint32_t n = 0;
    for (const struct ordo_raw_context *c; n < MOST && (c = context_of(i, n)) && c->scope; n++) {
        const struct ordo_raw_tally *y = tally_of(i, n);
        const struct ordo_raw_step *s = of_node(i, ORDO_RAW_STEPS, n, sizeof *s);
        into[n] = (struct counted){path_of(i, n + 1),
                                   c->scope,
                                   c->calls + y->calls,
                                   c->cost + y->cost,
                                   c->self + y->self,
                                   y->outermost,
                                   y->steps,
                                   y->least,
                                   y->greatest,
                                   *s};
    }
    qsort(into, n, sizeof *into, by_path);
    return n;
}

static void run_trace(const char *argument) {
    in_line = !strcmp(argument, "in line");
    load();
    struct ordo_frame *bottom = enter(&scopes[MAIN]);
    int *array = malloc(ELEMENTS * sizeof *array);
    ort_effect_block(array, ELEMENTS * sizeof *array);
    for (int k = 0; k < OPERATIONS; k++) operate(bottom, array);
    unwind(bottom);
    leave(bottom);
    static struct counted nodes[MOST];
    struct raw_image live = raw_image_live();
    uint32_t n = read_nodes(&live, nodes);
    uint64_t seen[SCOPES] = {0}, taken[SCOPES] = {0};
    for (uint32_t k = 0; k < n; k++)
        for (int s = 0; s < SCOPES; s++)
            if (nodes[k].scope == scopes[s].id)
                seen[s] += nodes[k].calls, taken[s] += nodes[k].steps;
    for (int s = LOOP; s < PLAIN; s++) { /* plain routines are not counted */
        CHECK(seen[s] == calls[s], "scope %d: %lu calls, %lu counted", s, (unsigned long)calls[s],
              (unsigned long)seen[s]);
        CHECK(scopes[s].kind != ORDO_KIND_LOOP || taken[s] == steps[s],
              "scope %d: %lu steps, %lu counted", s, (unsigned long)steps[s],
              (unsigned long)taken[s]);
    }
}

/* The same where nothing is recorded. */
static void run_idle(const char *argument) {
    (void)argument;
    load();
    static int array[ELEMENTS];
    struct ordo_frame *bottom = enter(&scopes[MAIN]);
    for (int k = 0; k < OPERATIONS; k++) operate(bottom, array);
    unwind(bottom);
    leave(bottom);
    CHECK(!__ordo_self->tick, "nothing is to be recorded");
}

const struct scenario scenarios[] = {{"trace", run_trace}, {"idle", run_idle}, {NULL, NULL}};

static struct ordo_raw_total total_of(const struct raw_image *i, uint32_t scope) {
    return raw_image_total(i, raw_image_scope(i, scopes[scope].name));
}

static void both_ways_count_the_same(void **state) {
    (void)state;
    static const char *const on[] = {"ORDO_TREE=1", "ORDO_STRUCTURE=1", NULL};
    static struct counted one[MOST], other[MOST];
    struct ordo_raw_total totals[SCOPES];
    scenario_pass("trace", "in line", on);
    struct raw_image i = scenario_only_file();
    uint32_t n = read_nodes(&i, one);
    for (uint32_t s = EVEN; s < SCOPES; s++) totals[s] = total_of(&i, s);
    scenario_pass("trace", "hooks", on);
    i = scenario_only_file();
    assert_int_equal(read_nodes(&i, other), n);
    assert_in_range(n, 500, MOST - 1);
    for (uint32_t k = 0; k < n; k++) assert_memory_equal(&one[k], &other[k], sizeof one[k]);
    for (uint32_t s = EVEN; s < SCOPES; s++) {
        struct ordo_raw_total total = total_of(&i, s);
        assert_int_equal(total.units, totals[s].units);
        assert_int_equal(total.recurred, totals[s].recurred);
    }
    assert_true(totals[EVEN].units > 1000);
}

static void threads_that_are_not_recorded_do_nothing(void **state) {
    (void)state;
    assert_int_equal(scenario_run_idle("idle", ""), 0);
}

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_count_the_same),
        cmocka_unit_test(threads_that_are_not_recorded_do_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
