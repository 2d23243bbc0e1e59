/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ends_of_processes.c: loops in threads and in forked children, and exit in a callee. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile __thread int sink;
static void *worker(void *n) {
    for (long i = 0; i < (long)n; i++) sink++;
    return NULL;
}
static void end(void) {
    for (int i = 0; i < 4; i++) {
        sink++;
        if (i == 2) exit(0);
    }
}
static void finish(void) { _exit(0); }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)3);
    pthread_create(&b, NULL, worker, (void *)5);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        if (!child) {
            for (int k = 0; k < 7; k++) sink++;
            finish();
        }
        waitpid(child, NULL, 0);
    }
    end();
}
