/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * temporary.c: mkdtemp under TMPDIR.
 */
#include "support/temporary.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int temporary_setup(void **state) {
    const char *base = getenv("TMPDIR");
    char *path = malloc(4096);
    if (!path) return -1;
    snprintf(path, 4096, "%s/ordo-test-XXXXXX", base && *base ? base : P_tmpdir);
    *state = mkdtemp(path);
    return *state ? 0 : -1;
}

const char *temporary_path(void **state, const char *name) {
    static char paths[8][4200];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", (const char *)*state, name);
    return path;
}

static int each(void **state, int remove_too) {
    DIR *d = opendir(*state);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        n++;
        if (remove_too) remove(temporary_path(state, e->d_name));
    }
    if (d) closedir(d);
    return n;
}

int temporary_count(void **state) {
    return each(state, 0);
}

int temporary_teardown(void **state) {
    each(state, 1);
    int failed = rmdir(*state);
    free(*state);
    return failed;
}
