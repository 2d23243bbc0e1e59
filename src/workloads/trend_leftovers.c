/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_leftovers.c: the kernel removes the lock of a process that ends, however it ends.
 */
#include "workloads/trend_leftovers.h"

#include "base/text.h"
#include "run/scratch_dir.h"
#include "run/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Returns a descriptor of the folder, locked, or -1 and sets errno: EWOULDBLOCK if another session
 * has locked it. */
static int lock_folder(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
    int number = errno;
    close(fd);
    errno = number;
    return -1;
}

/* Appends a path as a pattern that means only itself. */
static void add_pattern(struct ordo_text *t, const char *path) {
    for (; *path; path++) {
        if (strchr("*?[\\", *path)) ordo_text_add(t, "\\");
        ordo_text_add_bytes(t, path, 1);
    }
}

static void cancel_arrays(const char *folder) {
    struct ordo_text pattern = {0};
    glob_t found = {0};
    add_pattern(&pattern, folder);
    ordo_text_add(&pattern, "/array-*/" ORDO_TREND_ARRAY_ID);
    if (glob(pattern.bytes, 0, NULL, &found) != 0) found.gl_pathc = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char id[ORDO_SLURM_TEXT] = "";
        FILE *f = fopen(found.gl_pathv[i], "re");
        if (f && fgets(id, sizeof id, f)) id[strcspn(id, "\n")] = 0;
        if (f) fclose(f);
        if (*id) ordo_slurm_cancel(id, folder);
    }
    globfree(&found);
    ordo_text_done(&pattern);
}

static enum ordo_status remove_leftovers(const char *output, struct ordo_error *error) {
    enum ordo_status status = ORDO_OK;
    struct ordo_text pattern = {0};
    glob_t found = {0};
    add_pattern(&pattern, output);
    ordo_text_add(&pattern, ".work-??????");
    if (glob(pattern.bytes, 0, NULL, &found) != 0) found.gl_pathc = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *folder = realpath(found.gl_pathv[i], NULL);
        int lock = folder ? lock_folder(folder) : -1;
        if (lock < 0 && errno == EWOULDBLOCK)
            status = ordo_error_set(error, ORDO_ENVIRONMENT,
                                    "%s: another `ordo trend` is writing it: wait until that one "
                                    "ends, or name another file with -o",
                                    output);
        if (lock >= 0) {
            cancel_arrays(folder);
            ordo_scratch_dir_remove(folder);
            close(lock);
        }
        free(folder);
        if (status != ORDO_OK) break;
    }
    globfree(&found);
    ordo_text_done(&pattern);
    return status;
}

enum ordo_status ordo_trend_folder_new(const char *output, char **path, int *lock,
                                       struct ordo_error *error) {
    ORDO_TRY(remove_leftovers(output, error));
    ORDO_TRY(ordo_scratch_dir_new(output, "work", path, error));
    *lock = lock_folder(*path);
    return ORDO_OK;
}
