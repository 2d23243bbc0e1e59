/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fork_in_threads.c: four threads fork while the others work. Each child works, starts a thread and
 * forks again.
 */
#include "../../support/programs/work.h"

#include <pthread.h>

static void *simple(void *unused) {
    (void)unused;
    sink += plenty();
    return NULL;
}

KEPT void child(void) {
    pthread_t t;
    sink += plenty();
    if (pthread_create(&t, NULL, simple, NULL)) _exit(90);
    pthread_join(t, NULL);
    pid_t p = fork();
    if (p == 0) {
        sink += plenty();
        _exit(4);
    }
    _exit(wait_for(p) == 4 << 8 ? 3 : 91);
}

static void *forks(void *result) {
    for (int i = 0; i < 10; i++) {
        pid_t p = fork();
        if (p == 0) child();
        sink += work(i);
        *(int *)result += wait_for(p) == 3 << 8;
    }
    return NULL;
}

int main(void) {
    pthread_t t[4];
    int good[4] = {0};
    for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, forks, &good[i]);
    for (int i = 0; i < 20; i++) sink += plenty();
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < 4; i++) say("children", good[i]);
    say("work", plenty());
    return 0;
}
