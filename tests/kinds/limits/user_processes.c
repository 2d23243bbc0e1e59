/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * user_processes.c USER: as this user the program may have 5 processes and threads, and tries to
 * make more.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <grp.h>
#include <sys/resource.h>

static void *waits(void *end) {
    sink += alone(20);
    pthread_barrier_wait(end);
    return NULL;
}

int main(int argc, char **argv) {
    struct rlimit l = {5, 5};
    int ends[2], n = 0;
    pid_t p[10];
    if (argc < 2 || pipe(ends) != 0) return 2;
    sink += plenty();
    if (setgroups(0, NULL) || setgid((gid_t)atoi(argv[1])) || setuid((uid_t)atoi(argv[1])))
        return 1;
    say("set", setrlimit(RLIMIT_NPROC, &l));
    for (int i = 0; i < 10; i++) {
        p[n] = fork();
        if (p[n] == 0) {
            char one;
            close(ends[1]);
            sink += plenty();
            _exit((int)read(ends[0], &one, 1) + n);
        }
        if (p[n] > 0) n++;
        sink += work(i);
    }
    say("children", n);
    life_threads();
    close(ends[1]);
    for (int i = 0; i < n; i++) say_end("child", wait_for(p[i]));
    pthread_t t[10];
    pthread_barrier_t end;
    pthread_barrier_init(&end, NULL, 5);
    n = 0;
    for (int i = 0; i < 10; i++) n += pthread_create(&t[n], NULL, waits, &end) == 0;
    say("threads", n);
    if (n != 4) return 1;
    pthread_barrier_wait(&end);
    for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
    say("work", plenty());
    return 0;
}
