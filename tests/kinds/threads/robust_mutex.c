/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * robust_mutex.c WHO: threads (threads) or processes (processes) end while they own a robust mutex.
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

static pthread_mutex_t *mutex;

static void *owner(void *unused) {
    (void)unused;
    pthread_mutex_lock(mutex);
    sink += plenty();
    return NULL;
}

static void own_and_die(const char *who, int k) {
    pthread_t t;
    if (is(who, "threads")) {
        pthread_create(&t, NULL, owner, NULL);
        pthread_join(t, NULL);
        return;
    }
    pid_t p = fork();
    if (p == 0) {
        owner(NULL);
        if (k % 2) kill(getpid(), SIGKILL);
        _exit(3);
    }
    say_end("owner", wait_for(p));
}

int main(int argc, char **argv) {
    pthread_mutexattr_t robust;
    if (argc < 2) return 2;
    mutex = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_setpshared(&robust, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(mutex, &robust);
    for (int k = 0; k < 10; k++) {
        own_and_die(argv[1], k);
        int r = pthread_mutex_lock(mutex);
        printf("%s\n", r == EOWNERDEAD ? "the owner is dead" : strerror(r));
        if (r == EOWNERDEAD) pthread_mutex_consistent(mutex);
        sink += work(k);
        pthread_mutex_unlock(mutex);
    }
    say("work", plenty());
    return 0;
}
