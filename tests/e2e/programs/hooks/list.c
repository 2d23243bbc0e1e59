// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// list.c: a list. Accesses to its links are reported, those to its payload are not.
#include <stddef.h>
void *take(size_t);
struct node {
    int value;
    struct node *next, *prev;
    void *payload;
    void (*visit)(struct node *);
};
static int length(const struct node *n) {
    return n ? 1 + length(n->next) : 0;
}
int main(void) {
    struct node *a = take(sizeof *a), *b = take(sizeof *b);
    a->value = 1;
    int other;
    a->payload = &other;
    a->visit = NULL;
    a->next = b;
    b->prev = a;
    b->value = a->value;
    return a->next->value - b->prev->value + length(a) - 2;
}

//: cycle length
//: type node, 40 bytes linked, 2 slots from 8 0:node 1:node
//: main link_write node[0] #1+0 = #2+0
//: main link_write node[1] #2+0 = #1+0
//: main link_read node[0] #1+0
//: main link_read node[1] #2+0
//: length link_read node[0] #1+0
//: length link_read node[0] #2+0
