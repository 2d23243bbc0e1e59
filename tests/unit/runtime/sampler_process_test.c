/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampler_process_test.c: samples in processes that fork, have threads and signal handlers, change
 * their raw file, exit or are killed.
 */
#include "../../../src/engine/runtime/core/effects.h"
#include "sampled_program.h"
#include "scenario.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char memory[1 << 16] __attribute__((aligned(64)));
static const char *const rate_1[] = {"ORDO_RATE=1", NULL};

/* ---- processes and threads ---- */

static void run_fork(const char *argument) {
    (void)argument;
    sampled_load();
    for (int k = 0; k < 10; k++) sampled_loop(memory, 5, NULL);
    fflush(stdout);
    pid_t pid = fork();
    for (int k = 0; k < (pid ? 6 : 7); k++) sampled_loop(memory, 4, NULL);
    if (pid) waitpid(pid, NULL, 0);
}

static pid_t forked = -1;

static void fork_here(void) {
    if (forked < 0) forked = fork();
}

static void run_fork_in_sample(const char *argument) {
    (void)argument;
    sampled_load();
    sampled_loop(memory, 6, &(struct sampled_way){.between = fork_here, .inner = 1});
    CHECK(!__ordo_sampling, "a sample goes on");
    for (int k = 0; k < (forked ? 6 : 7); k++) sampled_loop(memory, 4, NULL);
    if (forked) waitpid(forked, NULL, 0);
}

static void a_forked_child_counts_from_zero(void **state) {
    (void)state;
    for (int within = 0; within < 2; within++) {
        for (int rate = 0; rate < 2; rate++) {
            scenario_pass(within ? "fork in sample" : "fork", "",
                          (const char *const[]){rate ? "ORDO_RATE=1" : "ORDO_RATE=1/4", NULL});
            if (within && !rate) continue; /* the only execution may have been plain */
            assert_int_equal(scenario_n_files, 2);
            for (int k = 0; k < 2; k++) {
                struct raw_image i = raw_image_file(scenario_files[k]);
                const struct ordo_raw_header *h = raw_image_header(&i);
                uint32_t loop = ID(&i, SAMPLED_LOOP);
                struct ordo_raw_total total = raw_image_total(&i, loop);
                struct ordo_raw_sample s[32];
                uint32_t n = sampled_records(&i, loop, s, 32);
                uint64_t before = h->forked ? 0 : within ? 1 : 10;
                uint64_t own = h->forked ? 7 : 6;
                assert_int_equal(h->stop, 0);
                assert_int_equal(h->sampled, 1);
                assert_int_equal(total.calls, n);
                assert_int_equal(n + sampled_plain_executions(&i, loop), before + own);
                /* the child continues with the iterations of the current execution */
                uint64_t shared = within ? (h->forked ? 2 : 6) : 5 * before;
                assert_int_equal(total.iterations + sampled_plain_iterations(&i, loop),
                                 shared + 4 * own);
                if (rate) assert_int_equal(s[n - 1].samples, before + own);
            }
        }
    }
}

enum { THREADS = 8, EACH = 3000 };

static void *thread(void *which) {
    for (int k = 0; k < EACH; k++)
        sampled_loop(memory + 4096 * (uintptr_t)which, 1 + (uint64_t)(k % 5), NULL);
    return NULL;
}

static void run_threads(const char *argument) {
    sampled_load();
    for (int round = 0; round < 3; round++) {
        pthread_t threads[THREADS];
        for (uintptr_t k = 0; k < THREADS; k++)
            pthread_create(&threads[k], NULL, thread, (void *)k);
        for (int k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
        if (*argument == 'r') raise(SIGHUP);
    }
    if (*argument == 'r') thread(NULL); /* a thread must notice the signal */
}

static void threads_sample_on_their_own(void **state) {
    (void)state;
    static const char *const rates[] = {"ORDO_RATE=1", "ORDO_RATE=1/10"};
    for (int rate = 0; rate < 2; rate++) {
        scenario_pass("threads", "", (const char *const[]){rates[rate], NULL});
        struct raw_image i = scenario_only_file();
        const struct ordo_raw_header *h = raw_image_header(&i);
        assert_int_equal(h->stop, 0);
        uint32_t loop = ID(&i, SAMPLED_LOOP);
        static struct ordo_raw_sample s[3 * THREADS * EACH];
        uint32_t n = sampled_records(&i, loop, s, 3 * THREADS * EACH);
        struct ordo_raw_total total = raw_image_total(&i, loop);
        assert_int_equal(total.calls, n + h->unlogged);
        assert_int_equal(total.calls + sampled_plain_executions(&i, loop), 3 * THREADS * EACH);
        assert_int_equal(total.iterations + sampled_plain_iterations(&i, loop),
                         3 * THREADS * (uint64_t)EACH * 3);
        for (uint32_t k = 1; k < n; k++) {
            if (s[k].samples == s[k - 1].samples + 1) assert_true(s[k].before == s[k - 1].tracked);
            assert_true(s[k].all >= s[k - 1].all);
        }
        assert_int_equal(s[n - 1].all, 5 * THREADS);
        uint32_t states = 0;
        const struct ordo_raw_thread *t = NULL;
        while ((t = raw_image_next(&i, ORDO_RAW_THREAD, t))) states++;
        assert_true(states <= THREADS + 1); /* threads that have ended pass their state to others */
    }
}

static void a_rotated_file_is_complete_and_the_next_one_begins_at_zero(void **state) {
    (void)state;
    scenario_pass("threads", "r",
                  (const char *const[]){"ORDO_RATE=1/10", "ORDO_SIGNALS=rotate:HUP", NULL});
    assert_int_equal(scenario_n_files, 4);
    uint64_t executions = 0, iterations = 0;
    for (int k = 0; k < 4; k++) {
        struct raw_image i = raw_image_file(scenario_files[k]);
        const struct ordo_raw_header *h = raw_image_header(&i);
        assert_int_equal(h->state, ORDO_RAW_FINISHED);
        assert_int_equal(h->stop, 0);
        assert_int_equal(h->forked, 0);
        assert_true(h->end_ns >= h->start_ns);
        uint32_t loop = ID(&i, SAMPLED_LOOP);
        struct ordo_raw_sample s[4000];
        uint32_t n = sampled_records(&i, loop, s, 4000);
        struct ordo_raw_total total = raw_image_total(&i, loop);
        assert_true(n > 0);
        assert_int_equal(total.calls, n + h->unlogged);
        assert_true(s[0].samples == 1);
        assert_in_range(s[0].executions, 0, 3000);
        executions += total.calls + sampled_plain_executions(&i, loop);
        iterations += total.iterations + sampled_plain_iterations(&i, loop);
    }
    assert_int_equal(executions, (3 * THREADS + 1) * EACH);
    assert_int_equal(iterations, (3 * THREADS + 1) * (uint64_t)EACH * 3);
}

static void run_often(const char *argument) {
    (void)argument;
    sampled_load();
    for (int round = 0; round < 60; round++) {
        for (int k = 0; k < 300; k++) sampled_loop(memory, k % 40, NULL);
        raise(SIGHUP);
    }
}

/* The counts of one file take no space in the next ones. */
static void rotated_files_do_not_grow(void **state) {
    (void)state;
    scenario_pass("often", "",
                  (const char *const[]){"ORDO_RATE=1/2", "ORDO_SIGNALS=rotate:HUP", NULL});
    assert_in_range(scenario_n_files, 50, 61);
    struct raw_image first = raw_image_file(scenario_files[0]);
    uint64_t used = raw_image_header(&first)->used;
    for (int k = 1; k < scenario_n_files; k++) {
        struct raw_image i = raw_image_file(scenario_files[k]);
        assert_true(raw_image_header(&i)->used < 2 * used);
    }
}

static void run_lost_folder(const char *argument) {
    (void)argument;
    const char *folder = getenv("ORDO_RAW_DIR");
    char away[600];
    snprintf(away, sizeof away, "%s.away", folder);
    sampled_load();
    for (int k = 0; k < 300; k++) sampled_loop(memory, 2, NULL);
    CHECK(rename(folder, away) == 0, "%s", away);
    for (int round = 0; round < 3; round++) {
        raise(SIGHUP);
        for (int k = 0; k < 100; k++) sampled_loop(memory, 2, NULL);
    }
    CHECK(rename(away, folder) == 0, "%s", away);
}

static void the_file_is_kept_if_there_can_be_no_next_one(void **state) {
    (void)state;
    scenario_pass("lost_folder", "",
                  (const char *const[]){"ORDO_RATE=1/10", "ORDO_SIGNALS=rotate:HUP", NULL});
    struct raw_image i = scenario_only_file();
    const struct ordo_raw_header *h = raw_image_header(&i);
    assert_int_equal(h->state, ORDO_RAW_FINISHED);
    assert_int_equal(h->stop, 0);
    uint32_t loop = ID(&i, SAMPLED_LOOP);
    struct ordo_raw_total total = raw_image_total(&i, loop);
    assert_int_equal(total.calls + sampled_plain_executions(&i, loop), 600);
    assert_int_equal(total.iterations + sampled_plain_iterations(&i, loop), 1200);
}

/* ---- signals ---- */

static void run_start_stop(const char *argument) {
    (void)argument;
    sampled_load();
    for (int round = 0; round < 4; round++) {
        for (int k = 0; k < 100; k++) sampled_loop(memory, 2, NULL);
        raise(round % 2 ? SIGUSR2 : SIGUSR1);
    }
}

static void signals_start_and_stop_recording(void **state) {
    (void)state;
    scenario_pass(
        "start stop", "",
        (const char *const[]){"ORDO_RATE=1", "ORDO_SIGNALS=start:USR1,stop:SIGUSR2", NULL});
    struct raw_image i = scenario_only_file();
    struct ordo_raw_sample s[400];
    uint32_t loop = ID(&i, SAMPLED_LOOP);
    assert_int_equal(sampled_records(&i, loop, s, 400), 200);
    assert_int_equal(sampled_plain_executions(&i, loop), 200);
    for (uint32_t k = 0; k < 200; k++)
        assert_int_equal(s[k].executions, k < 100 ? 100 + k : 200 + k);
}

static volatile int handled;

static void handler(int number) {
    (void)number;
    struct ordo_thread *interrupted = ort_signal_enter();
    CHECK(!__ordo_sampling, "a handler is recorded");
    CHECK(!__ordo_self || !__ordo_self->tick, "a handler's hooks record");
    sampled_loop(memory + 1024, 50, NULL);
    handled++;
    ort_signal_leave(interrupted);
}

static void raise_alarm(void) {
    uint32_t before = __ordo_sampling;
    struct ordo_thread *self = __ordo_self;
    raise(SIGALRM);
    CHECK(__ordo_sampling == before && __ordo_self == self, "the sample does not go on");
}

static void run_handlers(const char *argument) {
    (void)argument;
    sampled_load();
    signal(SIGALRM, handler);
    for (int k = 0; k < 40; k++)
        sampled_loop(memory, 10, &(struct sampled_way){.between = raise_alarm});
    struct itimerval often = {{0, 300}, {0, 300}};
    setitimer(ITIMER_REAL, &often, NULL);
    int until = handled + 50;
    for (uint64_t k = 0; handled < until; k++) sampled_loop(memory, k % 11, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
}

static void handlers_run_the_plain_version_and_return(void **state) {
    (void)state;
    scenario_pass("handlers", "", (const char *const[]){"ORDO_RATE=1", "ORDO_LOG=0", NULL});
    struct raw_image i = scenario_only_file();
    assert_int_equal(raw_image_header(&i)->stop, 0);
    size_t n;
    int bucketed;
    struct ordo_raw_point *p =
        raw_image_points(&i, ID(&i, SAMPLED_LOOP), ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
    assert_int_equal(n, 11);
    for (size_t k = 0; k < n; k++) assert_int_equal(p[k].n, k);
    for (size_t k = 0; k < n; k++) assert_int_equal(p[k].max, k); /* no handler */
    free(p);
}

/* ---- kill and exit ---- */

static void run_forever(const char *argument) {
    volatile uint64_t *done =
        mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t parent = getpid();
    if (fork() == 0) {
        while (*done <= 5000 && getppid() == parent) usleep(200);
        usleep((useconds_t)atoi(argument));
        kill(parent, SIGKILL);
        _exit(0);
    }
    sampled_load();
    for (uint64_t k = 0;; *done = ++k)
        sampled_loop(memory, k % 9, &(struct sampled_way){.inner = (int)(k % 3)});
}

static void a_kill_leaves_complete_records(void **state) {
    (void)state;
    for (int k = 0; k < 10; k++) {
        char time[16];
        snprintf(time, sizeof time, "%d", 1000 + 1777 * k);
        int status = scenario_run(
            "forever", time,
            (const char *const[]){k % 2 ? "ORDO_RATE=1" : "ORDO_RATE=1/3", "ORDO_LOG=96000", NULL});
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        struct raw_image i = scenario_parents_file();
        assert_int_equal(raw_image_header(&i)->state, ORDO_RAW_LIVE);
        static struct ordo_raw_sample s[2000];
        uint32_t loop = ID(&i, SAMPLED_LOOP), n = sampled_records(&i, loop, s, 2000);
        assert_in_range(n, 50, 1000);
        for (uint32_t j = 0; j < n; j++) {
            uint64_t inner = s[j].executions % 3;
            assert_int_equal(s[j].flags & ~(uint32_t)ORDO_SAMPLE_SECOND, 0);
            assert_int_equal(s[j].own, s[j].executions % 9);
            assert_int_equal(s[j].cost, s[j].own * (1 + inner));
            if (j) assert_true(s[j].samples > s[j - 1].samples);
        }
    }
}

static void leave_by_exit(void) {
    exit(3);
}

static void run_exit(const char *argument) {
    (void)argument;
    sampled_load();
    sampled_loop(memory, 10, NULL);
    sampled_loop(memory, 10, &(struct sampled_way){.between = leave_by_exit});
}

static void exit_leaves_a_sample(void **state) {
    (void)state;
    assert_int_equal(WEXITSTATUS(scenario_run("exit", "", rate_1)), 3);
    struct raw_image i = scenario_only_file();
    assert_int_equal(raw_image_header(&i)->state, ORDO_RAW_FINISHED);
    struct ordo_raw_sample s[4];
    uint32_t loop = ID(&i, SAMPLED_LOOP);
    assert_int_equal(sampled_records(&i, loop, s, 4), 2);
    assert_int_equal(s[0].flags + s[1].flags, ORDO_SAMPLE_LEFT | ORDO_SAMPLE_SECOND);
    assert_int_equal(raw_image_total(&i, loop).at_exit, 1);
    assert_int_equal(raw_image_total(&i, loop).calls, 2);
    size_t n;
    int bucketed;
    struct ordo_raw_point *p = raw_image_points(&i, loop, ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
    assert_int_equal(n, 1);
    assert_int_equal(p->count, 1);
    free(p);
}

const struct scenario scenarios[] = {{"fork", run_fork},
                                     {"fork in sample", run_fork_in_sample},
                                     {"threads", run_threads},
                                     {"often", run_often},
                                     {"lost_folder", run_lost_folder},
                                     {"start stop", run_start_stop},
                                     {"handlers", run_handlers},
                                     {"forever", run_forever},
                                     {"exit", run_exit},
                                     {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_forked_child_counts_from_zero),
        cmocka_unit_test(threads_sample_on_their_own),
        cmocka_unit_test(a_rotated_file_is_complete_and_the_next_one_begins_at_zero),
        cmocka_unit_test(rotated_files_do_not_grow),
        cmocka_unit_test(the_file_is_kept_if_there_can_be_no_next_one),
        cmocka_unit_test(signals_start_and_stop_recording),
        cmocka_unit_test(handlers_run_the_plain_version_and_return),
        cmocka_unit_test(a_kill_leaves_complete_records),
        cmocka_unit_test(exit_leaves_a_sample),
    };
    return cmocka_run_group_tests_name("sampler in processes", tests, NULL, NULL);
}
