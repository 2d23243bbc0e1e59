/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seccomp.c WAY: in strict mode the program may only read, write and end by the old exit call
 * (end). Any other call kills it (killed), also one by a thread (thread). With `warm` it has done
 * the same work before.
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static void tell(const char *text) {
    if (write(1, text, strlen(text)) < 0) sink++;
}

static void several_times(void) {
    for (int i = 0; i < 100; i++) sink += alone(20);
}

static void restrict_itself(int warm) {
    if (warm) several_times();
    if (warm) {
        tell("warm\n");
        sink += syscall(SYS_getppid) & 0;
    }
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    several_times();
    tell("worked\n");
}

static void *thread(void *warm) {
    restrict_itself(warm != NULL);
    syscall(SYS_exit, 0);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t t;
    if (argc < 2) return 2;
    say("work", plenty());
    if (is(argv[1], "thread")) {
        pthread_create(&t, NULL, thread, argc > 2 ? &t : NULL);
        pthread_join(t, NULL);
        say("joined", plenty());
        return 5;
    }
    restrict_itself(argc > 2);
    if (is(argv[1], "killed")) _exit(4);
    syscall(SYS_exit, 6);
    return 1;
}
