/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The hooks of structure builds. Each is a look at the graph and, when a repetition is open, one at
 * the facts of its activation.
 *
 * A write is looked at before it happens: when it is the first access of its input, what the write
 * is about to cut off still counts (section 3.4). An element that comes into being by it is looked
 * at behind it, so that it is part of what it was linked to, and not an input of its own.
 */
#include "activation.h"
#include "settings.h"
#include "activities.h"

struct place {
    struct ort_thread *t;
    struct ort_structure *s;
    uint32_t home; /* 0: no repetition is open */
};

/* false: nothing is recorded. The caller leaves the graph. */
static inline int begin(struct place *p) {
    struct ordo_thread *hot = __ordo_self;
    if (unlikely(!ort_structure_on) || unlikely(!hot->tick)) return 0;
    p->t = (struct ort_thread *)hot;
    p->s = ort_structure_of(p->t);
    if (unlikely(!p->s) || unlikely(!ort_graph_enter())) return 0;
    uint32_t number = (uint32_t)(hot->top - p->t->frames);
    uint32_t home = p->s->activities[number].home;
    p->home = likely(home != 0) ? home - 1 : ort_structure_home(p->t, hot->top);
    return 1;
}

static inline struct ort_fact *fact_of(const struct place *p, ort_vertex v, int fresh) {
    uint32_t range;
    if (!p->home || !v) return NULL;
    uint32_t i = ort_structure_fact(p->t, p->s, p->home, v, fresh, &range);
    return i ? &p->s->table.facts[i - 1] : NULL;
}

/* The element's array was accessed: its fact. */
static inline struct ort_fact *array_fact(const struct place *p, ort_vertex v, uintptr_t element) {
    uint32_t range;
    if (!p->home || !v) return NULL;
    uint32_t i = ort_structure_fact(p->t, p->s, p->home, v, 0, &range);
    if (!i) return NULL;
    if (likely(range != 0)) {
        struct ort_fact *r = &p->s->table.facts[range - 1];
        uint64_t index = ort_graph_index(v, element);
        if (index < r->low) r->low = index;
        if (index > r->high) r->high = index;
    }
    return &p->s->table.facts[i - 1];
}

/* What was done with elements of a type of their own, in an input that has several. */
static struct ort_fact *by_type(const struct place *p, const struct ort_fact *f, uint32_t type) {
    if (type == f->of) return NULL;
    struct ort_structure *s = p->s;
    uint64_t key = f->key;
    uint32_t i = ort_fact_find(&s->table, p->home, ORT_CONTEXT_OWN, key, type);
    if (!i)
        i = ort_fact_add(&s->table, &s->activities[p->home].facts, p->home, ORT_CONTEXT_OWN, key,
                         type);
    if (!i) return NULL;
    s->table.facts[i - 1].measured = 1;
    return &s->table.facts[i - 1];
}

enum { READS = 1, WRITES = 2, CREATIONS = 4 };

static inline void add(struct ort_fact *f, int what) {
    if (what & READS) f->reads++;
    if (what & WRITES) f->writes++;
    if (what & CREATIONS) f->creations++;
}

static inline void count(const struct place *p, ort_vertex v, uint32_t type, int what) {
    struct ort_fact *f = fact_of(p, v, (what & CREATIONS) != 0);
    if (!f) return;
    add(f, what);
    if (likely(type == f->of) || f->form != ORDO_FORM_STRUCTURE) return;
    f = by_type(p, f, type);
    if (f) add(f, what);
}

#define HOOK __attribute__((visibility("default"))) ORDO_PRESERVE_MOST

HOOK void __ordo_link_read(struct ordo_frame *frame, const void *base, struct ordo_type *type,
                           uint64_t slot) {
    (void)frame, (void)slot;
    struct place p;
    if (!type->id || !begin(&p)) return;
    bool created = false;
    ort_vertex v = ort_graph_element((uintptr_t)base, type, &created);
    count(&p, v, type->id, READS);
    ort_graph_leave();
}

HOOK void __ordo_link_write(struct ordo_frame *frame, const void *base, struct ordo_type *type,
                            uint64_t slot, const void *value) {
    (void)frame;
    struct place p;
    if (!type->id || !begin(&p)) return;
    bool created = false, reached = false;
    ort_vertex v = ort_graph_element((uintptr_t)base, type, &created);
    if (v && !created) count(&p, v, type->id, WRITES);
    ort_vertex to = v ? ort_graph_link(v, type, slot, (uintptr_t)value, &reached) : 0;
    if (v && created) count(&p, v, type->id, WRITES | CREATIONS);
    if (reached) count(&p, to, ort_graph_vertex_type(to), CREATIONS);
    ort_graph_leave();
}

HOOK void __ordo_array_read(struct ordo_frame *frame, const void *element, struct ordo_type *type) {
    (void)frame;
    struct place p;
    if (!type->id || !begin(&p)) return;
    ort_vertex v = ort_graph_array((uintptr_t)element, type);
    struct ort_fact *f = array_fact(&p, v, (uintptr_t)element);
    if (f) f->reads++;
    ort_graph_leave();
}

HOOK void __ordo_array_write(struct ordo_frame *frame, const void *element,
                             struct ordo_type *type) {
    (void)frame;
    struct place p;
    if (!type->id || !begin(&p)) return;
    ort_vertex v = ort_graph_array((uintptr_t)element, type);
    struct ort_fact *f = array_fact(&p, v, (uintptr_t)element);
    if (f) f->writes++;
    ort_graph_leave();
}

HOOK void __ordo_array_link(struct ordo_frame *frame, const void *element, struct ordo_type *type,
                            const void *value) {
    (void)frame;
    struct place p;
    if (!type->id || !begin(&p)) return;
    bool created = false;
    ort_vertex v = ort_graph_array((uintptr_t)element, type);
    struct ort_fact *f = array_fact(&p, v, (uintptr_t)element);
    if (f) f->writes++;
    ort_vertex to =
        v ? ort_graph_array_link(v, type, (uintptr_t)element, (uintptr_t)value, &created) : 0;
    if (created) count(&p, to, ort_graph_vertex_type(to), CREATIONS);
    ort_graph_leave();
}

HOOK void __ordo_array_copy(struct ordo_frame *frame, const void *to, const void *from,
                            struct ordo_type *type) {
    (void)frame;
    if (!type->id || !ort_structure_on || !__ordo_self->tick || !ort_graph_enter()) return;
    ort_vertex a = ort_graph_array((uintptr_t)to, type), b = ort_graph_array((uintptr_t)from, type);
    if (a && b && a != b) ort_graph_copied(a, b);
    ort_graph_leave();
}

HOOK void __ordo_object(struct ordo_frame *frame, const void *address, uint64_t size,
                        struct ordo_type *type) {
    (void)frame;
    if (!type->id || !ort_structure_on || !__ordo_self->tick || !ort_graph_enter()) return;
    ort_graph_block((uintptr_t)address, size, type, NULL);
    ort_graph_leave();
}

HOOK void __ordo_range_copy(struct ordo_frame *frame, const void *to, const void *from,
                            uint64_t size) {
    (void)frame;
    if (!ort_structure_on || !__ordo_self->tick || !ort_graph_enter()) return;
    ort_graph_copy((uintptr_t)to, (uintptr_t)from, size);
    ort_graph_leave();
}

HOOK void __ordo_range_set(struct ordo_frame *frame, const void *to, uint64_t size) {
    (void)frame;
    if (!ort_structure_on || !__ordo_self->tick || !ort_graph_enter()) return;
    ort_graph_clear((uintptr_t)to, size);
    ort_graph_leave();
}
