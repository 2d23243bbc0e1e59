/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampler_test.c: samples of a small production program: what is recorded, counted and written.
 */
#include "sampled_program.h"
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char memory[1 << 16] __attribute__((aligned(64)));
static const char *const rate_1[] = {"ORDO_RATE=1", NULL};

/* ---- every execution ---- */

static void run_all(const char *argument) {
    (void)argument;
    sampled_load();
    for (uint64_t k = 1; k <= 50; k++)
        sampled_loop(memory + 8 * (k % 2 ? 0 : k), k, &(struct sampled_way){.inner = 2});
    for (int k = 0; k < 10; k++) sampled_recursion(k, k < 5);
    CHECK(!__ordo_sampling, "a sample goes on");
    CHECK(!__ordo_self || !__ordo_self->tick, "the thread's clock goes on between samples");
}

static void every_execution_is_exact_at_rate_1(void **state) {
    (void)state;
    scenario_pass("all", "", rate_1);
    struct raw_image i = scenario_only_file();
    const struct ordo_raw_header *h = raw_image_header(&i);
    assert_int_equal(h->sampled, 1);
    assert_int_equal(h->rate, 1);
    assert_int_equal(h->budget, 0);
    assert_int_equal(h->unsampled, 0);
    assert_int_equal(h->unlogged, 0);
    uint32_t loop = ID(&i, SAMPLED_LOOP), inner = ID(&i, SAMPLED_INNER);
    struct ordo_raw_sample s[64];
    assert_int_equal(sampled_records(&i, loop, s, 64), 50);
    assert_int_equal(sampled_plain_executions(&i, loop), 0);
    uint64_t iterations = 0;
    for (uint64_t k = 1; k <= 50; k++) {
        struct ordo_raw_sample *x = &s[k - 1];
        uint64_t n = k == 1 ? 2 : k; /* the inner loop reads two cells */
        if (k % 2 == 0 && k > 2) n = k;
        assert_int_equal(x->flags, k % 2 ? 0 : ORDO_SAMPLE_SECOND);
        assert_int_equal(x->executions, k - 1);
        assert_int_equal(x->iterations, iterations);
        assert_int_equal(x->own, k);
        assert_int_equal(x->cost, 3 * k);
        assert_int_equal(x->n, n);
        assert_int_equal(x->rms, n);
        assert_int_equal(x->level, 0);
        assert_int_equal(x->tracked, n);
        assert_int_equal(x->samples, k);
        iterations += k;
    }
    assert_int_equal(raw_image_total(&i, loop).calls, 50);
    assert_int_equal(raw_image_total(&i, loop).iterations, iterations);
    assert_int_equal(raw_image_total(&i, inner).calls, iterations);
    assert_int_equal(raw_image_total(&i, inner).iterations, 2 * iterations);
    assert_int_equal(sampled_records(&i, inner, s, 64), 0); /* within samples of the outer loop */
    uint32_t recursion = ID(&i, SAMPLED_RECURSE);
    assert_int_equal(sampled_records(&i, recursion, s, 64), 10);
    for (uint64_t k = 0; k < 10; k++) {
        uint64_t activations = k < 5 ? (2u << k) - 1 : k + 1;
        assert_int_equal(s[k].n, k);
        assert_int_equal(s[k].executions, k);
        assert_int_equal(s[k].own, activations);
        assert_int_equal(s[k].cost, activations);
        assert_int_equal(s[k].iterations, 0);
    }
}

/* Points of samples are the same as in a build that measures every activation. */
static void samples_have_the_points_of_an_exact_build(void **state) {
    (void)state;
    scenario_pass("all", "", rate_1);
    struct raw_image i = scenario_only_file();
    size_t n;
    int bucketed;
    struct ordo_raw_point *p = raw_image_points(&i, ID(&i, SAMPLED_LOOP), ORDO_METRIC_RMS,
                                                ORDO_COST_BLOCKS, 0, &n, &bucketed);
    assert_int_equal(n, 49);
    for (size_t k = 1; k < n; k++) {
        assert_int_equal(p[k].n, k + 2);
        assert_int_equal(p[k].count, 1);
        assert_int_equal(p[k].sum, 3 * (k + 2));
    }
    assert_int_equal(p[0].count, 2);
    free(p);
    p = raw_image_points(&i, ID(&i, SAMPLED_RECURSE), ORDO_METRIC_DEPTH, ORDO_COST_BLOCKS, 1, &n,
                         &bucketed);
    assert_int_equal(n, 10);
    for (size_t k = 0; k < n; k++) assert_int_equal(p[k].count, 1);
    free(p);
}

/* ---- a rate ---- */

#define MANY 20000

static void run_many(const char *argument) {
    (void)argument;
    sampled_load();
    for (uint64_t k = 0; k < MANY; k++) sampled_loop(memory, k % 7, NULL);
}

static void executions_and_iterations_are_exact_at_any_rate(void **state) {
    (void)state;
    static const struct {
        const char *setting;
        uint32_t least, most;
    } rates[] = {{"ORDO_RATE=1/3", 5600, 7700},
                 {"ORDO_RATE=0.1", 1500, 2500},
                 {"ORDO_RATE=1/100", 110, 300},
                 {"ORDO_RATE=1%", 110, 300},
                 {"ORDO_RATE=1/100000", 0, 10}};
    for (size_t k = 0; k < sizeof rates / sizeof *rates; k++) {
        scenario_pass("many", "", (const char *const[]){rates[k].setting, NULL});
        struct raw_image i = scenario_only_file();
        uint32_t loop = ID(&i, SAMPLED_LOOP);
        static struct ordo_raw_sample s[MANY];
        uint32_t n = sampled_records(&i, loop, s, MANY), pairs = 0;
        if (n < rates[k].least || n > rates[k].most)
            fail_msg("%s: %u samples of %u", rates[k].setting, n, MANY);
        assert_int_equal(sampled_plain_executions(&i, loop) + n, MANY);
        struct ordo_raw_total total = raw_image_total(&i, loop);
        assert_int_equal(total.calls, n);
        uint64_t all = 0;
        for (uint64_t j = 0; j < MANY; j++) all += j % 7;
        assert_int_equal(sampled_plain_iterations(&i, loop) + total.iterations, all);
        for (uint32_t j = 0; j < n; j++) {
            assert_int_equal(s[j].own, s[j].executions % 7); /* it knows its position */
            assert_int_equal(s[j].executions > 0, 1);        /* never the first one */
            if (!(s[j].flags & ORDO_SAMPLE_SECOND)) continue;
            pairs++;
            assert_int_equal(s[j].executions, s[j - 1].executions + 1);
        }
        assert_true(pairs >= n / 2);
    }
}

static void run_inner(const char *argument) {
    (void)argument;
    sampled_load();
    for (uint64_t k = 0; k < 2000; k++)
        sampled_loop(memory, 1 + k % 7, &(struct sampled_way){.inner = 3});
}

/* Its gate counts the iterations after the first one of each execution. */
static void a_sample_counts_all_iterations_before_it(void **state) {
    (void)state;
    static struct ordo_raw_sample s[2000];
    scenario_pass("inner", "", (const char *const[]){"ORDO_RATE=1/50", NULL});
    struct raw_image i = scenario_only_file();
    uint32_t n = sampled_records(&i, ID(&i, SAMPLED_INNER), s, 2000);
    assert_true(n > 20);
    for (uint32_t j = 0; j < n; j++) assert_int_equal(s[j].iterations, 3 * s[j].executions);
}

/* ---- samples without a point ---- */

static void run_stranger(const char *argument) {
    (void)argument;
    sampled_load();
    for (int k = 0; k < 10; k++)
        sampled_loop(memory, 4, &(struct sampled_way){.stranger = k % 2, .inner = 3});
}

static void a_call_of_unrecorded_code_makes_a_sample_incomplete(void **state) {
    (void)state;
    scenario_pass("stranger", "", rate_1);
    struct raw_image i = scenario_only_file();
    struct ordo_raw_sample s[16];
    uint32_t loop = ID(&i, SAMPLED_LOOP), inner = ID(&i, SAMPLED_INNER), incomplete = 0;
    assert_int_equal(sampled_records(&i, loop, s, 16), 10);
    for (int k = 0; k < 10; k++) {
        if (!(s[k].flags & ORDO_SAMPLE_INCOMPLETE)) continue;
        incomplete++;
        assert_int_equal(s[k].tracked, 0);
    }
    assert_int_equal(incomplete, 5);
    assert_int_equal(s[9].samples, 5);
    assert_int_equal(s[9].sum_own, 5 * 4); /* of complete ones */
    assert_int_equal(raw_image_total(&i, loop).calls, 10);
    assert_int_equal(raw_image_total(&i, loop).iterations, 40);
    size_t n;
    int bucketed;
    struct ordo_raw_point *p = raw_image_points(&i, loop, ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
    assert_int_equal(n, 1);
    assert_int_equal(p->count, 5);
    free(p);
    p = raw_image_points(&i, inner, ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
    assert_int_equal(p->count, 40); /* they called nothing */
    free(p);
}

static void run_jumps(const char *argument) {
    (void)argument;
    sampled_load();
    for (int k = 0; k < 10; k++) {
        jmp_buf out;
        if (!setjmp(out)) {
            sampled_loop(memory, 10, &(struct sampled_way){.way_out = k % 2 ? &out : NULL});
        } else {
            const void *here = __builtin_frame_address(0);
            CHECK(__ordo_sampling, "the sample is not known to have been left");
            if (k % 4 == 1) __ordo_sample_left(here);
            if (k % 4 == 1) CHECK(!__ordo_sampling, "the sample that was left goes on");
        }
    }
}

static void a_sample_that_a_jump_leaves_ends_there(void **state) {
    (void)state;
    scenario_pass("jumps", "", rate_1);
    struct raw_image i = scenario_only_file();
    struct ordo_raw_sample s[16];
    uint32_t loop = ID(&i, SAMPLED_LOOP), left = 0;
    uint32_t n = sampled_records(&i, loop, s, 16);
    for (uint32_t k = 0; k < n; k++) left += s[k].flags & ORDO_SAMPLE_LEFT ? 1 : 0;
    assert_int_equal(n, 10);
    assert_int_equal(left, 5);
    size_t points;
    int bucketed;
    struct ordo_raw_point *p =
        raw_image_points(&i, loop, ORDO_METRIC_RMS, 0, 0, &points, &bucketed);
    assert_int_equal(points, 1);
    assert_int_equal(p->n, 10);
    assert_int_equal(p->count, 5);
    free(p);
}

/* ---- cells ---- */

static void run_cells(const char *argument) {
    (void)argument;
    sampled_load();
    for (uint64_t k = 0; k < 20; k++) sampled_loop(memory + 8 * 10 * k, 30, NULL);
    sampled_loop(memory, 40, &(struct sampled_way){.writes = 1});
}

/* Windows of 30 cells that move by 10. */
static void cells_of_executions_add_up(void **state) {
    (void)state;
    for (int cell = 1; cell <= 16; cell *= 2) {
        char setting[32];
        snprintf(setting, sizeof setting, "ORDO_CELL=%d", cell);
        scenario_pass("cells", "", (const char *const[]){"ORDO_RATE=1", setting, NULL});
        struct raw_image i = scenario_only_file();
        struct ordo_raw_sample s[32];
        assert_int_equal(sampled_records(&i, ID(&i, SAMPLED_LOOP), s, 32), 21);
        uint32_t per = cell < 8 ? 8u / (uint32_t)cell : 1, wide = cell == 16 ? 2 : 1;
        for (uint32_t k = 0; k < 20; k++) {
            assert_int_equal(s[k].tracked, 30 * per / wide);
            assert_int_equal(s[k].again, k ? 20 * per / wide : 0);
            assert_int_equal(s[k].before, k ? 30 * per / wide : 0);
            assert_int_equal(s[k].all, (30 + 10 * k) * per / wide);
            assert_int_equal(s[k].once, (k ? 20 : 30) * per / wide);
        }
        assert_int_equal(s[20].n, 0); /* written before they were read */
        assert_int_equal(s[20].tracked, 0);
        assert_int_equal(s[20].all, s[19].all);
    }
}

/* ---- switching recording off ---- */

static void run_off(const char *argument) {
    (void)argument;
    sampled_load();
    for (int k = 0; k < 1000; k++)
        sampled_loop(memory, 3, &(struct sampled_way){.calls_callee = 1});
    CHECK(!__ordo_self, "an idle process has a thread state");
    CHECK(sampled_gates[SAMPLED_GATE_LOOP].countdown > 1000000, "an idle gate asks");
}

static void nothing_is_sampled_without_a_recording(void **state) {
    (void)state;
    assert_int_equal(scenario_run_idle("off", ""), 0);
    assert_int_equal(scenario_n_files, 0);
}

static void run_callee(const char *argument) {
    (void)argument;
    sampled_load();
    for (int k = 0; k < 4; k++) sampled_loop(memory, 5, &(struct sampled_way){.calls_callee = 1});
    CHECK(!__ordo_sampling, "a sample goes on");
}

static void a_sample_reaches_callees(void **state) {
    (void)state;
    scenario_pass("callee", "", rate_1);
    struct raw_image i = scenario_only_file();
    assert_int_equal(raw_image_total(&i, ID(&i, SAMPLED_CALLEE)).calls, 20);
    assert_int_equal(raw_image_edge(&i, ID(&i, SAMPLED_LOOP), ID(&i, SAMPLED_CALLEE)), 20);
    struct ordo_raw_sample s[4];
    assert_int_equal(sampled_records(&i, ID(&i, SAMPLED_LOOP), s, 4), 4);
    for (int k = 0; k < 4; k++) assert_int_equal(s[k].rms, 6);
}

/* ---- the budget ---- */

enum { IN_VAIN = 1000000 };
static uint64_t reads_done;

/* Continues until the sample is given up. */
static void more_reads(void) {
    static char large[1 << 20];
    while (__ordo_sampling)
        for (size_t at = 0; at < sizeof large && __ordo_sampling; at += 8, reads_done++)
            __ordo_read(__ordo_self->top, large + at, 8);
}

/* Then continues like recorded code after recording has stopped. */
static void reads_in_vain(void) {
    if (!__ordo_sampling) return;
    more_reads();
    for (int k = 0; k < IN_VAIN; k++) __ordo_read_8(memory);
}

static void run_give_up(const char *argument) {
    (void)argument;
    sampled_load();
    uint64_t executions = 0, least = 1000;
    for (; executions < least; executions++) {
        struct sampled_way way = {.between = reads_done ? NULL : reads_in_vain, .inner = 2};
        sampled_loop(memory, 20, &way);
        if (!reads_done) least = executions + 1000;
        CHECK(executions < 100000000, "nothing was sampled");
    }
}

/* Its second execution would be due, but so many iterations cost more than the initial credit. Of
 * short executions there are more, because one of the first may have waited for the processor, and
 * then they seem to be long for a while. */
static void run_foreseen(const char *argument) {
    uint64_t iterations = strtoull(argument, NULL, 10);
    sampled_load();
    for (int k = 0; k < (iterations > 1000 ? 20 : 2000); k++)
        sampled_loop(memory, iterations, NULL);
}

static void samples_that_would_take_too_long_are_not_begun(void **state) {
    (void)state;
    static struct ordo_raw_sample s[100];
    const char *const environment[] = {"ORDO_BUDGET=1%", NULL};
    scenario_pass("foreseen", "100000", environment);
    struct raw_image i = scenario_only_file();
    assert_int_equal(sampled_records(&i, ID(&i, SAMPLED_LOOP), s, 100), 0);
    assert_int_equal(sampled_plain_executions(&i, ID(&i, SAMPLED_LOOP)), 20);
    scenario_pass("foreseen", "10", environment);
    i = scenario_only_file();
    assert_true(sampled_records(&i, ID(&i, SAMPLED_LOOP), s, 100) > 0);
}

static void samples_that_take_too_long_are_given_up(void **state) {
    (void)state;
    scenario_pass("give_up", "", (const char *const[]){"ORDO_BUDGET=1%", "ORDO_LOG=0", NULL});
    struct raw_image i = scenario_only_file();
    const struct ordo_raw_header *h = raw_image_header(&i);
    assert_int_equal(h->rate, 0);
    assert_int_equal(h->budget, 10000);
    assert_true(h->sampled_ns >= IN_VAIN); /* at least a nanosecond each */
    uint32_t loop = ID(&i, SAMPLED_LOOP), inner = ID(&i, SAMPLED_INNER), given_up = 0;
    static struct ordo_raw_sample s[20000];
    uint32_t n = sampled_records(&i, loop, s, 20000);
    for (uint32_t k = 0; k < n && k < 20000; k++) {
        if (!(s[k].flags & ORDO_SAMPLE_GIVEN_UP)) continue;
        given_up++;
        assert_true(s[k].own < 20);
        assert_int_equal(s[k].tracked, 0);
    }
    assert_true(given_up >= 1);
    struct ordo_raw_total total = raw_image_total(&i, loop);
    uint64_t executions = sampled_plain_executions(&i, loop) + total.calls;
    assert_true(executions >= 1000);
    assert_int_equal(sampled_plain_iterations(&i, loop) + total.iterations, 20 * executions);
    assert_int_equal(total.self, total.iterations); /* one step per iteration, given up or not */
    struct ordo_raw_total inside = raw_image_total(&i, inner);
    assert_int_equal(inside.self, inside.iterations);
    assert_int_equal(sampled_plain_executions(&i, inner) + inside.calls, 20 * executions);
    assert_int_equal(sampled_plain_iterations(&i, inner) + inside.iterations, 40 * executions);
    size_t points;
    int bucketed;
    struct ordo_raw_point *p =
        raw_image_points(&i, loop, ORDO_METRIC_RMS, 0, 0, &points, &bucketed);
    uint64_t whole = 0;
    for (size_t k = 0; k < points; k++) whole += p[k].count;
    assert_int_equal(whole, total.calls - given_up);
    free(p);
}

/* While a given-up execution continues, its callees are sampled like others. */
static void inner_work(void) {
    if (__ordo_sampling) more_reads();
    for (int k = 0; k < 300; k++) sampled_recursion(3, 0);
}

static void run_within_hollow(const char *argument) {
    (void)argument;
    sampled_load();
    for (uint64_t k = 0; !reads_done; k++) {
        sampled_loop(memory, 2, &(struct sampled_way){.between = inner_work});
        CHECK(k < 100000000, "nothing was sampled");
    }
    CHECK(!__ordo_sampling, "a sample goes on");
}

static void samples_can_begin_within_a_given_up_one(void **state) {
    (void)state;
    scenario_pass("within hollow", "",
                  (const char *const[]){"ORDO_RATE=1/2", "ORDO_BUDGET=5%", "ORDO_LOG=0", NULL});
    struct raw_image i = scenario_only_file();
    assert_int_equal(raw_image_header(&i)->stop, 0);
    uint32_t recursion = ID(&i, SAMPLED_RECURSE), loop = ID(&i, SAMPLED_LOOP);
    struct ordo_raw_total total = raw_image_total(&i, recursion), loops = raw_image_total(&i, loop);
    uint64_t executions = sampled_plain_executions(&i, loop) + loops.calls;
    static struct ordo_raw_sample s[100000];
    uint32_t n = sampled_records(&i, recursion, s, 100000);
    assert_int_equal(total.calls % 4, 0);
    assert_int_equal(sampled_plain_executions(&i, recursion) + total.calls / 4, 300 * executions);
    assert_true(n > 0);
    for (uint32_t k = 0; k < n && k < 100000; k++) {
        if (s[k].flags & ORDO_SAMPLE_GIVEN_UP) continue;
        assert_int_equal(s[k].n, 3);
        assert_int_equal(s[k].own, 4);
    }
}

/* ---- waiting does not take CPU time ---- */

static void nap(void) {
    if (__ordo_sampling) usleep(12000);
    for (int k = 0; k < 200 && __ordo_sampling; k++) __ordo_read(__ordo_self->top, memory, 8);
}

static void run_naps(const char *argument) {
    (void)argument;
    sampled_load();
    struct raw_image live = raw_image_live();
    struct ordo_raw_sample s[64];
    for (uint64_t k = 0;; k++) {
        sampled_loop(memory, 20, &(struct sampled_way){.between = nap});
        CHECK(k < 10000000, "every sample that waits is given up");
        live.used = raw_image_live().used;
        uint32_t n =
            k % 100 == 0 ? sampled_records(&live, sampled_program[SAMPLED_LOOP].id, s, 64) : 0;
        for (uint32_t j = 0; j < n && j < 64; j++)
            if (!(s[j].flags & ORDO_SAMPLE_GIVEN_UP)) return;
    }
}

/* Sleeping itself takes CPU time, more on a busy machine. At half of the thread's time a sample may
 * use up to 10 ms, a twentieth of what it sleeps. */
static void a_sample_that_waits_is_not_given_up(void **state) {
    (void)state;
    scenario_pass("naps", "", (const char *const[]){"ORDO_BUDGET=50%", NULL});
}

/* Samples are not charged more CPU time than there was. */
static void run_paid_naps(const char *argument) {
    (void)argument;
    sampled_load();
    struct raw_image live = raw_image_live();
    struct timespec cpu;
    for (int k = 0; k < 10; k++) sampled_loop(memory, 20, &(struct sampled_way){.between = nap});
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
    uint64_t ns = (uint64_t)cpu.tv_sec * 1000000000 + (uint64_t)cpu.tv_nsec;
    const struct ordo_raw_header *h = raw_image_header(&live);
    CHECK(h->sampled_ns && h->sampled_ns <= ns, "%lu ns in samples, of %lu", h->sampled_ns, ns);
}

static void waiting_does_not_count_as_time_in_samples(void **state) {
    (void)state;
    scenario_pass("paid naps", "", (const char *const[]){"ORDO_RATE=1", NULL});
    scenario_pass("paid naps", "", (const char *const[]){"ORDO_RATE=1", "ORDO_BUDGET=100%", NULL});
}

/* ---- the log ---- */

static void run_log(const char *argument) {
    (void)argument;
    sampled_load();
    for (int k = 0; k < 5000; k++) {
        sampled_loop(memory, 3, NULL);
        if (k % 500 == 0) sampled_recursion(2, 0);
    }
}

static void a_full_log_keeps_old_and_new_samples_of_every_scope(void **state) {
    (void)state;
    scenario_pass("log", "", (const char *const[]){"ORDO_RATE=1", "ORDO_LOG=12000", NULL});
    struct raw_image i = scenario_only_file();
    struct ordo_raw_sample s[200];
    uint32_t n = sampled_records(&i, ID(&i, SAMPLED_LOOP), s, 200);
    assert_true(n >= 40 && n <= 100);
    uint32_t blocks = 0;
    const struct ordo_raw_samples *b = NULL;
    while ((b = raw_image_next(&i, ORDO_RAW_SAMPLES, b))) blocks += b->n;
    assert_int_equal(blocks, 100);
    assert_true(s[0].executions == 0);
    assert_true(s[n - 1].executions >= 4000);
    for (uint32_t k = 0; k + 1 < n; k += 2) /* pairs stay together, at even distances */
        assert_int_equal(s[k].samples + 1, s[k + 1].samples);
    for (uint32_t k = 0; k < n; k++) { /* including those without a record */
        assert_int_equal(s[k].sum_own, 3 * s[k].samples);
        assert_int_equal(s[k].sum_cost, s[0].cost * s[k].samples);
        assert_int_equal(s[k].sum_n, 3 * s[k].samples);
    }
    uint32_t step = s[2].samples - s[0].samples;
    for (uint32_t k = 0; k + 2 < n; k += 2) assert_int_equal(s[k + 2].samples - s[k].samples, step);
    uint32_t few = sampled_records(&i, ID(&i, SAMPLED_RECURSE), s, 200);
    assert_true(few >= 2);
    assert_int_equal(raw_image_header(&i)->unlogged + n + few, 5010);
    assert_int_equal(raw_image_total(&i, ID(&i, SAMPLED_LOOP)).calls, 5000);
}

/* ---- a million ---- */

static void run_million(const char *argument) {
    (void)argument;
    sampled_load();
    for (uint64_t k = 0; k < 1000000; k++) sampled_loop(memory, k & 1, NULL);
}

static void a_million_samples_are_counted(void **state) {
    (void)state;
    scenario_pass("million", "", (const char *const[]){"ORDO_RATE=1", "ORDO_LOG=100000", NULL});
    struct raw_image i = scenario_only_file();
    uint32_t loop = ID(&i, SAMPLED_LOOP);
    assert_int_equal(raw_image_header(&i)->stop, 0);
    assert_true(i.used < 4 << 20);
    assert_int_equal(raw_image_total(&i, loop).calls, 1000000);
    assert_int_equal(raw_image_total(&i, loop).iterations, 500000);
    static struct ordo_raw_sample s[2000];
    uint32_t n = sampled_records(&i, loop, s, 2000);
    assert_true(n >= 250 && n <= 1041);
    assert_int_equal(raw_image_header(&i)->unlogged + n, 1000000);
}

const struct scenario scenarios[] = {{"naps", run_naps},
                                     {"paid naps", run_paid_naps},
                                     {"give_up", run_give_up},
                                     {"foreseen", run_foreseen},
                                     {"within hollow", run_within_hollow},
                                     {"log", run_log},
                                     {"million", run_million},
                                     {"all", run_all},
                                     {"many", run_many},
                                     {"inner", run_inner},
                                     {"stranger", run_stranger},
                                     {"jumps", run_jumps},
                                     {"cells", run_cells},
                                     {"off", run_off},
                                     {"callee", run_callee},
                                     {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_execution_is_exact_at_rate_1),
        cmocka_unit_test(samples_have_the_points_of_an_exact_build),
        cmocka_unit_test(executions_and_iterations_are_exact_at_any_rate),
        cmocka_unit_test(a_sample_counts_all_iterations_before_it),
        cmocka_unit_test(a_call_of_unrecorded_code_makes_a_sample_incomplete),
        cmocka_unit_test(a_sample_that_a_jump_leaves_ends_there),
        cmocka_unit_test(cells_of_executions_add_up),
        cmocka_unit_test(nothing_is_sampled_without_a_recording),
        cmocka_unit_test(a_sample_reaches_callees),
        cmocka_unit_test(samples_that_would_take_too_long_are_not_begun),
        cmocka_unit_test(samples_that_take_too_long_are_given_up),
        cmocka_unit_test(samples_can_begin_within_a_given_up_one),
        cmocka_unit_test(a_sample_that_waits_is_not_given_up),
        cmocka_unit_test(waiting_does_not_count_as_time_in_samples),
        cmocka_unit_test(a_full_log_keeps_old_and_new_samples_of_every_scope),
        cmocka_unit_test(a_million_samples_are_counted),
    };
    return cmocka_run_group_tests_name("sampler", tests, NULL, NULL);
}
