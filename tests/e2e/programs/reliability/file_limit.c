/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * file_limit.c: forks before and after it limits the size of its files to less than the size of a raw file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;

__attribute__((noinline)) static long work(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += sink ^ i;
    return s;
}

static void child(void) {
    int status = -1;
    pid_t p = fork();
    if (p == 0) {
        for (int i = 0; i < 3; i++) sink += work(10 * i);
        exit(5);
    }
    waitpid(p, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    fflush(stdout);
}

int main(void) {
    struct rlimit l = {4096, RLIM_INFINITY};
    sink += work(10);
    child();
    setrlimit(RLIMIT_FSIZE, &l);
    child();
    child();
    return 0;
}
