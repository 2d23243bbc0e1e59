/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * launch.c: fork and exec; a close-on-exec pipe reports why exec failed.
 *
 * Invariant: from before the fork until the child was waited for, no forwarded signal can end this
 * process. The child starts with the signal dispositions and the mask that this process had.
 *
 * Job control: this process stops only after the program has stopped. A shell takes over the
 * terminal as soon as its job, this process, has stopped. A program that has not yet handled its
 * own stop signal would then read a line that is typed for the shell.
 */
#include "run/launch.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int handled[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGTSTP};
enum { N_HANDLED = sizeof handled / sizeof *handled };

static volatile sig_atomic_t child_pid;
static volatile sig_atomic_t by_force;      /* the program ignores SIGTSTP */
static volatile sig_atomic_t stop_asked;    /* by SIGTSTP, and not yet done */
static volatile sig_atomic_t end_asked;     /* by another signal of those that end a program */
static volatile sig_atomic_t child_stopped; /* as seen by wait_for */

/* Forwards a signal that a process sent (si_code <= 0), presumably to this process alone. */
static void forward(int signal, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    if (signal != SIGUSR1 && signal != SIGUSR2 && signal != SIGTSTP) end_asked = 1;
    if (child_pid > 0 && info->si_code <= 0 && info->si_pid != child_pid) kill(child_pid, signal);
    errno = saved;
}

/* Stops this process. When it is continued, continues the program, which may not have got the
 * signal. */
static void stop_here(void) {
    stop_asked = 0;
    raise(SIGSTOP);
    child_stopped = 0;
    kill(child_pid, SIGCONT);
}

static void stop(int signal, siginfo_t *info, void *context) {
    int saved = errno;
    stop_asked = 1;
    if (by_force && child_pid > 0)
        kill(child_pid, SIGSTOP);
    else
        forward(signal, info, context);
    if (child_stopped) stop_here();
    errno = saved;
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

struct guard {
    sigset_t mask;
    struct sigaction actions[N_HANDLED];
    struct sigaction child; /* of SIGCHLD: if it is ignored, wait gets no status */
};

/* Blocks the signals and installs the handler for those that are not ignored. */
static void guard_begin(struct guard *g) {
    sigset_t block;
    sigemptyset(&block);
    for (int i = 0; i < N_HANDLED; i++) sigaddset(&block, handled[i]);
    sigprocmask(SIG_BLOCK, &block, &g->mask);
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction(SIGCHLD, &plain, &g->child);
    for (int i = 0; i < N_HANDLED; i++) {
        sigaction(handled[i], NULL, &g->actions[i]);
        action.sa_sigaction = handled[i] == SIGTSTP ? stop : forward;
        if (g->actions[i].sa_handler != SIG_IGN) sigaction(handled[i], &action, NULL);
    }
}

static void guard_end(const struct guard *g, bool finishes) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    for (int i = 0; i < N_HANDLED; i++) {
        int s = handled[i];
        bool ends = s == SIGINT || s == SIGTERM || s == SIGHUP;
        sigaction(s, finishes && ends ? &ignore : &g->actions[i], NULL);
    }
    sigaction(SIGCHLD, &g->child, NULL);
    sigprocmask(SIG_SETMASK, &g->mask, NULL);
}

static void set_environment(char *const *environment) {
    for (; environment && *environment; environment++) {
        if (strchr(*environment, '='))
            putenv(*environment);
        else
            unsetenv(*environment);
    }
}

bool ordo_launch_was_interrupted(void) {
    return end_asked;
}

int ordo_launch_why(const char *program, int exec_errno) {
    const char *path = getenv("PATH");
    if (exec_errno != EACCES || strchr(program, '/') || !path) return exec_errno;
    for (const char *p = path, *end; *p; p = *end ? end + 1 : end) {
        char candidate[PATH_MAX];
        end = strchrnul(p, ':');
        int n = snprintf(candidate, sizeof candidate, "%.*s/%s", (int)(end - p), p, program);
        if (n < (int)sizeof candidate && access(candidate, F_OK) == 0) return EACCES;
    }
    return ENOENT;
}

static _Noreturn void become(char *const *argv, char *const *environment, const struct guard *g,
                             int report) {
    set_environment(environment);
    guard_end(g, false);
    execvp(argv[0], argv);
    int why = ordo_launch_why(argv[0], errno);
    if (write(report, &why, sizeof why) < 0) _exit(126);
    _exit(127);
}

static void wait_for(pid_t pid, struct ordo_launch_result *result) {
    int status = 0;
    for (;;) {
        if (waitpid(pid, &status, WUNTRACED | WCONTINUED) < 0) {
            if (errno == EINTR) continue;
            break;
        }
        if (WIFEXITED(status) || WIFSIGNALED(status)) break;
        child_stopped = WIFSTOPPED(status);
        if (child_stopped && stop_asked) stop_here();
    }
    result->end_ns = now_ns();
    result->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    result->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

enum ordo_status ordo_launch(char *const *argv, char *const *environment, unsigned how,
                             struct ordo_launch_result *result, struct ordo_error *error) {
    *result = (struct ordo_launch_result){.exit_status = -1};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be started: no pipe: %s",
                              argv[0], strerror(errno));
    struct guard guard;
    child_pid = stop_asked = child_stopped = end_asked = 0;
    by_force = (how & ORDO_LAUNCH_STOPS_BY_FORCE) != 0;
    guard_begin(&guard);
    result->start_ns = now_ns();
    pid_t pid = fork();
    if (pid == 0) become(argv, environment, &guard, ends[1]);
    int why = errno;
    close(ends[1]);
    if (pid > 0) {
        child_pid = pid;
        result->pid = pid;
        sigprocmask(SIG_SETMASK, &guard.mask, NULL);
        ssize_t n;
        while ((n = read(ends[0], &result->exec_errno, sizeof result->exec_errno)) < 0 &&
               errno == EINTR)
            continue;
        if (n <= 0) result->exec_errno = 0;
        wait_for(pid, result);
    }
    close(ends[0]);
    guard_end(&guard, end_asked && (how & ORDO_LAUNCH_FINISHES));
    if (pid < 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be started: no process: %s",
                              argv[0], strerror(why));
    if (result->exec_errno == ENOENT)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: not found: check its name, its interpreter (#!) and PATH",
                              argv[0]);
    if (result->exec_errno)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be run: %s", argv[0],
                              strerror(result->exec_errno));
    return ORDO_OK;
}
