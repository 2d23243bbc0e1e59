/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists whose links are members of what is listed, in a ring with its head: one structure, in which
 * the head is an element too.
 *
 * Algorithms:
 *   main: data-structure-less
 *   build: construction of structure list_head; steps = n - 1; n = elements 5..65
 *   sum: traversal of structure list_head; steps = n - 1; n = elements 5..65
 *   move_all: modification of structure list_head; steps = n - 1; n = elements 5..65
 *
 * Variant 2: the head and the items are in one static pool. */
#include <stddef.h>
#include <stdlib.h>

static volatile int sink;

struct list_head {
    struct list_head *next, *prev;
};

struct task {
    int id;
    struct list_head run_queue;
    double weight;
};

#define TASK(link) ((struct task *)((char *)(link)-offsetof(struct task, run_queue)))

static void list_init(struct list_head *head) { head->next = head->prev = head; }

static void list_add(struct list_head *item, struct list_head *head) {
    item->next = head->next;
    item->prev = head;
    head->next->prev = item;
    head->next = item;
}

static void list_del(struct list_head *item) {
    item->prev->next = item->next;
    item->next->prev = item->prev;
}

#if VARIANT == 2
static struct task pool[100];
static struct task *task_new(int id) { return &pool[id]; }
#else
static struct task *task_new(int id) {
    (void)id;
    return malloc(sizeof(struct task));
}
#endif

static void build(struct list_head *head, int n) {
    for (int i = 0; i < n; i++) {
        if (i == 0) list_init(head);
        struct task *t = task_new(i);
        t->id = i;
        list_add(&t->run_queue, head);
    }
}

static int sum(struct list_head *head) {
    int s = 0;
    for (struct list_head *at = head->next; at != head; at = at->next) s += TASK(at)->id;
    return s;
}

/* From one list to another, all of them. */
static void move_all(struct list_head *from, struct list_head *to) {
    for (int i = 0; from->next != from; i++) {
        if (i == 0) list_init(to);
        struct list_head *item = from->next;
        list_del(item);
        list_add(item, to);
    }
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct list_head a, b;
        build(&a, n);
        sink = sum(&a);
        move_all(&a, &b);
    }
    return 0;
}
