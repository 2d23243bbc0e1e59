/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lists.c: Linked lists with a fixed payload (7), a generic one (8) and with inheritance (9).
 *
 * Algorithms:
 *   main: no data structure
 *   build_7s: construction of structure ring_node; steps = n - 1; n = elements of ring_node 3..201
 *   walk_7s: traversal of structure ring_node; steps = n - 1; n = elements of ring_node 3..201
 *   build_7i: construction of structure link; steps = n; n = elements of link 2..200
 *   walk_7i: traversal of structure link; steps = n; n = elements of link 2..200
 *   build_7a: construction of structure pool_node; steps = n; n = elements of pool_node 2..200
 *   walk_7a: traversal of structure pool_node; steps = n + 1; n = elements of pool_node 2..200
 *   build_7t: construction of structure marked; steps = n; n = elements of marked 2..200
 *   walk_7t: traversal of structure marked; steps = n; n = elements of marked 2..200
 *   build_8s: construction of structure any_node; steps = n - 1; n = elements of any_node 3..201
 *   walk_8s: traversal of structure any_node; steps = n; n = elements of any_node 2..200
 *   build_8i: construction of structure hook; steps = n; n = elements of hook 2..200
 *   walk_8i: traversal of structure hook; steps = n; n = elements of hook 2..200
 *   build_8a: modification of array cell; steps = n; n = elements of cell 2..200
 *   walk_8a: traversal of array cell; steps = n; n = elements of cell 2..200
 *   build_8v: construction of structure packed; steps = n; n = elements of packed 2..200
 *   walk_8v: traversal of structure packed; steps = n; n = elements of packed 2..200
 *   build_9s: construction of structure *; steps = n - 1; n = elements 3..201
 *   walk_9s: traversal of structure *; steps = n - 1; n = elements 3..201
 *   build_9i: construction of structure *; steps = n; n = elements 2..200
 *   walk_9i: traversal of structure *; steps = n; n = elements 2..200
 *   build_9a: construction of structure *; steps = n; n = elements 2..200
 *   walk_9a: traversal of structure *; steps = n + 1; n = elements 2..200
 *   build_9t: construction of structure *; steps = n; n = elements 2..200
 *   walk_9t: traversal of structure *; steps = n; n = elements 2..200 */
#include "styles.h"

/* 7s: a ring whose first node holds nothing. */
struct ring_node {
    struct ring_node *next;
    int value;
};
static struct ring_node *build_7s(int n) {
    struct ring_node *ring = malloc(sizeof *ring);
    ring->next = ring;
    for (int i = 0; i < n; i++) {
        struct ring_node *x = malloc(sizeof *x);
        x->value = i;
        x->next = ring->next;
        ring->next = x;
    }
    return ring;
}
static long walk_7s(const struct ring_node *ring) {
    long sum = 0;
    for (const struct ring_node *x = ring->next; x != ring; x = x->next) sum += x->value;
    return sum;
}

/* 7i: a link inside of a record. */
struct link {
    struct link *next;
};
struct item {
    double value;
    struct link link;
};
#define ITEM(l) ((struct item *)((char *)(l)-offsetof(struct item, link)))
static struct link *build_7i(int n) {
    struct link *first = NULL;
    for (int i = 0; i < n; i++) {
        struct item *x = malloc(sizeof *x);
        x->value = i;
        x->link.next = first;
        first = &x->link;
    }
    return first;
}
static double walk_7i(const struct link *first) {
    double sum = 0;
    for (const struct link *l = first; l; l = l->next) sum += ITEM(l)->value;
    return sum;
}

/* 7a: nodes of a pool. */
struct pool_node {
    int value;
    struct pool_node *next;
};
static struct pool_node *build_7a(struct pool_node *pool, int n) {
    struct pool_node *first = NULL;
    int used = 0;
    for (int i = 0; i < n; i++) {
        struct pool_node *x = &pool[used++];
        x->value = i;
        x->next = first;
        first = x;
    }
    return first;
}
static long walk_7a(const struct pool_node *x) {
    return x ? x->value + walk_7a(x->next) : 0;
}

/* 7t: a mark in the pointer to the next node. */
struct marked {
    int value;
    uintptr_t next;
};
static struct marked *unmarked(uintptr_t link) {
    return (struct marked *)(link & ~(uintptr_t)1);
}
static struct marked *build_7t(int n) {
    struct marked *first = NULL;
    for (int i = 0; i < n; i++) {
        struct marked *x = malloc(sizeof *x);
        x->value = i;
        x->next = (uintptr_t)first | (i % 3 == 0);
        first = x;
    }
    return first;
}
static long walk_7t(struct marked *x) {
    long sum = 0;
    while (x) {
        if (!(x->next & 1)) sum += x->value;
        x = unmarked(x->next);
    }
    return sum;
}

/* 8s: values of any type behind a node that holds none. */
struct any_node {
    void *value;
    struct any_node *next;
};
struct any_list {
    struct any_node head;
    struct any_node *last;
};
static struct any_list *build_8s(int n) {
    struct any_list *list = malloc(sizeof *list);
    list->head.next = NULL;
    list->last = &list->head;
    for (int i = 0; i < n; i++) {
        struct any_node *x = malloc(sizeof *x);
        int *value = malloc(sizeof *value);
        *value = i;
        x->value = value;
        x->next = NULL;
        list->last->next = x;
        list->last = x;
    }
    return list;
}
static long walk_8s(const struct any_list *list) {
    long sum = 0;
    for (const struct any_node *x = list->head.next; x; x = x->next) sum += *(int *)x->value;
    return sum;
}

/* 8i: links in both directions, in records of any type; the list's head is a local variable. */
struct hook {
    struct hook *next, *previous;
};
struct document {
    char title[24];
    struct hook hook;
    int pages;
};
static void build_8i(struct hook *head, int n) {
    for (int i = 0; i < n; i++) {
        struct document *d = calloc(1, sizeof *d);
        d->pages = i;
        d->hook.next = head;
        d->hook.previous = head->previous;
        head->previous->next = &d->hook;
        head->previous = &d->hook;
    }
}
static long walk_8i(const struct hook *head) {
    long pages = 0;
    for (const struct hook *h = head->next; h != head; h = h->next)
        pages += ((struct document *)((char *)h - offsetof(struct document, hook)))->pages;
    return pages;
}

/* 8a: cells of an array that are linked by index. */
struct cell {
    double value;
    int next;
};
static int build_8a(struct cell *cells, int n) {
    int first = -1;
    for (int i = 0; i < n; i++) {
        cells[i].value = i;
        cells[i].next = first;
        first = i;
    }
    return first;
}
static double walk_8a(const struct cell *cells, int first) {
    double sum = 0;
    for (int i = first; i >= 0; i = cells[i].next) sum += cells[i].value;
    return sum;
}

/* 8v: values that are copied into the nodes. */
struct packed {
    struct packed *next;
    unsigned char value[];
};
struct packed_list {
    struct packed *first;
    size_t width;
};
static void put_8v(struct packed_list *list, const void *value) {
    struct packed *x = malloc(sizeof *x + list->width);
    memcpy(x->value, value, list->width);
    x->next = list->first;
    list->first = x;
}
static void build_8v(struct packed_list *list, int n) {
    for (int i = 0; i < n; i++) {
        long value = i;
        put_8v(list, &value);
    }
}
static long walk_8v(const struct packed_list *list) {
    long sum = 0, value;
    for (const struct packed *x = list->first; x; x = x->next) {
        memcpy(&value, x->value, list->width);
        sum += value;
    }
    return sum;
}

/* 9: shapes. */
struct shape {
    struct shape *next;
    int kind;
};
struct circle {
    struct shape shape;
    double radius;
};
struct box {
    struct shape shape;
    double width, height;
};
static struct shape end_9s;
static struct shape *build_9s(int n) {
    struct shape *first = &end_9s;
    for (int i = 0; i < n; i++) {
        struct shape *s;
        if (i % 2) {
            struct circle *c = malloc(sizeof *c);
            c->radius = i;
            s = &c->shape;
        } else {
            struct box *b = malloc(sizeof *b);
            b->width = b->height = i;
            s = &b->shape;
        }
        s->kind = i % 2;
        s->next = first;
        first = s;
    }
    return first;
}
static double walk_9s(const struct shape *s) {
    double sum = 0;
    for (; s != &end_9s; s = s->next)
        sum += s->kind ? ((const struct circle *)s)->radius : ((const struct box *)s)->width;
    return sum;
}

/* 9i: the link is not at the beginning of the base. */
struct animal {
    int legs;
    struct animal *next;
};
struct dog {
    struct animal animal;
    int tricks;
};
struct bird {
    struct animal animal;
    double wings[2];
};
static struct animal *build_9i(int n) {
    struct animal *first = NULL, **last = &first;
    for (int i = 0; i < n; i++) {
        struct animal *a = calloc(1, i % 2 ? sizeof(struct dog) : sizeof(struct bird));
        a->legs = i % 2 ? 4 : 2;
        *last = a;
        last = &a->next;
    }
    return first;
}
static long walk_9i(const struct animal *a) {
    long legs = 0;
    for (; a; a = a->next) legs += a->legs;
    return legs;
}

/* 9a: records of several sizes in one arena. */
struct event {
    struct event *next;
    int time;
};
struct key_event {
    struct event event;
    int code;
};
struct mouse_event {
    struct event event;
    double x, y;
};
static struct event *build_9a(struct arena *arena, int n) {
    struct event *first = NULL;
    for (int i = 0; i < n; i++) {
        struct event *e;
        if (i % 3) {
            struct key_event *k = arena_take(arena, sizeof *k);
            k->code = i;
            e = &k->event;
        } else {
            struct mouse_event *m = arena_take(arena, sizeof *m);
            m->x = m->y = i;
            e = &m->event;
        }
        e->time = i;
        e->next = first;
        first = e;
    }
    return first;
}
static long walk_9a(const struct event *e) {
    return e ? e->time + walk_9a(e->next) : 0;
}

/* 9t: a mark shows which record follows. */
struct token {
    struct token *next;
};
struct number {
    struct token token;
    long value;
};
struct word {
    struct token token;
    char text[12];
};
static struct token *build_9t(int n) {
    struct token *first = NULL;
    for (int i = 0; i < n; i++)
        if (i % 2) {
            struct number *x = malloc(sizeof *x);
            x->value = i;
            x->token.next = first;
            first = (struct token *)((char *)x + 1);
        } else {
            struct word *x = malloc(sizeof *x);
            strcpy(x->text, "word");
            x->token.next = first;
            first = &x->token;
        }
    return first;
}
static long walk_9t(struct token *t) {
    long sum = 0;
    while (t) {
        int number = (uintptr_t)t & 1;
        t = (struct token *)((uintptr_t)t & ~(uintptr_t)1);
        sum += number ? ((struct number *)t)->value : ((struct word *)t)->text[0];
        t = t->next;
    }
    return sum;
}

int main(void) {
    FOR_SIZES(n) {
        sink = walk_7s(build_7s(n));
        sink = walk_7i(build_7i(n));
        struct pool_node *pool = malloc(n * sizeof *pool);
        sink = walk_7a(build_7a(pool, n));
        free(pool);
        sink = walk_7t(build_7t(n));
        sink = walk_8s(build_8s(n));
        struct hook head = {&head, &head};
        build_8i(&head, n);
        sink = walk_8i(&head);
        struct cell *cells = malloc(n * sizeof *cells);
        sink = walk_8a(cells, build_8a(cells, n));
        free(cells);
        struct packed_list list = {NULL, sizeof(long)};
        build_8v(&list, n);
        sink = walk_8v(&list);
        sink = walk_9s(build_9s(n));
        sink = walk_9i(build_9i(n));
        struct arena *arena = arena_new(n * 64);
        sink = walk_9a(build_9a(arena, n));
        arena_free(arena);
        sink = walk_9t(build_9t(n));
    }
    return 0;
}
