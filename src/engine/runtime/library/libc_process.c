/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_process.c: models of the routines that end, replace or start a process.
 *
 * The engine is notified before a process ends by _exit, _Exit or quick_exit (the first process of
 * daemon ends in this way), and before exec replaces it. If exec fails, the engine is notified that
 * the process continues. Routines that start another process read the path, the arguments and the
 * environment that they are given. Cost: the cells touched.
 *
 * exec records no access. If it fails, it costs 1.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

static void ends(struct ort_site site, enum ordo_raw_state state) {
    if (site.on || ort_follows())
        ort_process_end(state);
    else
        ort_process_mark(state);
}

/* Notifies the engine that another program is about to take over the process. `surely`: exec will
 * hardly fail (effects.h: ort_process_hand_on). */
static void leaves(struct ort_site site, int surely) {
    ends(site, ORDO_RAW_EXECED);
    ort_process_hand_on(surely);
}

static int is_program(const char *path) {
    int error = errno, is = strchr(path, '/') && access(path, X_OK) == 0;
    errno = error;
    return is;
}

static void stays(struct ort_site site) {
    int error = errno;
    ort_process_take_back();
    ends(site, ORDO_RAW_LIVE);
    errno = error;
}

#define ENDING(fn, params, args)                                                                   \
    ORT_DECLARE(_Noreturn void, fn, params);                                                       \
    _Noreturn void __ordo_wrap_##fn params {                                                       \
        ends(ort_site(), ORDO_RAW_FINISHED);                                                       \
        fn args;                                                                                   \
    }
ENDING(_exit, (int status), (status))
ENDING(_Exit, (int status), (status))

/* Handlers of at_quick_exit run after recording has ended. */
ENDING(quick_exit, (int status), (status))

/* Replaces the library's daemon, which would end the first process without notifying the engine.
 * Here it ends only when the process that continues has a raw file, so that whoever waits for both
 * processes finds it. */
ORT_VARIANT(int, daemon, (int keep_folder, int keep_streams)) {
    int begun[2] = {-1, -1}, none = pipe2(begun, O_CLOEXEC);
    pid_t child = fork();
    if (child > 0) {
        char end;
        if (!none) close(begun[1]);
        while (!none && read(begun[0], &end, 1) < 0 && errno == EINTR) continue;
        __ordo_wrap__exit(0);
    }
    int error = errno;
    for (int i = 0; i < 2 && !none; i++) close(begun[i]);
    errno = error;
    if (child < 0) return -1;
    if (setsid() < 0) return -1;
    if (!keep_folder && chdir("/") < 0) { /* ignored, as in the library */
    }
    if (keep_streams) return 0;
    struct stat found;
    int null = open("/dev/null", O_RDWR);
    if (null < 0) return -1;
    if (fstat(null, &found) < 0 || !S_ISCHR(found.st_mode) || found.st_rdev != makedev(1, 3)) {
        close(null);
        errno = ENODEV;
        return -1;
    }
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) dup2(null, stream);
    if (null > STDERR_FILENO) close(null);
    return 0;
}

#define EXEC(fn, surely, params, args)                                                             \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        leaves(site, surely);                                                                      \
        int r = fn args;                                                                           \
        stays(site);                                                                               \
        if (site.on) charge(site, &account_##fn, 1);                                               \
        return r;                                                                                  \
    }
EXEC(execve, is_program(path), (const char *path, char *const argv[], char *const environment[]),
     (path, argv, environment))
EXEC(execv, is_program(path), (const char *path, char *const argv[]), (path, argv))
EXEC(execvp, is_program(file), (const char *file, char *const argv[]), (file, argv))
EXEC(execvpe, is_program(file), (const char *file, char *const argv[], char *const environment[]),
     (file, argv, environment))
EXEC(fexecve, 1, (int fd, char *const argv[], char *const environment[]), (fd, argv, environment))
EXEC(execveat, 0,
     (int fd, const char *path, char *const argv[], char *const environment[], int flags),
     (fd, path, argv, environment, flags))

/* Collects the arguments of execl, execlp and execle in an array; execle's environment follows
 * them. */
#define EXEC_LIST(fn, real, with_environment)                                                      \
    ORT_MODEL(int, fn, (const char *path, const char *first, ...)) {                               \
        struct ort_site site = ort_site();                                                         \
        va_list ap;                                                                                \
        size_t n = 0;                                                                              \
        va_start(ap, first);                                                                       \
        for (const char *a = first; a; a = va_arg(ap, const char *)) n++;                          \
        va_end(ap);                                                                                \
        const char **argv = __builtin_alloca((n + 1) * sizeof *argv);                              \
        va_start(ap, first);                                                                       \
        argv[0] = first;                                                                           \
        for (size_t i = 1; i <= n; i++) argv[i] = va_arg(ap, const char *);                        \
        char *const *environment = with_environment ? va_arg(ap, char *const *) : environ;         \
        va_end(ap);                                                                                \
        leaves(site, is_program(path));                                                            \
        int r = real(path, (char *const *)argv, environment);                                      \
        stays(site);                                                                               \
        if (site.on) charge(site, &account_##fn, 1);                                               \
        return r;                                                                                  \
    }
EXEC_LIST(execl, execve, 0)
EXEC_LIST(execlp, execvpe, 0)
EXEC_LIST(execle, execve, 1)

static uint64_t takes_text(struct ort_site site, const char *s) {
    return s ? takes(site, s, ort_scan_length(s) + 1) : 0;
}

static uint64_t takes_list(struct ort_site site, char *const *list) {
    uint64_t cells = 0;
    size_t n = 0;
    if (!list) return 0;
    for (; list[n]; n++) cells += takes_text(site, list[n]);
    return cells + takes(site, list, (n + 1) * sizeof *list);
}

#define SPAWN(fn)                                                                                  \
    ORT_MODEL(int, fn,                                                                             \
              (pid_t *restrict pid, const char *restrict path,                                     \
               const posix_spawn_file_actions_t *restrict actions,                                 \
               const posix_spawnattr_t *restrict attributes, char *const argv[restrict],           \
               char *const environment[restrict])) {                                               \
        struct ort_site site = ort_site();                                                         \
        int r = fn(pid, path, actions, attributes, argv, environment);                             \
        if (site.on) {                                                                             \
            uint64_t cells = 0;                                                                    \
            if (r != EFAULT) {                                                                     \
                cells = takes_text(site, path);                                                    \
                cells += takes_list(site, argv);                                                   \
                cells += takes_list(site, environment);                                            \
            }                                                                                      \
            if (r == 0 && pid) cells += writes(site, pid, sizeof *pid);                            \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

/* Returns `command`, or in `room` the prefix, which sets the program's limits, and then
 * `command`. */
static const char *within_limits(const char *command, const char *prefix, char *room) {
    if (!*prefix || !command) return command;
    char *at = room;
    while (*prefix) *at++ = *prefix++;
    for (size_t i = 0; (at[i] = command[i]); i++) continue;
    return room;
}

#define WITHIN_LIMITS(command)                                                                     \
    char prefix[ORT_SHELL_PREFIX];                                                                 \
    ort_process_hand_on_by_shell(prefix);                                                          \
    char *room = *prefix && command                                                                \
                     ? __builtin_alloca(sizeof prefix + ort_scan_length(command) + 1)              \
                     : NULL;                                                                       \
    const char *limited = within_limits(command, prefix, room)

ORT_MODEL(int, system, (const char *command)) {
    struct ort_site site = ort_site();
    WITHIN_LIMITS(command);
    int r = system(limited);
    if (site.on) charge(site, &account_system, takes_text(site, command));
    return r;
}

ORT_MODEL(FILE *, popen, (const char *command, const char *mode)) {
    struct ort_site site = ort_site();
    WITHIN_LIMITS(command);
    FILE *r = popen(limited, mode);
    if (site.on) {
        uint64_t cells = takes_text(site, command);
        charge(site, &account_popen, cells + takes_text(site, mode));
    }
    return r;
}

/* Records the status and usage of a child, if one was found; either may be NULL. */
static void waited(struct ort_site site, struct ordo_scope *account, int found, const int *status,
                   const struct rusage *usage) {
    uint64_t cells = 0;
    if (found && status) cells += fills(site, status, sizeof *status);
    if (found && usage) cells += fills(site, usage, sizeof *usage);
    charge(site, account, cells);
}

#define WAIT(fn, params, args, usage)                                                              \
    ORT_MODEL(pid_t, fn, params) {                                                                 \
        struct ort_site site = ort_site();                                                         \
        pid_t r = fn args;                                                                         \
        if (site.on) waited(site, &account_##fn, r > 0, status, usage);                            \
        return r;                                                                                  \
    }
WAIT(wait, (int *status), (status), NULL)
WAIT(waitpid, (pid_t pid, int *status, int options), (pid, status, options), NULL)
WAIT(wait3, (int *status, int options, struct rusage *usage), (status, options, usage), usage)
WAIT(wait4, (pid_t pid, int *status, int options, struct rusage *usage),
     (pid, status, options, usage), usage)

ORT_AFTER(ORT_MODEL, int, waitid, (idtype_t kind, id_t id, siginfo_t *out, int options), r,
          waitid(kind, id, out, options),
          charge(site, &account_waitid, r == 0 && out ? fills(site, out, sizeof *out) : 0))
