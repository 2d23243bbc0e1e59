/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * limits.c WHICH MEGABYTES HARD: the program limits its own address space (9) or data (2). Then it
 * allocates, starts threads, forks, and executes itself in every way.
 */
#define _GNU_SOURCE
#include "../../../support/programs/work.h"

#include <pthread.h>
#include <spawn.h>
#include <sys/resource.h>

static void *thread(void *unused) {
    (void)unused;
    sink += work(1000);
    return NULL;
}

static void allocate(const char *who, long megabytes) {
    char *volatile p = malloc((size_t)megabytes << 20);
    printf("%s: %ld MB %s\n", who, megabytes, p ? "are there" : strerror(errno));
    free(p);
    fflush(stdout);
}

static void show(int which) {
    struct rlimit l;
    getrlimit((__rlimit_resource_t)which, &l);
    printf("limit %ld %ld\n", (long)l.rlim_cur, (long)l.rlim_max);
    fflush(stdout);
}

static void set(int which, rlim_t soft, rlim_t hard) {
    struct rlimit l = {soft, hard};
    int r = setrlimit((__rlimit_resource_t)which, &l);
    printf("set: %s\n", r ? strerror(errno) : "0");
    show(which);
}

static void ended(const char *who, pid_t p) {
    int status = -1;
    waitpid(p, &status, 0);
    printf("%s: %d\n", who, status);
    fflush(stdout);
}

int main(int argc, char **argv) {
    int which = atoi(argv[1]);
    long megabytes = atol(argv[2]);
    rlim_t soft = (rlim_t)megabytes << 20, hard = atoi(argv[3]) ? soft : RLIM_INFINITY;
    char command[4096];
    extern char **environ;
    if (argc > 4) {
        show(which);
        allocate("executed", megabytes / 4);
        allocate("executed", megabytes * 2);
        return 0;
    }
    sink += work(100);
    set(which, soft, hard);
    allocate("parent", megabytes / 4);
    allocate("parent", megabytes * 2);
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        if (pthread_create(&t[i], NULL, thread, NULL)) puts("no thread"), t[i] = 0;
    for (int i = 0; i < 4; i++)
        if (t[i]) pthread_join(t[i], NULL);
    sink += work(1000000);
    printf("sum %ld\n", sink);
    fflush(stdout);
    char *const again[] = {argv[0], argv[1], argv[2], argv[3], "again", NULL};
    pid_t p = fork();
    if (p == 0) {
        show(which);
        allocate("child", megabytes / 4);
        allocate("child", megabytes * 2);
        execl("/no/such/program", "x", (char *)NULL);
        allocate("child", megabytes / 4);
        execv(argv[0], again);
        _exit(3);
    }
    ended("fork", p);
    snprintf(command, sizeof command, "%s %s %s %s again", argv[0], argv[1], argv[2], argv[3]);
    printf("system: %d\n", system(command));
    fflush(stdout);
    p = vfork();
    if (p == 0) {
        execv(argv[0], again);
        _exit(3);
    }
    ended("vfork", p);
    char *const nothing[] = {"true", NULL};
    posix_spawnp(&p, "true", NULL, NULL, nothing, environ);
    ended("spawn", p);
    FILE *f = popen(command, "r");
    while (f && fgets(command, sizeof command, f)) fputs(command, stdout);
    if (f) pclose(f);
    allocate("parent", megabytes / 4);
    set(which, soft / 2, hard);
    allocate("parent", megabytes / 8);
    allocate("parent", megabytes * 3 / 4);
    set(which, RLIM_INFINITY, RLIM_INFINITY);
    allocate("parent", megabytes * 3 / 4);
    return 0;
}
