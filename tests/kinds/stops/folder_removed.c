/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * folder_removed.c FOLDER WAY: the program empties and removes the folder, or renames it.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <dirent.h>

static void empty_folder(const char *folder) {
    char name[4096];
    struct dirent *e;
    DIR *d = opendir(folder);
    while (d && (e = readdir(d))) {
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.') unlink(name);
    }
    if (d) closedir(d);
}

int main(int argc, char **argv) {
    char name[4096];
    if (argc < 3) return 2;
    sink += plenty();
    if (is(argv[2], "remove")) {
        empty_folder(argv[1]);
        say("removed", rmdir(argv[1]));
    } else {
        snprintf(name, sizeof name, "%s.moved", argv[1]);
        say("moved", rename(argv[1], name));
    }
    grow();
    live();
    if (!is(argv[2], "remove")) say("moved back", rename(name, argv[1]));
    return 0;
}
