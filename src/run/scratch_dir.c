/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scratch_dir.c: lets the kernel copy files if it can, which shares blocks on file systems that
 * support this.
 */
#include "run/scratch_dir.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/job.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH = 32 }; /* greatest number of open descriptors of a walk */

enum ordo_status ordo_scratch_dir_new(const char *beside, const char *name, char **path,
                                      struct ordo_error *error) {
    char *copy = ordo_memory_copy(beside), *again = ordo_memory_copy(beside);
    char *folder = realpath(dirname(copy), NULL);
    enum ordo_status status = ORDO_OK;
    *path = NULL;
    if (!folder) {
        status =
            ordo_error_set(error, ORDO_ENVIRONMENT,
                           "%s: no such folder: create it, or choose another one with -o", copy);
    } else {
        *path = ordo_text_format("%s/%s.%s-XXXXXX", folder, basename(again), name);
        if (!mkdtemp(*path)) {
            status =
                ordo_error_set(error, ORDO_ENVIRONMENT,
                               "%s: cannot create a folder in it: %s: choose another one with -o",
                               folder, strerror(errno));
            free(*path);
            *path = NULL;
        }
    }
    free(folder);
    free(copy);
    free(again);
    return status;
}

static int copy_bytes(int from, int to) {
    ssize_t n;
    while ((n = copy_file_range(from, NULL, to, NULL, (size_t)1 << 30, 0)) > 0) continue;
    if (n == 0) return 0;
    if (errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return errno;
    char buffer[1 << 16];
    while ((n = read(from, buffer, sizeof buffer)) > 0)
        for (ssize_t done = 0, m; done < n; done += m)
            if ((m = write(to, buffer + done, (size_t)(n - done))) < 0) return errno;
    return n < 0 ? errno : 0;
}

/* A copy of a program stays executable. */
static int copy_open_file(int in, const struct stat *st, const char *to) {
    bool is_program = st->st_mode & 0111;
    if (is_program) ordo_job_lock();
    int out =
        open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (st->st_mode & 0777) | S_IRUSR | S_IWUSR);
    int number = out < 0 ? errno : copy_bytes(in, out);
    if (out >= 0 && close(out) != 0 && !number) number = errno;
    if (is_program) ordo_job_unlock();
    return number;
}

enum ordo_status ordo_scratch_dir_copy(const char *from, const char *to, struct ordo_error *error) {
    struct stat st;
    int in = open(from, O_RDONLY | O_CLOEXEC), number = 0;
    if (in < 0 || fstat(in, &st) != 0)
        number = errno;
    else
        number = S_ISREG(st.st_mode) ? copy_open_file(in, &st, to) : EINVAL;
    if (in >= 0) close(in);
    if (!number) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be copied to %s: %s", from, to,
                          number == EINVAL ? "not a regular file" : strerror(number));
}

static int drop(const char *path, const struct stat *st, int type, struct FTW *at) {
    (void)st;
    (void)at;
    /* Makes a folder readable that the program made unreadable; its parent then removes it. */
    if (type == FTW_DNR) chmod(path, 0700);
    remove(path);
    return 0;
}

void ordo_scratch_dir_remove(const char *path) {
    nftw(path, drop, DEPTH, FTW_DEPTH | FTW_PHYS);
}
