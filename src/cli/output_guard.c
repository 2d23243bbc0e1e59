/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * output_guard.c: recognises profiles by SQLite's magic string, which no output of Ordo begins
 * with. Creates a file to learn if a folder takes one, because permissions do not tell: the file
 * system may be read-only, or one of the kernel's.
 */
#include "cli/output_guard.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum ordo_status ordo_output_guard(const char *path, const char *what, struct ordo_error *error) {
    static const char magic[] = "SQLite format 3";
    char head[sizeof magic] = "";
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) return ORDO_OK;
    FILE *f = fopen(path, "re");
    if (!f) return ORDO_OK;
    size_t n = fread(head, 1, sizeof head, f);
    fclose(f);
    if (n != sizeof head || memcmp(head, magic, sizeof magic) != 0) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "%s: is a profile or another database: name another file for %s", path,
                          what);
}

static enum ordo_status check_folder(const char *folder, const char *path, const char *option,
                                     struct ordo_error *error) {
    struct stat st;
    if (stat(folder, &st) != 0 && errno == ENOENT)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: no such folder: create it, or name another file with %s", folder,
                              option);
    char *probe = ordo_text_format("%s.XXXXXX", path);
    int file = mkostemp(probe, O_CLOEXEC), number = errno;
    if (file >= 0) {
        close(file);
        unlink(probe);
    }
    free(probe);
    if (file >= 0) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT,
                          "%s: cannot create a file in it: %s: name another file with %s", folder,
                          strerror(number), option);
}

enum ordo_status ordo_output_check_place(const char *path, const char *option,
                                         enum ordo_output_way way, struct ordo_error *error) {
    struct stat st;
    if (!*path) return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: is empty: name a file", option);
    bool exists = stat(path, &st) == 0;
    if (exists && S_ISDIR(st.st_mode))
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: is a folder: name a file with %s", path,
                              option);
    if (exists && !S_ISREG(st.st_mode)) return ORDO_OK;
    if (exists && way == ORDO_OUTPUT_IN_PLACE) {
        if (access(path, W_OK) == 0) return ORDO_OK;
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: cannot be written: %s: name another file with %s", path,
                              strerror(errno), option);
    }
    char *copy = ordo_memory_copy(path);
    enum ordo_status status = check_folder(dirname(copy), path, option, error);
    free(copy);
    return status;
}
