/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* skiplist.c: A skip list. Most searches are too short to be worth measuring.
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2: no data structure
 *   random_level: no data structure
 *   insert#1 + insert#2: others
 *   insert#3: others
 *   insert#4: others
 *   lookups + contains#1 + contains#2: traversal of structure node; class = n log n; coefficient = any */
#include "textbook.h"

#define LEVELS 12
struct node {
    int key;
    struct node *next[LEVELS];
};
struct skiplist {
    struct node *head;
    int level;
};
static int random_level(void) {
    int l = 1;
    while (l < LEVELS && draw() % 2) l++;
    return l;
}
static void insert(struct skiplist *s, int key) {
    struct node *update[LEVELS], *x = s->head;
    for (int i = s->level - 1; i >= 0; i--) {
        while (x->next[i] && x->next[i]->key < key) x = x->next[i];
        update[i] = x;
    }
    int level = random_level();
    while (s->level < level) update[s->level++] = s->head;
    struct node *n = calloc(1, sizeof *n);
    n->key = key;
    for (int i = 0; i < level; i++) {
        n->next[i] = update[i]->next[i];
        update[i]->next[i] = n;
    }
}
static bool contains(struct skiplist *s, int key) {
    struct node *x = s->head;
    for (int i = s->level - 1; i >= 0; i--)
        while (x->next[i] && x->next[i]->key < key) x = x->next[i];
    return x->next[0] && x->next[0]->key == key;
}
static int lookups(struct skiplist *s, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) found += contains(s, draw() % 10000);
    return found;
}
int main(void) {
    for (int n = 10; n <= 200; n += 10) {
        struct skiplist s = {calloc(1, sizeof(struct node)), 1};
        for (int i = 0; i < n; i++) insert(&s, draw() % 10000);
        sink += lookups(&s, n);
    }
}
