/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "scenario.h"

#include <dirent.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

char scenario_files[64][512];
int scenario_n_files;

void scenario_child(int argc, char **argv) {
    if (argc < 2) return;
    for (const struct scenario *s = scenarios; s->name; s++) {
        if (strcmp(s->name, argv[1])) continue;
        s->run(argc > 2 ? argv[2] : "");
        exit(0);
    }
    fprintf(stderr, "no scenario %s\n", argv[1]);
    exit(2);
}

void scenario_fail(const char *file, int line, const char *condition, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "%s:%d: %s is false: ", file, line, condition);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    _exit(1);
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

static void list_and_remove(const char *folder, int remove_them) {
    DIR *d = opendir(folder);
    struct dirent *e;
    if (!d) return;
    scenario_n_files = 0;
    while ((e = readdir(d))) {
        if (e->d_name[0] == '.' || scenario_n_files == 64) continue;
        char *path = scenario_files[scenario_n_files++];
        snprintf(path, sizeof scenario_files[0], "%.255s/%.250s", folder, e->d_name);
        if (remove_them) unlink(path);
    }
    closedir(d);
    qsort(scenario_files, (size_t)scenario_n_files, sizeof scenario_files[0], by_name);
}

static char folder[256];

static void remove_folder(void) {
    if (!folder[0]) return;
    list_and_remove(folder, 1);
    rmdir(folder);
    folder[0] = 0;
}

static int run(const char *name, const char *argument, const char *const extra[], int record) {
    static int registered;
    if (!registered++) atexit(remove_folder);
    remove_folder();
    const char *under = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/ordo-scenario-XXXXXX", under ? under : "/tmp");
    if (!mkdtemp(folder)) return -1;
    char raw_dir[300];
    snprintf(raw_dir, sizeof raw_dir, "ORDO_RAW_DIR=%s", folder);
    char *env[256];
    int n = 0;
    for (char **e = environ; *e && n < 200; e++)
        if (strncmp(*e, "ORDO_", 5)) env[n++] = *e;
    if (record) env[n++] = raw_dir;
    if (record) env[n++] = (char *)(uintptr_t) "ORDO_ALL_POINTS=1"; /* unless `extra` says 0 */
    for (int k = 0; extra && extra[k]; k++) env[n++] = (char *)(uintptr_t)extra[k];
    env[n] = NULL;
    char *argv[] = {(char *)"/proc/self/exe", (char *)(uintptr_t)name,
                    (char *)(uintptr_t)(argument ? argument : ""), NULL};
    pid_t pid;
    int status = -1;
    if (posix_spawn(&pid, "/proc/self/exe", NULL, NULL, argv, env) == 0) waitpid(pid, &status, 0);
    list_and_remove(folder, 0);
    return status;
}

int scenario_run(const char *name, const char *argument, const char *const environment[]) {
    return run(name, argument, environment, 1);
}

int scenario_run_idle(const char *name, const char *argument) {
    return run(name, argument, NULL, 0);
}

void scenario_pass(const char *name, const char *argument, const char *const environment[]) {
    int status = scenario_run(name, argument, environment);
    if (status) fail_msg("scenario %s(%s) ended with wait status %d", name, argument, status);
}

struct raw_image scenario_only_file(void) {
    assert_int_equal(scenario_n_files, 1);
    return raw_image_file(scenario_files[0]);
}

struct raw_image scenario_parents_file(void) {
    for (int file = 0; file < scenario_n_files; file++) {
        struct raw_image i = raw_image_file(scenario_files[file]);
        if (!raw_image_header(&i)->forked) return i;
    }
    fail_msg("%d raw files, all of them of forked processes", scenario_n_files);
    return (struct raw_image){0};
}
