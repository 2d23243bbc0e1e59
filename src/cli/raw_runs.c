/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_runs.c: groups raw files into runs, makes a profile of each run and merges the profiles.
 *
 * The files of a run have the same first process, which is found by following parents.
 */
#include "cli/raw_runs.h"

#include "base/memory.h"
#include "profile/gather/merge_many.h"
#include "profile/raw/build.h"
#include "profile/raw/raw_reader.h"
#include "run/raw_dir.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct raw_process {
    const char *path;
    uint32_t pid, ppid;
    uint64_t start_ns, end_ns;
    size_t root; /* index of the first process of its run */
    char command[sizeof((struct ordo_raw_header *)0)->command + 2]; /* as in the header */
};

static bool is_raw_file(const char *path) {
    char start[7] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = fd < 0 ? 0 : read(fd, start, sizeof start);
    if (fd >= 0) close(fd);
    return n == sizeof start && memcmp(start, "ORDORAW", sizeof start) == 0;
}

/* Reads the header of a raw file. A file that cannot be read is a run of its own, which will record
 * why. */
static void look_at(struct raw_process *x, const char *path) {
    struct ordo_raw_reader r;
    struct ordo_error ignored;
    x->path = path;
    x->pid = ordo_raw_dir_pid(path);
    if (ordo_raw_open(&r, path, &ignored) != ORDO_OK) return;
    x->pid = r.header->pid;
    x->ppid = r.header->ppid;
    x->start_ns = r.header->start_ns;
    x->end_ns = r.header->end_ns;
    memcpy(x->command, r.header->command, sizeof r.header->command);
    ordo_raw_close(&r);
}

/* The lifetime of a process, for a search by process id. */
struct raw_life {
    uint32_t pid;
    size_t at; /* index in the list */
    uint64_t start_ns, end_ns;
};

static int by_pid_and_start(const void *a, const void *b) {
    const struct raw_life *x = a, *y = b;
    if (x->pid != y->pid) return x->pid < y->pid ? -1 : 1;
    if (x->start_ns != y->start_ns) return x->start_ns < y->start_ns ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Returns the process `pid` that started last before the time `before`, or NULL. Process ids are
 * reused, so a process that ended more than a second before that time does not count. */
static const struct raw_life *latest(const struct raw_life *lives, size_t n, uint32_t pid,
                                     uint64_t before) {
    size_t low = 0, high = n; /* finds the first one that is not before */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct raw_life *x = &lives[middle];
        if (x->pid < pid || (x->pid == pid && x->start_ns < before))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low > 0 && lives[low - 1].pid == pid; low--)
        if (!lives[low - 1].end_ns || lives[low - 1].end_ns + 1000000000u >= before)
            return &lives[low - 1];
    return NULL;
}

/* Returns the process that started this one, or that was this one before an exec, or NULL. */
static const struct raw_life *parent_of(const struct raw_process *x, const struct raw_life *lives,
                                        size_t n) {
    if (!x->start_ns) return NULL;
    const struct raw_life *same = latest(lives, n, x->pid, x->start_ns);
    const struct raw_life *other = latest(lives, n, x->ppid, x->start_ns);
    if (!same || !other) return same ? same : other;
    return same->start_ns >= other->start_ns ? same : other;
}

static int by_root(const void *a, const void *b) {
    const struct raw_process *x = a, *y = b;
    if (x->root != y->root) return x->root < y->root ? -1 : 1;
    if (x->start_ns != y->start_ns) return x->start_ns < y->start_ns ? -1 : 1;
    return strcmp(x->path, y->path);
}

static void find_roots(struct raw_process *list, size_t n) {
    struct raw_life *lives = ordo_memory_new(n + 1, sizeof *lives);
    size_t n_lives = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].start_ns)
            lives[n_lives++] = (struct raw_life){list[i].pid, i, list[i].start_ns, list[i].end_ns};
    qsort(lives, n_lives, sizeof *lives, by_pid_and_start);
    for (size_t i = 0; i < n; i++) {
        const struct raw_life *parent;
        list[i].root = i;
        /* This ends, because a parent started before its child. */
        while ((parent = parent_of(&list[list[i].root], lives, n_lives))) list[i].root = parent->at;
    }
    free(lives);
}

/* Makes the profile of the n processes of one run. */
static enum ordo_status build_run(const struct raw_process *list, size_t n, bool skip_bad,
                                  struct ordo_profile **out, struct ordo_error *error) {
    const char **paths = ordo_memory_new(n, sizeof *paths), *argv[1024];
    uint32_t *running = ordo_memory_new(n, sizeof *running);
    size_t n_argv = 0, n_running = 0;
    struct ordo_build_options o = {.argv = argv, .exit_status = -1, .skip_bad = skip_bad};
    for (const char *at = list->command; *at && n_argv + 1 < sizeof argv / sizeof *argv;
         at += strlen(at) + 1)
        argv[n_argv++] = at;
    argv[n_argv] = NULL;
    o.start_ns = list->start_ns;
    for (size_t i = 0; i < n; i++) {
        paths[i] = list[i].path;
        if (list[i].end_ns > o.end_ns) o.end_ns = list[i].end_ns;
        if (ordo_raw_dir_is_running(list[i].path)) running[n_running++] = list[i].pid;
    }
    o.running = running;
    o.n_running = n_running;
    enum ordo_status status = ordo_profile_from_raw(paths, n, &o, out, error);
    free(paths);
    free(running);
    return status;
}

static enum ordo_status build_runs(struct raw_process *list, size_t n, struct ordo_profile **out,
                                   struct ordo_error *error) {
    struct ordo_merge_many *runs = ordo_merge_many_new();
    enum ordo_status status = ORDO_OK;
    find_roots(list, n);
    qsort(list, n, sizeof *list, by_root);
    for (size_t i = 0, end; status == ORDO_OK && i < n; i = end) {
        struct ordo_profile *run;
        for (end = i + 1; end < n && list[end].root == list[i].root;) end++;
        status = build_run(list + i, end - i, true, &run, error);
        if (status == ORDO_OK) status = ordo_merge_many_add(runs, run, error);
    }
    if (status == ORDO_OK) status = ordo_merge_many_take(runs, out, error);
    ordo_merge_many_free(runs);
    return status;
}

static enum ordo_status load_folder(const char *path, struct ordo_profile **out,
                                    struct ordo_error *error) {
    struct ordo_words files = {0};
    enum ordo_status status = ordo_raw_dir_find(path, &files, error);
    if (status == ORDO_OK && !files.n)
        status = ordo_error_set(error, ORDO_BAD_INPUT,
                                "%s: contains no raw file: name a folder that a recorded program "
                                "wrote to, or a profile",
                                path);
    struct raw_process *list = ordo_memory_new(files.n + 1, sizeof *list);
    for (size_t i = 0; status == ORDO_OK && i < files.n; i++) look_at(&list[i], files.v[i]);
    if (status == ORDO_OK) status = build_runs(list, files.n, out, error);
    free(list);
    ordo_words_done(&files);
    return status;
}

bool ordo_profile_is_raw(const char *path) {
    struct stat st;
    return (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) || is_raw_file(path);
}

bool ordo_profile_has_raw(const char *path) {
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) return is_raw_file(path);
    struct ordo_words files = {0};
    struct ordo_error ignored;
    bool some = ordo_raw_dir_find(path, &files, &ignored) == ORDO_OK && files.n;
    ordo_words_done(&files);
    return some;
}

enum ordo_status ordo_any_profile_load(const char *path, enum ordo_load what,
                                       struct ordo_profile **out, struct ordo_error *error) {
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) return load_folder(path, out, error);
    if (!is_raw_file(path)) return ordo_profile_load(path, what, out, error);
    struct raw_process *one = ordo_memory_new(1, sizeof *one);
    look_at(one, path);
    enum ordo_status status = build_run(one, 1, false, out, error);
    free(one);
    return status;
}
