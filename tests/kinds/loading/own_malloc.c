/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * own_malloc.c: a program with its own malloc, whose loops are instrumented like all others.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <sys/mman.h>

#define UNITS 200000

union unit {
    struct {
        size_t units;
        union unit *next;
    } head;
    char room[32];
};

static union unit arena[UNITS], *free_list;
static size_t used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *malloc(size_t n) {
    size_t units = (n + sizeof(union unit) - 1) / sizeof(union unit) + 1;
    union unit *found = NULL;
    pthread_mutex_lock(&mutex);
    for (union unit **p = &free_list; *p; p = &(*p)->head.next)
        if ((*p)->head.units == units) {
            found = *p;
            *p = found->head.next;
            break;
        }
    if (!found && used + units <= UNITS) {
        found = &arena[used];
        used += units;
        found->head.units = units;
    }
    pthread_mutex_unlock(&mutex);
    if (!found) errno = ENOMEM;
    return found ? found + 1 : NULL;
}

void free(void *p) {
    if (!p) return;
    union unit *u = (union unit *)p - 1;
    pthread_mutex_lock(&mutex);
    u->head.next = free_list;
    free_list = u;
    pthread_mutex_unlock(&mutex);
}

void *calloc(size_t n, size_t size) {
    char *p = malloc(n * size);
    for (size_t i = 0; p && i < n * size; i++) p[i] = 0;
    return p;
}

void *realloc(void *old, size_t n) {
    char *p = malloc(n);
    size_t before = old ? (((union unit *)old - 1)->head.units - 1) * sizeof(union unit) : 0;
    for (size_t i = 0; p && i < before && i < n; i++) p[i] = ((char *)old)[i];
    if (p) free(old);
    return p;
}

int main(void) {
    grow();
    live();
    for (int i = 0; i < 200; i++) {
        char *p = malloc((size_t)i * 10);
        memset(p, i, (size_t)i * 10);
        p = realloc(p, (size_t)i * 20);
        sink += p ? p[i] : 0;
        free(p);
    }
    say("units", used > 0);
    return 0;
}
