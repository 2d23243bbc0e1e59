/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* intrusive_list.c: Lists whose links are members of the listed items, in a ring with the list's head.
 * They are one structure, and the head is an element of it.
 *
 * Algorithms:
 *   [1] main: no data structure
 *   [1] init_all: construction of structure list_head, construction of structure list_head
 *   [1] build: construction of structure list_head; steps = n - 1; n = elements 5..65
 *   [1] sum: traversal of structure list_head; steps = n - 1; n = elements 5..65
 *   [1] move_all: modification of structure list_head; steps = n - 1; n = elements 5..65
 *   [2] main + init_all + build + sum + move_all: construction of structure list_head
 *
 * Variant 2: the items are in a static pool, which is one input of the whole run. The harness looks at the heads
 * before the loops do, so it works on the pool too. */
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

static void init_all(struct list_head *heads, int n) {
    for (int i = 0; i < n; i++) list_init(&heads[i]);
}

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

/* Moves all items from one list to another. */
static void move_all(struct list_head *from, struct list_head *to) {
    while (from->next != from) {
        struct list_head *item = from->next;
        list_del(item);
        list_add(item, to);
    }
}

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        struct list_head lists[2];
        init_all(lists, 2);
        build(&lists[0], n);
        sink = sum(&lists[0]);
        move_all(&lists[0], &lists[1]);
    }
    return 0;
}
