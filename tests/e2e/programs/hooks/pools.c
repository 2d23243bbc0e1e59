// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pools.c: nodes in an array are elements of their structure. Whether they are an array as well is decided at run time.
#include <stddef.h>
void *take(size_t);
struct node {
    int value;
    struct node *next;
};
static struct node pool[4];
static struct node *free_list;
int main(int argc, char **argv) {
    for (int i = 0; i < 3; i++) {
        pool[i].next = &pool[i + 1];
        pool[i].value = i;
    }
    free_list = pool;
    struct node *n = &pool[argc];
    n->next = free_list->next;
    struct node **end = &free_list;
    while (*end && (*end)->value < 1) end = &(*end)->next;
    *end = n;
    return 0;
}

//: type node, 16 bytes linked, 1 slots from 8 0:node
//: type node *, 8 bytes pointer -> node
//: variable pool, 64 bytes of node
//: advance main/1 by main/1
//: advance main/2 by main/2
//: main/1 link_write node[0] pool+0 = pool+16
//: main/1 array_write node pool+0
//: main/1 link_write node[0] pool+16 = pool+32
//: main/1 array_write node pool+16
//: main/1 link_write node[0] pool+32 = pool+48
//: main/1 array_write node pool+32
//: main link_read node[0] pool+0
//: main link_write node[0] pool+16 = pool+16
//: main/2 array_read node * stack
//: main/2 array_read node * stack
//: main/2 array_read node * stack
//: main/2 array_read node * pool+8
//: main/2 array_read node * pool+8
//: main array_link node * pool+8 = pool+16
