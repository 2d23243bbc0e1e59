/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gcov_threads.c: four threads with a loop each. */
#include <pthread.h>
static void *work(void *arg) {
    volatile int n = 0;
    int i = 0;
    while (i < 50000) {
        if (i % 7 == 0)
            n = n + 1;
        i++;
    }
    return arg;
}
int main(void) {
    pthread_t t[4];
    int i = 0;
    while (i < 4) {
        pthread_create(&t[i], 0, work, 0);
        i++;
    }
    while (i > 0) {
        i--;
        pthread_join(t[i], 0);
    }
    return 0;
}
