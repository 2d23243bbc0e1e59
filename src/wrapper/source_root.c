/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * source_root.c: walks up from the source's folder.
 */
#include "wrapper/source_root.h"
#include "base/memory.h"
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *source_folder(const char *source) {
    if (strcmp(source, "-") == 0) return realpath(".", NULL);
    char *copy = ordo_memory_copy(source);
    char *folder = realpath(dirname(copy), NULL);
    free(copy);
    return folder ? folder : realpath(".", NULL);
}

static bool has_git(const char *folder) {
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/.git", folder) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

static bool lies_below(const char *folder, const char *top) {
    size_t n = strlen(top);
    return strncmp(folder, top, n) == 0 && (folder[n] == '/' || !folder[n] || n == 1);
}

char *ordo_source_root_find(const char *source) {
    char *folder = source_folder(source);
    if (!folder) return NULL;
    char *up = ordo_memory_copy(folder);
    while (*up) {
        if (has_git(up)) {
            free(folder);
            return up;
        }
        *strrchr(up, '/') = 0;
    }
    free(up);
    char *here = realpath(".", NULL);
    if (here && lies_below(folder, here)) {
        free(folder);
        return here;
    }
    free(here);
    return folder;
}
