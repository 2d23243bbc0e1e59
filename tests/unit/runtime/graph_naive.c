/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "graph_naive.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t two[] = {3}, tree[] = {5}, one[] = {1}, five[] = {31}, three[] = {7};
static const struct ordo_type *const to_node[] = {&graph_naive_types[NAIVE_NODE],
                                                  &graph_naive_types[NAIVE_NODE]};
static const struct ordo_type *const to_tree[] = {
    &graph_naive_types[NAIVE_TREE], &graph_naive_types[NAIVE_TREE], &graph_naive_types[NAIVE_TREE]};
static const struct ordo_type *const to_base[] = {&graph_naive_types[NAIVE_BASE]};
static const struct ordo_type *const to_derived[] = {
    &graph_naive_types[NAIVE_DERIVED], &graph_naive_types[NAIVE_DERIVED],
    &graph_naive_types[NAIVE_BASE], NULL, &graph_naive_types[NAIVE_DERIVED]};
static const struct ordo_type *const to_flexible[] = {&graph_naive_types[NAIVE_FLEXIBLE]};
static const struct ordo_type *const to_held[] = {&graph_naive_types[NAIVE_NODE_POINTER], NULL,
                                                  &graph_naive_types[NAIVE_INT]};
static const struct ordo_type *const to_int[] = {&graph_naive_types[NAIVE_INT]};

struct ordo_type graph_naive_types[NAIVE_TYPES] = {
    {"Node", 24, ORDO_TYPE_LINKED, 8, 2, two, to_node, 0, 0},
    {"Tree", 40, ORDO_TYPE_LINKED, 16, 3, tree, to_tree, 0, 0},
    {"Base", 16, ORDO_TYPE_LINKED, 8, 1, one, to_base, 0, 0},
    {"Derived", 56, ORDO_TYPE_LINKED, 16, 5, five, to_derived, 0, 0},
    {"Flexible", 8, ORDO_TYPE_LINKED | ORDO_TYPE_FLEXIBLE, 8, 1, one, to_flexible, 0, 0},
    {"Holder", 24, ORDO_TYPE_LINKED, 0, 3, three, to_held, 0, 0},
    {"int", 4, 0, 0, 0, NULL, NULL, 0, 0},
    {"char", 1, 0, 0, 0, NULL, NULL, 0, 0},
    {"point", 12, ORDO_TYPE_PLAIN, 0, 0, NULL, NULL, 0, 0},
    {"Node *", 8, ORDO_TYPE_POINTER, 0, 0, NULL, to_node, 0, 0},
    {"int *", 8, ORDO_TYPE_POINTER, 0, 0, NULL, to_int, 0, 0},
    {"void *", 8, ORDO_TYPE_POINTER, 0, 0, NULL, NULL, 0, 0},
};

#define TYPE(i) (&graph_naive_types[i])

struct block {
    uintptr_t at;
    uint64_t bytes;
    bool alive;
    int epoch, array;
};

struct link {
    uintptr_t to;   /* 0: none */
    int v, epoch;   /* resolved vertex; v -1: none */
    int b, b_epoch; /* block that it is in; b -1: none */
};

struct vertex {
    bool alive, array, guessed;
    uintptr_t at;
    int type, block, input, epoch;
    int copied_to;
    uint64_t copies;
    uint64_t first, n; /* slots, in words from `at` */
    struct link *links;
};

static struct block *blocks;
static struct vertex *vertices;
static int n_blocks, n_vertices, room_blocks, room_vertices, n_inputs;

void naive_reset(void) {
    for (int i = 0; i < n_vertices; i++) free(vertices[i].links);
    n_blocks = n_vertices = n_inputs = 0;
}

int naive_count(void) {
    return n_vertices;
}
bool naive_alive(int v) {
    return vertices[v].alive;
}
bool naive_is_array(int v) {
    return vertices[v].array;
}
uintptr_t naive_at(int v) {
    return vertices[v].at;
}
int naive_type(int v) {
    return vertices[v].type;
}

int naive_input(int v) {
    if (!vertices[v].input) vertices[v].input = ++n_inputs;
    return vertices[v].input;
}

static void join(int a, int b) {
    if (!vertices[a].input && !vertices[b].input) naive_input(a);
    if (!vertices[a].input) vertices[a].input = vertices[b].input;
    if (!vertices[b].input) vertices[b].input = vertices[a].input;
    int was = vertices[b].input, is = vertices[a].input;
    for (int i = 0; i < n_vertices; i++)
        if (vertices[i].input == was) vertices[i].input = is;
}

static int new_vertex(uintptr_t at, int type) {
    if (n_vertices == room_vertices) {
        room_vertices = room_vertices ? 2 * room_vertices : 64;
        vertices = realloc(vertices, (size_t)room_vertices * sizeof *vertices);
    }
    vertices[n_vertices] =
        (struct vertex){.alive = true, .at = at, .type = type, .block = -1, .copied_to = -1};
    return n_vertices++;
}

static int block_of(uintptr_t a) {
    for (int i = 0; i < n_blocks; i++)
        if (blocks[i].alive && a >= blocks[i].at && a < blocks[i].at + blocks[i].bytes) return i;
    return -1;
}

static int element_at(uintptr_t a) {
    for (int i = 0; i < n_vertices; i++)
        if (vertices[i].alive && !vertices[i].array && vertices[i].at == a) return i;
    return -1;
}

static uint64_t words_of(int array) {
    const struct block *b = &blocks[vertices[array].block];
    return (b->at + b->bytes) / 8 - b->at / 8;
}

static void set_span(int v, uint64_t first, uint64_t n) {
    struct vertex *x = &vertices[v];
    struct link *l = n ? calloc(n, sizeof *l) : NULL;
    for (uint64_t i = 0; i < x->n; i++)
        if (x->first + i >= first && x->first + i < first + n)
            l[x->first + i - first] = x->links[i];
    free(x->links);
    x->links = l;
    x->first = first;
    x->n = n;
}

static void widen(int v, uint64_t first, uint64_t n) {
    struct vertex *x = &vertices[v];
    if (!n) return;
    uint64_t end = first + n;
    if (x->n && x->first < first) first = x->first;
    if (x->n && x->first + x->n > end) end = x->first + x->n;
    set_span(v, first, end - first);
}

static void kill(int v) {
    struct vertex *x = &vertices[v];
    if (x->array) {
        struct block *b = &blocks[x->block];
        int to = x->copied_to;
        if (to >= 0 && vertices[to].alive && blocks[vertices[to].block].bytes >= b->bytes &&
            x->copies * 4 >= b->bytes / TYPE(x->type)->size)
            join(to, v);
        b->array = -1;
    }
    x->alive = false;
    x->input = 0;
}

static void end_block(int b) {
    if (blocks[b].array >= 0) kill(blocks[b].array);
    for (int i = 0; i < n_vertices; i++)
        if (vertices[i].alive && !vertices[i].array && vertices[i].at >= blocks[b].at &&
            vertices[i].at < blocks[b].at + blocks[b].bytes)
            kill(i);
    blocks[b].alive = false;
    blocks[b].epoch++;
}

/* In the order of addresses: it matters which of two arrays ends first. */
static void make_room(uintptr_t at, uint64_t bytes, int but) {
    for (;;) {
        int first = -1;
        for (int i = 0; i < n_blocks; i++)
            if (i != but && blocks[i].alive && blocks[i].at < at + bytes &&
                blocks[i].at + blocks[i].bytes > at &&
                (first < 0 || blocks[i].at < blocks[first].at))
                first = i;
        if (first < 0) break;
        end_block(first);
    }
    for (int i = 0; i < n_vertices; i++)
        if (vertices[i].alive && !vertices[i].array && vertices[i].at >= at &&
            vertices[i].at < at + bytes)
            kill(i);
}

static bool sane(uintptr_t at, uint64_t bytes) {
    return at >= 4096 && bytes && at < 1ull << 47 && bytes <= (1ull << 47) - at - 8;
}

void naive_block(uintptr_t at, uint64_t bytes) {
    if (!sane(at, bytes)) return;
    make_room(at, bytes, -1);
    if (n_blocks == room_blocks) {
        room_blocks = room_blocks ? 2 * room_blocks : 64;
        blocks = realloc(blocks, (size_t)room_blocks * sizeof *blocks);
    }
    blocks[n_blocks++] = (struct block){at, bytes, true, 0, -1};
}

static int beginning_at(uintptr_t at) {
    int b = block_of(at);
    return b >= 0 && blocks[b].at == at ? b : -1;
}

void naive_end(uintptr_t at) {
    int b = beginning_at(at);
    if (b >= 0) end_block(b);
}

static void shorten(int v, uintptr_t end) {
    struct vertex *x = &vertices[v];
    uint64_t most = end / 8 - x->at / 8;
    if (x->first + x->n > most) set_span(v, x->first, most > x->first ? most - x->first : 0);
}

static void resize(int b, uint64_t bytes) {
    uintptr_t at = blocks[b].at;
    if (bytes > blocks[b].bytes) make_room(at + blocks[b].bytes, bytes - blocks[b].bytes, b);
    uint64_t was = blocks[b].bytes;
    blocks[b].bytes = bytes;
    for (int i = 0; i < n_vertices; i++) {
        struct vertex *x = &vertices[i];
        if (!x->alive || x->array || x->at < at || x->at >= at + was) continue;
        if (x->at + TYPE(x->type)->size > at + bytes)
            kill(i);
        else
            shorten(i, at + bytes);
    }
    int a = blocks[b].array;
    if (a >= 0 && bytes < TYPE(vertices[a].type)->size)
        kill(a);
    else if (a >= 0)
        shorten(a, at + bytes);
}

void naive_move(uintptr_t at, uintptr_t to, uint64_t bytes) {
    int b = beginning_at(at);
    if (b < 0 || !sane(to, bytes)) {
        if (b >= 0) end_block(b);
        naive_block(to, bytes);
        return;
    }
    if (to == at) {
        resize(b, bytes);
        return;
    }
    if (bytes < blocks[b].bytes && !((to - at) % 8)) resize(b, bytes);
    uint64_t was = blocks[b].bytes;
    int *moved = malloc((size_t)(n_vertices + 1) * sizeof *moved), n = 0;
    for (int i = 0; i < n_vertices; i++) {
        struct vertex *x = &vertices[i];
        if (!x->alive || x->array || x->at < at || x->at >= at + was) continue;
        if ((to - at) % 8) {
            kill(i);
            continue;
        }
        moved[n++] = i;
        x->alive = false;
    }
    if (bytes < was) {
        resize(b, bytes);
        was = bytes;
    }
    make_room(to, bytes, b);
    for (int i = 0; i < n; i++) {
        vertices[moved[i]].alive = true;
        vertices[moved[i]].at += to - at;
        vertices[moved[i]].epoch++;
    }
    free(moved);
    blocks[b].at = to;
    blocks[b].bytes = bytes;
    blocks[b].epoch++;
    if (blocks[b].array >= 0) {
        vertices[blocks[b].array].at = to;
        vertices[blocks[b].array].epoch++;
    }
}

int naive_element(uintptr_t base, int type, bool *created) {
    *created = false;
    if (!base || base % 8 || base >= 1ull << 47) return -1;
    const struct ordo_type *t = TYPE(type);
    int v = element_at(base), b = block_of(base);
    if (v >= 0 && vertices[v].type != type) {
        struct vertex *x = &vertices[v];
        bool within = t->size <= TYPE(x->type)->size &&
                      (!t->n_slots || (t->first_link / 8 >= x->first &&
                                       t->first_link / 8 + t->n_slots <= x->first + x->n));
        if (!within && b >= 0 && base + t->size > blocks[b].at + blocks[b].bytes) return -1;
        widen(v, t->first_link / 8, t->n_slots);
        if (t->size > TYPE(x->type)->size) x->type = type;
    }
    if (v >= 0) return v;
    if (b >= 0 && base + t->size > blocks[b].at + blocks[b].bytes) return -1;
    v = new_vertex(base, type);
    widen(v, t->first_link / 8, t->n_slots);
    *created = true;
    return v;
}

static bool reaches(int b, uintptr_t a) {
    int v = element_at(blocks[b].at);
    return v >= 0 && a < vertices[v].at + TYPE(vertices[v].type)->size;
}

static int with_slot(uintptr_t a) {
    int best = -1, b = block_of(a);
    for (int i = 0; i < n_vertices; i++) {
        const struct vertex *x = &vertices[i];
        if (!x->alive || x->array || a < x->at || (b >= 0 && x->at < blocks[b].at)) continue;
        uint64_t w = (a - x->at) / 8;
        if (w < x->first || w >= x->first + x->n) continue;
        if (best < 0 || x->at > vertices[best].at) best = i;
    }
    return best;
}

static int array_of(int b, int type, bool guessed) {
    if (blocks[b].array >= 0) return blocks[b].array;
    if (blocks[b].bytes < TYPE(type)->size) return -1;
    int v = new_vertex(blocks[b].at, type);
    vertices[v].array = true;
    vertices[v].guessed = guessed;
    vertices[v].block = b;
    return blocks[b].array = v;
}

int naive_array(uintptr_t element, int type) {
    if (type >= NAIVE_NODE_POINTER) {
        int v = with_slot(element);
        if (v >= 0) return v;
    }
    int b = block_of(element);
    if (b < 0) return -1;
    int v = blocks[b].array;
    if (v >= 0) {
        if (vertices[v].guessed && blocks[b].bytes >= TYPE(type)->size) {
            vertices[v].guessed = false;
            vertices[v].type = type;
        }
        return v;
    }
    if (blocks[b].bytes < TYPE(type)->size) return -1;
    if (reaches(b, element)) return -1;
    return array_of(b, type, false);
}

static int leads(struct link l) {
    if (!l.to) return -1;
    if (l.v >= 0) return vertices[l.v].alive && vertices[l.v].epoch == l.epoch ? l.v : -1;
    int e = element_at(l.to);
    if (l.b < 0) return block_of(l.to) < 0 ? e : -1;
    if (!blocks[l.b].alive || blocks[l.b].epoch != l.b_epoch) return -1;
    return e >= 0 ? e : blocks[l.b].array;
}

static struct link aim(uintptr_t to, const struct ordo_type *target, bool *created) {
    if (target && target->n_slots && to % 8 && to >= 4096 && element_at(to / 8 * 8) >= 0)
        to = to / 8 * 8; /* a mark */
    struct link none = {0, -1, 0, -1, 0}, l = {to, -1, 0, -1, 0};
    uint64_t align = 8;
    if (target && !target->n_slots)
        for (align = 1; align < 8 && !(target->size & align);) align *= 2;
    if (to < 4096 || to >= 1ull << 47 || to % align) return none;
    l.v = element_at(to);
    if (l.v < 0) {
        int b = block_of(to);
        if (b < 0) return to % 8 ? none : l;
        l.b = b;
        l.b_epoch = blocks[b].epoch;
        if (target && target->n_slots)
            l.v = naive_element(to, (int)(target - graph_naive_types), created);
        else if (target && !reaches(b, to))
            l.v = array_of(b, (int)(target - graph_naive_types), true);
    }
    if (l.v >= 0) l.epoch = vertices[l.v].epoch;
    return l;
}

static int set(int v, uint64_t word, uintptr_t to, const struct ordo_type *target, bool *created) {
    struct link l = aim(to, target, created);
    int t = leads(l);
    if (t >= 0) join(v, t);
    vertices[v].links[word - vertices[v].first] = l;
    return t;
}

int naive_link(int v, int type, uint64_t slot, uintptr_t to, bool *created) {
    const struct ordo_type *t = TYPE(type);
    uint64_t word = t->first_link / 8 + slot;
    struct vertex *x = &vertices[v];
    *created = false;
    if (word < x->first || word >= x->first + x->n) {
        int b = block_of(x->at);
        if (word >= (b < 0 ? 1u << 20 : (blocks[b].at + blocks[b].bytes - x->at) / 8)) return -1;
        widen(v, word, 1);
    }
    const struct ordo_type *target = t->targets[slot < t->n_slots ? slot : t->n_slots - 1];
    return set(v, word, to, target, created);
}

uintptr_t naive_links_to(int v, uint64_t i) {
    int t = v >= 0 && i < vertices[v].n ? leads(vertices[v].links[i]) : -1;
    return t < 0 ? 0 : vertices[t].at;
}

int naive_array_link(int v, int type, uintptr_t element, uintptr_t to, bool *created) {
    struct vertex *x = &vertices[v];
    *created = false;
    if (element % 8) return -1;
    uint64_t word = element / 8 - x->at / 8;
    if (x->array) {
        if (word >= words_of(v)) return -1;
        widen(v, 0, words_of(v));
    } else if (word < x->first || word >= x->first + x->n) {
        return -1;
    }
    return set(v, word, to, TYPE(type)->targets ? TYPE(type)->targets[0] : NULL, created);
}

/* Returns the slot of the word; an array's slot is created if `make` is set. */
static struct link *slot_of(uintptr_t a, int array, bool make, int *owner) {
    int v = with_slot(a);
    if (v < 0 && array >= 0) {
        v = array;
        uint64_t w = a / 8 - vertices[v].at / 8;
        if (w >= vertices[v].n && make && w < words_of(v)) widen(v, 0, words_of(v));
        if (w >= vertices[v].n) v = -1;
    }
    *owner = v;
    return v < 0 ? NULL : &vertices[v].links[a / 8 - vertices[v].at / 8 - vertices[v].first];
}

void naive_clear(uintptr_t to, uint64_t bytes) {
    int b = block_of(to), v;
    if (!bytes) return;
    for (uintptr_t a = to / 8 * 8; a < to + bytes; a += 8) {
        struct link *l = slot_of(a, b < 0 ? -1 : blocks[b].array, false, &v);
        if (l) *l = (struct link){0, -1, 0, -1, 0};
    }
}

void naive_copied(int a, int b) {
    struct vertex *y = &vertices[b];
    if (a == b || !y->array || !vertices[a].array) return;
    if (y->copied_to != a) y->copies = 0;
    y->copied_to = a;
    y->copies++;
}

void naive_copy(uintptr_t to, uintptr_t from, uint64_t bytes) {
    if (to == from || !bytes) return;
    int source = block_of(from), dest = block_of(to), v;
    int a = source < 0 ? -1 : blocks[source].array;
    if (a >= 0 && dest >= 0 && dest != source && bytes >= TYPE(vertices[a].type)->size &&
        !reaches(dest, to)) {
        int made = array_of(dest, vertices[a].type, true);
        for (uint64_t i = 0; made >= 0 && i < bytes / TYPE(vertices[a].type)->size; i++)
            naive_copied(made, a);
    }
    if ((to - from) % 8) {
        naive_clear(to, bytes);
        return;
    }
    uintptr_t low = (from + 7) / 8 * 8, end = (from + bytes) / 8 * 8;
    size_t n = low < end ? (end - low) / 8 : 0;
    struct link *was = calloc(n + 1, sizeof *was);
    int *types = calloc(n + 1, sizeof *types);
    for (size_t i = 0; i < n; i++) {
        struct link *l = slot_of(low + 8 * i, a, false, &v);
        if (l) was[i] = *l;
        int e = element_at(low + 8 * i);
        types[i] = e >= 0 ? vertices[e].type : -1;
    }
    for (size_t i = 0; i < n; i++) {
        bool created;
        uintptr_t w = low + 8 * i;
        if (types[i] >= 0 && w + TYPE(types[i])->size <= from + bytes)
            naive_element(w - from + to, types[i], &created);
    }
    int d = dest < 0 ? -1 : blocks[dest].array;
    for (size_t i = 0; i < n; i++) {
        struct link *l = slot_of(low + 8 * i - from + to, d, was[i].to != 0, &v);
        if (!l) continue;
        int t = leads(was[i]);
        if (t >= 0) join(v, t);
        l = slot_of(low + 8 * i - from + to, d, false, &v);
        *l = was[i];
    }
    if (!n) naive_clear(to, bytes); /* words that are partly overwritten */
    if (to % 8) naive_clear(to, 1);
    if ((to + bytes) % 8) naive_clear(to + bytes - 1, 1);
    free(was);
    free(types);
}

/* Records and bytes count as the pointers to them if an array of pointers leads to them (039). The
 * room of bytes is counted apart. */
static bool is_content(const struct vertex *x) {
    return x->array && (TYPE(x->type)->flags & ORDO_TYPE_PLAIN || TYPE(x->type)->size == 1);
}

void naive_measure(int v, struct ort_sizes *s, struct ort_type_sizes by_type[NAIVE_TYPES]) {
    bool of_array = vertices[v].array;
    bool *reached = calloc((size_t)n_vertices, 1);
    int *queue = malloc((size_t)n_vertices * sizeof *queue), n = 0;
    *s = (struct ort_sizes){0, 0, 0, 0};
    memset(by_type, 0, NAIVE_TYPES * sizeof *by_type);
    reached[v] = true;
    queue[n++] = v;
    for (int i = 0; i < n; i++) {
        struct vertex *x = &vertices[queue[i]];
        uint64_t room = x->array ? blocks[x->block].bytes / TYPE(x->type)->size : 0;
        bool apart = of_array && queue[i] != v && is_content(x);
        if (apart && TYPE(x->type)->size == 1) {
            s->bytes += room;
            by_type[x->type].bytes += room;
        }
        if (apart) room = 0;
        uint64_t elements = !x->array ? 1 : of_array ? room : 0;
        s->capacity += room;
        s->elements += elements;
        by_type[x->type].elements += elements;
        for (uint64_t k = 0; k < x->n; k++) {
            int t = leads(x->links[k]);
            if (t < 0) continue;
            s->references++;
            by_type[x->type].references++;
            join(queue[i], t);
            if (!reached[t]) queue[n++] = t;
            reached[t] = true;
        }
    }
    free(reached);
    free(queue);
}
