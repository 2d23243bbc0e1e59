/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * memory.c WHICH MEGABYTES WAY: the address space (as) or the data (data) is limited to MEGABYTES.
 * The program sets the soft limit (soft) or the hard one too (hard), or it inherits the limit
 * (before).
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <sys/resource.h>

static long megabytes;

static void allocate_one(const char *who, long n) {
    char *volatile p = malloc((size_t)n << 20);
    printf("%s: %ld MB %s\n", who, n, p ? "are there" : strerror(errno));
    if (p) memset(p, 1, (size_t)n << 20 >> 4);
    free(p);
    fflush(stdout);
}

static void allocate(const char *who) {
    allocate_one(who, megabytes / 4);
    allocate_one(who, megabytes * 2);
}

static void show(__rlimit_resource_t which) {
    struct rlimit l;
    getrlimit(which, &l);
    say("soft", (long)l.rlim_cur);
    say("hard", (long)l.rlim_max);
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    __rlimit_resource_t which = is(argv[1], "as") ? RLIMIT_AS : RLIMIT_DATA;
    megabytes = atol(argv[2]);
    struct rlimit l = {(rlim_t)megabytes << 20, RLIM_INFINITY};
    sink += plenty();
    if (is(argv[3], "hard")) l.rlim_max = l.rlim_cur;
    if (!is(argv[3], "before")) say("set", setrlimit(which, &l));
    show(which);
    allocate("parent");
    grow();
    live();
    pid_t p = fork();
    if (p == 0) {
        show(which);
        allocate("child");
        if (is(argv[3], "before")) exit((int)(work(40) & 0) + 2);
        execl(argv[0], argv[0], argv[1], argv[2], "before", (char *)NULL);
        _exit(90);
    }
    say_end("child", wait_for(p));
    if (is(argv[3], "soft")) {
        l.rlim_cur = RLIM_INFINITY;
        say("set", setrlimit(which, &l));
        show(which);
        allocate_one("without a limit", megabytes * 2);
        life_threads();
    }
    return 0;
}
