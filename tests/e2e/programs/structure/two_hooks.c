/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* two_hooks.c: Tasks on two intrusive lists at once, each list through a hook of its own in the task:
 * the lists are two inputs. The hook of a task that is not ready points to itself.
 *
 * Algorithms:
 *   main: no data structure
 *   fill: construction of structure list_head...; steps = n - 1; n = elements 4..91
 *   sum_all: traversal of structure list_head; steps = n - 1; n = elements 4..91
 *   sum_ready: traversal of structure list_head; steps = n - 1; n = elements 2..31
 *   drain: modification of structure list_head...; steps = n - 1; n = elements 4..91 */
#include <stddef.h>
#include <stdlib.h>

struct list_head {
    struct list_head *next, *prev;
};
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct task {
    int id, priority;
    struct list_head all;
    struct list_head ready;
};
struct queue {
    struct list_head all, ready;
};

static void list_init(struct list_head *h) {
    h->next = h->prev = h;
}

static void list_add(struct list_head *n, struct list_head *h) {
    n->next = h->next;
    n->prev = h;
    h->next->prev = n;
    h->next = n;
}

static void list_del(struct list_head *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
}

static void fill(struct queue *q, int n) {
    for (int i = 0; i < n; i++) {
        struct task *t = malloc(sizeof *t);
        t->id = i;
        t->priority = i % 3;
        list_add(&t->all, &q->all);
        if (t->priority == 0)
            list_add(&t->ready, &q->ready);
        else
            list_init(&t->ready);
    }
}

static long sum_all(struct queue *q) {
    long s = 0;
    for (struct list_head *p = q->all.next; p != &q->all; p = p->next)
        s += container_of(p, struct task, all)->id;
    return s;
}

static long sum_ready(struct queue *q) {
    long s = 0;
    for (struct list_head *p = q->ready.next; p != &q->ready; p = p->next)
        s += container_of(p, struct task, ready)->id;
    return s;
}

static void drain(struct queue *q) {
    while (q->all.next != &q->all) {
        struct task *t = container_of(q->all.next, struct task, all);
        list_del(&t->all);
        list_del(&t->ready);
        free(t);
    }
}

static volatile long sink;

int main(void) {
    for (int n = 3; n <= 90; n += 3) {
        struct queue q;
        list_init(&q.all);
        list_init(&q.ready);
        fill(&q, n);
        sink = sum_all(&q);
        sink = sum_ready(&q);
        drain(&q);
    }
}
