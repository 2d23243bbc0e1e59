/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * file_size.c LIMIT WAY: the program limits the size of files (-: it does not) and writes more: it
 * is killed, ignores the signal or handles it.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <fcntl.h>
#include <sys/resource.h>

static volatile sig_atomic_t handled;

static void count(int number) {
    (void)number;
    sink += alone(20);
    handled++;
}

int main(int argc, char **argv) {
    static char text[5000];
    if (argc < 3) return 2;
    sink += plenty();
    if (is(argv[2], "ignore")) signal(SIGXFSZ, SIG_IGN);
    if (is(argv[2], "handle")) signal(SIGXFSZ, count);
    if (!is(argv[1], "-")) {
        struct rlimit l = {(rlim_t)atoi(argv[1]), RLIM_INFINITY};
        say("set", setrlimit(RLIMIT_FSIZE, &l));
    }
    grow();
    life_forks();
    memset(text, 'x', sizeof text);
    int fd = open("written", O_WRONLY | O_CREAT, 0600);
    for (int i = 0; i < 20; i++) {
        ssize_t n = write(fd, text, sizeof text);
        if (n != (ssize_t)sizeof text) printf("%zd %s\n", n, n < 0 ? strerror(errno) : "");
        fflush(stdout);
        sink += work(i);
    }
    say("handled", handled);
    grow();
    live();
    return 0;
}
