/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_launcher.c: starts the tool that is in the same folder. Valgrind needs the path of its
 * launcher, and starts the launcher again when the program executes another one that is to be
 * followed.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOOL "/ordo-valgrind-tool"

int main(int argc, char **argv) {
    char own[PATH_MAX], tool[PATH_MAX + sizeof TOOL];
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    (void)argc;
    if (n <= 0) {
        fprintf(stderr, "ordo: /proc/self/exe: %s: mount /proc\n", strerror(errno));
        return 126;
    }
    own[n] = 0;
    snprintf(tool, sizeof tool, "%.*s%s", (int)(strrchr(own, '/') - own), own, TOOL);
    setenv("VALGRIND_LAUNCHER", own, 1);
    execv(tool, argv);
    fprintf(stderr, "ordo: %s: %s: install Ordo again\n", tool, strerror(errno));
    return 126;
}
