/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* several.c: three threads, a signal handler and a child, all of which call the same routine. */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static long data[1000];
long sum(int n) { long s = 0; for (int i = 0; i < n; i++) s += data[i]; return s; }
long handled;
void handler(int s) { handled += sum(10); }
void *work(void *p) { for (int i = 1; i <= 50; i++) sum(i * 20); return p; }
int child(void) { return sum(7) == 0 ? 5 : 6; }
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    signal(SIGUSR1, handler);
    for (int i = 0; i < 4; i++) raise(SIGUSR1);
    int status;
    pid_t p = fork();
    if (!p) _exit(child());
    waitpid(p, &status, 0);
    return WEXITSTATUS(status);
}
