/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* process_test.c: signals, processes, and the numbers of models. */
#include <dlfcn.h>
#include <errno.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/runtime/core/library.h"
#include "fake_effects.h"
#include <cmocka.h>

WRAP(sigaction);
WRAP(signal);
WRAP(sigprocmask);
WRAP(execv);
WRAP(setuid);
WRAP(chroot);
WRAP(posix_spawn);
WRAP(waitpid);
WRAP(getenv);
extern int __ordo_wrap_prctl(int, ...);
extern int __ordo_wrap_execl(const char *, const char *, ...);
extern int __ordo_wrap_execle(const char *, const char *, ...);
extern void __ordo_wrap__exit(int) __attribute__((noreturn));

static int prepare(void **state) {
    (void)state;
    fake_on = 1;
    fake_reset();
    for (int s = SIGUSR1; s <= SIGUSR2; s += SIGUSR2 - SIGUSR1) signal(s, SIG_DFL);
    return 0;
}

static volatile int got, got_code;
static void simple(int s) {
    got = s;
}
static void other(int s) {
    got = -s;
}
static void detailed(int s, siginfo_t *info, void *context) {
    got = context ? s : 0;
    got_code = info->si_code;
}

static void handlers_run_between_enter_and_leave(void **state) {
    (void)state;
    struct sigaction act = {.sa_handler = simple}, old;
    assert_int_equal(__ordo_wrap_sigaction(SIGUSR1, &act, NULL), 0);
    assert_string_equal(fake_log(), "take ?:152 sigaction 152");
    got = 0;
    raise(SIGUSR1);
    assert_int_equal(got, SIGUSR1);
    assert_string_equal(fake_log(), "enter leave");
    act = (struct sigaction){.sa_sigaction = detailed, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaddset(&act.sa_mask, SIGUSR2);
    assert_int_equal(__ordo_wrap_sigaction(SIGUSR1, &act, &old), 0);
    assert_ptr_equal(old.sa_handler, simple);
    assert_int_equal(old.sa_flags & SA_SIGINFO, 0);
    got = 0, got_code = 77;
    raise(SIGUSR1);
    assert_int_equal(got, SIGUSR1);
    assert_int_equal(got_code, SI_TKILL);
    assert_int_equal(__ordo_wrap_sigaction(SIGUSR1, NULL, &old), 0);
    assert_ptr_equal(old.sa_sigaction, detailed);
    assert_int_equal(old.sa_flags & (SA_SIGINFO | SA_RESTART), SA_SIGINFO | SA_RESTART);
    assert_int_equal(sigismember(&old.sa_mask, SIGUSR2), 1);
}

static void the_returned_old_handler_is_the_programs(void **state) {
    (void)state;
    assert_ptr_equal(__ordo_wrap_signal(SIGUSR1, simple), SIG_DFL);
    assert_ptr_equal(__ordo_wrap_signal(SIGUSR1, other), simple);
    raise(SIGUSR1);
    assert_int_equal(got, -SIGUSR1);
    assert_ptr_equal(__ordo_wrap_signal(SIGUSR1, SIG_IGN), other);
    raise(SIGUSR1);
    assert_ptr_equal(__ordo_wrap_signal(SIGUSR1, SIG_DFL), SIG_IGN);
    struct sigaction act = {.sa_handler = simple}, same;
    assert_int_equal(__ordo_wrap_sigaction(SIGUSR1, &act, NULL), 0);
    same = (struct sigaction){.sa_handler = other};
    assert_int_equal(__ordo_wrap_sigaction(SIGUSR1, &same, &same), 0);
    assert_ptr_equal(same.sa_handler, simple);
    assert_ptr_equal(__ordo_wrap_signal(SIGUSR1, SIG_DFL), other);
}

static void rejected_actions_change_nothing(void **state) {
    (void)state;
    struct sigaction act = {.sa_handler = simple}, old;
    errno = 0;
    assert_int_equal(__ordo_wrap_sigaction(SIGKILL, &act, NULL), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(__ordo_wrap_sigaction(1000, &act, NULL), -1);
    assert_ptr_equal(__ordo_wrap_signal(-3, simple), SIG_ERR);
    assert_int_equal(__ordo_wrap_sigaction(SIGKILL, NULL, &old), 0);
    assert_ptr_equal(old.sa_handler, SIG_DFL);
}

static void handlers_with_resethand_are_reset(void **state) {
    (void)state;
    struct sigaction act = {.sa_handler = simple, .sa_flags = SA_RESETHAND}, old;
    assert_int_equal(__ordo_wrap_sigaction(SIGUSR2, &act, NULL), 0);
    raise(SIGUSR2);
    assert_int_equal(got, SIGUSR2);
    assert_int_equal(__ordo_wrap_sigaction(SIGUSR2, NULL, &old), 0);
    assert_ptr_equal(old.sa_handler, SIG_DFL);
}

static void idle_programs_install_their_own_handler(void **state) {
    (void)state;
    fake_on = 0;
    struct sigaction old;
    assert_ptr_equal(__ordo_wrap_signal(SIGUSR1, simple), SIG_DFL);
    assert_int_equal(sigaction(SIGUSR1, NULL, &old), 0);
    assert_ptr_equal(old.sa_handler, simple);
    raise(SIGUSR1);
    assert_string_equal(fake_log(), "");
}

static void a_failed_exec_cancels_the_end(void **state) {
    (void)state;
    char *argv[] = {"nothing", NULL};
    assert_int_equal(__ordo_wrap_execv("/no/such/program", argv), -1);
    assert_int_equal(errno, ENOENT);
    assert_string_equal(fake_log(), "end 3 hand on take back end 1 execv 1");
    assert_int_equal(__ordo_wrap_execl("/no/such/program", "a", "b", NULL), -1);
    assert_string_equal(fake_log(), "end 3 hand on take back end 1 execl 1");
}

static void other_ends_are_marked_when_nothing_is_recorded(void **state) {
    (void)state;
    fake_on = 0;
    char *argv[] = {"nothing", NULL};
    assert_int_equal(__ordo_wrap_execv("/no/such/program", argv), -1);
    assert_string_equal(fake_log(), "mark 3 hand on take back mark 1");
}

static void the_file_is_opened_before_rights_change(void **state) {
    (void)state;
    assert_int_equal(__ordo_wrap_setuid(getuid()), 0);
    assert_string_equal(fake_log(), "confine");
    assert_int_equal(__ordo_wrap_chroot("/no/such/folder"), -1);
    assert_string_equal(fake_log(), "confine take ?:16 chroot 16");
}

static void recording_ends_before_strict_mode(void **state) {
    (void)state;
    assert_int_equal(__ordo_wrap_prctl(PR_GET_DUMPABLE), 1);
    assert_string_equal(fake_log(), "prctl 1");
    /* The first argument of another option may have the same value. */
    assert_int_equal(__ordo_wrap_prctl(PR_SET_DUMPABLE, SECCOMP_MODE_STRICT), 0);
    assert_string_equal(fake_log(), "prctl 1");
    pid_t child = fork();
    if (!child) {
        __ordo_wrap_prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
        syscall(SYS_exit, strcmp(fake_log(), "restrict"));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Runs `child` in a child process and returns its output as text. */
static const char *output_of(void (*child)(void)) {
    static char text[256];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        dup2(ends[1], 1);
        child();
        _exit(99);
    }
    close(ends[1]);
    size_t n = 0;
    for (ssize_t r; (r = read(ends[0], text + n, sizeof text - 1 - n)) > 0;) n += (size_t)r;
    text[n] = 0;
    close(ends[0]);
    int status;
    waitpid(pid, &status, 0);
    snprintf(text + n, sizeof text - n, "[%d]", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    return text;
}

static void list_exec(void) {
    char *const environment[] = {"X=env", NULL};
    __ordo_wrap_execle("/bin/sh", "sh", "-c", "echo $X $0 $1", "zero", "one", NULL, environment);
}
static void list_exec_inheriting(void) {
    setenv("X", "mine", 1);
    __ordo_wrap_execl("/bin/sh", "sh", "-c", "echo $X; exit 3", NULL);
}
static void leave(void) {
    printf("lost in the buffer");
    dprintf(1, "[%s]", fake_log());
    __ordo_wrap__exit(4);
}

static void argument_lists_reach_the_program(void **state) {
    (void)state;
    assert_string_equal(output_of(list_exec), "env zero one\n[0]");
    assert_string_equal(output_of(list_exec_inheriting), "mine\n[3]");
    assert_string_equal(output_of(leave), "[][4]");
}

static void spawned_processes_read_their_arguments(void **state) {
    (void)state;
    char *argv[] = {"true", NULL}, *environment[] = {"A=1", NULL};
    static pid_t pid;
    static int status;
    fake_name(&pid, sizeof pid, "pid");
    fake_name(&status, sizeof status, "status");
    fake_name(argv, sizeof argv, "argv");
    fake_name(environment, sizeof environment, "env");
    assert_int_equal(__ordo_wrap_posix_spawn(&pid, "/bin/true", NULL, NULL, argv, environment), 0);
    assert_string_equal(fake_log(), "take ?:10 take ?:5 take argv+0:16 take ?:4 take env+0:16 "
                                    "write pid+0:4 posix_spawn 55");
    assert_int_equal(__ordo_wrap_waitpid(pid, &status, 0), pid);
    assert_string_equal(fake_log(), "fill status+0:4 waitpid 4");
    assert_int_equal(status, 0);
}

#if defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#else
#define SANITIZED 0
#endif

/* The models of models.def, numbered as in the pass. */
static const struct {
    const char *name, *family;
} model[] = {
#define ORDO_MODEL(name, family) {#name, #family},
#include "abi/models.def"
};
enum { MODELS = sizeof model / sizeof *model };

static void each_model_has_one_number(void **state) {
    (void)state;
    size_t found = 0;
    for (uint32_t i = 0; i < MODELS; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (!strcmp(model[i].name, model[j].name)) fail_msg("twice: %s", model[i].name);
        void *real = ort_model_real(i);
        if (!strcmp(model[i].family, "none") || !strcmp(model[i].family, "unit")) {
            if (real) fail_msg("kept: %s", model[i].name);
            continue;
        }
        found += real != NULL;
        if (SANITIZED && !strcmp(model[i].family, "thread")) continue; /* it has its own */
        void *known = dlsym(RTLD_DEFAULT, model[i].name);
        if (real && known && real != known) fail_msg("another routine: %s", model[i].name);
        if (!strcmp(model[i].name, "getenv")) assert_ptr_equal(real, getenv);
    }
    assert_true(found > 500);
    assert_null(ort_model_real(MODELS));
    assert_null(ort_model_real(UINT32_MAX));
}

int main(void) {
#define T(f) cmocka_unit_test_setup(f, prepare)
    const struct CMUnitTest tests[] = {
        T(handlers_run_between_enter_and_leave),
        T(the_returned_old_handler_is_the_programs),
        T(rejected_actions_change_nothing),
        T(handlers_with_resethand_are_reset),
        T(idle_programs_install_their_own_handler),
        T(a_failed_exec_cancels_the_end),
        T(other_ends_are_marked_when_nothing_is_recorded),
        T(the_file_is_opened_before_rights_change),
        T(recording_ends_before_strict_mode),
        T(argument_lists_reach_the_program),
        T(spawned_processes_read_their_arguments),
        T(each_model_has_one_number),
    };
    return cmocka_run_group_tests_name("library processes and signals", tests, NULL, NULL);
}
