// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flexible.c: flexible array members, and arrays of one element that are used as such.
#include <stddef.h>
void *take(size_t);
struct flex {
    int n;
    struct flex *kid[];
};
struct skip {
    int key;
    struct skip *forward[1];
};
struct bytes {
    int n;
    char data[];
};
int main(void) {
    struct flex *f = take(sizeof *f + 3 * sizeof *f->kid);
    for (int i = 0; i < 3; i++) f->kid[i] = f;
    struct skip *s = take(sizeof *s + 3 * sizeof *s->forward);
    for (int level = 0; level < 2; level++) s->forward[level] = s->forward[level + 1];
    struct bytes *b = take(sizeof *b + 4);
    for (int i = 0; i < 2; i++) b->data[i] = 'x';
    return 0;
}

//: type flex, 8 bytes linked flexible, 1 slots from 8 0:flex
//: type skip, 16 bytes linked flexible, 1 slots from 8 0:skip
//: type char, 1 bytes
//: advance main/1 by main/1
//: advance main/2 by main/2
//: advance main/3 by main/3
//: main/1 link_write flex[0] #1+0 = #1+0
//: main/1 link_write flex[1] #1+0 = #1+0
//: main/1 link_write flex[2] #1+0 = #1+0
//: main/2 link_read skip[1] #2+0
//: main/2 link_write skip[0] #2+0 = null
//: main/2 link_read skip[2] #2+0
//: main/2 link_write skip[1] #2+0 = null
//: main/3 array_run char #3+4 to #3+5: 0 read, 2 written, iterations 1 to 2
