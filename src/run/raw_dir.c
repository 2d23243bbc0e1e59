/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_dir.c: lists and removes the folder.
 *
 * A process counts as running while /proc/PID/maps has its raw file. The process id alone is not
 * enough, because it may have been reused, and because an exec leaves the old program's file
 * behind.
 */
#include "run/raw_dir.h"
#include "base/stream.h"
#include "run/valgrind_log.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char suffix[] = ".raw";

static int is_raw(const struct dirent *entry) {
    size_t n = strlen(entry->d_name);
    return n > sizeof suffix && strcmp(entry->d_name + n + 1 - sizeof suffix, suffix) == 0;
}

enum ordo_status ordo_raw_dir_find(const char *path, struct ordo_words *files,
                                   struct ordo_error *error) {
    struct dirent **entries;
    int n = scandir(path, &entries, is_raw, alphasort);
    if (n < 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: the folder of raw files cannot be read: %s", path,
                              strerror(errno));
    for (int i = 0; i < n; i++) {
        ordo_words_addf(files, "%s/%s", path, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return ORDO_OK;
}

uint32_t ordo_raw_dir_pid(const char *file) {
    const char *slash = strrchr(file, '/');
    char *end;
    unsigned long pid = strtoul(slash ? slash + 1 : file, &end, 10);
    return *end == '-' && pid <= INT32_MAX ? (uint32_t)pid : 0;
}

int ordo_raw_dir_is_running(const char *file) {
    uint32_t pid = ordo_raw_dir_pid(file);
    if (pid == 0 || (kill((pid_t)pid, 0) != 0 && errno == ESRCH)) return 0;
    char name[64], *line = NULL;
    snprintf(name, sizeof name, "/proc/%u/maps", pid);
    FILE *maps = fopen(name, "re");
    if (!maps) return errno == EACCES || errno == EPERM;
    size_t room = 0;
    int found = 0;
    while (!found && ordo_stream_line(maps, &line, &room) > 0) found = strstr(line, file) != NULL;
    free(line);
    fclose(maps);
    return found;
}

void ordo_raw_dir_remove(const char *path) {
    DIR *dir = opendir(path);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (is_raw(entry) || ordo_valgrind_log_is(entry->d_name))
            unlinkat(dirfd(dir), entry->d_name, 0);
    closedir(dir);
    rmdir(path);
}
