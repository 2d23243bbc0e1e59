/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * work_lists.c: an array that is read and written beside the links of the objects in it.
 *
 * For each array of pointers that may be a work list, the table has the latest position that was
 * read and written. A stack's next access is at the same position or beside it: after a write the
 * element is taken or the next one is written; after a read, if it took the element, the one below
 * is taken or this one is written. A queue's writes are each behind the one before, and so are its
 * reads, which do not overtake them; both begin again at the first element if they reached the end
 * of the array. Both may also begin again by a write of the first element: the list is empty then.
 *
 * An array that is accessed in any other way is no longer a work list. Nor is an array that is
 * filled with new objects, because it is then what shows that they are there, or one to which a
 * link leads: it is part of a structure (the children of a node). An array counts as an ordinary
 * one if the table loses it, or if accesses to it are not reported because no repetition around
 * them is observed.
 */
#include "work_lists.h"
#include "engine/runtime/graph/graph_parts.h"

#define LISTS 1024u

struct list {
    ort_vertex v; /* 0: none */
    uint32_t age;
    uint32_t at;           /* of a stack: the latest position */
    uint32_t head, tail;   /* of a queue: the latest positions that were read and written */
    uint32_t writes;       /* since the first element was written; at most 2 */
    uint8_t stack, queue;  /* 1: it may be one */
    uint8_t wrote;         /* 1: the latest access was a write */
    uint8_t took;          /* 1: an element was certainly taken from the stack */
    uint8_t read, wrapped; /* of a queue: something was read; writes began again */
    uint8_t turned;        /* 1: something was written after something was taken */
    uint8_t far;           /* 1: something was written behind the first element */
    uint8_t emptied;       /* 1: the array ended at least once because it was empty */
    uint8_t lost;          /* 1: it led to something then, as far as is known */
};

static struct list lists[LISTS];

static struct list *list_at(ort_vertex v) {
    return &lists[v * 0x9E3779B1u >> 22];
}
_Static_assert(LISTS == 1u << (32 - 22), "the hash's bits");

static bool leads_to_links(const struct ordo_type *type) {
    return type->flags & ORDO_TYPE_POINTER && type->targets && type->targets[0] &&
           type->targets[0]->flags & ORDO_TYPE_LINKED;
}

/* The array's first element is going to be written. */
static void begin(ort_vertex v, const struct list *was) {
    struct list l = {.v = v, .age = ort_vertex_at(v)->age, .stack = 1, .queue = 1};
    if (was) {
        l.emptied = was->emptied;
        l.lost = was->lost;
    }
    *list_at(v) = l;
}

static bool is_whole(const struct list *l) {
    return l->stack || l->queue;
}

/* Is it the place of an array that was a work list, and that lives? */
static bool is_taken(const struct list *l) {
    return (l->turned || l->emptied) && ort_graph_alive(l->v, l->age);
}

static void write_stack(struct list *l, uint32_t i) {
    bool took = !l->wrote && i == l->at;
    l->stack = i == l->at || i == l->at + 1;
    l->took |= took;
    if (l->stack && l->took) l->turned = 1;
}

static void read_stack(struct list *l, uint32_t i) {
    bool below = !l->wrote && i + 1 == l->at;
    l->stack = i == l->at || below;
    l->took |= below;
}

static void write_queue(struct list *l, uint32_t i, uint32_t last) {
    bool wraps = i == 0 && l->tail == last && l->read && last;
    l->queue = i == l->tail + 1 || wraps;
    l->wrapped |= wraps;
    l->tail = i;
    if (l->queue && l->read) l->turned = 1;
}

static void read_queue(struct list *l, uint32_t i, uint32_t last) {
    bool wraps = i == 0 && l->head == last && l->wrapped;
    bool next = l->read ? i == l->head || i == l->head + 1 || wraps : i == 0;
    l->queue = next && (l->wrapped || i <= l->tail);
    l->head = i;
    l->read = 1;
}

static void note(struct list *l, uint32_t i, bool write, uint32_t last) {
    if (!l->writes) { /* the first element is written */
        l->writes = l->wrote = 1;
        return;
    }
    if (l->stack && write) write_stack(l, i);
    if (l->stack && !write) read_stack(l, i);
    if (l->queue && write) write_queue(l, i, last);
    if (l->queue && !write) read_queue(l, i, last);
    if (write && l->writes < 2) l->writes++;
    if (write && i) l->far = 1;
    l->at = i;
    l->wrote = write;
}

static enum ort_work_list is(const struct list *l) {
    if (!is_whole(l)) return l->lost ? ORT_WORK_LIST_LOST : ORT_WORK_LIST_NOT;
    bool single = l->writes == 1 && !l->wrote; /* its only element was taken */
    return l->turned || l->emptied || single ? ORT_WORK_LIST_IS : ORT_WORK_LIST_MAYBE;
}

static uint32_t last_of(const struct ort_graph_vertex *x) {
    return (uint32_t)(ort_block_at(x->array.block)->bytes / 8) - 1;
}

static struct list *tracked(ort_vertex v) {
    struct list *l = list_at(v);
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    return l->v == v && l->age == x->age && !(x->flags & ORT_VERTEX_HELD) ? l : NULL;
}

enum ort_work_list ort_work_list_note(ort_vertex v, uintptr_t element, bool write) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (!(x->flags & ORT_VERTEX_ARRAY)) return ORT_WORK_LIST_NOT;
    if (!(ort_graph_type_of(x->type)->flags & ORDO_TYPE_POINTER)) return ORT_WORK_LIST_NOT;
    if (ort_block_at(x->array.block)->local) return ORT_WORK_LIST_LOCAL;
    struct list *l = tracked(v);
    if (!l && !write && !x->array.slots && !is_taken(list_at(v))) {
        *list_at(v) = (struct list){.v = v, .age = x->age}; /* no write of it was seen */
        if (!last_of(x)) begin(v, NULL), list_at(v)->writes = list_at(v)->wrote = 1;
        l = tracked(v);
    }
    if (!l) return ORT_WORK_LIST_NOT;
    if (is_whole(l)) note(l, (uint32_t)((element - x->at) / 8), write, last_of(x));
    return is(l);
}

bool ort_work_list_begins(ort_vertex v, uintptr_t element, const struct ordo_type *type) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (!(x->flags & ORT_VERTEX_ARRAY) || element != x->at) return false;
    const struct list *l = tracked(v);
    if (!l) {
        bool fresh = !x->array.slots && !ort_block_at(x->array.block)->local;
        if (fresh && !is_taken(list_at(v)) && leads_to_links(type)) begin(v, NULL);
        return false;
    }
    if (!is_whole(l)) return false;
    bool wraps = l->queue && l->read && l->tail && l->tail == last_of(x) && l->head != l->tail;
    if (is(l) != ORT_WORK_LIST_IS || wraps) {
        bool goes_on = wraps || (l->stack && !l->wrote && !l->at);
        if (!goes_on) begin(v, l);
        return false;
    }
    struct list was = *l;
    was.emptied = 1;
    was.lost |= was.far;
    uint32_t block = x->array.block;
    ort_vertex_kill(v);
    ort_vertex again = ort_vertex_array_of(block, ort_graph_type_of(x->type), 0);
    if (again) begin(again, &was);
    return again != 0;
}

void ort_work_list_makes(ort_vertex v, uintptr_t element) {
    struct list *l = tracked(v);
    if (l && element != ort_vertex_at(v)->at) l->stack = l->queue = 0;
}

/* Does the array, which the program's code has not accessed yet, begin with a pointer to an object
 * with links? */
static bool is_new_list(const struct ort_graph_vertex *x) {
    if (!(x->flags & ORT_VERTEX_GUESSED) || !x->array.slots || !x->n_slots) return false;
    ort_vertex to = ort_slot_leads(x->array.slots[0]);
    return to && ort_graph_type_of(ort_vertex_at(to)->type)->flags & ORDO_TYPE_LINKED;
}

void ort_work_list_copied(uintptr_t to, uintptr_t from, uint64_t bytes) {
    ort_vertex a = ort_graph_array(to, NULL), b = ort_graph_array(from, NULL);
    if (!a || a == b || bytes < 8) return;
    const struct ort_graph_vertex *x = ort_vertex_at(a), *y = ort_vertex_at(b);
    if (!(x->flags & ORT_VERTEX_ARRAY) || to != x->at || tracked(a) || is_taken(list_at(a))) return;
    bool local = !b || (y->flags & ORT_VERTEX_ARRAY && ort_block_at(y->array.block)->local);
    const struct list *l = b ? tracked(b) : NULL;
    if (l && is_whole(l) && from == y->at) {
        struct list of = *l;
        of.v = a;
        of.age = x->age;
        *list_at(a) = of;
    } else if (local && is_new_list(x)) {
        begin(a, NULL);
        struct list *k = list_at(a);
        k->at = k->tail = (uint32_t)(bytes / 8) - 1;
        k->wrote = 1;
        k->writes = k->tail ? 2 : 1;
        k->far = k->tail != 0;
    }
}

enum ort_work_list ort_work_list_of(ort_vertex v) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (!(x->flags & ORT_VERTEX_ARRAY)) return ORT_WORK_LIST_NOT;
    if (ort_block_at(x->array.block)->local) {
        bool pointers = ort_graph_type_of(x->type)->flags & ORDO_TYPE_POINTER;
        return pointers ? ORT_WORK_LIST_LOCAL : ORT_WORK_LIST_NOT;
    }
    const struct list *l = tracked(v);
    return l ? is(l) : ORT_WORK_LIST_NOT;
}

void ort_work_list_accessed(struct ort_fact *f, enum ort_work_list list) {
    if (list == ORT_WORK_LIST_LOST) f->measured = 0;
    if (list == ORT_WORK_LIST_IS && f->work_list == ORT_WORK_LIST_MAYBE) f->work_list = list;
}

/* Did f begin with a work list that still is one, or that ended as one? */
static bool began_with_one(const struct ort_fact *f) {
    if (f->form != ORDO_FORM_ARRAY || f->work_list == ORT_WORK_LIST_NOT) return false;
    if (f->work_list == ORT_WORK_LIST_LOCAL) return true;
    if (f->work_list != ORT_WORK_LIST_IS) return false;
    return !ort_graph_alive(f->first, f->first_age) ||
           ort_work_list_of(f->first) == ORT_WORK_LIST_IS;
}

/* Is k a fact of the input of f by type? */
static bool is_typed(const struct ort_fact *k, const struct ort_fact *f) {
    return k->type && k->own && k->key == f->key && k->context == f->context;
}

/* Makes f one of a structure of `type`. What was done with pointers, the type that f began as, is
 * not counted. If f's own type is that of objects, all other accesses are of objects. If only
 * repetitions within accessed objects, the reads of pointers stand for accesses of them. */
static void become(struct ort_structure *s, struct ort_fact *f, uint32_t type) {
    const uint32_t facts = s->activities[f->home].facts, pointers = f->began_as;
    bool own = f->of != pointers;
    struct ort_fact done = {0}, beside = {0};
    uint32_t kept = 0;
    for (uint32_t i = facts; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *k = &s->table.facts[i - 1];
        if (!is_typed(k, f)) continue;
        struct ort_fact *sum = k->type == pointers ? &beside : &done;
        sum->reads += k->reads;
        sum->writes += k->writes;
        sum->creations += k->creations;
        if (k->type != pointers) kept++;
        if (k->type == pointers) k->work_list = 1;
        if (k->type == pointers) beside.references = k->references;
    }
    uint64_t reads = own ? f->reads - beside.reads : done.reads;
    f->writes = own ? f->writes - beside.writes : done.writes;
    f->creations = own ? f->creations - beside.creations : done.creations;
    if (reads || f->writes) f->reads = reads;
    f->references -= beside.references < f->references ? beside.references : f->references;
    for (uint32_t i = facts; kept == 1 && i; i = s->table.facts[i - 1].next)
        if (is_typed(&s->table.facts[i - 1], f)) s->table.facts[i - 1].work_list = 1;
    f->has_types = kept > 1;
    f->form = ORDO_FORM_STRUCTURE;
    f->began_as = type;
    if (!own) f->of = type;
    f->used = f->used_beside = f->capacity = f->all_capacity = 0;
    f->each = 0;
}

/* Returns the type of the objects with links that are most, among those that the home's repetition
 * accessed itself, or else a repetition in it; or 0. */
static uint32_t most_of(const struct ort_structure *s, const struct ort_fact *f) {
    const struct ort_fact *most = NULL;
    uint32_t within = 0;
    for (uint32_t i = s->activities[f->home].facts; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *k = &s->table.facts[i - 1];
        uint32_t type = k->type ? k->type : k->of;
        if (k->key != f->key || !type || type == f->began_as) continue;
        if (!(ort_graph_type_of(type)->flags & ORDO_TYPE_LINKED)) continue;
        bool accessed = k->reads + k->writes || type == f->of;
        if (accessed && k->context != f->context) within = type;
        if (accessed && is_typed(k, f) && (!most || k->elements > most->elements)) most = k;
    }
    return most ? most->type : within;
}

bool ort_work_list_settle(struct ort_structure *s, struct ort_fact *f) {
    uint32_t type = began_with_one(f) ? most_of(s, f) : 0;
    if (type) become(s, f, type);
    return type != 0;
}

void ort_work_list_meets(struct ort_fact *into, const struct ort_fact *from) {
    const struct ort_fact *list = into->form == ORDO_FORM_ARRAY ? into : from;
    if (into->own && into->apart && into->form != from->form && list->work_list) into->unclear = 1;
    into->unclear |= from->unclear;
}

void ort_work_list_unclear(struct ort_structure *s, const struct ort_fact *f) {
    uint32_t steps = ort_fact_find(&s->table, f->home, f->context, 0, 0);
    if (steps) s->table.facts[steps - 1].partial = 1;
}

void ort_work_lists_drop(struct ort_structure *s, uint32_t home) {
    for (uint32_t *at = &s->activities[home].facts; *at;) {
        uint32_t i = *at;
        struct ort_fact *k = &s->table.facts[i - 1];
        if (k->type && k->work_list) {
            *at = k->next;
            ort_fact_drop(&s->table, i);
        } else {
            at = &k->next;
        }
    }
}
