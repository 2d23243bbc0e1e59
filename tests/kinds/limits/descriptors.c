/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * descriptors.c LIMIT WAY: the program limits its descriptors (-: it does not), uses all of them
 * (full) or not (free), and continues.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <fcntl.h>
#include <sys/resource.h>

static int use_all(void) {
    int n = 0, last = -1, fd;
    while ((fd = open("/dev/null", O_RDONLY)) >= 0) last = fd, n++;
    printf("%d are open, the last is %d: %s\n", n, last, strerror(errno));
    return last;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    sink += plenty();
    if (!is(argv[1], "-")) {
        struct rlimit l = {(rlim_t)atoi(argv[1]), (rlim_t)atoi(argv[1])};
        say("set", setrlimit(RLIMIT_NOFILE, &l));
    }
    if (is(argv[2], "full")) {
        int last = use_all();
        grow();
        life_forks();
        life_threads();
        for (int i = 3; i <= last; i++) close(i);
        use_all();
        for (int i = 3; i <= last; i++) close(i);
    }
    grow();
    live();
    return 0;
}
