/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trace_test.c: compares random traces through the hooks with the definitions (naive.h): every cell
 * size, narrow stamps, accesses that straddle cells, ranges, fresh and zeroed objects small and
 * large, loops in recursive routines, activations left without a hook, library calls; in one and in
 * several threads.
 */
#include "../../../src/engine/runtime/core/effects.h"
#include "instrumented.h"
#include "naive.h"
#include "scenario.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUTINES 12
#define LIBRARY 30
#define ARENA (1u << 20)

/* 1 and 2 are plain, 3 has arguments. 4, 5 and 6 are one cycle, 7 recurs by itself, 8 could
 * recur and never does. 9 to 12 are loops of 1, 4, 4 (inside the previous one) and 7. */
static struct ordo_scope scopes[ROUTINES + 1];
static struct ordo_scope library = {
    .name = "lib", .linkage_name = "lib", .file = "", .arg_names = "", .kind = ORDO_KIND_LIBRARY};
static struct ordo_module module = {ORDO_ABI_VERSION, ROUTINES, 0,    0,    &scopes[1], NULL,
                                    "/source",        "",       NULL, NULL, NULL};
static const uint32_t groups[ROUTINES + 1] = {0, 0, 0, 0, 4, 4, 4, 7, 8, 0, 0, 0, 0};
static const int loop_of[ROUTINES + 1] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4, 4, 7};
static const char *const names[ROUTINES + 1] = {"",   "r1", "r2", "r3", "r4", "r5", "r6",
                                                "r7", "r8", "r1", "r4", "r4", "r7"};

static void describe(void) {
    for (uint32_t i = 1; i <= ROUTINES; i++) {
        struct ordo_scope *s = &scopes[i];
        int routine = loop_of[i] ? loop_of[i] : (int)i;
        s->name = loop_of[i] ? "" : names[i];
        s->linkage_name = names[i];
        s->file = "trace.c";
        s->arg_names = i == 3 ? "a,b" : i == 5 ? "x" : "";
        s->n_args = i == 3 ? 2 : i == 5 ? 1 : 0;
        s->kind = loop_of[i] ? ORDO_KIND_LOOP : ORDO_KIND_ROUTINE;
        s->routine = &scopes[routine];
        s->parent = i == 11 ? &scopes[10] : loop_of[i] ? &scopes[routine] : NULL;
        s->group = groups[routine] ? &scopes[groups[routine]] : &scopes[routine];
        s->flags = groups[routine] ? ORDO_SCOPE_RECURSIVE : 0;
        s->line = i;
    }
    __ordo_module_add(&module);
}

struct tracer {
    uint64_t random;
    struct naive *naive;
    char *arena;
    struct ordo_frame *frames[256];
    int scope_of[256];
    int depth, most, steps, large;
};

static uint64_t random_below(struct tracer *r, uint64_t n) {
    r->random ^= r->random << 13;
    r->random ^= r->random >> 7;
    r->random ^= r->random << 17;
    return (r->random >> 11) % n;
}

static void enter(struct tracer *r, uint32_t i) {
    int64_t args[2] = {(int64_t)random_below(r, 40) - 5, (int64_t)random_below(r, 3)};
    struct ordo_frame *f = instrumented_enter(&scopes[i]);
    for (uint32_t k = 0; k < scopes[i].n_args; k++) f->args[k] = args[k];
    int recursive = scopes[i].kind == ORDO_KIND_ROUTINE && groups[i];
    naive_enter(r->naive, i, recursive ? groups[i] : 0, (int)scopes[i].n_args, args);
    r->frames[r->depth] = f;
    r->scope_of[r->depth++] = (int)i;
}

/* Enters a random routine, or a loop of the innermost routine. */
static void enter_something(struct tracer *r) {
    uint32_t i = 1 + (uint32_t)random_below(r, ROUTINES);
    if (loop_of[i]) {
        int inner = r->scope_of[r->depth - 1];
        int routine = loop_of[inner] ? loop_of[inner] : inner;
        int open = 0;
        for (int k = r->depth - 1; k >= 0 && loop_of[r->scope_of[k]]; k--)
            open |= r->scope_of[k] == (int)i;
        if (routine != loop_of[i] || open) i = 1 + (uint32_t)random_below(r, 8);
    }
    if (i <= 3 || i == 8) /* not entered again */
        for (int k = 0; k < r->depth; k++)
            if (r->scope_of[k] == (int)i) i = 4 + (uint32_t)random_below(r, 4);
    enter(r, i);
}

static void leave(struct tracer *r) {
    r->depth--;
    instrumented_leave(r->frames[r->depth]);
    naive_leave(r->naive, 0);
}

/* Leaves several activations at once, as by longjmp or an exception, without hooks or by
 * unwinding. */
static void leave_several(struct tracer *r) {
    int to = (int)random_below(r, (uint64_t)r->depth);
    if (random_below(r, 2)) {
        __ordo_unwind(__ordo_self, r->frames[to]);
        while (r->depth > to + 1) r->depth--, naive_leave(r->naive, 0);
    } else if (to) {
        instrumented_leave(r->frames[to]);
        while (r->depth > to) r->depth--, naive_leave(r->naive, 0);
    }
}

static void access_range(struct tracer *r, int write) {
    struct ordo_frame *f = r->frames[r->depth - 1];
    uint64_t at = random_below(r, 4096), size = 1 + random_below(r, 16);
    if (random_below(r, 8) == 0) size = 1 + random_below(r, 4096);
    if (r->large && random_below(r, 20) == 0) {
        at = random_below(r, ARENA / 2);
        size = 1 + random_below(r, ARENA / 2);
    }
    char *p = r->arena + at;
    if (write) {
        if (size > 64)
            ort_effect_write(f, p, size);
        else
            instrumented_write(f, p, size);
        naive_write(r->naive, p, size);
    } else {
        if (size > 64)
            ort_effect_read(f, p, size);
        else
            instrumented_read(f, p, size);
        naive_read(r->naive, p, size);
    }
}

static void new_object(struct tracer *r) {
    struct ordo_frame *f = r->frames[r->depth - 1];
    uint64_t at = random_below(r, 512) * 8, size = 8 * (1 + random_below(r, 32));
    int zeroed = (int)random_below(r, 2);
    if (!zeroed && random_below(r, 3) == 0) { /* like a program's own allocator */
        at += random_below(r, 8);
        size -= random_below(r, 8);
    } else if (r->large && random_below(r, 4) == 0) {
        at = random_below(r, ARENA / 16) * 8;
        size = 8 * (1 + random_below(r, ARENA / 16));
    }
    char *p = r->arena + at;
    if (zeroed) {
        ort_effect_zeroed(f, p, size);
        naive_fresh(r->naive, p, size);
        naive_write(r->naive, p, size);
    } else {
        if (random_below(r, 2))
            __ordo_fresh(f, p, size);
        else
            ort_effect_fresh(f, p, size);
        naive_fresh(r->naive, p, size);
    }
}

static void trace(struct tracer *r) {
    enter(r, 2);
    for (int step = 0; step < r->steps; step++) {
        uint64_t what = random_below(r, 100), blocks = random_below(r, 5);
        if (random_below(r, 1000) == 0) blocks = random_below(r, 1ull << 40);
        instrumented_blocks(blocks);
        naive_blocks(r->naive, blocks);
        if (what < 14 && r->depth < r->most)
            enter_something(r);
        else if (what < 26 && r->depth > 1)
            leave(r);
        else if (what < 27 && r->depth > 1)
            leave_several(r);
        else if (what < 70)
            access_range(r, 0);
        else if (what < 93)
            access_range(r, 1);
        else if (what < 97)
            new_object(r);
        else {
            ort_charge(ort_site(), &library, blocks);
            naive_library(r->naive, LIBRARY, blocks);
        }
    }
    while (r->depth) leave(r);
}

static int shift_of_cell(void) {
    const char *cell = getenv("ORDO_CELL");
    return !cell || !strcmp(cell, "8") ? 3 : !strcmp(cell, "4") ? 2 : !strcmp(cell, "2") ? 1 : 0;
}

static void check_image(const struct naive *naive) {
    uint32_t ids[NAIVE_SCOPES] = {0};
    for (uint32_t i = 1; i <= ROUTINES; i++) ids[i] = scopes[i].id;
    ids[LIBRARY] = library.id;
    struct raw_image image = raw_image_live();
    CHECK(raw_image_header(&image)->stop == 0, "recording stopped: %u",
          raw_image_header(&image)->stop);
    int differences = naive_compare(naive, &image, ids);
    CHECK(differences == 0, "%d differences", differences);
}

/* argument: seed,steps,most open,large objects */
static void run_trace(const char *argument) {
    unsigned long seed;
    struct tracer r = {0};
    CHECK(sscanf(argument, "%lu,%d,%d,%d", &seed, &r.steps, &r.most, &r.large) == 4, "%s",
          argument);
    describe();
    r.random = seed * 0x9E3779B97F4A7C15ull + 1;
    r.arena = aligned_alloc(4096, ARENA);
    r.naive = naive_new(r.arena, ARENA, shift_of_cell());
    trace(&r);
    check_image(r.naive);
}

static void *one_thread(void *tracer) {
    trace(tracer);
    return NULL;
}

/* Threads begin and end, two at a time, so that states are reused. */
static void run_threads(const char *argument) {
    unsigned long seed = strtoul(argument, NULL, 10);
    enum { THREADS = 12 };
    static struct tracer r[THREADS];
    pthread_t thread[THREADS];
    describe();
    struct naive *all = naive_new(NULL, 0, 3);
    for (int i = 0; i < THREADS; i++) {
        r[i] = (struct tracer){.steps = 2000, .most = 30, .large = 1};
        r[i].random = (seed + (unsigned long)i) * 0x9E3779B97F4A7C15ull + 1;
        r[i].arena = i % 3 ? r[0].arena : aligned_alloc(4096, ARENA);
        r[i].naive = naive_new(r[i].arena, ARENA, shift_of_cell());
        if (i >= 2) {
            pthread_join(thread[i - 2], NULL);
        }
        pthread_create(&thread[i], NULL, one_thread, &r[i]);
    }
    pthread_join(thread[THREADS - 2], NULL);
    pthread_join(thread[THREADS - 1], NULL);
    for (int i = 0; i < THREADS; i++) naive_merge(all, r[i].naive);
    check_image(all);
    struct raw_image image = raw_image_live();
    int states = 0;
    const struct ordo_raw_thread *t = NULL;
    while ((t = raw_image_next(&image, ORDO_RAW_THREAD, t))) states++;
    CHECK(states <= 4, "%d thread states for two threads at a time", states);
}

const struct scenario scenarios[] = {{"trace", run_trace}, {"threads", run_threads}, {NULL, NULL}};

/* Runs n traces, of which quick tests try a third. */
static void traces(const char *cell, const char *space, const char *shape, int first, int n) {
    char cell_variable[32], space_variable[64], argument[64];
    const char *environment[] = {cell_variable, space ? space_variable : NULL, NULL};
    snprintf(cell_variable, sizeof cell_variable, "ORDO_CELL=%s", cell);
    snprintf(space_variable, sizeof space_variable, "ORDO_TEST_STAMP_SPACE=%s", space ? space : "");
    if (!getenv("LONG")) n = (n + 2) / 3;
    for (int seed = first; seed < first + n; seed++) {
        snprintf(argument, sizeof argument, "%d,%s", seed, shape);
        scenario_pass("trace", argument, environment);
    }
}

static void sizes_equal_the_definition_at_8(void **state) {
    (void)state;
    traces("8", NULL, "5000,40,0", 1, 6);
    traces("8", NULL, "5000,200,1", 11, 6);
}

static void sizes_equal_the_definition_at_4(void **state) {
    (void)state;
    traces("4", NULL, "3000,60,1", 21, 4);
}

static void sizes_equal_the_definition_at_2(void **state) {
    (void)state;
    traces("2", NULL, "3000,60,1", 31, 4);
}

static void sizes_equal_the_definition_at_1(void **state) {
    (void)state;
    traces("1", NULL, "2000,60,1", 41, 4);
}

static void narrow_stamps_do_not_change_results(void **state) {
    (void)state;
    traces("8", "50", "5000,40,1", 51, 4);
    traces("8", "300", "5000,200,1", 61, 4);
    traces("1", "100", "1500,60,1", 71, 2);
}

static void without_windows(const char *cell) {
    char argument[64], cells[32];
    snprintf(cells, sizeof cells, "ORDO_CELL=%s", cell);
    for (int seed = 81; seed < (getenv("LONG") ? 84 : 82); seed++) {
        snprintf(argument, sizeof argument, "%d,4000,100,1", seed);
        scenario_pass("trace", argument, (const char *[]){"ORDO_TEST_NO_WINDOWS=1", cells, NULL});
    }
}

static void two_level_shadow_at_8_equals_windows(void **state) {
    (void)state;
    without_windows("8");
}

static void two_level_shadow_at_1_equals_bounds(void **state) {
    (void)state;
    without_windows("1");
}

static void threads_are_counted_separately_and_states_reused(void **state) {
    (void)state;
    scenario_pass("threads", "100", NULL);
    scenario_pass("threads", "200", (const char *[]){"ORDO_TEST_STAMP_SPACE=70", NULL});
    scenario_pass("threads", "300", (const char *[]){"ORDO_CELL=2", NULL});
}

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_equal_the_definition_at_8),
        cmocka_unit_test(sizes_equal_the_definition_at_4),
        cmocka_unit_test(sizes_equal_the_definition_at_2),
        cmocka_unit_test(sizes_equal_the_definition_at_1),
        cmocka_unit_test(narrow_stamps_do_not_change_results),
        cmocka_unit_test(two_level_shadow_at_8_equals_windows),
        cmocka_unit_test(two_level_shadow_at_1_equals_bounds),
        cmocka_unit_test(threads_are_counted_separately_and_states_reused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
