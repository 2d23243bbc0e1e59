/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input_size_test.c: the bytes that arrive during an activation are a size of it, whatever ends it.
 */
#include "../../../src/engine/runtime/core/effects.h"
#include "../../../src/engine/runtime/core/thread_state.h"
#include "program.h"
#include "scenario.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Fails unless the points by input of the scope are these: "size:count " of each, in order. */
static void check_sizes(int scope, uint32_t unit, const char *expected) {
    struct raw_image i = raw_image_live();
    size_t n;
    int bucketed;
    char got[512] = "";
    struct ordo_raw_point *p =
        raw_image_points(&i, program[scope].id, ORDO_METRIC_INPUT, 0, unit, &n, &bucketed);
    for (size_t k = 0; k < n; k++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%lu:%lu ", (unsigned long)p[k].n,
                 (unsigned long)p[k].count);
    free(p);
    CHECK(!strcmp(got, expected), "scope %d: %s, expected %s", scope, got, expected);
}

static void reader(int scope, uint64_t bytes) {
    struct ordo_frame *f = instrumented_enter(&program[scope]);
    ort_effect_input(bytes);
    instrumented_blocks(1 + bytes);
    instrumented_leave(f);
}

static void run_nested(const char *argument) {
    (void)argument;
    program_load();
    for (int i = 0; i < 5; i++) reader(PROGRAM_WORK, 0);
    check_sizes(PROGRAM_WORK, 0, "");
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    struct ordo_frame *l = instrumented_enter(&program[PROGRAM_LOOP]);
    for (uint64_t i = 0; i < 6; i++) reader(PROGRAM_WORK, 10 * (i % 3));
    ort_effect_input(7);
    instrumented_leave(l);
    ort_effect_input(100);
    instrumented_leave(m);
    check_sizes(PROGRAM_WORK, 0, "0:7 10:2 20:2 ");
    check_sizes(PROGRAM_LOOP, 0, "67:1 ");
    check_sizes(PROGRAM_MAIN, 0, "167:1 ");
}

/* More than a record of repeats has bits for. */
static void run_large(const char *argument) {
    (void)argument;
    program_load();
    for (int i = 0; i < 6; i++) reader(PROGRAM_WORK, (1ull << 24) - 2 + (uint64_t)i / 2);
    reader(PROGRAM_WORK, 1ull << 40);
    check_sizes(PROGRAM_WORK, 0, "16777214:2 16777215:2 16777216:2 1099511627776:1 ");
}

static void large_input_is_exact(void **state) {
    (void)state;
    scenario_pass("large", "", NULL);
}

static void the_input_of_callees_is_input(void **state) {
    (void)state;
    scenario_pass("nested", "", NULL);
}

/* The point of size 0 has all that the earlier activations cost. */
static void run_late(const char *argument) {
    (void)argument;
    static char memory[64] __attribute__((aligned(64)));
    program_load();
    for (uint64_t i = 0; i < 8; i++) program_call(PROGRAM_WORK, 10 + i, memory, i);
    reader(PROGRAM_WORK, 3);
    program_call(PROGRAM_WORK, 1, memory, 0);
    struct raw_image i = raw_image_live();
    size_t n;
    int bucketed;
    struct ordo_raw_point *p =
        raw_image_points(&i, program[PROGRAM_WORK].id, ORDO_METRIC_INPUT, 0, 0, &n, &bucketed);
    CHECK(n == 2 && p[0].n == 0 && p[0].count == 9 && p[0].sum == 109, "%zu points, %lu", n,
          (unsigned long)p[0].sum);
    CHECK(p[0].min == 1 && p[0].max == 17, "%lu..%lu", (unsigned long)p[0].min,
          (unsigned long)p[0].max);
    CHECK(p[1].n == 3 && p[1].count == 1 && p[1].sum == 4, "size %lu", (unsigned long)p[1].n);
}

static void activations_before_the_first_input_have_size_0(void **state) {
    (void)state;
    scenario_pass("late", "", NULL);
}

static void recurse(uint64_t depth) {
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_RECURSE]);
    ort_effect_input(1);
    if (depth) recurse(depth - 1);
    instrumented_leave(f);
}

/* More activations with input than the list has room for at first. */
static void run_recursion(const char *argument) {
    (void)argument;
    program_load();
    recurse(0);
    recurse(2);
    check_sizes(PROGRAM_RECURSE, 0, "1:2 2:1 3:1 ");
    check_sizes(PROGRAM_RECURSE, 1, "1:1 3:1 ");
    recurse(999);
    check_sizes(PROGRAM_RECURSE, 1, "1:1 3:1 1000:1 ");
    struct ort_thread *t = (struct ort_thread *)__ordo_self;
    CHECK(t->n_arrivals == 0 && t->arrivals_room >= 1000, "%u of %u", t->n_arrivals,
          t->arrivals_room);
}

static void each_level_of_a_recursion_has_its_input(void **state) {
    (void)state;
    scenario_pass("recursion", "", NULL);
    scenario_pass("recursion", "", (const char *[]){"ORDO_COSTS=io", NULL});
}

static void run_jump(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    for (int i = 0; i < 3; i++) {
        instrumented_enter(&program[PROGRAM_WORK]);
        ort_effect_input(5);
        instrumented_enter(&program[PROGRAM_ARGS])->args[0] = 1;
        ort_effect_input(2);
        __ordo_unwind(__ordo_self, m);
        ort_effect_input(1);
    }
    instrumented_leave(m);
    check_sizes(PROGRAM_ARGS, 0, "2:3 ");
    check_sizes(PROGRAM_WORK, 0, "7:3 ");
    check_sizes(PROGRAM_MAIN, 0, "24:1 ");
}

static void activations_left_by_a_jump_have_their_input(void **state) {
    (void)state;
    scenario_pass("jump", "", NULL);
}

static void run_handler(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    ort_effect_input(3);
    struct ordo_thread *interrupted = ort_signal_enter();
    reader(PROGRAM_HANDLER, 50);
    ort_signal_leave(interrupted);
    ort_effect_input(4);
    instrumented_leave(m);
    check_sizes(PROGRAM_HANDLER, 0, "50:1 ");
    check_sizes(PROGRAM_MAIN, 0, "7:1 ");
}

static void what_a_signal_handler_reads_is_its_own(void **state) {
    (void)state;
    scenario_pass("handler", "", NULL);
}

static void run_fork(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    ort_effect_input(3);
    struct ordo_frame *w = instrumented_enter(&program[PROGRAM_WORK]);
    ort_effect_input(10);
    pid_t pid = fork();
    ort_effect_input(pid ? 20 : 500);
    struct ordo_frame *a = instrumented_enter(&program[PROGRAM_ARGS]);
    a->args[0] = 1;
    ort_effect_input(pid ? 4 : 6);
    instrumented_leave(a);
    instrumented_leave(w);
    reader(PROGRAM_WORK, 1);
    instrumented_leave(m);
    check_sizes(PROGRAM_ARGS, 0, pid ? "4:1 " : "6:1 ");
    check_sizes(PROGRAM_WORK, 0, pid ? "1:1 34:1 " : "1:1 ");
    check_sizes(PROGRAM_MAIN, 0, pid ? "38:1 " : "");
    int status = 0;
    CHECK(!pid || (waitpid(pid, &status, 0) == pid && status == 0), "the child: %d", status);
}

static void a_forked_child_has_only_its_own_input(void **state) {
    (void)state;
    scenario_pass("fork", "", NULL);
}

const struct scenario scenarios[] = {{"large", run_large}, {"nested", run_nested},
                                     {"late", run_late},   {"recursion", run_recursion},
                                     {"jump", run_jump},   {"handler", run_handler},
                                     {"fork", run_fork},   {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_input_is_exact),
        cmocka_unit_test(the_input_of_callees_is_input),
        cmocka_unit_test(activations_before_the_first_input_have_size_0),
        cmocka_unit_test(each_level_of_a_recursion_has_its_input),
        cmocka_unit_test(activations_left_by_a_jump_have_their_input),
        cmocka_unit_test(what_a_signal_handler_reads_is_its_own),
        cmocka_unit_test(a_forked_child_has_only_its_own_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
