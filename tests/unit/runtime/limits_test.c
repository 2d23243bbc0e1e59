/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * limits_test.c: limits and large numbers: disk, file size, address space, the configured cap,
 * stack depth, threads, huge mappings. The program must continue undisturbed, and the file must
 * contain the reason why recording stopped.
 */
#include "../../../src/engine/runtime/core/effects.h"
#include "program.h"
#include "scenario.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char memory[4096] __attribute__((aligned(64)));

/* Makes more and more sizes: tables grow until something is exhausted; activations stay correct. */
static void fill(int rounds) {
    for (int i = 0; i < rounds; i++) {
        struct ordo_frame *f = instrumented_enter(&program[PROGRAM_ARGS]);
        f->args[0] = i;
        instrumented_blocks((uint64_t)i);
        instrumented_leave(f);
    }
}

static void deepen(int depth) {
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_RECURSE]);
    f->iterations = 0;
    if (depth) deepen(depth - 1);
    instrumented_leave(f);
}

static void run_full(const char *argument) {
    program_load();
    if (!strcmp(argument, "fsize")) {
        struct rlimit limit = {400 << 10, 400 << 10};
        CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0, "setrlimit");
    }
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    errno = 77;
    fill(5000);
    deepen(20000);
    CHECK(errno == 77, "errno has become %d", errno);
    instrumented_read(m, memory, 8);
    ort_effect_write(m, memory, 100);
    instrumented_leave(m);
    program_call(PROGRAM_WORK, 1, memory, 4);
}

static void a_file_size_limit_stops_recording_only(void **state) {
    (void)state;
    assert_int_equal(scenario_run("full", "fsize", NULL), 0);
    struct raw_image i = scenario_only_file();
    assert_int_equal(raw_image_header(&i)->stop, ORDO_STOP_DISK);
    assert_int_equal(raw_image_header(&i)->stop_errno, EFBIG);
    assert_true(raw_image_total(&i, raw_image_scope(&i, "args")).calls > 1000);
}

static void the_configured_cap_stops_recording_only(void **state) {
    (void)state;
    assert_int_equal(scenario_run("full", "", (const char *[]){"ORDO_LIMIT=600000", NULL}), 0);
    struct raw_image i = scenario_only_file();
    assert_int_equal(raw_image_header(&i)->stop, ORDO_STOP_LIMIT);
    assert_true(i.used <= 600000);
    struct stat file;
    assert_int_equal(stat(scenario_files[0], &file), 0);
    assert_true(file.st_size <= 600000);
}

static void a_full_disk_stops_recording_only(void **state) {
    (void)state;
    char folder[] = "/tmp/ordo-small-XXXXXX";
    assert_non_null(mkdtemp(folder));
    if (mount("ordo", folder, "tmpfs", 0, "size=512k")) {
        rmdir(folder);
        skip(); /* not root */
    }
    setenv("TMPDIR", folder, 1);
    int status = scenario_run("full", "", NULL);
    assert_int_equal(status, 0);
    struct raw_image i = scenario_only_file();
    uint32_t stop = raw_image_header(&i)->stop;
    uint64_t error = raw_image_header(&i)->stop_errno;
    scenario_run_idle("full", ""); /* empties the folder */
    unsetenv("TMPDIR");
    umount(folder);
    rmdir(folder);
    assert_int_equal(stop, ORDO_STOP_DISK);
    assert_int_equal(error, ENOSPC);
}

static void run_unwritable(const char *argument) {
    setenv("ORDO_TEST", argument, 1);
    program_load();
    program_call(PROGRAM_WORK, 1, memory, 4);
    CHECK(!__ordo_self->tick, "recording without a file");
}

static void a_missing_folder_makes_the_process_idle(void **state) {
    (void)state;
    const char *environment[] = {"ORDO_RAW_DIR=/nonexistent/ordo", NULL};
    assert_int_equal(scenario_run("unwritable", "", environment), 0);
}

/* ---- address space ---- */

static void run_little_space(const char *argument) {
    (void)argument;
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    CHECK(limit.rlim_cur == 300u << 20, "the limit is not in force");
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    for (int i = 0; i < 100; i++) program_call(PROGRAM_WORK, 1, memory, 4 + (uint64_t)i % 2);
    char *heap = malloc(100 << 20);
    CHECK(heap, "the program's own 100 MiB are not to be had");
    for (int i = 0; i < 1000; i++) instrumented_read(m, heap + 100000 * i, 8);
    instrumented_leave(m);
}

static void recording_works_with_limited_address_space(void **state) {
    (void)state;
    struct rlimit old, limit;
    if (SCENARIO_SANITIZED) skip();
    getrlimit(RLIMIT_AS, &old);
    limit = old;
    limit.rlim_cur = 300u << 20;
    setrlimit(RLIMIT_AS, &limit);
    int status = scenario_run("little space", "", NULL);
    setrlimit(RLIMIT_AS, &old);
    assert_int_equal(status, 0);
    struct raw_image i = scenario_only_file();
    assert_int_equal(raw_image_header(&i)->stop, 0);
    size_t n;
    int bucketed;
    struct ordo_raw_point *p =
        raw_image_points(&i, raw_image_scope(&i, "work"), ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
    assert_int_equal(n, 2);
    assert_int_equal(p[0].count, 50);
    p = raw_image_points(&i, raw_image_scope(&i, "main"), ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
    assert_int_equal(n, 1);
    assert_int_equal(p[0].n, 1005);
}

/* Returns the CPU time of this process alone, so that the machine's load does not matter. */
static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static long resident_pages(void) {
    long size, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(f && fscanf(f, "%ld %ld", &size, &resident) == 2, "statm");
    fclose(f);
    return resident;
}

static void run_huge(const char *argument) {
    (void)argument;
    const uint64_t size = 64ull << 30;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    program_call(PROGRAM_WORK, 1, memory, 8);
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    CHECK(p != MAP_FAILED, "mmap: %s", strerror(errno));
    long before = resident_pages();
    double start = cpu_seconds();
    for (int i = 0; i < 10; i++) ort_effect_zeroed(m, p, size);
    double taken = cpu_seconds() - start; /* cell by cell it would take minutes */
    CHECK(taken < 5, "10 mappings of 64 GiB take %f s", taken);
    CHECK(resident_pages() - before < 2000, "%ld more pages", resident_pages() - before);
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_WORK]);
    for (uint64_t i = 0; i < 64; i++) instrumented_read(f, p + (i << 30), 8);
    instrumented_read(f, p + size - 8, 8);
    const int64_t per_read = (int64_t)ort_effect_cells(8);
    CHECK(f->rms == 65 * per_read, "%ld cells of the mapping read", (long)f->rms);
    instrumented_leave(f);
    CHECK(m->rms == 8 * per_read, "main wrote the mapping, but has read %ld cells", (long)m->rms);
    ort_effect_fresh(m, p, size);
    f = instrumented_enter(&program[PROGRAM_WORK]);
    for (uint64_t i = 0; i < 64; i++) instrumented_read(f, p + (i << 30), 8);
    instrumented_leave(f);
    CHECK(m->rms == (8 + 64) * per_read, "a fresh mapping is input: %ld", (long)m->rms);
    instrumented_leave(m);
    struct raw_image i = raw_image_live();
    CHECK(raw_image_header(&i)->stop == 0, "stopped: %u", raw_image_header(&i)->stop);
}

static void a_mapping_of_64_gib_is_cheap(void **state) {
    (void)state;
    scenario_pass("huge", "", NULL);
    scenario_pass("huge", "", (const char *[]){"ORDO_CELL=4", NULL});
}

/* ---- two objects on one shadow word ---- */

/* argument: "live" or "gone": whether the first object is still loaded when the second one comes */
static void run_clash(const char *argument) {
    char *first = (char *)0x610000000000, *second = first + (1ull << 40);
    int protection = PROT_READ | PROT_WRITE;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    CHECK(mmap(first, 1 << 20, protection, flags, -1, 0) == first, "mmap: %s", strerror(errno));
    instrumented_read(m, first, 8);
    instrumented_read(m, first + 64, 8);
    CHECK(m->rms == 2, "%ld cells", (long)m->rms);
    int gone = !strcmp(argument, "gone");
    if (gone) munmap(first, 1 << 20);
    CHECK(mmap(second, 1 << 20, protection, flags, -1, 0) == second, "mmap: %s", strerror(errno));
    ort_effect_fresh(m, second, 1 << 10);
    instrumented_read(m, second, 8);
    instrumented_read(m, second + 128, 8);
    struct raw_image i = raw_image_live();
    uint32_t stop = raw_image_header(&i)->stop;
    if (gone)
        CHECK(stop == 0 && m->rms == 4, "stop %u, %ld cells", stop, (long)m->rms);
    else
        CHECK(stop == ORDO_STOP_ADDRESSES, "stop %u", stop);
    instrumented_leave(m);
    program_call(PROGRAM_WORK, 1, second, 10);
}

static void two_live_objects_on_one_word_stop_recording(void **state) {
    (void)state;
    scenario_pass("clash", "live", NULL);
    scenario_pass("clash", "gone", NULL);
}

/* ---- depth ---- */

static void run_deep(const char *argument) {
    int depth = atoi(argument);
    program_load();
    struct ordo_frame **f = malloc(sizeof *f * (size_t)depth);
    static uint64_t cells[1024];
    for (int i = 0; i < depth; i++) {
        f[i] = instrumented_enter(&program[PROGRAM_RECURSE]);
        instrumented_blocks(1);
        instrumented_read(f[i], &cells[(i * 7) % 1024], 8);
    }
    for (int i = depth; i-- > 0;) {
        uint64_t expected = (uint64_t)(depth - i) < 1024 ? (uint64_t)(depth - i) : 1024;
        CHECK((uint64_t)f[i]->rms == expected, "activation %d: size %ld, expected %lu", i,
              (long)f[i]->rms, (unsigned long)expected);
        instrumented_leave(f[i]);
    }
    struct raw_image image = raw_image_live();
    CHECK(raw_image_header(&image)->stop == 0, "stopped: %u", raw_image_header(&image)->stop);
    struct ordo_raw_total t = raw_image_total(&image, program[PROGRAM_RECURSE].id);
    CHECK(t.calls == (uint64_t)depth && t.cost == (uint64_t)depth && t.units == 1, "totals");
    int nodes = 0;
    const struct ordo_raw_contexts *b = NULL;
    while ((b = raw_image_next(&image, ORDO_RAW_CONTEXTS, b)))
        for (uint32_t k = 0; k < b->capacity; k++)
            nodes += ((const struct ordo_raw_context *)(b + 1))[k].scope != 0;
    CHECK(nodes == 3, "recursion is folded to root, entry and call: %d nodes", nodes);
}

static void a_stack_of_a_million_activations_is_exact(void **state) {
    (void)state;
    scenario_pass("deep", "1000000", NULL);
}

static void narrow_stamps_survive_a_deep_stack(void **state) {
    (void)state;
    scenario_pass("deep", "20000", (const char *[]){"ORDO_TEST_STAMP_SPACE=30000", NULL});
}

/* ---- threads ---- */

#define THREADS 300
static pthread_barrier_t all_there;

static void *one_of_many(void *number) {
    int64_t n = (intptr_t)number;
    static __thread char own[1024] __attribute__((aligned(64)));
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_ARGS]);
    f->args[0] = n;
    pthread_barrier_wait(&all_there);
    for (int64_t i = 0; i < 20; i++) program_call(PROGRAM_WORK, 2, own, (uint64_t)(n % 100));
    instrumented_leave(f);
    return NULL;
}

static void run_crowd(const char *argument) {
    (void)argument;
    program_load();
    pthread_t thread[THREADS];
    pthread_barrier_init(&all_there, NULL, THREADS);
    for (intptr_t i = 0; i < THREADS; i++)
        CHECK(!pthread_create(&thread[i], NULL, one_of_many, (void *)i), "thread %d", (int)i);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    struct raw_image i = raw_image_live();
    CHECK(raw_image_header(&i)->stop == 0, "stopped: %u", raw_image_header(&i)->stop);
    uint64_t cell = raw_image_header(&i)->cell_bytes;
    for (int metric = 0; metric < 2; metric++) {
        size_t n;
        int bucketed;
        struct ordo_raw_point *p =
            raw_image_points(&i, metric ? program[PROGRAM_ARGS].id : program[PROGRAM_WORK].id,
                             metric ? ORDO_METRIC_ARG : ORDO_METRIC_RMS, 0, 0, &n, &bucketed);
        CHECK(n == (metric ? THREADS : 100), "%zu sizes", n);
        for (size_t k = 0; k < n; k++) {
            uint64_t size = metric ? k : k * (8 / cell), count = metric ? 1 : 20 * THREADS / 100;
            CHECK(p[k].n == size && p[k].count == count, "size %lu: %lu times",
                  (unsigned long)p[k].n, (unsigned long)p[k].count);
        }
    }
}

static void three_hundred_threads_run_at_once(void **state) {
    (void)state;
    static const char *const cells[] = {"ORDO_CELL=8", "ORDO_CELL=4", "ORDO_CELL=2", "ORDO_CELL=1"};
    for (int k = 0; k < 4; k++) scenario_pass("crowd", "", (const char *[]){cells[k], NULL});
}

static pthread_barrier_t entered;

static void *left_open(void *how) {
    instrumented_enter(&program[PROGRAM_WORK]);
    instrumented_blocks(5);
    if (how) pthread_exit(NULL);
    pthread_barrier_wait(&entered);
    for (;;) pause();
}

static void run_left_open(const char *argument) {
    (void)argument;
    program_load();
    pthread_barrier_init(&entered, NULL, 2);
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, left_open, i % 2 ? "exit" : NULL);
        if (i % 2 == 0) {
            pthread_barrier_wait(&entered);
            pthread_cancel(thread);
        }
        pthread_join(thread, NULL);
    }
    struct raw_image i = raw_image_live();
    struct ordo_raw_total t = raw_image_total(&i, program[PROGRAM_WORK].id);
    CHECK(t.calls == 20 && t.cost == 100 && t.at_exit == 0, "%lu calls, cost %lu",
          (unsigned long)t.calls, (unsigned long)t.cost);
    CHECK(raw_image_open(&i, (uint64_t)(uintptr_t)&program[PROGRAM_WORK]) == 0, "still open");
}

static void a_threads_end_closes_its_activations(void **state) {
    (void)state;
    scenario_pass("left open", "", NULL);
}

const struct scenario scenarios[] = {
    {"full", run_full},   {"unwritable", run_unwritable}, {"little space", run_little_space},
    {"huge", run_huge},   {"clash", run_clash},           {"deep", run_deep},
    {"crowd", run_crowd}, {"left open", run_left_open},   {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_size_limit_stops_recording_only),
        cmocka_unit_test(the_configured_cap_stops_recording_only),
        cmocka_unit_test(a_full_disk_stops_recording_only),
        cmocka_unit_test(a_missing_folder_makes_the_process_idle),
        cmocka_unit_test(recording_works_with_limited_address_space),
        cmocka_unit_test(a_mapping_of_64_gib_is_cheap),
        cmocka_unit_test(two_live_objects_on_one_word_stop_recording),
        cmocka_unit_test(a_stack_of_a_million_activations_is_exact),
        cmocka_unit_test(narrow_stamps_survive_a_deep_stack),
        cmocka_unit_test(three_hundred_threads_run_at_once),
        cmocka_unit_test(a_threads_end_closes_its_activations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
