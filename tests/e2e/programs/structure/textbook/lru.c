/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lru.c: A cache that forgets what was not used for longest.
 *
 * Algorithms:
 *   main: no data structure
 *   requests + get#1 + get#2: construction of array item *; class = n; coefficient = 20; n = used 4..196 */
#include "textbook.h"

struct item {
    int key;
    struct item *prev, *next, *chain;
};
struct cache {
    struct item *first, *last, **buckets;
    int size, room;
};
static void detach(struct cache *c, struct item *x) {
    if (x->prev)
        x->prev->next = x->next;
    else
        c->first = x->next;
    if (x->next)
        x->next->prev = x->prev;
    else
        c->last = x->prev;
}
static void to_front(struct cache *c, struct item *x) {
    x->prev = NULL;
    x->next = c->first;
    if (c->first)
        c->first->prev = x;
    else
        c->last = x;
    c->first = x;
}
static bool get(struct cache *c, int key) {
    struct item **bucket = &c->buckets[key % c->room], *x;
    for (x = *bucket; x; x = x->chain)
        if (x->key == key) {
            detach(c, x);
            to_front(c, x);
            return true;
        }
    if (c->size == c->room) {
        x = c->last;
        detach(c, x);
        struct item **p = &c->buckets[x->key % c->room];
        while (*p != x) p = &(*p)->chain;
        *p = x->chain;
    } else {
        x = malloc(sizeof *x);
        c->size++;
    }
    x->key = key;
    x->chain = *bucket;
    *bucket = x;
    to_front(c, x);
    return false;
}
static int requests(struct cache *c, int n) {
    int hits = 0;
    for (int i = 0; i < n; i++) hits += get(c, draw() % (2 * c->room));
    return hits;
}
int main(void) {
    for (int room = 4; room <= 200; room += 8) {
        struct cache c = {.buckets = calloc(room, sizeof(struct item *)), .room = room};
        sink += requests(&c, 10 * room);
    }
}
