/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure_hooks.c: the hooks of structure builds. Each consults the graph and, if a repetition is
 * open, the facts of its home.
 *
 * A write is recorded before it happens: if it is the first access of its input, what the write is
 * about to cut off still counts (section 3.4). An element that the write creates is recorded
 * afterwards, so that it is part of what it was linked to and not an input of its own.
 */
#include "activities.h"
#include "engine/runtime/core/activation.h"
#include "engine/runtime/graph/graph_glance.h"
#include "engine/runtime/graph/sites.h"
#include "engine/runtime/system/settings.h"
#include "work_lists.h"

struct place {
    struct ort_thread *t;
    struct ort_structure *s;
    const struct ort_activity *at;
};

/* Is nothing recorded here? */
static inline int is_nowhere(const struct place *p) {
    return p->at->home == 1;
}

/* Returns the home of the activation on top; 0: not settled, or the thread is not recorded. If it
 * is 1, nothing is recorded: sets `unreported`, so that instrumented code calls no hooks except
 * those for writes to links (abi.h). Calls nothing and needs few registers. */
static inline __attribute__((always_inline)) uint32_t settled_home(struct ordo_thread *hot) {
    const struct ort_thread *t = (struct ort_thread *)hot;
    if (unlikely(!hot->tick) || unlikely(!t->structure)) return 0;
    uint32_t home = t->structure->activities[hot->top - t->frames].home;
    if (home == 1) hot->unreported = 1;
    return home;
}

/* Is nothing recorded of what `f` does, the activation on top or one below it? Settles f if the
 * thread is recorded. */
static inline int has_no_home(struct ordo_thread *hot, struct ordo_frame *f) {
    struct ort_thread *t = (struct ort_thread *)hot;
    if (unlikely(!ort_structure_on) || unlikely(!hot->tick)) return 1;
    if (unlikely(!ort_structure_of(t))) return 1;
    if (ort_structure_at(t, f)->home != 1) return 0;
    if (f == hot->top) hot->unreported = 1;
    return 1;
}

/* Enters the graph and settles the activation on top; the caller leaves the graph. Returns 0,
 * outside of the graph, if the thread is not recorded or is interrupted in the graph. */
static inline int begin(struct place *p) {
    struct ordo_thread *hot = __ordo_self;
    if (unlikely(!ort_structure_on) || unlikely(!hot->tick)) return 0;
    p->t = (struct ort_thread *)hot;
    p->s = ort_structure_of(p->t);
    if (unlikely(!p->s) || unlikely(!ort_graph_enter())) return 0;
    p->at = ort_structure_at(p->t, hot->top);
    if (is_nowhere(p)) hot->unreported = 1;
    return 1;
}

/* Makes a write to a link count for the home even if that is cut: all such writes are recorded. */
static inline void count_for_cut_home(struct place *p) {
    if (likely(!p->at->cut)) return;
    p->s->writer = *p->at;
    p->s->writer.home = p->at->around;
    p->at = &p->s->writer;
}

enum { READS = 1, WRITES = 2, CREATIONS = 4, FRESH = 8 };

/* Does the access create the element v? An element that a read finds was created before, by
 * something that did not show, such as memset. It counts as created when it is first written. */
static inline bool is_made(ort_vertex v, bool fresh, int what) {
    if (what & WRITES) return ort_graph_is_made(v) || fresh;
    if (fresh) ort_graph_found(v);
    return false;
}

static inline struct ort_fact *fact_of(const struct place *p, ort_vertex v, int fresh) {
    uint32_t range;
    if (is_nowhere(p) || !v) return NULL;
    uint32_t i = ort_structure_fact(p->t, p->s, p->at, v, fresh, &range);
    return i ? &p->s->table.facts[i - 1] : NULL;
}

/* Lets the site `code` know the array from now on. */
static void know(const struct place *p, ort_vertex v, const void *code, struct ort_fact *f,
                 struct ort_fact *range) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    const struct ordo_frame *top = p->t->hot.top;
    bool may_link = x->array.slots || ort_graph_type_of(x->type)->size >= 8;
    *ort_site_at(p->s->sites, code) =
        (struct ort_site_of){.code = code,
                             .frame = (uint32_t)(top - p->t->frames),
                             .stamp = top->stamp,
                             .serial = f->serial,
                             .age = x->age,
                             .v = v,
                             .joins = may_link ? ort_graph_joins : UINT32_MAX,
                             .low = x->at,
                             .bytes = ort_block_at(x->array.block)->bytes,
                             .fact = f,
                             .range = range};
}

/* Does the site's fact, f, count for what is done at `a` for that home? */
static inline int is_of(const struct ort_activity *a, uint32_t home, const struct ort_site_of *e,
                        const struct ort_fact *f) {
    return f->serial == e->serial && f->home == home - 1 && f->context == a->context;
}

/* Is the array beside the structure that f is of? Then accesses of the array are not counted. */
static inline bool is_beside(const struct ort_fact *f, enum ort_work_list list) {
    return f->form == ORDO_FORM_STRUCTURE &&
           (list == ORT_WORK_LIST_IS || list == ORT_WORK_LIST_LOCAL);
}

/* Is it an array of bytes? If the program's own code accesses one, it is no text. */
static inline uint8_t is_bytes(ort_vertex v) {
    return ort_graph_is_array(v) && ort_graph_type_of(ort_graph_vertex_type(v))->size == 1;
}

/* Returns the fact of v, the element's array, which this activation accesses for the first time at
 * this site. `what`: READS or WRITES. */
static __attribute__((noinline)) struct ort_fact *
array_fact(const struct place *p, ort_vertex v, uintptr_t element, const void *code, int what) {
    uint32_t range;
    if (!v) return NULL;
    bool fresh = ort_graph_is_fresh(v), made = is_made(v, fresh, what);
    enum ort_work_list list = ort_work_list_note(v, element, (what & WRITES) != 0);
    if (is_nowhere(p)) return NULL;
    uint32_t i = ort_structure_fact(p->t, p->s, p->at, v, fresh, &range);
    if (!i) return NULL;
    struct ort_fact *f = &p->s->table.facts[i - 1];
    f->counts_bytes |= is_bytes(v);
    if (list) ort_work_list_accessed(f, list);
    if (is_beside(f, list)) return &p->s->nowhere;
    if (made) f->creations++;
    if (!range) {
        if (f->key & ORT_KEY_MANY && ort_graph_is_array(v)) know(p, v, code, f, &p->s->nowhere);
        return f;
    }
    struct ort_fact *r = &p->s->table.facts[range - 1];
    uint64_t at = element - ort_vertex_at(v)->at;
    if (at < r->low) r->low = at;
    if (at > r->high) r->high = at;
    if (list != ORT_WORK_LIST_MAYBE && list != ORT_WORK_LIST_IS) know(p, v, code, f, r);
    return f;
}

static void go_on(struct ort_site_of *e, const struct ort_thread *t, struct ort_fact *f,
                  struct ort_fact *range) {
    const struct ordo_frame *top = t->hot.top;
    e->frame = (uint32_t)(top - t->frames);
    e->stamp = top->stamp;
    e->serial = f->serial;
    e->fact = f;
    e->range = range;
}

/* Lets a site that knows the array serve the activation on top, which has a home, with that home's
 * fact of the array. Returns 0 if no such fact is at hand. */
static __attribute__((noinline)) int begin_again(struct ort_thread *t, struct ort_site_of *e) {
    struct ort_structure *s = t->structure;
    struct ordo_frame *top = t->hot.top;
    const struct ort_activity *a = ort_structure_at(t, top);
    if (is_of(a, a->home, e, e->fact)) {
        e->frame = (uint32_t)(top - t->frames);
        e->stamp = top->stamp;
        return 1;
    }
    struct ort_recent *r = ort_recent_of(s, e->v, a->context);
    if (r->vertex != e->v || r->age != e->age || r->home != a->home || r->context != a->context ||
        !r->range)
        return 0;
    struct ort_fact *f = &s->table.facts[r->fact - 1], *range = &s->table.facts[r->range - 1];
    if (f->serial != r->serial || range->serial != r->range_serial) return 0;
    if (!ort_recent_stays(s, r)) return 0;
    f->counts_bytes |= is_bytes(e->v);
    go_on(e, t, f, range);
    return 1;
}

/* Returns the fact of an array that is accessed again, or by another activation at the same site;
 * NULL: look it up. */
static inline __attribute__((always_inline)) struct ort_fact *
array_fact_again(const struct ordo_thread *hot, uintptr_t element, const void *code) {
    if (unlikely(!hot->tick)) return NULL;
    struct ort_thread *t = (struct ort_thread *)hot;
    struct ort_structure *s = t->structure;
    if (unlikely(!s)) return NULL;
    struct ort_site_of *e = ort_site_at(s->sites, code);
    if (unlikely(e->code != code) || unlikely(!ort_site_covers(e, element))) return NULL;
    uint32_t number = (uint32_t)(hot->top - t->frames);
    if (unlikely(!ort_site_stays(e))) return NULL;
    if (unlikely(!ort_site_holds(e, hot->top, number)) && !begin_again(t, e)) return NULL;
    struct ort_fact *f = e->fact, *r = e->range;
    uint64_t at = element - e->low;
    if (unlikely(at < r->low)) r->low = at;
    if (unlikely(at > r->high)) r->high = at;
    f->last = e->v;
    f->last_age = e->age;
    if (likely(f->repeated))
        f->last_access = ++s->accesses;
    else
        ort_structure_step(t, s, f, &s->activities[hot->top - t->frames]);
    return f;
}

/* Returns the same if neither the graph nor the table of facts is needed; NULL: use
 * array_fact_again. Calls nothing, so that few registers have to be saved. */
static inline __attribute__((always_inline)) struct ort_fact *
array_fact_at_once(const struct ordo_thread *hot, uintptr_t element, const void *code) {
    if (unlikely(!hot->tick)) return NULL;
    struct ort_thread *t = (struct ort_thread *)hot;
    struct ort_structure *s = t->structure;
    if (unlikely(!s)) return NULL;
    const struct ort_site_of *e = ort_site_at(s->sites, code);
    if (unlikely(e->code != code) || unlikely(!ort_site_covers(e, element))) return NULL;
    const struct ort_activity *a = &s->activities[hot->top - t->frames];
    struct ort_fact *f = e->fact, *r = e->range;
    if (unlikely(!ort_site_stays(e))) return NULL;
    if (unlikely(!is_of(a, a->home, e, f)) || unlikely(!f->repeated)) return NULL;
    uint64_t at = element - e->low;
    if (unlikely(at < r->low)) r->low = at;
    if (unlikely(at > r->high)) r->high = at;
    f->last = e->v;
    f->last_age = e->age;
    f->last_access = ++s->accesses;
    return f;
}

static inline void add(struct ort_fact *f, int what) {
    if (what & READS) f->reads++;
    if (what & WRITES) f->writes++;
    if (what & CREATIONS) f->creations++;
}

/* Lets the site know the input from now on, unless its fact still depends on the step. */
static void know_input(const struct place *p, ort_vertex v, uint32_t type, const void *code,
                       struct ort_fact *f, struct ort_fact *typed) {
    if (!code || !(f->repeated || f->key & ORT_KEY_MANY)) return;
    *ort_site_at(p->s->sites, code) = (struct ort_site_of){.code = code,
                                                           .serial = f->serial,
                                                           .age = ort_graph_joins,
                                                           .v = ort_vertex_at(v)->identity,
                                                           .low = type,
                                                           .fact = f,
                                                           .range = typed};
}

/* Counts an access of element v. `code`: the site, if it may know the input, else NULL. */
static inline void count(const struct place *p, ort_vertex v, uint32_t type, int what,
                         const void *code) {
    struct ort_fact *f = fact_of(p, v, (what & FRESH) != 0), *typed;
    if (!f) return;
    add(f, what);
    if (likely(type == f->of) || (f->form != ORDO_FORM_STRUCTURE && !f->work_list)) {
        know_input(p, v, type, code, f, &p->s->nowhere);
        return;
    }
    typed = ort_structure_typed(p->s, f, type);
    if (!typed) return;
    add(typed, what);
    know_input(p, v, type, code, f, typed);
}

/* Counts an access of v, an element known as one of `type`, if the site knows its input or nothing
 * is recorded. Returns 0 if it has to be looked up. Calls nothing. */
static inline __attribute__((always_inline)) int count_at_once(const struct ordo_thread *hot,
                                                               ort_vertex v,
                                                               const struct ordo_type *type,
                                                               const void *code, int what) {
    struct ort_thread *t = (struct ort_thread *)hot;
    struct ort_structure *s = t->structure;
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (unlikely(!s) || unlikely(!ort_glance_is(x, type))) return 0;
    const struct ort_activity *a = &s->activities[hot->top - t->frames];
    uint32_t home = a->home;
    if (home == 1) {
        t->hot.unreported = 1;
        if (!(what & WRITES) || likely(!a->cut)) return 1;
        home = a->around;
    }
    const struct ort_site_of *e = ort_site_at(s->sites, code);
    if (unlikely(e->code != code) || unlikely(e->v != x->identity) ||
        unlikely(e->age != ort_graph_joins) || unlikely(e->low != type->id))
        return 0;
    struct ort_fact *f = e->fact;
    if (unlikely(!is_of(a, home, e, f))) return 0;
    ort_structure_steps_at(s, f, t->frames + a->place, v, x->age);
    f->last = v;
    f->last_age = x->age;
    f->last_access = ++s->accesses;
    add(f, what);
    add(e->range, what);
    return 1;
}

#define HOOK __attribute__((visibility("default"))) ORDO_PRESERVE_MOST
#define SLOW static ORDO_PRESERVE_MOST __attribute__((noinline))

/* Counts an access of a link whose record is not at the guessed address: it belongs to an array, or
 * to nothing. */
static void elsewhere(struct place *p, uintptr_t base, const struct ordo_type *type, uint64_t slot,
                      const void *value, int what) {
    uintptr_t at = base + type->first_link + 8 * slot;
    ort_vertex v = ort_graph_array(at, NULL);
    struct ort_fact *f = array_fact(p, v, at, NULL, what);
    bool created;
    if (f) add(f, what);
    const struct ordo_type *target =
        type->targets && slot < type->n_slots ? type->targets[slot] : NULL;
    const struct ordo_type pointer = {.size = 8, .flags = ORDO_TYPE_POINTER, .targets = &target};
    if (v && what & WRITES) ort_graph_array_link(v, &pointer, at, (uintptr_t)value, &created);
}

SLOW void link_read(const void *base, struct ordo_type *type, uint64_t slot, const void *code) {
    struct place p;
    if (!type->id || has_no_home(__ordo_self, __ordo_self->top) || !begin(&p)) return;
    bool created = false, guessed = slot & ORDO_SLOT_GUESSED;
    ort_vertex v = guessed ? ort_graph_guessed((uintptr_t)base, type, &created)
                           : ort_graph_element((uintptr_t)base, type, &created);
    if (unlikely(guessed) && !v)
        elsewhere(&p, (uintptr_t)base, type, slot & ~ORDO_SLOT_GUESSED, NULL, READS);
    if (v && created) ort_graph_found(v);
    if (v && created) ort_graph_table_ends(v);
    count(&p, v, type->id, READS | (created ? FRESH : 0), guessed ? NULL : code);
    ort_graph_leave();
}

/* Called if the activation on top has a home. */
SLOW void link_read_again(const void *base, struct ordo_type *type, uint64_t slot,
                          const void *code) {
    const struct ordo_thread *hot = __ordo_self;
    ort_vertex v = likely(!(slot & ORDO_SLOT_GUESSED)) ? ort_glance_element((uintptr_t)base) : 0;
    if (unlikely(!v) || unlikely(!count_at_once(hot, v, type, code, READS)))
        link_read(base, type, slot, code);
}

HOOK void __ordo_link_read(struct ordo_frame *frame, const void *base, struct ordo_type *type,
                           uint64_t slot) {
    (void)frame;
    const void *code = __builtin_return_address(0);
    struct ordo_thread *hot = __ordo_self;
    uint32_t home = settled_home(hot);
    if (!home) link_read(base, type, slot, code);
    if (home > 1) link_read_again(base, type, slot, code);
}

SLOW void link_write(const void *base, struct ordo_type *type, uint64_t slot, const void *value,
                     const void *code) {
    struct place p;
    if (!type->id || !begin(&p)) return;
    count_for_cut_home(&p);
    bool created = false, reached = false, guessed = slot & ORDO_SLOT_GUESSED;
    if (guessed) code = NULL;
    slot &= ~ORDO_SLOT_GUESSED;
    ort_vertex v = guessed ? ort_graph_guessed((uintptr_t)base, type, &created)
                           : ort_graph_element((uintptr_t)base, type, &created);
    if (unlikely(guessed) && !v) elsewhere(&p, (uintptr_t)base, type, slot, value, WRITES);
    if (v && created) ort_graph_table_ends(v);
    int made = v && is_made(v, created, WRITES) ? CREATIONS : 0;
    if (v && !created) count(&p, v, type->id, WRITES | made, code);
    ort_vertex to = v ? ort_graph_link(v, type, slot, (uintptr_t)value, &reached) : 0;
    if (v && created) count(&p, v, type->id, WRITES | CREATIONS | FRESH, NULL);
    if (reached) count(&p, to, ort_graph_vertex_type(to), CREATIONS | FRESH, NULL);
    ort_graph_leave();
}

/* Sets and counts the link if a plain store is enough. Returns 0 if nothing was done. */
static inline __attribute__((always_inline)) int
link_write_at_once(const struct ordo_thread *hot, uintptr_t base, const struct ordo_type *type,
                   uint64_t slot, uintptr_t value, const void *code) {
    ort_vertex v = likely(hot->tick) ? ort_glance_element(base) : 0;
    if (unlikely(!v)) return 0;
    struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t i = type->first_link / 8 + slot - x->first, to;
    if (unlikely(i >= x->n_slots) || unlikely(!ort_glance_aim(x, value, &to))) return 0;
    uint64_t *at = &ort_vertex_slots(x)[i];
    if (unlikely(!ort_glance_free(x, at, to))) return 0;
    if (unlikely(x->flags & ORT_VERTEX_FOUND)) return 0;
    if (*at == to) return count_at_once(hot, v, type, code, WRITES);
    if (unlikely(!ort_graph_enter_alone())) return 0;
    int counted = count_at_once(hot, v, type, code, WRITES);
    if (likely(counted)) *at = to;
    ort_graph_leave_alone();
    return counted;
}

HOOK void __ordo_link_write(struct ordo_frame *frame, const void *base, struct ordo_type *type,
                            uint64_t slot, const void *value) {
    (void)frame;
    const void *code = __builtin_return_address(0);
    if (unlikely(
            !link_write_at_once(__ordo_self, (uintptr_t)base, type, slot, (uintptr_t)value, code)))
        link_write(base, type, slot, value, code);
}

SLOW void array_read(uintptr_t element, const struct ordo_type *type, const void *code) {
    if (has_no_home(__ordo_self, __ordo_self->top)) return;
    struct ort_fact *f = array_fact_again(__ordo_self, element, code);
    if (f) {
        f->reads++;
        return;
    }
    struct place p;
    if (!type->id || !begin(&p)) return;
    ort_vertex v = ort_graph_array(element, type);
    f = array_fact(&p, v, element, code, READS);
    if (f) f->reads++;
    ort_graph_leave();
}

/* Called if the activation on top has a home. */
SLOW void array_read_again(uintptr_t element, const struct ordo_type *type, const void *code) {
    struct ort_fact *f = array_fact_at_once(__ordo_self, element, code);
    if (likely(f != NULL))
        f->reads++;
    else
        array_read(element, type, code);
}

HOOK void __ordo_array_read(struct ordo_frame *frame, const void *element, struct ordo_type *type) {
    (void)frame;
    const void *code = __builtin_return_address(0);
    uint32_t home = settled_home(__ordo_self);
    if (!home) array_read((uintptr_t)element, type, code);
    if (home > 1) array_read_again((uintptr_t)element, type, code);
}

SLOW void array_write(uintptr_t element, const struct ordo_type *type, const void *code) {
    if (has_no_home(__ordo_self, __ordo_self->top)) return;
    struct ort_fact *f = array_fact_again(__ordo_self, element, code);
    if (f) {
        f->writes++;
        return;
    }
    struct place p;
    if (!type->id || !begin(&p)) return;
    ort_vertex v = ort_graph_array(element, type);
    f = array_fact(&p, v, element, code, WRITES);
    if (f) f->writes++;
    ort_graph_leave();
}

/* Called if the activation on top has a home. */
SLOW void array_write_again(uintptr_t element, const struct ordo_type *type, const void *code) {
    struct ort_fact *f = array_fact_at_once(__ordo_self, element, code);
    if (likely(f != NULL))
        f->writes++;
    else
        array_write(element, type, code);
}

HOOK void __ordo_array_write(struct ordo_frame *frame, const void *element,
                             struct ordo_type *type) {
    (void)frame;
    const void *code = __builtin_return_address(0);
    uint32_t home = settled_home(__ordo_self);
    if (!home) array_write((uintptr_t)element, type, code);
    if (home > 1) array_write_again((uintptr_t)element, type, code);
}

HOOK void __ordo_array_link(struct ordo_frame *frame, const void *element, struct ordo_type *type,
                            const void *value) {
    (void)frame;
    struct place p;
    if (!type->id || !begin(&p)) return;
    count_for_cut_home(&p);
    bool created = false;
    ort_vertex v = ort_graph_array((uintptr_t)element, type), to = 0;
    bool anew = v && value && ort_work_list_begins(v, (uintptr_t)element, type);
    if (anew) v = ort_graph_array((uintptr_t)element, type);
    if (anew) to = ort_graph_array_link(v, type, (uintptr_t)element, (uintptr_t)value, &created);
    struct ort_fact *f = array_fact(&p, v, (uintptr_t)element, NULL, WRITES);
    if (f) f->writes++;
    if (v && !anew)
        to = ort_graph_array_link(v, type, (uintptr_t)element, (uintptr_t)value, &created);
    if (created) ort_work_list_makes(v, (uintptr_t)element);
    if (created) count(&p, to, ort_graph_vertex_type(to), CREATIONS | FRESH, NULL);
    ort_graph_leave();
}

SLOW struct ort_fact *run_fact(struct ordo_frame *frame, uintptr_t element,
                               const struct ordo_type *type, const void *code, int what) {
    struct place p;
    if (!type->id || !begin(&p)) return NULL;
    p.at = ort_structure_at(p.t, frame);
    ort_vertex v = ort_graph_array(element, type);
    struct ort_fact *f = array_fact(&p, v, element, p.t->hot.top == frame ? code : NULL, what);
    ort_graph_leave();
    return f;
}

static inline void read_late(const struct ordo_frame *frame, ort_vertex v) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (likely(!(x->flags & ORT_VERTEX_ARRAY) || !x->array.copied_to)) return;
    struct ort_copying now = ort_structure_copying(frame);
    ort_graph_read_late(v, &now);
}

/* Counts a run of accesses. The first and the last one, with the iterations that they were in,
 * stand for all. */
SLOW void array_run(struct ordo_frame *frame, uintptr_t low, uintptr_t high,
                    const struct ordo_type *type, uint64_t first, uint64_t last, const void *code,
                    uint64_t reads, uint64_t writes) {
    if (has_no_home(__ordo_self, frame)) return;
    int on_top = __ordo_self->top == frame, what = writes ? WRITES : READS;
    uint64_t now = frame->iterations;
    frame->iterations = first;
    struct ort_fact *f = on_top ? array_fact_again(__ordo_self, low, code) : NULL;
    if (!f) f = run_fact(frame, low, type, code, what);
    frame->iterations = last;
    struct ort_fact *g = f && on_top ? array_fact_again(__ordo_self, high, code) : NULL;
    if (f && !g) g = run_fact(frame, high, type, code, what);
    frame->iterations = now;
    if (!g) return;
    g->reads += reads, g->writes += writes;
    if (reads && g->key) read_late(frame, g->last);
}

HOOK void __ordo_array_run(struct ordo_frame *frame, const void *low, const void *high,
                           struct ordo_type *type, uint64_t reads, uint64_t writes, uint64_t first,
                           uint64_t last) {
    if (!(reads | writes)) return;
    array_run(frame, (uintptr_t)low, (uintptr_t)high, type, first, last,
              __builtin_return_address(0), reads, writes);
}

HOOK void __ordo_array_copy(struct ordo_frame *frame, const void *to, const void *from,
                            struct ordo_type *type) {
    if (!type->id || !ort_structure_on || !__ordo_self->tick || !ort_graph_enter()) return;
    ort_vertex a = ort_graph_array((uintptr_t)to, type), b = ort_graph_array((uintptr_t)from, type);
    if (a && b && a != b) {
        ort_structure_copies();
        ort_graph_copied(a, b);
        ort_structure_copied(to, from, frame);
    }
    ort_graph_leave();
}

SLOW void object(struct ordo_frame *frame, const void *address, uint64_t size,
                 struct ordo_type *type) {
    if (!ort_graph_enter()) return;
    if (size & ORDO_SIZE_ELSEWHERE) {
        ort_graph_becomes((uintptr_t)address, type);
    } else {
        ort_graph_variable((uintptr_t)address, size & ~ORDO_SIZE_SEVERAL, type, frame);
        if (size & ORDO_SIZE_SEVERAL) ort_graph_several((uintptr_t)address);
    }
    ort_graph_leave();
}

SLOW void object_ends(const void *address) {
    if (!ort_graph_enter()) return;
    ort_graph_end((uintptr_t)address);
    ort_graph_leave();
}

HOOK void __ordo_object(struct ordo_frame *frame, const void *address, uint64_t size,
                        struct ordo_type *type) {
    const struct ordo_thread *hot = __ordo_self;
    if (!ort_structure_on || !hot->tick) return;
    if (!type) {
        object_ends(address);
        return;
    }
    if (!type->id) return;
    if (size & (ORDO_SIZE_ELSEWHERE | ORDO_SIZE_SEVERAL) ||
        !ort_glance_local((uintptr_t)address, size, type, frame, (const struct ort_thread *)hot))
        object(frame, address, size, type);
}

HOOK void __ordo_thread_object(struct ordo_frame *frame, const void *address, uint64_t size,
                               struct ordo_type *type, const char *name) {
    (void)frame;
    if (!type->id || !ort_structure_on || !__ordo_self->tick || !ort_graph_enter()) return;
    if (!ort_graph_is_block((uintptr_t)address, size, name))
        ort_graph_block((uintptr_t)address, size, type, name);
    ort_graph_leave();
}

SLOW void range_copy(const void *to, const void *from, uint64_t size) {
    if (!ort_structure_on || !ort_graph_enter()) return;
    ort_structure_copies();
    ort_graph_copy((uintptr_t)to, (uintptr_t)from, size);
    ort_structure_copied(to, from, __ordo_self->top);
    ort_work_list_copied((uintptr_t)to, (uintptr_t)from, size);
    ort_graph_leave();
}

static inline bool copy_word_at_once(struct ordo_thread *hot, uintptr_t to, uintptr_t from) {
    struct ort_thread *t = (struct ort_thread *)hot;
    bool settled = t->structure && t->structure->activities[hot->top - t->frames].home;
    struct ort_copying now;
    if (settled) now = ort_structure_copying(hot->top);
    return ort_glance_copy(to, from, settled ? &now : NULL);
}

HOOK void __ordo_range_copy(struct ordo_frame *frame, const void *to, const void *from,
                            uint64_t size) {
    (void)frame;
    if (unlikely(!__ordo_self->tick)) return;
    if (size != 8 || unlikely(!copy_word_at_once(__ordo_self, (uintptr_t)to, (uintptr_t)from)))
        range_copy(to, from, size);
}

SLOW void range_set(const void *to, uint64_t size) {
    if (!ort_structure_on || !ort_graph_enter()) return;
    ort_graph_clear((uintptr_t)to, size);
    ort_graph_leave();
}

HOOK void __ordo_range_set(struct ordo_frame *frame, const void *to, uint64_t size) {
    (void)frame;
    if (unlikely(!__ordo_self->tick)) return;
    if (size != 8 || unlikely(!ort_glance_clear((uintptr_t)to))) range_set(to, size);
}
