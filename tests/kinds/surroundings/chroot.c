/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * chroot.c: the program changes its root to an empty folder, works, and forks there.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <sys/stat.h>

int main(void) {
    sink += plenty();
    say("made", mkdir("root", 0700));
    say("root", chroot("root"));
    say("changed", chdir("/"));
    grow();
    live();
    return 0;
}
