/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* twelve_threads.c: 12 threads, four at a time, count in a loop. "= N" is the number of executions
 * of a line. */
#include <pthread.h>
static void *work(void *arg) {
    volatile int n = 0; // = 12
    for (int i = 0; i < 50000; i++)
        n = n + 1; // = 600000
    return arg; // = 12
}
int main(void) {
    pthread_t t[4];
    for (int round = 0; round < 3; round++) { // = 4
        for (int i = 0; i < 4; i++) // = 15
            pthread_create(&t[i], 0, work, 0); // = 12
        for (int i = 0; i < 4; i++) // = 15
            pthread_join(t[i], 0); // = 12
    }
    return 0; // = 1
}
