/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A home's own facts have the numbers of inputs for keys; beside them stand, for each array, its
 * indices. When the home ends, inputs are measured once more, from the vertices accessed last and
 * first (section 3.4, remeasureInputs); then all of its facts are written down and merged into
 * those of the home around it.
 *
 * Invariant: a fact's home is an open activation; a home's facts end with it.
 */
#include "activities.h"
#include "contexts.h"
#include "effort.h"
#include "invocations.h"
#include "names.h"
#include "private_memory.h"
#include "raw_file.h"
#include "settings.h"
#include "stop.h"

#include <errno.h>

#define MOST_NEW_INPUTS 256u /* then those of one type are taken together */
#define MOST_TYPES 16u       /* of one structure */

int ort_structure_on;

struct ort_structure *ort_structure_of(struct ort_thread *t) {
    if (likely(t->structure != NULL)) return t->structure;
    struct ort_structure *s = ort_private_take(sizeof *s);
    struct ort_effort *effort = ort_private_take(sizeof *effort);
    struct ort_invocations *invocations = ort_private_take(sizeof *invocations);
    if (!s || !effort || !invocations) return NULL;
    s->effort = effort;
    s->invocations = invocations;
    s->activities = ort_os_memory(NULL, t->frames_most * sizeof *s->activities);
    if (!s->activities) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return NULL;
    }
    return t->structure = s;
}

/* ---- homes ---- */

static int may_recur(const struct ordo_scope *s) {
    return s->kind == ORDO_KIND_ROUTINE && s->flags & ORDO_SCOPE_RECURSIVE;
}

static uint32_t group_of(const struct ordo_scope *s) {
    return s->group ? s->group->id : s->id;
}

static int recurs(const struct ort_thread *t, const struct ordo_scope *s) {
    return may_recur(s) && (s->flags & ORDO_SCOPE_CYCLE || t->hot.nest[group_of(s)].recurred);
}

/* The activation that f's recursion was entered by. */
static struct ordo_frame *header_of(struct ort_thread *t, struct ordo_frame *f) {
    uint32_t group = group_of(f->scope);
    while (f > t->frames &&
           !(may_recur(f->scope) && group_of(f->scope) == group && !f->depth_level))
        f--;
    return f;
}

uint32_t ort_structure_home(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_activity *a = t->structure->activities;
    struct ordo_frame *at = f;
    uint32_t home = 0;
    while (at > t->frames && !(home = a[at - t->frames].home)) {
        if (at->scope->kind == ORDO_KIND_LOOP) {
            home = (uint32_t)(at - t->frames) + 1;
        } else if (recurs(t, at->scope)) {
            struct ordo_frame *header = header_of(t, at);
            home = a[header - t->frames].home;
            if (!home) home = (uint32_t)(header - t->frames) + 1;
            a[header - t->frames].home = home;
        }
        if (home) break;
        at--;
    }
    if (!home) home = 1;
    if (f > t->frames) a[f - t->frames].home = home;
    return home - 1;
}

/* ---- own facts ---- */

static uint32_t context_of_home(struct ort_thread *t, uint32_t home) {
    struct ordo_frame *f = t->frames + home;
    return f->context ? f->context : ort_context_of(t, f);
}

static void at_least(uint64_t *into, uint64_t from) {
    if (from > *into) *into = from;
}

/* A fact for one type of the input's elements. */
static struct ort_fact *typed(struct ort_structure *s, uint32_t home, uint64_t key, uint32_t type) {
    uint32_t i = ort_fact_find(&s->table, home, ORT_CONTEXT_OWN, key, type);
    if (!i)
        i = ort_fact_add(&s->table, &s->activities[home].facts, home, ORT_CONTEXT_OWN, key, type);
    return i ? &s->table.facts[i - 1] : NULL;
}

static void measure(struct ort_thread *t, struct ort_structure *s, uint32_t home, uint32_t fact,
                    ort_vertex v) {
    struct ort_sizes sizes;
    struct ort_type_sizes by_type[MOST_TYPES];
    unsigned n = 0;
    uint64_t work = ort_graph_measure(v, &sizes, by_type, MOST_TYPES, &n);
    ort_effort_spend(s->effort, context_of_home(t, home), work);
    struct ort_fact *f = &s->table.facts[fact - 1];
    uint64_t key = f->key;
    at_least(&f->elements, sizes.elements);
    at_least(&f->references, sizes.references);
    at_least(&f->capacity, sizes.capacity);
    for (unsigned i = 0; n > 1 && i < n; i++) {
        struct ort_fact *of = typed(s, home, key, by_type[i].type);
        if (!of) return;
        of->measured = 1;
        at_least(&of->elements, by_type[i].elements);
        at_least(&of->references, by_type[i].references);
    }
}

static uint32_t new_fact(struct ort_thread *t, struct ort_structure *s, uint32_t home, uint64_t key,
                         uint32_t form) {
    struct ort_activity *a = &s->activities[home];
    if (++a->inputs > MOST_NEW_INPUTS) ort_facts_gather(t, s, home);
    uint32_t i = ort_fact_add(&s->table, &a->facts, home, ORT_CONTEXT_OWN, key, 0);
    if (!i) return 0;
    struct ort_fact *f = &s->table.facts[i - 1];
    f->form = form;
    f->many = 1;
    f->order = ++s->order;
    return i;
}

/* A loop's step is a body; a recursion's an activation, of which nothing but the stamp is its own.
 */
static uint64_t step_of(struct ort_thread *t, uint32_t home) {
    struct ordo_frame *f = t->frames + home;
    if (f->scope->kind == ORDO_KIND_LOOP) return f->iterations;
    uint32_t group = group_of(f->scope);
    struct ordo_frame *at = t->hot.top;
    while (at > f && !(may_recur(at->scope) && group_of(at->scope) == group)) at--;
    return at->stamp;
}

void ort_structure_step(struct ort_thread *t, struct ort_structure *s, struct ort_fact *f,
                        uint32_t home) {
    uint64_t step = step_of(t, home);
    if (f->last_access && step != f->step) f->repeated = 1;
    f->step = step;
    f->last_access = ++s->accesses;
}

/* The home's own fact of v's input, with its first snapshot when it is new. */
static uint32_t input_fact(struct ort_thread *t, struct ort_structure *s, uint32_t home,
                           ort_vertex v, int fresh) {
    uint32_t input = ort_graph_same(ort_graph_input(v));
    uint32_t i = ort_fact_find(&s->table, home, ORT_CONTEXT_OWN, input, 0);
    if (i) return i;
    int array = ort_graph_is_array(v);
    i = new_fact(t, s, home, input, array ? ORDO_FORM_ARRAY : ORDO_FORM_STRUCTURE);
    if (!i) return 0;
    struct ort_fact *f = &s->table.facts[i - 1];
    f->first = v;
    f->first_age = ort_graph_age(v);
    f->of = ort_graph_vertex_type(v);
    f->input = input;
    f->name = ort_name_of(ort_graph_name(v));
    f->measured = (uint32_t)ort_effort_may(s->effort, context_of_home(t, home), t->hot.cost);
    if (f->measured && fresh)
        f->elements = 1;
    else if (f->measured)
        measure(t, s, home, i, v);
    return i;
}

static uint32_t range_fact(struct ort_structure *s, uint32_t home, ort_vertex v, uint32_t age) {
    uint64_t key = ORT_KEY_RANGE | (uint64_t)age << 43 | v;
    uint32_t i = ort_fact_find(&s->table, home, ORT_CONTEXT_OWN, key, 0);
    if (i) return i;
    i = ort_fact_add(&s->table, &s->activities[home].facts, home, ORT_CONTEXT_OWN, key, 0);
    if (!i) return 0;
    struct ort_fact *f = &s->table.facts[i - 1];
    f->input = ort_graph_input(v);
    f->of = ort_graph_scale(v);
    f->low = UINT64_MAX;
    return i;
}

uint32_t ort_structure_fact(struct ort_thread *t, struct ort_structure *s, uint32_t home,
                            ort_vertex v, int fresh, uint32_t *range) {
    uint32_t age = ort_graph_age(v);
    struct ort_recent *r = &s->recent[v & ((1u << ORT_RECENT_LOG2) - 1)];
    if (unlikely(r->vertex != v || r->age != age || r->home != home ||
                 s->table.facts[r->fact - 1].serial != r->serial ||
                 (r->range && s->table.facts[r->range - 1].serial != r->range_serial))) {
        uint32_t fact = input_fact(t, s, home, v, fresh);
        uint32_t indices = ort_graph_is_array(v) ? range_fact(s, home, v, age) : 0;
        if (!fact) return 0;
        *r = (struct ort_recent){v,
                                 age,
                                 home,
                                 fact,
                                 s->table.facts[fact - 1].serial,
                                 indices,
                                 indices ? s->table.facts[indices - 1].serial : 0};
    }
    struct ort_fact *f = &s->table.facts[r->fact - 1];
    ort_structure_step(t, s, f, home);
    f->last = v;
    f->last_age = age;
    *range = r->range;
    return r->fact;
}

uint32_t ort_structure_stream(struct ort_thread *t, struct ort_structure *s, uint32_t home,
                              uint64_t key, uint32_t form, uint32_t name) {
    key |= ORT_KEY_STREAM;
    uint32_t i = ort_fact_find(&s->table, home, ORT_CONTEXT_OWN, key, 0);
    if (i || !(i = new_fact(t, s, home, key, form))) return i;
    struct ort_fact *f = &s->table.facts[i - 1];
    f->measured = 1;
    f->name = name;
    return i;
}

/* ---- the end of an invocation ---- */

/* Moves the fact to another context or key of its home, into the fact that is there. */
static void rename_fact(struct ort_structure *s, uint32_t *list, uint32_t i, uint32_t context,
                        uint64_t key) {
    struct ort_fact copy;
    ort_fact_copy(&copy, &s->table.facts[i - 1]);
    uint32_t home = copy.home;
    ort_fact_drop(&s->table, i);
    uint32_t at = ort_fact_find(&s->table, home, context, key, copy.type);
    if (at) {
        struct ort_fact *f = &s->table.facts[at - 1];
        if (copy.order < f->order) f->first = copy.first, f->first_age = copy.first_age;
        if (copy.last_access && f->last_access && copy.step != f->step) f->repeated = 1;
        if (copy.last_access > f->last_access) {
            f->step = copy.step;
            f->last = copy.last;
            f->last_age = copy.last_age;
            f->last_access = copy.last_access;
        }
        ort_fact_merge(f, &copy);
        return;
    }
    at = ort_fact_add(&s->table, list, home, context, key, copy.type);
    if (!at) return;
    struct ort_fact *f = &s->table.facts[at - 1];
    copy.next = f->next;
    copy.chain = f->chain;
    copy.serial = f->serial;
    copy.context = context;
    copy.key = key;
    ort_fact_copy(f, &copy);
}

static uint64_t input_key(const struct ort_fact *f) {
    if (!f->key || f->key & (ORT_KEY_STREAM | ORT_KEY_MANY | ORT_KEY_RANGE)) return f->key;
    return ort_graph_same((uint32_t)f->key);
}

/* Inputs that have become one are one. */
static void join_inputs(struct ort_structure *s, uint32_t home) {
    struct ort_activity *a = &s->activities[home];
    uint32_t rest = a->facts, kept = 0;
    while (rest) {
        uint32_t i = rest;
        struct ort_fact *f = &s->table.facts[i - 1];
        rest = f->next;
        uint64_t key = input_key(f);
        if (key == f->key) {
            f->next = kept;
            kept = i;
        } else {
            rename_fact(s, &kept, i, f->context, key);
        }
    }
    a->facts = kept;
}

static void remeasure(struct ort_thread *t, struct ort_structure *s, uint32_t home, uint32_t i) {
    const struct ort_fact *f = &s->table.facts[i - 1];
    ort_vertex first = f->first, last = f->last;
    int first_lives = first && ort_graph_alive(first, f->first_age);
    int last_lives = last && ort_graph_alive(last, f->last_age);
    if (last_lives) measure(t, s, home, i, last);
    if (first_lives && first != last) measure(t, s, home, i, first);
}

static int is_own_input(const struct ort_fact *f) {
    return f->context == ORT_CONTEXT_OWN && f->key && !f->type &&
           !(f->key & (ORT_KEY_STREAM | ORT_KEY_MANY | ORT_KEY_RANGE));
}

static uint64_t scale_of(const struct ort_fact *f) {
    return ort_graph_same_scale((uint32_t)f->of);
}

/* Ranges of arrays that became one another are one range: its first fact holds it, the others are
 * empty. */
static void join_ranges(struct ort_structure *s, uint32_t list) {
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *f = &s->table.facts[i - 1];
        if (!(f->key & ORT_KEY_RANGE) || f->low > f->high) continue;
        for (uint32_t k = f->next; k; k = s->table.facts[k - 1].next) {
            struct ort_fact *other = &s->table.facts[k - 1];
            if (!(other->key & ORT_KEY_RANGE) || scale_of(other) != scale_of(f)) continue;
            if (other->low < f->low) f->low = other->low;
            if (other->high > f->high) f->high = other->high;
            other->low = UINT64_MAX;
            other->high = 0;
        }
    }
}

/* The ranges of an input's arrays add up. */
static void add_ranges(struct ort_structure *s, uint32_t home) {
    uint32_t *at = &s->activities[home].facts;
    join_ranges(s, *at);
    while (*at) {
        uint32_t i = *at;
        struct ort_fact *f = &s->table.facts[i - 1];
        if (!(f->key & ORT_KEY_RANGE)) {
            at = &f->next;
            continue;
        }
        uint32_t input =
            ort_fact_find(&s->table, home, ORT_CONTEXT_OWN, ort_graph_same(f->input), 0);
        if (input && f->low <= f->high) s->table.facts[input - 1].used += f->high - f->low + 1;
        *at = f->next;
        ort_fact_drop(&s->table, i);
    }
}

/* What was done with elements of the input's own type is what is left of all, where there are
 * others. */
static void complete_types(struct ort_structure *s, uint32_t list, uint32_t input) {
    struct ort_fact *f = &s->table.facts[input - 1], *of = NULL;
    uint64_t reads = f->reads, writes = f->writes, creations = f->creations;
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *k = &s->table.facts[i - 1];
        if (!k->type || k->context != ORT_CONTEXT_OWN || k->key != f->key) continue;
        if (k->type == f->of) {
            of = k;
            continue;
        }
        reads -= k->reads;
        writes -= k->writes;
        creations -= k->creations;
        k->measured = f->measured;
    }
    if (!of) return;
    of->reads = reads;
    of->writes = writes;
    of->creations = creations;
    of->measured = f->measured;
}

/* Own facts, measured for the last time, become facts of the context. `is_end`: the invocation's;
 * else it goes on, and what was measured too early is not exact. */
static void settle(struct ort_thread *t, struct ort_structure *s, uint32_t home, uint32_t context,
                   int is_end) {
    struct ort_activity *a = &s->activities[home];
    join_inputs(s, home);
    add_ranges(s, home);
    for (uint32_t i = a->facts; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *f = &s->table.facts[i - 1];
        if (!is_own_input(f)) continue;
        if (!is_end)
            f->measured = 0;
        else if (f->measured)
            remeasure(t, s, home, i);
        if (s->table.facts[i - 1].form == ORDO_FORM_STRUCTURE) complete_types(s, a->facts, i);
    }
    uint32_t rest = a->facts, settled = 0;
    while (rest) {
        uint32_t i = rest;
        struct ort_fact *f = &s->table.facts[i - 1];
        rest = f->next;
        if (f->context == ORT_CONTEXT_OWN) {
            rename_fact(s, &settled, i, context, f->key);
        } else {
            f->next = settled;
            settled = i;
        }
    }
    a->facts = settled;
}

/* Facts of one input of the list, whose form and type others share. */
struct kind {
    uint32_t form, of, n;
};
#define MOST_KINDS 64u

static struct kind *kind_of(struct kind *kinds, uint32_t *n, const struct ort_fact *f) {
    for (uint32_t i = 0; i < *n; i++)
        if (kinds[i].form == f->form && kinds[i].of == f->of) return &kinds[i];
    if (*n == MOST_KINDS) return NULL;
    kinds[*n] = (struct kind){f->form, f->of, 0};
    return &kinds[(*n)++];
}

/* Inputs of a form and type of which there are too many become one. */
void ort_facts_gather(struct ort_thread *t, struct ort_structure *s, uint32_t home) {
    struct ort_activity *a = &s->activities[home];
    struct kind kinds[MOST_KINDS];
    uint32_t n = 0;
    a->inputs = 0;
    settle(t, s, home, context_of_home(t, home), 0);
    for (uint32_t i = a->facts; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        struct kind *k =
            f->key && !f->type && !(f->key & ORT_KEY_MANY) ? kind_of(kinds, &n, f) : NULL;
        if (k) k->n++;
    }
    uint32_t rest = a->facts, kept = 0;
    while (rest) {
        uint32_t i = rest;
        struct ort_fact *f = &s->table.facts[i - 1];
        rest = f->next;
        struct kind *k = f->key && !(f->key & ORT_KEY_MANY) ? kind_of(kinds, &n, f) : NULL;
        if (!k || k->n <= ORT_MOST_INPUTS || f->type) {
            f->next = kept;
            kept = i;
            continue;
        }
        f->many = k->n;
        f->input = 0;
        rename_fact(s, &kept, i, f->context, ORT_KEY_MANY | (uint64_t)f->form << 32 | f->of);
    }
    a->facts = kept;
    uint32_t *at = &a->facts; /* types of inputs that are no more */
    while (*at) {
        uint32_t i = *at;
        struct ort_fact *f = &s->table.facts[i - 1];
        if (f->type && !ort_fact_find(&s->table, home, f->context, f->key, 0)) {
            *at = f->next;
            ort_fact_drop(&s->table, i);
        } else {
            at = &f->next;
        }
    }
}

/* All facts of the list go to the home around it, or nowhere. */
static void pass_on(struct ort_thread *t, struct ort_structure *s, uint32_t list, uint32_t home) {
    struct ort_activity *a = &s->activities[home];
    while (list) {
        uint32_t i = list;
        struct ort_fact copy;
        ort_fact_copy(&copy, &s->table.facts[i - 1]);
        list = copy.next;
        ort_fact_drop(&s->table, i);
        if (!home) continue;
        uint32_t at = ort_fact_find(&s->table, home, copy.context, copy.key, copy.type);
        if (at) {
            ort_fact_merge(&s->table.facts[at - 1], &copy);
            continue;
        }
        if (copy.key && !copy.type) a->inputs++;
        at = ort_fact_add(&s->table, &a->facts, home, copy.context, copy.key, copy.type);
        if (!at) return;
        struct ort_fact *f = &s->table.facts[at - 1];
        copy.home = home;
        copy.next = f->next;
        copy.chain = f->chain;
        copy.serial = f->serial;
        ort_fact_copy(f, &copy);
    }
    if (home && a->inputs > MOST_NEW_INPUTS) ort_facts_gather(t, s, home);
}

static void add_steps(struct ort_structure *s, uint32_t home, uint32_t context, uint64_t steps) {
    uint32_t i = ort_fact_find(&s->table, home, context, 0, 0);
    if (!i) i = ort_fact_add(&s->table, &s->activities[home].facts, home, context, 0, 0);
    if (!i) return;
    s->table.facts[i - 1].reads++;
    s->table.facts[i - 1].writes += steps;
}

void ort_structure_end(struct ort_thread *t, struct ordo_frame *f, uint32_t context) {
    struct ort_structure *s = ort_structure_of(t);
    if (unlikely(!s)) return;
    uint32_t number = (uint32_t)(f - t->frames);
    struct ort_activity *a = &s->activities[number];
    int loop = f->scope->kind == ORDO_KIND_LOOP;
    if (!loop && !recurs(t, f->scope)) {
        a->home = 0;
        return;
    }
    uint32_t home = ort_structure_home(t, f);
    a->home = 0;
    if (context && home) add_steps(s, home, context, loop ? f->iterations : 1);
    if (home != number) return;
    if (ort_graph_enter()) {
        if (context) settle(t, s, home, context, 1);
        ort_graph_leave();
    }
    uint64_t blocks = t->hot.cost - f->cost_entry;
    uint32_t list = a->facts;
    if (context) {
        ort_invocation_ended(s->invocations, t->number, context, &s->table, list, blocks);
        ort_effort_earn(s->effort, context, blocks);
    }
    uint32_t around = context ? ort_structure_home(t, f - 1) : 0;
    *a = (struct ort_activity){0, 0, 0, 0};
    if (ort_graph_enter()) {
        pass_on(t, s, list, around);
        ort_graph_leave();
    }
}

void ort_structure_forget(struct ort_thread *t) {
    struct ort_structure *s = t->structure;
    if (!s) return;
    ort_private_array_free(s->table.facts, s->table.room, sizeof *s->table.facts);
    ort_private_array_free(s->table.buckets, s->table.n_buckets, sizeof *s->table.buckets);
    s->table = (struct ort_facts){.serial = s->table.serial + 1};
    for (struct ordo_frame *f = t->frames; f <= t->hot.top; f++)
        s->activities[f - t->frames] = (struct ort_activity){0, 0, 0, 0};
    for (uint32_t i = 0; i < 1u << ORT_RECENT_LOG2; i++) s->recent[i] = (struct ort_recent){0};
    ort_effort_forget(s->effort);
    ort_invocations_forget(s->invocations);
}
