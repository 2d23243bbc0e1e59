// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unions.c: links in unions, and unions that are links.
#include <stddef.h>
#include <stdint.h>
void *take(size_t);
union cell {
    union cell *next;
    long free;
};
struct slot {
    int kind;
    union {
        struct slot *link;
        double number;
        struct {
            short a, b;
        } pair;
    } as;
};
int main(void) {
    union cell *c = take(sizeof *c);
    c->free = 1;
    c->next = c;
    struct slot *s = take(2 * sizeof *s);
    s->as.number = 1;
    s->as.link = s + 1;
    s->as.pair.a = 2;
    int known = s->as.link == s + 1;
    s->as.link = (struct slot *)((uintptr_t)s | 1);
    return !c->next + known;
}

//: type cell, 8 bytes linked, 1 slots from 0 0:cell
//: type slot, 16 bytes linked, 1 slots from 8 0:slot
//: main range_set #1+0 8 bytes
//: main link_write cell[0] #1+0 = #1+0
//: main range_set #2+8 8 bytes
//: main link_write slot[0] #2+0 = #2+16
//: main link_read slot[0] #2+0
//: main link_write slot[0] #2+0 = #2+1
//: main link_read cell[0] #1+0
