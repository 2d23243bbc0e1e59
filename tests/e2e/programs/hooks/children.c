// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// children.c: children of a node: in the node, in an array of their own, in records inside the node.
#include <stddef.h>
void *take(size_t);
struct edge {
    struct wide *to;
    int weight;
};
struct wide {
    int n;
    struct wide *child[3];
    long key;
    struct wide *more[2];
};
struct tree {
    int n;
    struct tree **children;
};
struct star {
    int n;
    struct edge2 {
        struct star *to;
        int weight;
    } edges[3];
};
static void wide(struct wide *w, int i) {
    w->child[1] = w;
    w->child[i] = w->child[i - 1];
    w->more[i - 1] = 0;
}
static void star(struct star *s, int i) {
    s->edges[i].weight = 3;
    s->edges[i].to = s;
    s->edges[1].to = s;
}
int main(void) {
    wide(take(sizeof(struct wide)), 2);
    struct tree *t = take(sizeof *t);
    t->n = 2;
    t->children = take(2 * sizeof *t->children);
    for (int i = 0; i < t->n; i++) t->children[i] = t;
    star(take(sizeof(struct star)), 2);
    return 0;
}

//: type tree, 16 bytes linked, 1 slots from 8 0:tree *
//: type tree *, 8 bytes pointer -> tree
//: type wide, 56 bytes linked, 6 slots from 8 0:wide 1:wide 2:wide 4:wide 5:wide
//: type star, 56 bytes linked, 5 slots from 8 0:star 2:star 4:star
//: advance main/1 by main/1
//: main link_write wide[1] #1+0 = #1+0
//: main link_read wide[1] #1+0
//: main link_write wide[2] #1+0 = #1+0
//: main link_write wide[5] #1+0 = null
//: main link_write tree[0] #2+0 = #3+0
//: main/1 link_read tree[0] #2+0
//: main/1 array_link tree * #3+0 = #2+0
//: main/1 link_read tree[0] #2+0
//: main/1 array_link tree * #3+8 = #2+0
//: main link_write star[4] #4+0 = #4+0
//: main link_write star[2] #4+0 = #4+0
