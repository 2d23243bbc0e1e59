/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * output_guard.c: recognises profiles by SQLite's magic string, which no output of Ordo begins
 * with.
 */
#include "cli/output_guard.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
