/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * preload.c: a library for LD_PRELOAD, with its own rand, malloc and puts.
 */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ARENA (256ul << 20)

static char arena[ARENA] __attribute__((aligned(16)));
static size_t used;
static long failures;

int rand(void) {
    return 4;
}

/* Takes no lock: a fork in another thread could leave it locked in the child. */
void *malloc(size_t n) {
    size_t room = ((n + 15) & ~(size_t)15) + 16,
           at = __atomic_fetch_add(&used, room, __ATOMIC_RELAXED);
    if (n > ARENA || at > ARENA - room) return NULL;
    *(size_t *)(void *)(arena + at) = room - 16;
    return arena + at + 16;
}

void free(void *p) {
    (void)p;
}

void *calloc(size_t n, size_t size) {
    return malloc(n * size);
}

void *realloc(void *old, size_t n) {
    char *p = malloc(n);
    size_t before = old ? *(size_t *)(void *)((char *)old - 16) : 0;
    if (p && before) memcpy(p, old, before < n ? before : n);
    return p;
}

int puts(const char *text) {
    return printf("preloaded: %s\n", text);
}

__attribute__((constructor)) static void begin(void) {
    if (write(1, "begin\n", 6) < 0) failures++;
}

__attribute__((destructor)) static void end(void) {
    if (write(1, "end\n", 4) < 0) failures++;
}
