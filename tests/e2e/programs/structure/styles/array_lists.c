/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* array_lists.c: Lists in arrays that double (3) or grow by one (4), with elements of any type (5) and of derived
 * types (6).
 *
 * Algorithms:
 *   main: no data structure
 *   build_3s: modification of array char; steps = n - 1; n = used of char 3..201
 *   walk_3s: traversal of array char; steps = n - 1; n = used of char 3..201
 *   build_3i: modification of array double; steps = n; n = used of double 2..200
 *   walk_3i: traversal of array double; steps = n; n = used of double 2..200
 *   build_3t: modification of array int; steps = n; n = used of int 2..200
 *   walk_3t: traversal of array int; steps = n; n = used of int 2..200
 *   build_3v: modification of array double; steps = n; n = used of double 2..200
 *   walk_3v: traversal of array double; steps = n; n = used of double 2..200
 *   build_4s: modification of array int; steps = n - 1; n = used of int 3..201
 *   walk_4s: traversal of array int; steps = n - 1; n = used of int 3..201
 *   build_4i + add_4i: modification of array long; steps = n + n * (n - 1) // 2; n = used of long 2..200; class = n^2
 *   walk_4i: traversal of array long; steps = n; n = used of long 2..200
 *   build_4a + add_4a: modification of array int; class = any; n = used of int 6..20400
 *   walk_4a: traversal of array int; steps = n; n = used of int 2..200
 *   build_4v: modification of array int; steps = n; n = used of int 2..200
 *   walk_4v: traversal of array int; steps = n; n = used of int 2..200
 *   build_5s: modification of array void *; steps = n - 1; n = used of void * 3..201
 *   walk_5s: traversal of array void *; steps = n - 1; n = used of void * 3..201
 *   build_5i: modification of array void *; steps = n; n = used of void * 2..200
 *   walk_5i: traversal of array void *; steps = n; n = used of void * 2..200
 *   build_5t: modification of array point; steps = n; n = used of point 2..200
 *   walk_5t: traversal of array point; steps = n; n = used of point 2..200
 *   build_5v: modification of array point; steps = n; n = used of point 2..200
 *   walk_5v: traversal of array point; steps = n; n = used of point 2..200
 *   build_6s: modification of array shape *; steps = n - 1; n = used of shape * 3..201
 *   walk_6s: traversal of array shape *; steps = n - 1; n = used of shape * 3..201
 *   build_6a: modification of array shape *; steps = n; n = used of shape * 2..200
 *   walk_6a: traversal of array shape *; steps = n; n = used of shape * 2..200
 *   build_6i + add_6i: modification of array shape *; steps = n + n * (n - 1) // 2; n = used of shape * 2..200; class = n^2
 *   walk_6i: traversal of array shape *; steps = n; n = used of shape * 2..200
 *   build_6v: modification of array shape *; steps = n; n = used of shape * 2..200
 *   walk_6v: traversal of array shape *; steps = n; n = used of shape * 2..200 */
#include "styles.h"

/* 3s: text that ends with a zero. */
struct text {
    char *chars;
    int n, room;
};
static void add_3s(struct text *t, char c) {
    if (t->n + 2 > t->room) {
        t->room = t->room ? 2 * t->room : 8;
        t->chars = realloc(t->chars, t->room);
    }
    t->chars[t->n++] = c;
    t->chars[t->n] = 0;
}
static void build_3s(struct text *t, int n) {
    for (int i = 0; i < n; i++) add_3s(t, 'a' + i % 26);
}
static long walk_3s(const char *chars) {
    long sum = 0;
    while (*chars) sum += *chars++;
    return sum;
}

/* 3i: the length is in front of the elements. */
struct doubles {
    size_t n, room;
    double items[];
};
static struct doubles *add_3i(struct doubles *d, double x) {
    if (!d || d->n == d->room) {
        size_t room = d ? 2 * d->room : 4, n = d ? d->n : 0;
        d = realloc(d, sizeof *d + room * sizeof *d->items);
        d->room = room;
        d->n = n;
    }
    d->items[d->n++] = x;
    return d;
}
static struct doubles *build_3i(int n) {
    struct doubles *d = NULL;
    for (int i = 0; i < n; i++) d = add_3i(d, i);
    return d;
}
static double walk_3i(const struct doubles *d) {
    double sum = 0;
    for (size_t i = 0; i < d->n; i++) sum += d->items[i];
    return sum;
}

/* 3t: a mark in the pointer to the array. */
struct marked {
    uintptr_t items; /* bit 0: some element is odd */
    int n, room;
};
static int *items_3t(const struct marked *m) {
    return (int *)(m->items & ~(uintptr_t)1);
}
static void add_3t(struct marked *m, int x) {
    int odd = (m->items | x) & 1;
    if (m->n == m->room) {
        m->room = m->room ? 2 * m->room : 4;
        m->items = (uintptr_t)realloc(items_3t(m), m->room * sizeof(int));
    }
    m->items = (m->items & ~(uintptr_t)1) | odd;
    items_3t(m)[m->n++] = x;
}
static void build_3t(struct marked *m, int n) {
    for (int i = 0; i < n; i++) add_3t(m, i);
}
static long walk_3t(const struct marked *m) {
    long sum = 0;
    for (int i = 0; i < m->n; i++) sum += items_3t(m)[i];
    return sum;
}

/* 3v: elements of any size are copied. */
struct any_list {
    char *items;
    size_t n, room, width;
};
static void add_3v(struct any_list *l, const void *item) {
    if (l->n == l->room) {
        size_t room = l->room ? 2 * l->room : 4;
        char *items = malloc(room * l->width);
        if (l->n) memcpy(items, l->items, l->n * l->width);
        free(l->items);
        l->items = items;
        l->room = room;
    }
    memcpy(l->items + l->n++ * l->width, item, l->width);
}
static void build_3v(struct any_list *l, int n) {
    for (int i = 0; i < n; i++) {
        double x = i;
        add_3v(l, &x);
    }
}
static double walk_3v(const struct any_list *l) {
    double sum = 0, x;
    for (size_t i = 0; i < l->n; i++) {
        memcpy(&x, l->items + i * l->width, l->width);
        sum += x;
    }
    return sum;
}

/* 4s: the last element is followed by a negative one. */
static int *build_4s(int n) {
    int *a = NULL, used = 0;
    for (int i = 0; i < n; i++) {
        a = realloc(a, (used + 2) * sizeof *a);
        a[used++] = i;
        a[used] = -1;
    }
    return a;
}
static long walk_4s(const int *a) {
    long sum = 0;
    for (int i = 0; a[i] >= 0; i++) sum += a[i];
    return sum;
}

/* 4i: the length is in front of the elements, which are copied one by one. */
struct longs {
    long n;
    long items[];
};
static struct longs *add_4i(struct longs *old, long x) {
    long n = old ? old->n : 0;
    struct longs *l = malloc(sizeof *l + (n + 1) * sizeof *l->items);
    for (long i = 0; i < n; i++) l->items[i] = old->items[i];
    free(old);
    l->items[n] = x;
    l->n = n + 1;
    return l;
}
static struct longs *build_4i(int n) {
    struct longs *l = NULL;
    for (int i = 0; i < n; i++) l = add_4i(l, i);
    return l;
}
static long walk_4i(const struct longs *l) {
    long sum = 0;
    for (long i = 0; i < l->n; i++) sum += l->items[i];
    return sum;
}

/* 4a: new arrays are behind the old ones in an arena. */
struct slice {
    int *items;
    int n;
};
static void add_4a(struct arena *a, struct slice *s, int x) {
    int *items = arena_take(a, (s->n + 1) * sizeof *items);
    for (int i = 0; i < s->n; i++) items[i] = s->items[i];
    items[s->n++] = x;
    s->items = items;
}
static void build_4a(struct arena *a, struct slice *s, int n) {
    for (int i = 0; i < n; i++) add_4a(a, s, i);
}
static long walk_4a(const struct slice *s) {
    long sum = 0;
    for (int i = 0; i < s->n; i++) sum += s->items[i];
    return sum;
}

/* 4v: memcpy. */
static void add_4v(struct slice *s, int x) {
    int *items = malloc((s->n + 1) * sizeof *items);
    if (s->n) memcpy(items, s->items, s->n * sizeof *items);
    free(s->items);
    items[s->n++] = x;
    s->items = items;
}
static void build_4v(struct slice *s, int n) {
    for (int i = 0; i < n; i++) add_4v(s, i);
}
static long walk_4v(const struct slice *s) {
    long sum = 0;
    for (int i = 0; i < s->n; i++) sum += s->items[i];
    return sum;
}

/* 5s: pointers up to a null pointer. */
static void **build_5s(int n) {
    void **items = NULL;
    int used = 0;
    for (int i = 0; i < n; i++) {
        int *x = malloc(sizeof *x);
        *x = i;
        items = realloc(items, (used + 2) * sizeof *items);
        items[used++] = x;
        items[used] = NULL;
    }
    return items;
}
static long walk_5s(void **items) {
    long sum = 0;
    for (; *items; items++) sum += *(int *)*items;
    return sum;
}

/* 5i: the length is in front of pointers to anything. */
struct anything {
    size_t n;
    void *items[];
};
static struct anything *add_5i(struct anything *a, void *item) {
    size_t n = a ? a->n : 0;
    a = realloc(a, sizeof *a + (n + 1) * sizeof *a->items);
    a->items[n] = item;
    a->n = n + 1;
    return a;
}
static struct anything *build_5i(int n) {
    struct anything *a = NULL;
    for (int i = 0; i < n; i++) {
        double *x = malloc(sizeof *x);
        *x = i;
        a = add_5i(a, x);
    }
    return a;
}
static double walk_5i(const struct anything *a) {
    double sum = 0;
    for (size_t i = 0; i < a->n; i++) sum += *(double *)a->items[i];
    return sum;
}

/* 5t: a macro that makes lists of a type, with a mark in the pointer. */
#define LIST_OF(T)                                                                                  \
    struct list_of_##T {                                                                           \
        uintptr_t items;                                                                           \
        int n;                                                                                     \
    };                                                                                             \
    static T *T##_items(const struct list_of_##T *l) {                                             \
        return (T *)(l->items & ~(uintptr_t)1);                                                    \
    }                                                                                              \
    static void T##_add(struct list_of_##T *l, T item) {                                           \
        uintptr_t mark = l->items & 1;                                                             \
        T *items = realloc(T##_items(l), (l->n + 1) * sizeof *items);                              \
        items[l->n++] = item;                                                                      \
        l->items = (uintptr_t)items | mark;                                                        \
    }
typedef struct {
    int x, y;
} point;
LIST_OF(point)
static void build_5t(struct list_of_point *l, int n) {
    for (int i = 0; i < n; i++) point_add(l, (point){i, -i});
}
static long walk_5t(const struct list_of_point *l) {
    long sum = 0;
    for (int i = 0; i < l->n; i++) sum += point_items(l)[i].x;
    return sum;
}

/* 5v: elements of any size are copied. */
static void add_5v(struct any_list *l, const void *item) {
    l->items = realloc(l->items, (l->n + 1) * l->width);
    memcpy(l->items + l->n * l->width, item, l->width);
    l->n++;
}
static void build_5v(struct any_list *l, int n) {
    for (int i = 0; i < n; i++) {
        point p = {i, 2 * i};
        add_5v(l, &p);
    }
}
static long walk_5v(const struct any_list *l) {
    long sum = 0;
    for (size_t i = 0; i < l->n; i++) {
        const point *p = (const point *)(l->items + i * l->width);
        sum += p->x + p->y;
    }
    return sum;
}

/* 6: shapes. */
typedef struct shape {
    int kind;
    double area;
} shape;
typedef struct {
    shape shape;
    double radius;
} circle;
typedef struct {
    shape shape;
    double width, height;
} box;
static shape *init(shape *s, int i) {
    s->kind = i % 2;
    s->area = i;
    return s;
}
static shape *new_shape(int i) {
    if (i % 2) {
        circle *c = malloc(sizeof *c);
        c->radius = i;
        return init(&c->shape, i);
    }
    box *b = malloc(sizeof *b);
    b->width = b->height = i;
    return init(&b->shape, i);
}

/* 6s: pointers up to a null pointer. */
static shape **build_6s(int n) {
    shape **all = NULL;
    for (int i = 0; i < n; i++) {
        all = realloc(all, (i + 2) * sizeof *all);
        all[i] = new_shape(i);
        all[i + 1] = NULL;
    }
    return all;
}
static double walk_6s(shape *const *all) {
    double sum = 0;
    while (*all) sum += (*all++)->area;
    return sum;
}

/* 6a: the objects are in an arena. */
static shape **build_6a(struct arena *a, int n) {
    shape **all = NULL;
    for (int i = 0; i < n; i++) {
        shape *s = arena_take(a, i % 2 ? sizeof(circle) : sizeof(box));
        all = realloc(all, (i + 1) * sizeof *all);
        all[i] = init(s, i);
    }
    return all;
}
static double walk_6a(shape *const *all, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += all[i]->area;
    return sum;
}

/* 6i: the length is in front of the pointers, which are copied one by one. */
struct shapes {
    int n;
    shape *items[];
};
static struct shapes *add_6i(struct shapes *old, shape *s) {
    int n = old ? old->n : 0;
    struct shapes *more = malloc(sizeof *more + (n + 1) * sizeof *more->items);
    for (int i = 0; i < n; i++) more->items[i] = old->items[i];
    free(old);
    more->items[n] = s;
    more->n = n + 1;
    return more;
}
static struct shapes *build_6i(int n) {
    struct shapes *all = NULL;
    for (int i = 0; i < n; i++) all = add_6i(all, new_shape(i));
    return all;
}
static double walk_6i(const struct shapes *all) {
    double sum = 0;
    for (int i = 0; i < all->n; i++) sum += all->items[i]->area;
    return sum;
}

/* 6v: memcpy. */
static shape **build_6v(int n) {
    shape **all = NULL;
    for (int i = 0; i < n; i++) {
        shape **more = malloc((i + 1) * sizeof *more);
        if (i) memcpy(more, all, i * sizeof *more);
        free(all);
        all = more;
        all[i] = new_shape(i);
    }
    return all;
}
static double walk_6v(shape *const *all, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += all[i]->area;
    return sum;
}

int main(void) {
    FOR_SIZES(n) {
        struct text text = {0};
        build_3s(&text, n);
        sink = walk_3s(text.chars);
        sink = walk_3i(build_3i(n));
        struct marked marked = {0};
        build_3t(&marked, n);
        sink = walk_3t(&marked);
        struct any_list doubles = {.width = sizeof(double)};
        build_3v(&doubles, n);
        sink = walk_3v(&doubles);
        sink = walk_4s(build_4s(n));
        sink = walk_4i(build_4i(n));
        struct arena *arena = arena_new(n * n * 4 + 16 * n);
        struct slice slice = {NULL, 0};
        build_4a(arena, &slice, n);
        sink = walk_4a(&slice);
        arena_free(arena);
        slice = (struct slice){NULL, 0};
        build_4v(&slice, n);
        sink = walk_4v(&slice);
        sink = walk_5s(build_5s(n));
        sink = walk_5i(build_5i(n));
        struct list_of_point points = {0};
        build_5t(&points, n);
        sink = walk_5t(&points);
        struct any_list any = {.width = sizeof(point)};
        build_5v(&any, n);
        sink = walk_5v(&any);
        sink = walk_6s(build_6s(n));
        arena = arena_new(n * 64);
        sink = walk_6a(build_6a(arena, n), n);
        arena_free(arena);
        sink = walk_6i(build_6i(n));
        sink = walk_6v(build_6v(n), n);
    }
    return 0;
}
