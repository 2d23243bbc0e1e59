/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * forks.c: starts many processes.
 *
 * Usage: forks WAY THREADS CHILDREN. Each thread starts CHILDREN children one after the other, by
 * `fork` (they work a little) or by `vfork` (they execute /bin/true), and works a little itself.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;
static int children, by_vfork, failures;

__attribute__((noinline)) static long work(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += sink ^ i;
    return s;
}

static void *start(void *unused) {
    for (int i = 0; i < children; i++) {
        int status = 0;
        pid_t p = by_vfork ? vfork() : fork();
        if (p == 0) {
            if (by_vfork) execl("/bin/true", "true", (char *)NULL);
            sink += work(50);
            _exit(0);
        }
        waitpid(p, &status, 0);
        failures += status != 0;
        sink += work(10);
    }
    return unused;
}

int main(int argc, char **argv) {
    pthread_t threads[64];
    if (argc < 4) return 2;
    int n = atoi(argv[2]) < 64 ? atoi(argv[2]) : 64;
    by_vfork = !strcmp(argv[1], "vfork");
    children = atoi(argv[3]);
    for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, start, NULL);
    for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
    return failures != 0;
}
