// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// inherit.c: records that begin with their base are one object, with the base's links and their own.
#include <stddef.h>
void *take(size_t);
struct expr {
    int kind;
    struct expr *next;
};
struct number {
    struct expr base;
    long value;
};
struct binary {
    struct expr base;
    struct expr *left, *right;
};
int main(void) {
    struct number *n = take(sizeof *n);
    struct binary *b = take(sizeof *b);
    n->base.next = 0;
    n->value = 3;
    b->base.next = &n->base;
    b->left = b->right = &n->base;
    return b->left->next != 0;
}

//: type expr, 16 bytes linked, 1 slots from 8 0:expr
//: type binary, 32 bytes linked, 3 slots from 8 0:expr 1:expr 2:expr
//: main link_write expr[0] #1+0 = null
//: main link_write expr[0] #2+0 = #1+0
//: main link_write binary[2] #2+0 = #1+0
//: main link_write binary[1] #2+0 = #1+0
//: main link_read binary[1] #2+0
//: main link_read expr[0] #1+0
