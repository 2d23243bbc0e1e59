/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * install_path.c: reads /proc/self/exe, in which symbolic links such as ordo-cc are resolved.
 */
#include "cli/install_path.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *ordo_install_lib_dir(void) {
    static char folder[PATH_MAX];
    const char *named = getenv("ORDO_LIB_DIR");
    if (named && *named) {
        if (!realpath(named, folder)) snprintf(folder, sizeof folder, "%s", named);
        return folder;
    }
    ssize_t n = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (n <= 0) return NULL;
    folder[n] = 0;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(folder, '/');
        if (!slash) return NULL;
        *slash = 0;
    }
    if (strlen(folder) + sizeof "/lib/ordo" > sizeof folder) return NULL;
    return strcat(folder, "/lib/ordo");
}
