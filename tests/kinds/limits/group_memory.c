/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * group_memory.c MEGABYTES: the program uses that much memory, which may be more than its cgroup's
 * limit.
 */
#include "../../support/programs/life.h"

int main(int argc, char **argv) {
    long bytes = argc > 1 ? atol(argv[1]) << 20 : 0;
    char *p = malloc((size_t)bytes);
    say("work", plenty());
    for (long i = 0; p && i < bytes; i += 64) p[i] = (char)i;
    for (long i = 0; p && i < bytes; i += 4096) sink += p[i];
    free(p);
    grow();
    live();
    return 0;
}
