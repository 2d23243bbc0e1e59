/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* all_children.c: children by fork, vfork, posix_spawn and system, which end by exit, _exit and
 * exec. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
static void await(pid_t p) { int st; waitpid(p, &st, 0); printf("%d\n", WEXITSTATUS(st)); fflush(stdout); }
int main(int argc, char **argv) {
    pid_t p;
    char *again[] = {argv[0], "child", NULL};
    if (argc > 1) { work(5); return 4; }
    fflush(stdout);
    if (!(p = fork())) { work(6); exit(1); }
    await(p);
    if (!(p = fork())) { work(7); _exit(2); }
    await(p);
    if (!(p = vfork())) { execv(argv[0], again); _exit(99); }
    await(p);
    if (!(p = vfork())) _exit(3);
    await(p);
    posix_spawn(&p, argv[0], NULL, NULL, again, environ);
    await(p);
    if (!(p = fork())) { work(8); execv(argv[0], again); }
    await(p);
    printf("%d\n", system("exit 5") >> 8);
    work(9);
    return 0;
}
