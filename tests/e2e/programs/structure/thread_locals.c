/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_locals.c: Arrays and nodes in thread-local storage; those of two threads are different inputs.
 *
 * Algorithms:
 *   run#1: no data structure
 *   run#2: no data structure
 *   fill: modification of array int; steps = n; n = used 8..488; writes = n
 *   sum: traversal of array int; steps = n; n = used 8..488; reads = n
 *   rows#1 + rows#2: modification of array double; steps = 9*n/8; n = used 8..464
 *   chain: construction of structure node; steps = n; n = elements 8..488
 *   walk: traversal of structure node; steps = n; n = elements 8..488 */
#include <pthread.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static _Thread_local int scratch[512];
static __thread double table[64][8];
static _Thread_local struct node pool[512];
static _Thread_local volatile long sink;

static void fill(int n) {
    for (int i = 0; i < n; i++) scratch[i] = i;
}

static long sum(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

static void rows(int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++) table[i][k] = i * k;
}

static struct node *chain(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        pool[i].next = list;
        list = &pool[i];
    }
    return list;
}

static long walk(const struct node *list) {
    long s = 0;
    for (; list; list = list->next) s += list->value;
    return s;
}

static void *run(void *given) {
    for (int n = 8; n <= 500; n += 20) {
        fill(n);
        sink = sum(scratch, n);
        sink = walk(chain(n));
    }
    for (int n = 1; n <= 60; n += 3) rows(n);
    return given;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    run(NULL);
}
