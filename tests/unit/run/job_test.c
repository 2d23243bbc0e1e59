/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "run/job.h"
#include "run/scratch_dir.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct ordo_job_result run(struct ordo_job job, const char *script) {
    struct ordo_job_result r;
    struct ordo_error error;
    char *argv[] = {"sh", "-c", (char *)(uintptr_t)script, NULL};
    job.argv = argv;
    assert_ok(ordo_job_run(&job, &r, &error), error);
    return r;
}

static char *text_of(const char *path) {
    static char text[256];
    FILE *f = fopen(path, "re");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

static void status_and_signal_are_reported(void **state) {
    (void)state;
    struct ordo_job_result r = run((struct ordo_job){0}, "exit 7");
    assert_int_equal(r.exit_status, 7);
    assert_int_equal(r.signal, 0);
    r = run((struct ordo_job){0}, "kill -SEGV $$");
    assert_int_equal(r.exit_status, -1);
    assert_int_equal(r.signal, SIGSEGV);
    assert_false(r.timed_out || r.out_of_memory || r.stopped);
}

static void streams_folder_and_environment_are_set(void **state) {
    struct ordo_error error;
    char *folder;
    assert_ok(ordo_scratch_dir_new(temporary_path(state, "x"), "work", &folder, &error), error);
    FILE *f = fopen(temporary_path(state, "in"), "we");
    fputs("from the file\n", f);
    fclose(f);
    setenv("ORDO_TEST_GONE", "1", 1);
    setenv("ORDO_TEST_KEPT", "2", 1);
    char *settings[] = {"ORDO_TEST_GONE", "ORDO_TEST_NEW=3 4", NULL};
    struct ordo_job job = {.directory = folder,
                           .environment = settings,
                           .input = temporary_path(state, "in"),
                           .output = temporary_path(state, "out"),
                           .errors = temporary_path(state, "err")};
    run(job,
        "cat; pwd; echo \"${ORDO_TEST_GONE-gone} $ORDO_TEST_KEPT $ORDO_TEST_NEW\"; echo e >&2");
    char expected[512];
    snprintf(expected, sizeof expected, "from the file\n%s\ngone 2 3 4\n", folder);
    assert_string_equal(text_of(temporary_path(state, "out")), expected);
    assert_string_equal(text_of(temporary_path(state, "err")), "e\n");
    ordo_scratch_dir_remove(folder);
    assert_int_not_equal(access(folder, F_OK), 0);
    free(folder);
    unsetenv("ORDO_TEST_GONE");
    unsetenv("ORDO_TEST_KEPT");
}

/* Checks that the process with the number in the file is gone, or that only its parent has to
 * reap it. */
static void assert_gone(const char *file) {
    pid_t pid = (pid_t)atol(text_of(file));
    assert_true(pid > 0);
    for (int i = 0; i < 1200 && kill(pid, 0) == 0; i++) {
        char name[64], line[512] = "";
        snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
        FILE *f = fopen(name, "re");
        if (f && !fgets(line, sizeof line, f)) *line = 0;
        if (f) fclose(f);
        const char *state = strrchr(line, ')');
        if (state && state[2] == 'Z') return;
        usleep(100000);
    }
    assert_int_not_equal(kill(pid, 0), 0);
}

static void a_job_that_takes_too_long_is_killed_with_its_children(void **state) {
    const char *output = temporary_path(state, "pid");
    struct ordo_job_result r =
        run((struct ordo_job){.timeout_ms = 6000, .output = output}, "sleep 1000 & echo $!; wait");
    assert_true(r.timed_out);
    assert_int_equal(r.signal, SIGKILL);
    assert_gone(output);
}

static void processes_left_behind_are_killed(void **state) {
    const char *output = temporary_path(state, "pid");
    struct ordo_job_result r =
        run((struct ordo_job){.output = output}, "sleep 1000 & echo $!; exit 3");
    assert_int_equal(r.exit_status, 3);
    assert_gone(output);
}

static void memory_has_a_limit(void **state) {
    (void)state;
    struct ordo_job job = {.memory_bytes = 64 << 20};
    struct ordo_job_result r =
        run(job, "head -c 300000000 /dev/zero | (sleep 0; tail -c 299999999 | sleep 1000)");
    assert_true(r.out_of_memory);
}

static void a_set_flag_ends_a_job(void **state) {
    (void)state;
    static volatile sig_atomic_t stop = 1;
    struct ordo_job job = {.stop = &stop};
    struct ordo_job_result r = run(job, "sleep 1000");
    assert_true(r.stopped);
}

static void a_program_that_cannot_run_is_reported_by_name(void **state) {
    struct ordo_job_result r;
    struct ordo_error error;
    char *missing[] = {"/no/such/program", NULL}, *file[] = {"true", NULL};
    struct ordo_job job = {.argv = missing};
    assert_int_equal(ordo_job_run(&job, &r, &error), ORDO_ENVIRONMENT);
    assert_message(error, "/no/such/program: not found");
    job.argv = file;
    job.directory = "/no/such/folder";
    assert_int_equal(ordo_job_run(&job, &r, &error), ORDO_ENVIRONMENT);
    assert_message(error, "/no/such/folder: cannot be opened");
    job.directory = NULL;
    job.input = temporary_path(state, "missing");
    assert_int_equal(ordo_job_run(&job, &r, &error), ORDO_ENVIRONMENT);
    assert_message(error, "missing: cannot be opened");
}

static void copies_are_writable_and_folders_are_removed_completely(void **state) {
    struct ordo_error error;
    char *folder, path[512], deep[512];
    const char *from = temporary_path(state, "from");
    FILE *f = fopen(from, "we");
    fputs("text", f);
    fclose(f);
    chmod(from, 0555);
    assert_ok(ordo_scratch_dir_new(temporary_path(state, "x"), "work", &folder, &error), error);
    snprintf(path, sizeof path, "%s/copy", folder);
    assert_ok(ordo_scratch_dir_copy(from, path, &error), error);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0755);
    assert_string_equal(text_of(path), "text");
    assert_int_equal(ordo_scratch_dir_copy("/", path, &error), ORDO_ENVIRONMENT);
    snprintf(deep, sizeof deep, "%s/a", folder);
    mkdir(deep, 0700);
    snprintf(deep, sizeof deep, "%s/a/link", folder);
    assert_int_equal(symlink(from, deep), 0);
    ordo_scratch_dir_remove(folder);
    assert_int_not_equal(access(folder, F_OK), 0);
    assert_int_equal(access(from, F_OK), 0);
    free(folder);
    assert_int_equal(ordo_scratch_dir_new("/no/such/x", "work", &folder, &error), ORDO_ENVIRONMENT);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(status_and_signal_are_reported),
        TEST(streams_folder_and_environment_are_set),
        TEST(a_job_that_takes_too_long_is_killed_with_its_children),
        TEST(processes_left_behind_are_killed),
        TEST(memory_has_a_limit),
        TEST(a_set_flag_ends_a_job),
        TEST(a_program_that_cannot_run_is_reported_by_name),
        TEST(copies_are_writable_and_folders_are_removed_completely),
    };
    return cmocka_run_group_tests_name("job", tests, NULL, NULL);
}
