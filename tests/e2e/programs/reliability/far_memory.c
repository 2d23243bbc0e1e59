/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * far_memory.c: memory at addresses that Valgrind itself never chooses, but that programs may ask for.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;

static void *use(void *memory) {
    char *m = memory, *own = malloc(5000);
    for (int i = 0; i < 1000; i++) sink += m[i];
    for (int i = 0; i < 5000; i++) own[i] = (char)i;
    for (int i = 0; i < 5000; i++) sink += own[i];
    free(own);
    return NULL;
}

int main(void) {
    for (uintptr_t k = 0; k < 3; k++) {
        void *place = (void *)(0x700000000000 + k * 0x10000000000);
        char *m = mmap(place, 1 << 20, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        if (m == MAP_FAILED) return 1;
        for (int i = 0; i < 4096; i++) m[i] = (char)i;
        pthread_t t[3];
        for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, use, m);
        for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
        int status = -1;
        pid_t p = fork();
        if (p == 0) {
            use(m);
            _exit(4);
        }
        waitpid(p, &status, 0);
        printf("%d\n", status);
    }
    /* This address is inside the tool's own memory. It is only a hint, and the tool does not follow it. */
    char *m = mmap((void *)0x570000000000, 1 << 20, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    m[5] = 1;
    puts("done");
    return 0;
}
