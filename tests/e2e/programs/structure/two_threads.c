/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* two_threads.c: Two threads, each with a list of its own, at the same time.
 *
 * Algorithms:
 *   worker: no data structure
 *   build: construction of structure node; steps = n; n = elements 3..60; creations = n
 *   sum: traversal of structure node; steps = n; n = elements 3..60
 *
 * Variant 2: threads hand lists over: each walks what the other one builds. */
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Thread_local volatile int sink;
static pthread_barrier_t both;
static struct node *list_a, *list_b;

static struct node *build(int n) {
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    return list;
}

static int sum(const struct node *list) {
    int s = 0;
    for (; list; list = list->next) s += list->value;
    return s;
}

static void *worker(void *number) {
    struct node **mine = number ? &list_a : &list_b;
#if VARIANT == 2
    struct node **walked = number ? &list_b : &list_a;
#else
    struct node **walked = mine;
#endif
    for (int n = 3; n <= 60; n += 3) {
        *mine = build(n);
        pthread_barrier_wait(&both);
        sink = sum(*walked);
        pthread_barrier_wait(&both);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, &both);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
