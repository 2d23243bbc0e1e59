/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * folder.c: the program changes to a folder and removes it; its children start there.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <sys/stat.h>

int main(void) {
    char name[4096];
    sink += plenty();
    say("made", mkdir("folder", 0700));
    say("changed", chdir("folder"));
    live();
    say("removed", rmdir("../folder"));
    printf("%s\n", getcwd(name, sizeof name) ? "it is there" : strerror(errno));
    grow();
    live();
    return 0;
}
