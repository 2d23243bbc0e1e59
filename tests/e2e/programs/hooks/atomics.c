// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomics.c: links and elements that are accessed atomically. A failed exchange reports the value that is there.
#include <stdatomic.h>
#include <stddef.h>
void *take(size_t);
struct node {
    int value;
    struct node *_Atomic next;
};
static _Atomic int counts[2];
int main(int argc, char **argv) {
    struct node *a = take(sizeof *a), *b = take(sizeof *b);
    struct node *expected = b;
    atomic_store(&a->next, b);
    atomic_compare_exchange_strong(&a->next, &expected, a);
    expected = b;
    atomic_compare_exchange_strong(&a->next, &expected, b);
    atomic_exchange(&a->next, NULL);
    atomic_fetch_add(&counts[argc], 1);
    return atomic_load(&a->next) != NULL;
}

//: type node, 16 bytes linked, 1 slots from 8 0:node
//: type int, 4 bytes
//: variable counts, 8 bytes of int
//: main link_write node[0] #1+0 = #2+0
//: main link_read node[0] #1+0
//: main link_write node[0] #1+0 = #1+0
//: main link_read node[0] #1+0
//: main link_write node[0] #1+0 = #1+0
//: main link_read node[0] #1+0
//: main link_write node[0] #1+0 = null
//: main array_read int counts+4
//: main array_write int counts+4
//: main link_read node[0] #1+0
