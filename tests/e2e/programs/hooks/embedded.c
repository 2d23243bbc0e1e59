// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// embedded.c: an intrusive list. The elements are the hooks inside the tasks, and not the tasks.
#include <stddef.h>
void *take(size_t);
struct list_head {
    struct list_head *next, *prev;
};
struct task {
    int id;
    struct list_head run;
    struct list_head all;
};
struct table {
    int n;
    struct list_head bucket[4];
};
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))
static struct table table;
static void insert(struct list_head *item, struct list_head *at) {
    item->next = at->next;
    at->next = item;
}
int main(int argc, char **argv) {
    struct task *t = take(sizeof *t);
    t->id = 7;
    for (int i = 0; i < 4; i++) table.bucket[i].next = &table.bucket[i];
    insert(&t->run, &table.bucket[argc + 1]);
    insert(&t->all, &table.bucket[argc]);
    int sum = 0;
    for (struct list_head *l = table.bucket[argc + 1].next; l != &table.bucket[argc + 1];
         l = l->next)
        sum += container_of(l, struct task, run)->id;
    return sum != 7;
}

//: type list_head, 16 bytes linked, 2 slots from 0 0:list_head 1:list_head
//: type table, 72 bytes
//: variable table, 72 bytes of table
//: advance main/1 by main/1
//: advance main/2 by main/2
//: main/1 link_write list_head[0] table+8 = table+8
//: main/1 link_write list_head[0] table+24 = table+24
//: main/1 link_write list_head[0] table+40 = table+40
//: main/1 link_write list_head[0] table+56 = table+56
//: main link_read list_head[0] table+40
//: main link_write list_head[0] #1+8 = table+40
//: main link_write list_head[0] table+40 = #1+8
//: main link_read list_head[0] table+24
//: main link_write list_head[0] #1+24 = table+24
//: main link_write list_head[0] table+24 = #1+24
//: main link_read list_head[0] table+40
//: main/2 link_read list_head[0] #1+8
