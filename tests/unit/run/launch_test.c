/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * launch_test.c: runs a program in the foreground.
 */
#include "run/launch.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct ordo_launch_result shell(const char *script, char *const *environment) {
    struct ordo_launch_result result;
    struct ordo_error error = {0};
    char *argv[] = {"sh", "-c", (char *)script, NULL};
    assert_int_equal(ordo_launch(argv, environment, 0, &result, &error), ORDO_OK);
    assert_true(result.pid > 0 && result.end_ns >= result.start_ns);
    return result;
}

static void exit_status_and_signal_are_distinguished(void **state) {
    (void)state;
    struct ordo_launch_result r = shell("exit 42", NULL);
    assert_int_equal(r.exit_status, 42);
    assert_int_equal(r.signal, 0);
    r = shell("kill -TERM $$", NULL);
    assert_int_equal(r.exit_status, -1);
    assert_int_equal(r.signal, SIGTERM);
}

static void a_program_that_cannot_start_gives_a_reason(void **state) {
    (void)state;
    struct ordo_launch_result r;
    struct ordo_error error = {0};
    char *missing[] = {"/no/such/program", NULL}, *folder[] = {"/", NULL};
    assert_int_equal(ordo_launch(missing, NULL, 0, &r, &error), ORDO_ENVIRONMENT);
    assert_int_equal(r.exec_errno, ENOENT);
    assert_non_null(strstr(error.message, "/no/such/program: not found"));
    assert_int_equal(ordo_launch(folder, NULL, 0, &r, &error), ORDO_ENVIRONMENT);
    assert_int_equal(r.exec_errno, EACCES);
}

static void an_unreadable_folder_of_path_does_not_hide_a_missing_program(void **state) {
    (void)state;
    setenv("PATH", "/no/such/folder:/usr/bin:/bin", 1);
    assert_int_equal(ordo_launch_why("no-such-program-anywhere", EACCES), ENOENT);
    assert_int_equal(ordo_launch_why("sh", EACCES), EACCES);
    assert_int_equal(ordo_launch_why("/no/such/program", EACCES), EACCES);
    assert_int_equal(ordo_launch_why("no-such-program-anywhere", ENOEXEC), ENOEXEC);
}

static void the_environment_is_changed_only_for_the_child(void **state) {
    (void)state;
    char *environment[] = {"ORDO_TEST_A=1", "ORDO_TEST_B", NULL};
    setenv("ORDO_TEST_B", "2", 1);
    struct ordo_launch_result r =
        shell("test \"$ORDO_TEST_A\" = 1 && test -z \"${ORDO_TEST_B+set}\"", environment);
    assert_int_equal(r.exit_status, 0);
    assert_null(getenv("ORDO_TEST_A"));
    assert_string_equal(getenv("ORDO_TEST_B"), "2");
}

static volatile sig_atomic_t seen;

static void note(int number) {
    seen = number;
}

static void signals_are_passed_to_the_child_and_handlers_are_restored(void **state) {
    (void)state;
    signal(SIGUSR1, note);
    struct ordo_launch_result r = shell("trap 'exit 9' USR1; (kill -USR1 $PPID); n=0;"
                                        "while [ $n -lt 1200 ]; do sleep 0.1; n=$((n + 1)); done",
                                        NULL);
    assert_int_equal(r.exit_status, 9);
    assert_int_equal(seen, 0);
    raise(SIGUSR1);
    assert_int_equal(seen, SIGUSR1);
    signal(SIGUSR1, SIG_DFL);
}

static void a_signal_from_the_child_is_not_sent_back_to_it(void **state) {
    (void)state;
    struct ordo_launch_result r = shell("trap 'exit 9' USR1; kill -USR1 $PPID; exit 3", NULL);
    assert_int_equal(r.exit_status, 3);
}

static void ignored_signals_and_the_mask_are_preserved(void **state) {
    (void)state;
    signal(SIGINT, SIG_IGN);
    struct ordo_launch_result r = shell("kill -INT $$; exit 5", NULL);
    assert_int_equal(r.exit_status, 5);
    signal(SIGINT, SIG_DFL);
    signal(SIGCHLD, SIG_IGN);
    r = shell("exit 6", NULL);
    assert_int_equal(r.exit_status, 6);
    assert_ptr_equal(signal(SIGCHLD, SIG_DFL), SIG_IGN);
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    assert_false(sigismember(&mask, SIGTERM));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exit_status_and_signal_are_distinguished),
        cmocka_unit_test(a_program_that_cannot_start_gives_a_reason),
        cmocka_unit_test(an_unreadable_folder_of_path_does_not_hide_a_missing_program),
        cmocka_unit_test(the_environment_is_changed_only_for_the_child),
        cmocka_unit_test(signals_are_passed_to_the_child_and_handlers_are_restored),
        cmocka_unit_test(a_signal_from_the_child_is_not_sent_back_to_it),
        cmocka_unit_test(ignored_signals_and_the_mask_are_preserved),
    };
    return cmocka_run_group_tests_name("launch", tests, NULL, NULL);
}
