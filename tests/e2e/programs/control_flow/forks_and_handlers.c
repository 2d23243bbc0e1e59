/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* forks_and_handlers.c: a timer's handler interrupts threads that allocate and sort, while the main
 * thread forks. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int hits;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void handler(int s) {
    int sums[8];
    for (int i = 0; i < 8; i++) sums[i] = i * s;
    hits += sums[3] > 0;
}
static void *work(void *p) {
    unsigned seed = (unsigned)(long)p;
    for (int r = 0; r < 60; r++) {
        int n = 50 + rand_r(&seed) % 500, *a = malloc(n * sizeof *a);
        for (int i = 0; i < n; i++) a[i] = rand_r(&seed);
        qsort(a, n, sizeof *a, compare);
        free(a);
    }
    return NULL;
}
int main(void) {
    struct sigaction sa = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &sa, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 500}, {0, 500}}, NULL);
    for (int round = 0; round < 3; round++) {
        pthread_t threads[8];
        for (long i = 0; i < 8; i++) pthread_create(&threads[i], NULL, work, (void *)(i + 1));
        for (int k = 0; k < 5; k++) {
            pid_t pid = fork();
            if (!pid) {
                work((void *)99);
                if (k & 1) _exit(0);
                exit(0);
            }
        }
        for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
        int status;
        while (wait(&status) > 0)
            if (status) return 1;
    }
    puts("ok");
    return 0;
}
