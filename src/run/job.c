/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * job.c: fork, exec, and a wait with limits.
 *
 * All allocations are made before the fork, because another thread may hold the heap's lock during
 * the fork; the child only makes system calls. A close-on-exec pipe reports which step failed. The
 * wait uses a descriptor of the process (pidfd); without one, it polls every few milliseconds.
 */
#include "run/job.h"

#include "base/words.h"
#include "run/launch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 100, BLIND_MS = 5, GONE_MS = 1 };

enum child_step { STEP_DIRECTORY, STEP_INPUT, STEP_OUTPUT, STEP_ERRORS, STEP_EXEC };

struct child_failure {
    int step, number;
};

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static bool same_name(const char *variable, const char *setting) {
    size_t n = strcspn(setting, "=");
    return strncmp(variable, setting, n) == 0 && variable[n] == '=';
}

/* Returns the environment with the job's settings. */
static void make_environment(char *const *settings, struct ordo_words *out) {
    for (char **v = environ; v && *v; v++) {
        bool replaced = false;
        for (char *const *s = settings; s && *s && !replaced; s++) replaced = same_name(*v, *s);
        if (!replaced) ordo_words_add(out, *v);
    }
    for (char *const *s = settings; s && *s; s++)
        if (strchr(*s, '=')) ordo_words_add(out, *s);
}

static _Noreturn void give_up(int report, enum child_step step) {
    struct child_failure f = {step, errno};
    if (write(report, &f, sizeof f) < 0) _exit(126);
    _exit(127);
}

static void redirect(const char *file, int flags, int to, int report, enum child_step step) {
    int fd = open(file ? file : "/dev/null", flags, 0600);
    if (fd < 0 || dup2(fd, to) < 0) give_up(report, step);
    if (fd != to) close(fd);
}

static _Noreturn void become(const struct ordo_job *job, char *const *environment, int report) {
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    redirect(job->input, O_RDONLY, 0, report, STEP_INPUT);
    redirect(job->output, O_WRONLY | O_CREAT | O_TRUNC, 1, report, STEP_OUTPUT);
    redirect(job->errors, O_WRONLY | O_CREAT | O_TRUNC, 2, report, STEP_ERRORS);
    if (job->directory && chdir(job->directory) != 0) give_up(report, STEP_DIRECTORY);
    execvpe(job->argv[0], job->argv, environment);
    give_up(report, STEP_EXEC);
}

static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

void ordo_job_lock(void) {
    pthread_mutex_lock(&starting);
}

void ordo_job_unlock(void) {
    pthread_mutex_unlock(&starting);
}

static enum ordo_status say_failure(const struct ordo_job *job, const struct child_failure *f,
                                    struct ordo_error *error) {
    const char *file = f->step == STEP_DIRECTORY ? job->directory
                       : f->step == STEP_INPUT   ? job->input
                       : f->step == STEP_OUTPUT  ? job->output
                                                 : job->errors;
    int number = f->number;
    if (f->step != STEP_EXEC)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be opened: %s",
                              file ? file : "/dev/null", strerror(number));
    number = ordo_launch_why(job->argv[0], number);
    if (number == ENOENT)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: not found: check its name, its interpreter (#!) and PATH",
                              job->argv[0]);
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be run: %s", job->argv[0],
                          strerror(number));
}

/* Returns the resident bytes of all processes of a group. */
static uint64_t resident(pid_t group) {
    DIR *proc = opendir("/proc");
    uint64_t pages = 0;
    for (struct dirent *e; proc && (e = readdir(proc));) {
        char name[300], line[1024];
        if (e->d_name[0] < '1' || e->d_name[0] > '9') continue;
        snprintf(name, sizeof name, "/proc/%s/stat", e->d_name);
        FILE *f = fopen(name, "re");
        if (!f) continue;
        char *p = fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
        fclose(f);
        int of = 0;
        long rss = 0;
        /* After the name: state, ppid, pgrp, ...; rss is the 22nd field. */
        if (p &&
            sscanf(p + 1,
                   " %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
                   "%*d %*u %*u %ld",
                   &of, &rss) == 2 &&
            of == group && rss > 0)
            pages += (uint64_t)rss;
    }
    if (proc) closedir(proc);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static int process_descriptor(pid_t pid) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0u);
#else
    (void)pid;
    return -1;
#endif
}

/* Waits until the program has ended, for at most `ms` milliseconds. */
static void doze(int fd, uint64_t ms) {
    if (fd >= 0) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        poll(&p, 1, (int)ms);
        return;
    }
    if (ms > BLIND_MS) ms = BLIND_MS;
    nanosleep(&(struct timespec){.tv_nsec = (long)ms * 1000000}, NULL);
}

/* Returns whether the program must be killed, and notes why in *r. */
static bool must_end(const struct ordo_job *job, struct ordo_job_result *r, uint64_t start,
                     pid_t pid, uint64_t *next_look) {
    uint64_t now = now_ns();
    if (job->stop && *job->stop) return r->stopped = true;
    if (job->timeout_ms && now - start >= job->timeout_ms * 1000000) return r->timed_out = true;
    if (!job->memory_bytes || now < *next_look) return false;
    *next_look = now + LOOK_MS * 1000000u;
    return r->out_of_memory = resident(pid) > job->memory_bytes;
}

/* WNOWAIT leaves the program a zombie, so that the number of its group cannot be reused before the
 * rest of the group is killed. */
static void wait_for(const struct ordo_job *job, pid_t pid, struct ordo_job_result *r) {
    uint64_t start = now_ns(), next_look = start;
    int fd = process_descriptor(pid), status = 0;
    bool ended = false, killed = false;
    while (!ended) {
        siginfo_t info = {0};
        ended = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0
                    ? errno != EINTR
                    : info.si_pid == pid;
        if (ended) break;
        if (!killed && must_end(job, r, start, pid, &next_look)) {
            kill(-pid, SIGKILL);
            killed = true;
        }
        uint64_t left = LOOK_MS, gone = (now_ns() - start) / 1000000;
        if (!killed && job->timeout_ms && job->timeout_ms > gone && job->timeout_ms - gone < left)
            left = job->timeout_ms - gone;
        doze(fd, left ? left : GONE_MS);
    }
    r->wall_ns = now_ns() - start;
    kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    if (fd >= 0) close(fd);
    r->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    r->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

enum ordo_status ordo_job_run(const struct ordo_job *job, struct ordo_job_result *result,
                              struct ordo_error *error) {
    *result = (struct ordo_job_result){.exit_status = -1};
    struct ordo_words environment = {0};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be started: no pipe: %s",
                              job->argv[0], strerror(errno));
    make_environment(job->environment, &environment);
    ordo_job_lock();
    pid_t pid = fork();
    if (pid == 0) become(job, environment.v, ends[1]);
    int why = errno;
    close(ends[1]);
    struct child_failure f;
    bool failed = false;
    if (pid > 0) {
        ssize_t n;
        setpgid(pid, pid);
        while ((n = read(ends[0], &f, sizeof f)) < 0 && errno == EINTR) continue;
        failed = n == (ssize_t)sizeof f;
    }
    ordo_job_unlock();
    if (pid > 0) wait_for(job, pid, result);
    close(ends[0]);
    ordo_words_done(&environment);
    if (pid < 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be started: no process: %s",
                              job->argv[0], strerror(why));
    return failed ? say_failure(job, &f, error) : ORDO_OK;
}
