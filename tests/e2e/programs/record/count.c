/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* count.c: calls work() with 1 to N, prints, and returns, or does what the second argument says:
 * crash, kill, exit, wait or handle SIGINT. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int data[1000];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static void leave(int signal) { (void)signal; exit(7); }
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 10, i, s = 0;
    const char *mode = argc > 2 ? argv[2] : "";
    if (!strcmp(mode, "handler")) signal(SIGINT, leave);
    for (i = 1; i <= n; i++) s += work(i);
    printf("%d\n", s);
    fflush(stdout);
    if (!strcmp(mode, "crash")) *(volatile int *)0 = 1;
    if (!strcmp(mode, "kill")) raise(SIGKILL);
    if (!strcmp(mode, "exit")) exit(atoi(argv[3]));
    if (!strcmp(mode, "nap") || !strcmp(mode, "sleep") || !strcmp(mode, "handler")) {
        fclose(fopen("ready", "w"));
        for (i = 0; i < (!strcmp(mode, "nap") ? 20 : 2000); i++) usleep(50000);
        s += work(n);
    }
    return 0;
}
