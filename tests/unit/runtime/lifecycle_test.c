/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lifecycle_test.c: beginnings and ends: idle processes, exit, a kill at any instruction, fork,
 * signal handlers.
 */
#include "../../../src/engine/runtime/core/effects.h"
#include "../../../src/engine/runtime/system/os.h"
#include "program.h"
#include "scenario.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char memory[4096] __attribute__((aligned(64)));

/* ---- idle ---- */

/* Routines without a frame of their own add their reads to the root frame, idle or not. */
static void *read_in_the_root(void *unused) {
    struct ordo_thread *t = instrumented_thread(), before = *t;
    memset(t->top, 0xff, sizeof *t->top);
    CHECK(memcmp(t, &before, sizeof before) == 0, "an idle thread's root frame is in its state");
    CHECK((char *)t->top > (char *)t && (char *)(t->limit + 1) - (char *)t < 1 << 16,
          "an idle thread's root frame is not its own");
    return unused;
}

static void run_idle(const char *argument) {
    (void)argument;
    program_load();
    CHECK(!__ordo_self || !__ordo_self->tick, "an idle thread's clock ticks");
    pthread_t other;
    read_in_the_root(NULL);
    pthread_create(&other, NULL, read_in_the_root, NULL);
    pthread_join(other, NULL);
    struct ordo_frame *open[2000];
    for (int i = 0; i < 2000; i++) {
        open[i] = instrumented_enter(&program[PROGRAM_RECURSE]);
        instrumented_read(open[i], memory + i, 8);
        instrumented_write(open[i], memory + i, 8);
        __ordo_fresh(open[i], memory, 16);
    }
    CHECK(!ort_site().on, "a library model thinks that recording is on");
    for (int i = 1999; i >= 0; i--) instrumented_leave(open[i]);
    program_call(PROGRAM_WORK, 1, memory, 8);
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps)) {
        unsigned long low, high;
        CHECK(sscanf(line, "%lx-%lx", &low, &high) == 2, "%s", line);
        CHECK(SCENARIO_SANITIZED || high - low < 1ul << 30, "an idle process maps much: %s", line);
    }
    fclose(maps);
}

static void an_idle_process_leaves_nothing(void **state) {
    (void)state;
    assert_int_equal(scenario_run_idle("idle", ""), 0);
    assert_int_equal(scenario_n_files, 0);
}

/* ---- exit ---- */

static void run_exit(const char *argument) {
    program_load();
    instrumented_enter(&program[PROGRAM_MAIN]);
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_WORK]);
    instrumented_read(f, memory, 64);
    instrumented_blocks(7);
    if (!strcmp(argument, "exit")) exit(3);
    if (!strcmp(argument, "exec")) {
        ort_process_end(ORDO_RAW_EXECED);
        _exit(3);
    }
    if (!strcmp(argument, "failed exec")) {
        ort_process_end(ORDO_RAW_EXECED);
        ort_process_end(ORDO_RAW_LIVE);
        instrumented_leave(f);
        exit(3);
    }
    ort_process_end(ORDO_RAW_FINISHED);
    _exit(3);
}

static void exit_closes_and_marks_open_activations(void **state) {
    (void)state;
    for (int way = 0; way < 2; way++) {
        assert_int_equal(WEXITSTATUS(scenario_run("exit", way ? "_exit" : "exit", NULL)), 3);
        struct raw_image i = scenario_only_file();
        struct ordo_raw_total t = raw_image_total(&i, raw_image_scope(&i, "work"));
        assert_int_equal(raw_image_header(&i)->state, ORDO_RAW_FINISHED);
        assert_true(raw_image_header(&i)->end_ns >= raw_image_header(&i)->start_ns);
        assert_int_equal(t.calls, 1);
        assert_int_equal(t.at_exit, 1);
        assert_int_equal(t.cost, 7);
        size_t n;
        int bucketed;
        struct ordo_raw_point *p =
            raw_image_points(&i, raw_image_scope(&i, "work"), ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
        assert_int_equal(n, 1);
        assert_int_equal(p->n, 8);
    }
}

static void exec_leaves_activations_open(void **state) {
    (void)state;
    scenario_run("exit", "exec", NULL);
    struct raw_image i = scenario_only_file();
    assert_int_equal(raw_image_header(&i)->state, ORDO_RAW_EXECED);
    assert_int_equal(raw_image_total(&i, raw_image_scope(&i, "work")).calls, 0);
    assert_int_equal(raw_image_open(&i, (uint64_t)(uintptr_t)&program[PROGRAM_WORK]), 1);
    scenario_run("exit", "failed exec", NULL);
    i = scenario_only_file();
    assert_int_equal(raw_image_header(&i)->state, ORDO_RAW_FINISHED);
    assert_int_equal(raw_image_total(&i, raw_image_scope(&i, "work")).at_exit, 0);
    assert_int_equal(raw_image_total(&i, raw_image_scope(&i, "main")).at_exit, 1);
}

/* ---- kill ---- */

/* Starts a child that kills this process a number of microseconds after the counter has passed
 * 2000. */
static volatile uint64_t *start_killer(const char *microseconds) {
    volatile uint64_t *done =
        mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(done != MAP_FAILED, "mmap: %s", strerror(errno));
    pid_t parent = getpid();
    if (fork() == 0) {
        while (*done <= 2000 && getppid() == parent) usleep(200);
        usleep((useconds_t)atoi(microseconds));
        kill(parent, SIGKILL);
        _exit(0);
    }
    return done;
}

static void run_forever(const char *argument) {
    program_load();
    instrumented_enter(&program[PROGRAM_MAIN]);
    instrumented_enter(&program[PROGRAM_LOOP]);
    volatile uint64_t *done = start_killer(argument);
    for (uint64_t i = 0;; *done = ++i) program_call(PROGRAM_WORK, 1 + i % 8, memory, i % 8);
}

/* An activation of size n always costs n + 1, so that an incomplete point is visible. */
static void a_kill_leaves_no_incomplete_point(void **state) {
    (void)state;
    for (int k = 0; k < 12; k++) {
        char time[16];
        snprintf(time, sizeof time, "%d", 20000 + 1777 * k);
        int status = scenario_run("forever", time, NULL);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        struct raw_image i = scenario_parents_file();
        assert_int_equal(raw_image_header(&i)->state, ORDO_RAW_LIVE);
        size_t n;
        int bucketed;
        uint32_t work = raw_image_scope(&i, "work");
        struct ordo_raw_point *p = raw_image_points(&i, work, ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
        assert_int_equal(n, 8);
        uint64_t calls = 0;
        for (uint64_t j = 0; j < n; j++) {
            uint64_t cost = j + 1;
            assert_int_equal(p[j].n, j);
            assert_int_equal(p[j].min, cost);
            assert_int_equal(p[j].max, cost);
            assert_int_equal(p[j].sum, p[j].count * cost);
            assert_int_equal(p[j].self, p[j].count * cost);
            assert_int_equal(p[j].sumsq_low, p[j].count * cost * cost);
            calls += p[j].count;
        }
        assert_in_range(raw_image_total(&i, work).calls - calls, 0, 1);
        assert_true(calls > 1000);
        assert_int_equal(raw_image_open(&i, (uint64_t)(uintptr_t)&program[PROGRAM_MAIN]), 1);
        assert_int_equal(raw_image_open(&i, (uint64_t)(uintptr_t)&program[PROGRAM_LOOP]), 1);
        free(p);
    }
}

/* The process spends most of its time updating tables: rms, arguments and input agree except for
 * the activation that was being added. */
static void run_in_tables(const char *argument) {
    program_load();
    instrumented_enter(&program[PROGRAM_MAIN]);
    volatile uint64_t *done = start_killer(argument);
    for (uint64_t i = 0;; *done = ++i) {
        struct ordo_frame *f = instrumented_enter(&program[PROGRAM_ARGS]);
        f->args[0] = (int64_t)(i % 3001) - 5;
        instrumented_blocks(1 + i % 1009);
        if (i % 3 == 0) ort_effect_input(i % 50);
        instrumented_leave(f);
    }
}

static void tables_of_a_killed_process_differ_by_one_activation_at_most(void **state) {
    (void)state;
    int between = 0;
    for (int k = 0; k < 24; k++) {
        char time[16];
        snprintf(time, sizeof time, "%d", 20000 + 1777 * k);
        int status = scenario_run("in tables", time, NULL);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        struct raw_image i = scenario_parents_file();
        uint32_t scope = raw_image_scope(&i, "args");
        struct ordo_raw_total total = raw_image_total(&i, scope);
        assert_true(total.calls > 1000);
        static const uint32_t metrics[] = {ORDO_METRIC_RMS, ORDO_METRIC_ARG, ORDO_METRIC_INPUT};
        for (int m = 0; m < 3; m++) {
            size_t n;
            int bucketed;
            uint64_t calls = 0, cost = 0, self = 0;
            struct ordo_raw_point *p = raw_image_points(&i, scope, metrics[m], 0, 0, &n, &bucketed);
            assert_true(n > 1 || metrics[m] == ORDO_METRIC_RMS);
            for (size_t j = 0; j < n; j++) {
                calls += p[j].count;
                cost += p[j].sum;
                self += p[j].self;
            }
            free(p);
            if (metrics[m] == ORDO_METRIC_ARG) {
                assert_in_range(total.calls - calls - total.negative_args, 0, 1);
                continue;
            }
            between += total.calls != calls;
            assert_in_range(total.calls - calls, 0, 1);
            assert_in_range(total.cost - cost, total.calls - calls, (total.calls - calls) * 1009);
            assert_int_equal(total.self - self, total.cost - cost);
        }
    }
    print_message("%d of 24 kills fell between two updates of these tables\n", between);
}

/* ---- fork ---- */

static void run_fork(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    instrumented_blocks(100);
    for (int i = 0; i < 3; i++) program_call(PROGRAM_WORK, 5, memory, 4);
    struct ordo_frame *r = instrumented_enter(&program[PROGRAM_RECURSE]);
    struct ordo_frame *s = instrumented_enter(&program[PROGRAM_RECURSE]);
    pid_t pid = fork();
    CHECK(pid >= 0, "fork");
    for (int i = 0; i < (pid ? 2 : 7); i++) program_call(PROGRAM_WORK, 5, memory, pid ? 4 : 6);
    struct ordo_frame *inner = instrumented_enter(&program[PROGRAM_RECURSE]);
    instrumented_leave(inner);
    instrumented_leave(s);
    instrumented_leave(r);
    for (int i = 0; i < 2; i++) program_call(PROGRAM_WORK, 5, memory, 0);
    struct ordo_frame *again = instrumented_enter(&program[PROGRAM_RECURSE]);
    instrumented_leave(again);
    if (!pid) {
        pid_t grandchild = fork();
        if (!grandchild) {
            program_call(PROGRAM_WORK, 9, memory, 1);
            _exit((ort_process_end(ORDO_RAW_FINISHED), 0));
        }
        waitpid(grandchild, NULL, 0);
    }
    instrumented_leave(m);
    if (pid) {
        int status;
        CHECK(waitpid(pid, &status, 0) == pid && status == 0, "the child: %d", status);
    }
}

static uint64_t count_at(const struct raw_image *i, const char *name, uint64_t size) {
    size_t n;
    int bucketed;
    uint64_t count = 0;
    struct ordo_raw_point *p =
        raw_image_points(i, raw_image_scope(i, name), ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
    for (size_t k = 0; k < n; k++)
        if (p[k].n == size) count = p[k].count;
    free(p);
    return count;
}

static void a_forked_child_records_only_its_own_activations(void **state) {
    (void)state;
    scenario_pass("fork", "", NULL);
    assert_int_equal(scenario_n_files, 3);
    int seen[3] = {0};
    for (int k = 0; k < 3; k++) {
        struct raw_image i = raw_image_file(scenario_files[k]);
        const struct ordo_raw_header *h = raw_image_header(&i);
        assert_int_equal(h->stop, 0);
        assert_int_equal(h->state, ORDO_RAW_FINISHED);
        struct ordo_raw_total work = raw_image_total(&i, raw_image_scope(&i, "work"));
        struct ordo_raw_total main_total = raw_image_total(&i, raw_image_scope(&i, "main"));
        struct ordo_raw_total recurse = raw_image_total(&i, raw_image_scope(&i, "recurse"));
        uint64_t edge =
            raw_image_edge(&i, raw_image_scope(&i, "main"), raw_image_scope(&i, "work"));
        if (!h->forked) {
            seen[0]++;
            assert_int_equal(work.calls, 7);
            assert_int_equal(main_total.calls, 1);
            assert_int_equal(main_total.cost, 135);
            assert_int_equal(recurse.calls, 4);
            assert_int_equal(recurse.units, 2);
            assert_int_equal(count_at(&i, "work", 4), 5);
            assert_int_equal(edge, 5);
        } else if (work.calls == 9) { /* the child */
            seen[1]++;
            assert_int_equal(main_total.calls, 0);
            assert_int_equal(recurse.calls, 2);
            assert_int_equal(recurse.units, 1); /* the other one was inside an inherited one */
            assert_int_equal(count_at(&i, "work", 6), 7);
            assert_int_equal(edge, 2);
            assert_int_equal(
                raw_image_edge(&i, raw_image_scope(&i, "recurse"), raw_image_scope(&i, "work")), 7);
            assert_int_equal(raw_image_open(&i, (uint64_t)(uintptr_t)&program[PROGRAM_MAIN]), 0);
        } else {
            seen[2]++;
            assert_int_equal(work.calls, 1);
            assert_int_equal(work.cost, 9);
            assert_int_equal(edge, 1);
        }
    }
    assert_int_equal(seen[0] * seen[1] * seen[2], 1);
}

/* The parent continues at once while the child is still copying. */
static void run_many_forks(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    for (int i = 0; i < 20; i++) {
        struct ordo_frame *f = instrumented_enter(&program[PROGRAM_WORK]);
        pid_t pid = fork();
        instrumented_leave(f);
        for (int k = 0; k < 2000; k++) program_call(PROGRAM_ARGS, 3, memory, 2);
        if (pid) continue;
        instrumented_leave(m);
        exit(0);
    }
    instrumented_leave(m);
    while (wait(NULL) > 0) {
    }
}

static void parent_and_child_continue_in_parallel(void **state) {
    (void)state;
    scenario_pass("many forks", "", NULL);
    assert_int_equal(scenario_n_files, 21);
    uint64_t inherited = 0;
    for (int k = 0; k < 21; k++) {
        struct raw_image i = raw_image_file(scenario_files[k]);
        const struct ordo_raw_header *h = raw_image_header(&i);
        struct ordo_raw_total args = raw_image_total(&i, raw_image_scope(&i, "args"));
        struct ordo_raw_total work = raw_image_total(&i, raw_image_scope(&i, "work"));
        assert_int_equal(h->stop, 0);
        assert_int_equal(args.calls, h->forked ? 2000 : 40000);
        assert_int_equal(count_at(&i, "args", 2), args.calls);
        assert_int_equal(work.calls, h->forked ? 0 : 20);
        inherited += h->forked;
    }
    assert_int_equal(inherited, 20);
}

/* Does what daemons do: changes the directory, and writes a title over the environment. */
static void run_daemon(const char *argument) {
    (void)argument;
    extern char **environ;
    program_load();
    CHECK(chdir("/") == 0, "chdir");
    for (char **e = environ; *e; e++) memset(*e, 'x', strlen(*e));
    pid_t pid = fork();
    program_call(PROGRAM_WORK, 5, memory, 3);
    if (!pid) exit(0);
    for (int i = 0; i < 3000; i++) { /* the file must grow */
        struct ordo_frame *f = instrumented_enter(&program[PROGRAM_ARGS]);
        f->args[0] = i;
        instrumented_leave(f);
    }
    waitpid(pid, NULL, 0);
}

static void daemons_are_recorded(void **state) {
    (void)state;
    scenario_pass("daemon", "", NULL);
    assert_int_equal(scenario_n_files, 2);
    for (int k = 0; k < 2; k++) {
        struct raw_image i = raw_image_file(scenario_files[k]);
        assert_int_equal(raw_image_header(&i)->stop, 0);
        assert_int_equal(raw_image_total(&i, raw_image_scope(&i, "work")).calls, 1);
    }
}

static void run_vfork(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    pid_t pid = vfork();
    if (pid == 0) {
        instrumented_enter(&program[PROGRAM_WORK]);
        ort_process_end(ORDO_RAW_EXECED);
        _exit(0);
    }
    __ordo_unwind(__ordo_self, m);
    CHECK(__ordo_self->top == m, "the child's activations are still open");
    instrumented_leave(m);
    waitpid(pid, NULL, 0);
}

static void a_vforked_child_does_not_end_its_parent(void **state) {
    (void)state;
    scenario_pass("vfork", "", NULL);
    struct raw_image i = scenario_only_file();
    assert_int_equal(raw_image_header(&i)->state, ORDO_RAW_FINISHED);
    assert_int_equal(raw_image_total(&i, raw_image_scope(&i, "main")).at_exit, 0);
}

/* ---- signals ---- */

static volatile sig_atomic_t handled;
static sigjmp_buf way_out;
static int jump;

static void handler(int signal_number) {
    (void)signal_number;
    struct ordo_thread *interrupted = ort_signal_enter();
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_HANDLER]);
    for (int i = 0; i < 8; i++) instrumented_read(f, memory + 8 * i, 8);
    instrumented_blocks(2);
    handled++;
    if (jump) siglongjmp(way_out, 1);
    instrumented_leave(f);
    ort_signal_leave(interrupted);
}

static void run_signals(const char *argument) {
    (void)argument;
    program_load();
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGALRM, &action, NULL);
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    struct itimerval timer = {{0, 200}, {0, 200}};
    setitimer(ITIMER_REAL, &timer, NULL);
    uint64_t calls = 0;
    while (handled < 300 && calls < 100000000) {
        program_call(PROGRAM_WORK, 3, memory, calls % 16);
        calls++;
    }
    timer = (struct itimerval){{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
    CHECK(handled >= 300, "only %d signals", (int)handled);
    instrumented_leave(m);
    struct raw_image i = raw_image_live();
    struct ordo_raw_total work = raw_image_total(&i, program[PROGRAM_WORK].id);
    struct ordo_raw_total in_handler = raw_image_total(&i, program[PROGRAM_HANDLER].id);
    struct ordo_raw_total in_main = raw_image_total(&i, program[PROGRAM_MAIN].id);
    CHECK(work.calls == calls && work.cost == 3 * calls, "work: %lu calls of %lu, cost %lu",
          (unsigned long)work.calls, (unsigned long)calls, (unsigned long)work.cost);
    CHECK(in_handler.calls == (uint64_t)handled && in_handler.cost == 2 * (uint64_t)handled,
          "handler: %lu calls of %d", (unsigned long)in_handler.calls, (int)handled);
    CHECK(in_main.cost == 3 * calls, "main counts what the handler cost: %lu",
          (unsigned long)in_main.cost);
    for (uint64_t size = 0; size < 16; size++) {
        uint64_t expected = calls / 16 + (size < calls % 16), got = count_at(&i, "work", size);
        CHECK(got == expected, "size %lu: %lu of %lu", (unsigned long)size, (unsigned long)got,
              (unsigned long)expected);
    }
}

static void handlers_run_on_a_state_of_their_own(void **state) {
    (void)state;
    scenario_pass("signals", "", NULL);
}

static void run_siglongjmp(const char *argument) {
    (void)argument;
    program_load();
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGUSR1, &action, NULL);
    jump = 1;
    struct ordo_frame *volatile m = instrumented_enter(&program[PROGRAM_MAIN]);
    struct ordo_thread *volatile t = __ordo_self;
    for (volatile int i = 0; i < 50; i++) {
        if (sigsetjmp(way_out, 1)) {
            __ordo_unwind(t, m);
            CHECK(__ordo_self == t, "still on the handler's state");
            continue;
        }
        instrumented_enter(&program[PROGRAM_WORK]);
        instrumented_blocks(4);
        raise(SIGUSR1);
    }
    instrumented_leave(m);
    struct raw_image i = raw_image_live();
    CHECK(raw_image_total(&i, program[PROGRAM_WORK].id).calls == 50, "work");
    CHECK(raw_image_total(&i, program[PROGRAM_HANDLER].id).calls == 50, "handler");
    CHECK(raw_image_total(&i, program[PROGRAM_MAIN].id).cost == 200, "main");
    int states = 0;
    const struct ordo_raw_thread *block = NULL;
    while ((block = raw_image_next(&i, ORDO_RAW_THREAD, block))) states++;
    CHECK(states == 2, "%d states", states);
}

static void siglongjmp_out_of_a_handler_switches_back(void **state) {
    (void)state;
    scenario_pass("siglongjmp", "", NULL);
}

const struct scenario scenarios[] = {{"idle", run_idle},
                                     {"exit", run_exit},
                                     {"forever", run_forever},
                                     {"in tables", run_in_tables},
                                     {"fork", run_fork},
                                     {"many forks", run_many_forks},
                                     {"vfork", run_vfork},
                                     {"daemon", run_daemon},
                                     {"signals", run_signals},
                                     {"siglongjmp", run_siglongjmp},
                                     {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_process_leaves_nothing),
        cmocka_unit_test(exit_closes_and_marks_open_activations),
        cmocka_unit_test(exec_leaves_activations_open),
        cmocka_unit_test(a_kill_leaves_no_incomplete_point),
        cmocka_unit_test(tables_of_a_killed_process_differ_by_one_activation_at_most),
        cmocka_unit_test(a_forked_child_records_only_its_own_activations),
        cmocka_unit_test(parent_and_child_continue_in_parallel),
        cmocka_unit_test(daemons_are_recorded),
        cmocka_unit_test(a_vforked_child_does_not_end_its_parent),
        cmocka_unit_test(handlers_run_on_a_state_of_their_own),
        cmocka_unit_test(siglongjmp_out_of_a_handler_switches_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
