/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A machine of registers: tagged values that are copied member by member in one large stack, into
 * and out of tables of an array and a hash part that are rehashed, closures that share cells, lists
 * of pointers that grow by copying one after another, a collector of grey objects.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum tag { NOTHING, INTEGER, REAL, TEXT, TABLE, CLOSURE };
enum operation { LOAD, MOVE, ADD, GET, SET, MAKE, CALL, CAPTURE, LESS, JUMP, RETURN };

struct thing {
    struct thing *next;
    unsigned char kind, colour;
};

struct value {
    union {
        struct thing *thing;
        long integer;
        double real;
    } as;
    int tag;
};

struct text {
    struct thing head;
    struct text *chain;
    unsigned hash, length;
    char bytes[];
};

struct pair {
    struct value value, key;
    struct pair *chain;
};

struct table {
    struct thing head;
    struct value *array;
    struct pair *pairs, *free;
    unsigned n_array, log2_pairs;
    struct thing *grey;
};

struct cell {
    struct thing head;
    struct value *at, own;
    struct cell *open;
};

struct closure {
    struct thing head;
    struct thing *grey;
    int n_cells;
    struct cell *cells[3];
};

struct instruction {
    unsigned char operation, a, b, c;
};

struct list {
    struct thing **items;
    int n, room;
};

enum { STACK = 1 << 17, BUCKETS = 256 };

static struct value *stack;
static struct thing *all, *grey;
static struct text *buckets[BUCKETS];
static struct cell *open_cells;
static struct list kept;
static unsigned long n_things, n_steps;

static void copy(struct value *to, const struct value *from) {
    to->as = from->as;
    to->tag = from->tag;
}

static void set_integer(struct value *to, long i) {
    to->as.integer = i;
    to->tag = INTEGER;
}

static void set_thing(struct value *to, struct thing *thing, int tag) {
    to->as.thing = thing;
    to->tag = tag;
}

static void *thing(size_t size, int kind) {
    struct thing *t = calloc(1, size);
    t->kind = (unsigned char)kind;
    t->next = all;
    all = t;
    n_things++;
    return t;
}

static struct text *intern(const char *bytes, unsigned length) {
    unsigned h = length;
    for (unsigned i = 0; i < length; i++) h ^= (h << 5) + (h >> 2) + (unsigned char)bytes[i];
    struct text **bucket = &buckets[h % BUCKETS];
    for (struct text *t = *bucket; t; t = t->chain)
        if (t->hash == h && t->length == length && !memcmp(t->bytes, bytes, length)) return t;
    struct text *t = thing(sizeof *t + length + 1, TEXT);
    t->hash = h;
    t->length = length;
    memcpy(t->bytes, bytes, length);
    t->chain = *bucket;
    return *bucket = t;
}

static int same(const struct value *a, const struct value *b) {
    return a->tag == b->tag && a->as.integer == b->as.integer;
}

static unsigned hash_of(const struct value *key) {
    if (key->tag == TEXT) return ((const struct text *)(const void *)key->as.thing)->hash;
    return (unsigned)((unsigned long)key->as.integer * 2654435761u >> 7);
}

static struct pair *place_of(const struct table *t, const struct value *key) {
    return &t->pairs[hash_of(key) & ((1u << t->log2_pairs) - 1)];
}

static struct value *find(struct table *t, const struct value *key) {
    if (key->tag == INTEGER && (unsigned long)key->as.integer - 1 < t->n_array)
        return &t->array[key->as.integer - 1];
    for (struct pair *p = t->pairs ? place_of(t, key) : NULL; p; p = p->chain)
        if (same(&p->key, key)) return &p->value;
    return NULL;
}

static void put(struct table *t, const struct value *key, const struct value *value);

static void make_pairs(struct table *t, unsigned log2) {
    t->log2_pairs = log2;
    t->pairs = malloc(sizeof *t->pairs << log2);
    for (unsigned i = 0; i < 1u << log2; i++) {
        t->pairs[i].chain = NULL;
        t->pairs[i].key.tag = t->pairs[i].value.tag = NOTHING;
    }
    t->free = t->pairs + (1u << log2);
}

static void grow(struct table *t) {
    struct pair *old = t->pairs;
    unsigned n = old ? 1u << t->log2_pairs : 0, most = t->n_array * 2 + 4, dense = 0, is_dense = 0;
    for (unsigned i = 0; i < n; i++)
        if (old[i].key.tag == INTEGER && old[i].key.as.integer <= (long)most) dense++;
    if (dense + t->n_array > most / 2) {
        is_dense = 1;
        t->array = realloc(t->array, most * sizeof *t->array);
        for (unsigned i = t->n_array; i < most; i++) t->array[i].tag = NOTHING;
        t->n_array = most;
    }
    make_pairs(t, old ? t->log2_pairs + !is_dense : 2);
    for (unsigned i = n; i-- > 0;)
        if (old[i].value.tag != NOTHING) put(t, &old[i].key, &old[i].value);
    free(old);
}

/* A key whose place is taken goes to a free one, or the one there does, when that is not its own.
 */
static void put(struct table *t, const struct value *key, const struct value *value) {
    struct value *known = find(t, key);
    if (known) {
        copy(known, value);
        return;
    }
    struct pair *p = t->pairs ? place_of(t, key) : NULL;
    if (!p || p->key.tag != NOTHING) {
        struct pair *spare = NULL;
        while (p && t->free > t->pairs)
            if ((--t->free)->key.tag == NOTHING) {
                spare = t->free;
                break;
            }
        if (!spare) {
            grow(t);
            put(t, key, value);
            return;
        }
        struct pair *other = place_of(t, &p->key);
        if (other != p) {
            while (other->chain != p) other = other->chain;
            other->chain = spare;
            *spare = *p;
            p->chain = NULL;
        } else {
            spare->chain = p->chain;
            p->chain = spare;
            p = spare;
        }
    }
    copy(&p->key, key);
    copy(&p->value, value);
}

static void add_item(struct list *l, struct thing *t) {
    if (l->n == l->room) {
        int more = l->room ? l->room * 2 : 4;
        struct thing **items = malloc((size_t)more * sizeof *items);
        for (int i = 0; i < l->n; i++) items[i] = l->items[i];
        free(l->items);
        l->items = items;
        l->room = more;
    }
    l->items[l->n++] = t;
}

static void shade(struct thing *t) {
    if (t->colour) return;
    t->colour = 1;
    if (t->kind == TABLE) {
        ((struct table *)(void *)t)->grey = grey;
        grey = t;
    } else if (t->kind == CLOSURE) {
        ((struct closure *)(void *)t)->grey = grey;
        grey = t;
    }
}

static void shade_value(const struct value *v) {
    if (v->tag >= TEXT) shade(v->as.thing);
}

static void blacken(struct thing *t) {
    if (t->kind == CLOSURE) {
        struct closure *f = (struct closure *)(void *)t;
        grey = f->grey;
        for (int i = 0; i < f->n_cells; i++) {
            shade(&f->cells[i]->head);
            shade_value(f->cells[i]->at);
        }
        return;
    }
    struct table *table = (struct table *)(void *)t;
    grey = table->grey;
    for (unsigned i = 0; i < table->n_array; i++) shade_value(&table->array[i]);
    for (unsigned i = 0; table->pairs && i < 1u << table->log2_pairs; i++) {
        if (table->pairs[i].value.tag == NOTHING) continue;
        shade_value(&table->pairs[i].key);
        shade_value(&table->pairs[i].value);
    }
}

static void forget_texts(void) {
    for (int i = 0; i < BUCKETS; i++)
        for (struct text **at = &buckets[i]; *at;)
            if ((*at)->head.colour)
                at = &(*at)->chain;
            else
                *at = (*at)->chain;
}

static void collect(const struct value *top) {
    for (struct value *v = stack; v < top; v++) shade_value(v);
    for (int i = 0; i < kept.n; i++) shade(kept.items[i]);
    while (grey) blacken(grey);
    forget_texts();
    for (struct thing **at = &all; *at;) {
        struct thing *t = *at;
        if (t->colour) {
            t->colour = 0;
            at = &t->next;
            continue;
        }
        *at = t->next;
        if (t->kind == TABLE) {
            free(((struct table *)(void *)t)->array);
            free(((struct table *)(void *)t)->pairs);
        }
        free(t);
        n_things--;
    }
}

static struct cell *capture(struct value *at) {
    for (struct cell *c = open_cells; c; c = c->open)
        if (c->at == at) return c;
    struct cell *c = thing(sizeof *c, NOTHING);
    c->at = at;
    c->open = open_cells;
    return open_cells = c;
}

static void close_cells(const struct value *from) {
    struct cell **at = &open_cells;
    while (*at) {
        struct cell *c = *at;
        if (c->at < from) {
            at = &c->open;
            continue;
        }
        copy(&c->own, c->at);
        c->at = &c->own;
        *at = c->open;
    }
}

static const struct instruction program[][12] = {
    {{LOAD, 3, 1, 0},
     {LOAD, 4, 0, 0},
     {ADD, 4, 4, 3},
     {MOVE, 5, 4, 0},
     {SET, 0, 4, 5},
     {GET, 6, 0, 4},
     {ADD, 2, 2, 6},
     {LESS, 4, 1, 0},
     {JUMP, 2, 0, 0},
     {MOVE, 0, 2, 0},
     {RETURN, 0, 0, 0}},
    {{MAKE, 3, 0, 0},
     {LOAD, 4, 1, 0},
     {CAPTURE, 5, 2, 0},
     {SET, 3, 4, 5},
     {MOVE, 7, 3, 0},
     {LOAD, 8, 40, 0},
     {LOAD, 9, 0, 0},
     {CALL, 7, 0, 0},
     {MOVE, 2, 7, 0},
     {MOVE, 0, 3, 0},
     {RETURN, 0, 0, 0}},
};

static void call(int number, struct value *base);

static void step(const struct instruction *i, struct value *base) {
    struct value *a = base + i->a, *b = base + i->b, *c = base + i->c;
    switch (i->operation) {
    case LOAD:
        set_integer(a, i->b);
        break;
    case MOVE:
        copy(a, b);
        break;
    case ADD:
        if (b->tag == INTEGER && c->tag == INTEGER)
            set_integer(a, b->as.integer + c->as.integer);
        else
            copy(a, b);
        break;
    case GET: {
        struct value *v = find((struct table *)(void *)b->as.thing, c);
        if (v)
            copy(a, v);
        else
            a->tag = NOTHING;
        break;
    }
    case SET:
        put((struct table *)(void *)a->as.thing, b, c);
        break;
    case MAKE:
        set_thing(a, thing(sizeof(struct table), TABLE), TABLE);
        break;
    case CALL:
        call(i->b, a);
        break;
    case CAPTURE: {
        struct closure *f = thing(sizeof *f, CLOSURE);
        for (; f->n_cells < 3; f->n_cells++) f->cells[f->n_cells] = capture(b + f->n_cells);
        set_thing(a, &f->head, CLOSURE);
        break;
    }
    default:
        break;
    }
}

static void call(int number, struct value *base) {
    for (const struct instruction *i = program[number];; i++) {
        n_steps++;
        if (i->operation == LESS) {
            if (base[i->a].as.integer >= base[i->b].as.integer) i++;
            continue;
        }
        if (i->operation == JUMP) {
            i = program[number] + i->a - 1;
            continue;
        }
        if (i->operation == RETURN) break;
        step(i, base);
    }
    close_cells(base + 1);
}

static void words(struct table *t, int n) {
    char name[24];
    for (int i = 0; i < n; i++) {
        struct value key, value;
        int length = snprintf(name, sizeof name, "name%d", i * 7 % n);
        set_thing(&key, &intern(name, (unsigned)length)->head, TEXT);
        set_integer(&value, i);
        put(t, &key, &value);
        struct value *v = find(t, &key);
        if (v) copy(&value, v);
        set_integer(&key, i + 1);
        put(t, &key, &value);
    }
}

int main(void) {
    stack = malloc(STACK * sizeof *stack);
    for (int i = 0; i < STACK; i++) stack[i].tag = NOTHING;
    struct value *base = stack + STACK / 2; /* the rest of it is looked at by the collector only */
    for (int round = 0; round < 12; round++) {
        for (int i = 1; i < 60; i++) {
            struct table *t = thing(sizeof *t, TABLE);
            set_thing(base, &t->head, TABLE);
            set_integer(base + 1, 10 * i);
            set_integer(base + 2, 0);
            call(i % 3 == 0, base);
            words(t, i);
            if (i % 8 == 0) add_item(&kept, &t->head);
        }
        for (int i = 0; i < 20000; i++) copy(stack + i % 5000, stack + (i * 31) % 5000 + 100);
        if (round % 4 == 3) collect(base + 16);
        kept.n /= 2;
    }
    printf("%lu things, %lu steps\n", n_things, n_steps);
    return 0;
}
