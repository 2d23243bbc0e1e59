/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * all.c WHICH: mlockall of the current memory (current), of future memory (future), or of both;
 * with `fault` pages are locked when they are touched. Then the program continues.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <sys/mman.h>

int main(int argc, char **argv) {
    int flags = 0;
    for (int i = 1; i < argc; i++) {
        if (is(argv[i], "current")) flags |= MCL_CURRENT;
        if (is(argv[i], "future")) flags |= MCL_FUTURE;
        if (is(argv[i], "fault")) flags |= MCL_ONFAULT;
    }
    sink += plenty();
    int r = mlockall(flags);
    printf("locked: %s\n", r ? strerror(errno) : "yes");
    grow();
    live();
    say("unlocked", munlockall());
    grow();
    live();
    return 0;
}
