/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * activities.c: own facts of homes, and the end of invocations.
 *
 * An own fact records what was done with an input in its home, outside of invocations that had
 * homes of their own. Its key is the input's number. The index ranges of further arrays are facts
 * beside it. Own facts of places that are not observed themselves are marked `apart`: their sizes
 * are those that the home saw, when the input was first accessed there and at the end. When the
 * home ends, inputs are measured once more, from the vertices that were accessed last and first
 * (section 3.4, remeasureInputs). Then all of its facts are written down and merged into those of
 * the home around it.
 *
 * Invariant: a fact's home is an open activation; a home's facts end with it.
 */
#include "activities.h"
#include "descriptors.h"
#include "engine/runtime/core/contexts.h"
#include "engine/runtime/core/recurring.h"
#include "engine/runtime/graph/effort.h"
#include "engine/runtime/graph/sites.h"
#include "engine/runtime/graph/spans.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"
#include "engine/runtime/system/stop.h"
#include "growths.h"
#include "invocations.h"
#include "known_sizes.h"
#include "ranges.h"
#include "watch.h"
#include "work_lists.h"

#include <errno.h>

#define MOST_NEW_INPUTS 256u /* beyond this, inputs of one form and type are combined */
#define MOST_TYPES 16u       /* of one structure */

int ort_structure_on;

struct ort_structure *ort_structure_make(struct ort_thread *t) {
    struct ort_structure *s = ort_private_take(sizeof *s);
    struct ort_effort *effort = ort_private_take(sizeof *effort);
    struct ort_invocations *invocations = ort_private_take(sizeof *invocations);
    struct ort_watch *watch = ort_private_take(sizeof *watch);
    if (!s || !effort || !invocations || !watch) return NULL;
    s->sites = ort_private_array(NULL, 0, ORT_SITES, sizeof *s->sites);
    if (!s->sites || ort_facts_init(&s->table) < 0) return NULL;
    s->effort = effort;
    s->invocations = invocations;
    s->watch = watch;
    s->nowhere.repeated = 1;
    s->activities = ort_os_memory(NULL, t->frames_most * sizeof *s->activities);
    if (!s->activities) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return NULL;
    }
    s->thread = t->number;
    return t->structure = s;
}

/* ---- own facts ---- */

static void at_least(uint64_t *into, uint64_t from) {
    if (from > *into) *into = from;
}

/* The first fact by type is that of f's own type and gets the sizes so far, which are all of that
 * type. */
struct ort_fact *ort_structure_typed(struct ort_structure *s, struct ort_fact *f, uint32_t type) {
    uint32_t i = ort_fact_find(&s->table, f->home, f->context, f->key, type);
    if (i) return &s->table.facts[i - 1];
    int first = !f->has_types;
    if (first && type != f->of && !ort_structure_typed(s, f, f->of)) return NULL;
    i = ort_fact_add(&s->table, &s->activities[f->home].facts, f->home, f->context, f->key, type);
    if (!i) return NULL;
    f->has_types = 1;
    struct ort_fact *of = &s->table.facts[i - 1];
    of->own = 1;
    of->measured = ORT_KNOWS_ALL;
    if (!first || type != f->of) return of;
    int array = f->form == ORDO_FORM_ARRAY;
    of->elements = f->elements + (array ? f->capacity : 0);
    of->all_elements = f->elements + (array ? f->all_capacity : 0);
    of->references = f->references;
    return of;
}

/* Counts elements with links only. The room of arrays is added at the end (settle) if the input is
 * an array, so that its size does not depend on the vertex that it is measured from. */
static void measure_links(struct ort_structure *s, struct ort_fact *f, ort_vertex v) {
    struct ort_sizes sizes;
    struct ort_type_sizes by_type[MOST_TYPES];
    unsigned n = 0;
    uint64_t work = ort_graph_measure(v, &sizes, by_type, MOST_TYPES, &n);
    ort_effort_spend(s->effort, f->context, work);
    int array = ort_graph_is_array(v), types = n > 1 || f->has_types;
    for (unsigned i = 0; types && i < n; i++) {
        struct ort_fact *of = ort_structure_typed(s, f, by_type[i].type);
        if (!of) return;
        at_least(&of->elements, by_type[i].elements);
        at_least(&of->all_elements, by_type[i].elements + by_type[i].bytes);
        at_least(&of->references, by_type[i].references);
    }
    at_least(&f->elements, array ? sizes.elements - sizes.capacity : sizes.elements);
    at_least(&f->references, sizes.references);
    at_least(&f->capacity, sizes.capacity);
    at_least(&f->all_capacity, sizes.capacity + sizes.bytes);
}

/* Measures f's input from v. An array without links is as large as its block. */
static void measure(struct ort_structure *s, struct ort_fact *f, ort_vertex v) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (!(x->flags & ORT_VERTEX_ARRAY) || x->array.slots) {
        measure_links(s, f, v);
        return;
    }
    uint64_t room = ort_array_room(x, ort_graph_type_of(x->type));
    at_least(&f->capacity, room);
    at_least(&f->all_capacity, room);
}

static int too_many(const struct ort_activity *a) {
    return a->inputs > (a->many ? a->many : MOST_NEW_INPUTS);
}

static uint32_t new_fact(struct ort_structure *s, uint32_t home, uint32_t context, uint64_t key,
                         uint32_t form) {
    struct ort_activity *a = &s->activities[home];
    a->inputs++;
    if (too_many(a)) ort_facts_gather(s, home);
    if (!a->facts) a->joins = ort_graph_joins;
    uint32_t i = ort_fact_add(&s->table, &a->facts, home, context, key, 0);
    if (!i) return 0;
    struct ort_fact *f = &s->table.facts[i - 1];
    f->own = 1;
    f->form = form;
    f->many = 1;
    f->order = ++s->order;
    return i;
}

uint64_t ort_step_of(const struct ort_structure *s, struct ordo_frame *at,
                     struct ordo_frame *place) {
    if (place->scope->kind == ORDO_KIND_LOOP) return place->iterations;
    while (at > place &&
           !(ort_may_recur(at->scope) && ort_structure_recur_together(s, at->scope, place->scope)))
        at--;
    return at->stamp;
}

void ort_structure_step(struct ort_thread *t, struct ort_structure *s, struct ort_fact *f,
                        const struct ort_activity *a) {
    struct ordo_frame *place = t->frames + a->place;
    if (f->key & ORT_KEY_MANY) { /* many inputs share the fact */
        f->last_access = ++s->accesses;
        return;
    }
    uint64_t step = ort_step_of(s, t->hot.top, place);
    if (f->last_access && f->activation == place->stamp && step != f->step) f->repeated = 1;
    f->activation = place->stamp;
    f->step = step;
    f->last_access = ++s->accesses;
}

static void begin_range(struct ort_fact *f, ort_vertex v) {
    f->low = UINT64_MAX;
    f->each = ort_graph_type_of(ort_graph_vertex_type(v))->size;
    f->row = ort_graph_row(v, f->each);
    f->scale = ort_graph_scale(v);
}

void ort_facts_reopen(struct ort_structure *s, struct ort_fact *f) {
    f->own = f->apart = 1;
    f->used = f->used_beside;
    if (f->form == ORDO_FORM_ARRAY) f->elements -= f->capacity;
    for (uint32_t i = f->has_types ? s->activities[f->home].facts : 0; i;
         i = s->table.facts[i - 1].next) {
        struct ort_fact *of = &s->table.facts[i - 1];
        if (of->type && of->key == f->key && of->context == f->context) of->own = 1;
    }
}

static uint64_t many_key(uint32_t form, uint32_t type) {
    return ORT_KEY_MANY | (uint64_t)form << 32 | type;
}

/* Returns the combined fact of inputs like v's if there were too many, and counts v's input in it,
 * unless v is a variable that has a name. Otherwise returns 0. */
static uint32_t many_fact(struct ort_structure *s, const struct ort_activity *a, ort_vertex v,
                          uint32_t form) {
    uint64_t key = many_key(form, ort_graph_vertex_type(v));
    uint32_t i = ort_fact_find(&s->table, a->home - 1, a->context, key, 0);
    if (!i || ort_graph_name(v)) return 0;
    s->table.facts[i - 1].many++;
    return i;
}

/* Returns the own fact of v's input. A new one gets its first sizes. */
static uint32_t input_fact(struct ort_thread *t, struct ort_structure *s,
                           const struct ort_activity *a, ort_vertex v, int fresh) {
    uint32_t input = ort_graph_input(v), context = a->context, home = a->home - 1;
    uint32_t i = ort_fact_find(&s->table, home, context, input, 0);
    if (i && !s->table.facts[i - 1].own) ort_facts_reopen(s, &s->table.facts[i - 1]);
    if (i) return i;
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    int array = (x->flags & ORT_VERTEX_ARRAY) != 0;
    uint32_t form = array ? ORDO_FORM_ARRAY : ORDO_FORM_STRUCTURE;
    if ((i = many_fact(s, a, v, form))) return i;
    i = new_fact(s, home, context, input, form);
    if (!i) return 0;
    struct ort_fact *f = &s->table.facts[i - 1];
    f->first = v;
    f->first_age = x->age;
    f->began_as = f->of = x->type;
    f->apart = a->place != home;
    f->variable = ort_graph_name(v);
    f->before = ort_population_begin(v);
    f->has_period = 1;
    if ((array && !x->array.slots) ||
        ort_effort_may(s->effort, context, t->hot.cost, ort_tally_all_cost(t, context - 1)))
        f->measured = ORT_KNOWS_ALL;
    f->work_list = ort_work_list_of(v);
    if (array) begin_range(f, v);
    if (f->measured && fresh)
        f->elements = ort_vertex_elements(x);
    else if (f->measured)
        measure(s, f, v);
    return i;
}

/* Returns the fact that has the index range of array v: the input's own fact if v is its first
 * array, otherwise one for v. 0: none. */
static uint32_t range_fact(struct ort_structure *s, uint32_t fact, ort_vertex v) {
    struct ort_fact *f = &s->table.facts[fact - 1];
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (f->key & ORT_KEY_MANY) return 0;
    if (f->first == v && f->first_age == x->age) return fact;
    uint64_t key = ort_range_key(v, x->age);
    uint32_t i = ort_fact_find(&s->table, f->home, f->context, key, 0);
    if (i) return i;
    i = ort_fact_add(&s->table, &s->activities[f->home].facts, f->home, f->context, key, 0);
    if (!i) return 0;
    struct ort_fact *r = &s->table.facts[i - 1];
    r->order = (uint32_t)f->key;
    begin_range(r, v);
    return i;
}

static uint32_t accessed(struct ort_thread *t, struct ort_structure *s,
                         const struct ort_activity *a, uint32_t fact, ort_vertex v, uint32_t age) {
    struct ort_fact *f = &s->table.facts[fact - 1];
    ort_structure_step(t, s, f, a);
    f->last = v;
    f->last_age = age;
    return fact;
}

/* Returns the fact of element v. All elements of an input have one fact. */
static uint32_t element_fact(struct ort_thread *t, struct ort_structure *s,
                             const struct ort_activity *a, ort_vertex v, int fresh) {
    uint32_t input = ort_graph_input(v);
    struct ort_latest *l = &s->latest[(input ^ a->context * 0x9E3779B1u >> 16) % ORT_LATEST];
    if (unlikely(l->input != input || l->home != a->home || l->context != a->context ||
                 s->table.facts[l->fact - 1].serial != l->serial)) {
        uint32_t fact = input_fact(t, s, a, v, fresh);
        if (!fact) return 0;
        *l = (struct ort_latest){input, a->home, a->context, fact, s->table.facts[fact - 1].serial};
    }
    return l->fact;
}

/* If f began with an array of records like element v, it was none (ort_graph_table_ends): makes f
 * one of a structure that begins with v. */
static void leave_table(struct ort_structure *s, struct ort_fact *f, ort_vertex v) {
    const struct ordo_type *type = ort_graph_type_of(f->began_as);
    if (f->key & ORT_KEY_MANY || !(type->flags & ORDO_TYPE_LINKED)) return;
    f->form = ORDO_FORM_STRUCTURE;
    f->first = v;
    f->first_age = ort_graph_age(v);
    f->reads = f->writes = f->creations = f->used = 0;
    f->elements = f->capacity = f->all_capacity = 0;
    f->each = 0;
    if (f->measured) measure(s, f, v);
}

uint32_t ort_structure_fact(struct ort_thread *t, struct ort_structure *s,
                            const struct ort_activity *a, ort_vertex v, int fresh,
                            uint32_t *range) {
    uint32_t age = ort_graph_age(v);
    if (!ort_graph_is_array(v)) {
        uint32_t fact = element_fact(t, s, a, v, fresh);
        *range = 0;
        if (fact && s->table.facts[fact - 1].form == ORDO_FORM_ARRAY)
            leave_table(s, &s->table.facts[fact - 1], v);
        if (fact)
            ort_structure_steps_at(s, &s->table.facts[fact - 1], t->frames + a->place, v, age);
        return fact ? accessed(t, s, a, fact, v, age) : 0;
    }
    struct ort_recent *r = ort_recent_of(s, v, a->context);
    if (unlikely(r->vertex != v || r->age != age || r->home != a->home ||
                 r->context != a->context || s->table.facts[r->fact - 1].serial != r->serial ||
                 (r->range && s->table.facts[r->range - 1].serial != r->range_serial) ||
                 !ort_recent_stays(s, r))) {
        uint32_t fact = input_fact(t, s, a, v, fresh);
        if (!fact) return 0;
        uint32_t indices = range_fact(s, fact, v);
        *r = (struct ort_recent){v,
                                 age,
                                 ort_graph_joins,
                                 a->home,
                                 a->context,
                                 fact,
                                 s->table.facts[fact - 1].serial,
                                 indices,
                                 indices ? s->table.facts[indices - 1].serial : 0};
    }
    *range = r->range;
    return accessed(t, s, a, r->fact, v, age);
}

uint32_t ort_structure_stream(struct ort_structure *s, const struct ort_activity *a, uint64_t key,
                              uint32_t form, int fd) {
    key |= ORT_KEY_STREAM;
    uint32_t home = a->home - 1, i = ort_fact_find(&s->table, home, a->context, key, 0);
    if (i || !(i = new_fact(s, home, a->context, key, form))) return i;
    struct ort_fact *f = &s->table.facts[i - 1];
    f->measured = ORT_KNOWS_ALL;
    f->name = ort_descriptor_name(fd);
    return i;
}

/* ---- the end of an invocation ---- */

/* Joins two own facts of inputs that have become one. The form and range are those of the input
 * that was accessed first. */
static void join_own(struct ort_structure *s, struct ort_fact *f, struct ort_fact *other) {
    const struct ort_fact *range = other;
    struct ort_fact later;
    f->mixed |= f->form != other->form;
    if (other->order < f->order) {
        f->form = other->form;
        f->began_as = other->began_as;
        f->work_list = other->work_list;
        later.key = f->key;
        later.first = f->first;
        later.first_age = f->first_age;
        ort_range_take(&later, f);
        f->first = other->first;
        f->first_age = other->first_age;
        ort_range_take(f, other);
        f->serial = ++s->table.serial; /* it has another range */
        range = &later;
    }
    if (other->activation == f->activation && other->step != f->step) f->repeated = 1;
    if (other->last_access > f->last_access) {
        f->step = other->step;
        f->activation = other->activation;
        f->last = other->last;
        f->last_age = other->last_age;
        f->last_access = other->last_access;
    }
    if (!f->step_first || other->step_of_first > f->step_of_first ||
        (other->step_of_first == f->step_of_first && other->step_access < f->step_access)) {
        f->step_first = other->step_first;
        f->step_first_age = other->step_first_age;
        f->step_of_first = other->step_of_first;
        f->step_access = other->step_access;
    }
    ort_range_unite(s, f, range);
    other->form = f->form;
}

/* Makes facts by type for two own facts of one input whose own types differ. `facts`: the home's
 * facts by type, with the keys that they had before. */
static void separate_types(struct ort_structure *s, struct ort_fact *into, struct ort_fact *f,
                           uint32_t facts) {
    struct ort_fact *of = ort_structure_typed(s, f, f->of);
    if (!of || !ort_structure_typed(s, into, into->of)) return;
    of->reads = f->reads;
    of->writes = f->writes;
    of->creations = f->creations;
    for (; facts; facts = s->table.facts[facts - 1].next) {
        const struct ort_fact *k = &s->table.facts[facts - 1];
        if (k->key != f->key || k->context != f->context || k->type == f->of) continue;
        of->reads -= k->reads;
        of->writes -= k->writes;
        of->creations -= k->creations;
    }
}

void ort_facts_name_anew(struct ort_structure *s, uint32_t *list, uint32_t i, uint32_t home,
                         uint32_t context, uint64_t key, uint32_t typed) {
    struct ort_fact *f = &s->table.facts[i - 1];
    uint32_t at = ort_fact_find(&s->table, home, context, key, f->type);
    if (!at) {
        ort_fact_rename(&s->table, i, home, context, key);
        f->next = *list;
        *list = i;
        return;
    }
    struct ort_fact *into = &s->table.facts[at - 1];
    if (into->own && f->own && !f->type) {
        if (into->of != f->of) separate_types(s, into, f, typed);
        ort_work_list_meets(into, f);
        join_own(s, into, f);
    }
    ort_fact_merge(&s->table, into, f);
    ort_fact_drop(&s->table, i);
}

static void rekey(struct ort_structure *s, uint32_t *list, uint32_t i, uint64_t key,
                  uint32_t typed) {
    const struct ort_fact *f = &s->table.facts[i - 1];
    ort_facts_name_anew(s, list, i, f->home, f->context, key, typed);
}

static uint32_t input_now(const struct ort_structure *s, uint32_t input) {
    return ort_growths_input(s, ort_graph_same(input));
}

static uint64_t input_key(const struct ort_structure *s, struct ort_fact *f) {
    if (f->key & ORT_KEY_RANGE) f->order = input_now(s, f->order);
    if (!f->key || f->key & (ORT_KEY_STREAM | ORT_KEY_MANY | ORT_KEY_RANGE)) return f->key;
    return input_now(s, (uint32_t)f->key);
}

/* Gives the facts of `rest` the present keys of their inputs and moves them to *kept. */
static void rekey_all(struct ort_structure *s, uint32_t rest, uint32_t *kept, uint32_t typed) {
    while (rest) {
        uint32_t i = rest;
        struct ort_fact *f = &s->table.facts[i - 1];
        rest = f->next;
        ort_fact_soon(&s->table, rest);
        uint64_t key = input_key(s, f);
        if (key != f->key) {
            rekey(s, kept, i, key, typed);
        } else {
            f->next = *kept;
            *kept = i;
        }
    }
}

/* Joins the facts of inputs that have become one. */
static void join_inputs(struct ort_structure *s, uint32_t home) {
    struct ort_activity *a = &s->activities[home];
    a->joins = ort_graph_joins;
    uint32_t rest = a->facts, whole = 0, typed = 0, kept = 0;
    while (rest) {
        uint32_t i = rest, *list = s->table.facts[i - 1].type ? &typed : &whole;
        rest = s->table.facts[i - 1].next;
        s->table.facts[i - 1].next = *list;
        *list = i;
    }
    a->facts = 0;
    rekey_all(s, whole, &kept, typed);
    rekey_all(s, typed, &kept, 0);
    rekey_all(s, a->facts, &kept, 0);
    a->facts = kept;
}

/* Joins the facts of arrays that grew (growths.h). */
static void join_growths(struct ort_structure *s, uint32_t home) {
    if (ort_growths_find(s, home)) join_inputs(s, home);
    s->n_growths = 0;
}

/* Is v an element of the input? A text that an array of pointers leads to is not. */
static int is_like_first(const struct ort_fact *f, ort_vertex v) {
    return !ort_array_is_content(ort_vertex_at(v)) ||
           ort_type_is_content(ort_graph_type_of(f->began_as));
}

/* Measures the input at the end of its repetition, from the elements that it accessed last and
 * first, and first in the last step of a loop: a tree whose root changes is entered there. If that
 * was not observed, each of its activations had an end of its own, and the input may have grown
 * since. `partial`: the home did not record everything, perhaps not its last access. */
static void remeasure(const struct ort_thread *t, struct ort_structure *s, struct ort_fact *f,
                      int partial) {
    ort_vertex first = f->first, last = f->last;
    int first_lives = ort_graph_alive(first, f->first_age);
    if (f->apart) f->measured = 0;
    if (!f->measured) return;
    if (!partial && ort_graph_alive(last, f->last_age) && is_like_first(f, last))
        measure(s, f, last);
    if (first_lives && (partial || first != last)) measure(s, f, first);
    ort_vertex step = f->step_first;
    int loop = !partial && step && t->frames[f->home].scope->kind == ORDO_KIND_LOOP;
    if (loop && step != first && step != last && ort_graph_alive(step, f->step_first_age))
        measure(s, f, step);
}

static struct ort_fact *like(struct ort_structure *s, const struct ort_fact *f, uint32_t type) {
    uint32_t i = ort_fact_find(&s->table, f->home, f->context, f->key, type);
    return i && s->table.facts[i - 1].own ? &s->table.facts[i - 1] : NULL;
}

/* Computes what was done with elements of an input's own type, if it has others: all that was done
 * with the input less what was done with elements of the others. */
static void complete_types(struct ort_structure *s, uint32_t list) {
    int any = 0;
    for (uint32_t i = list; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        struct ort_fact *of = f->own && f->has_types && !f->type ? like(s, f, f->of) : NULL;
        any |= f->has_types != 0;
        if (!of) continue;
        of->reads = f->reads;
        of->writes = f->writes;
        of->creations = f->creations;
    }
    for (uint32_t i = any ? list : 0; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *k = &s->table.facts[i - 1];
        const struct ort_fact *f = k->type && k->own ? like(s, k, 0) : NULL;
        if (!f) continue;
        k->measured = f->measured;
        struct ort_fact *of = k->type != f->of ? like(s, f, f->of) : NULL;
        if (!of) continue;
        of->reads -= k->reads;
        of->writes -= k->writes;
        of->creations -= k->creations;
    }
}

/* Measures own facts for the last time and makes them ordinary facts of their context. `is_end`:
 * the invocation ends. Otherwise it continues, and the sizes are not exact, because it is too
 * early. */
static void settle(const struct ort_thread *t, struct ort_structure *s, uint32_t home, int is_end) {
    struct ort_activity *a = &s->activities[home];
    if (a->facts && a->joins != ort_graph_joins) join_inputs(s, home);
    if (a->facts) join_growths(s, home);
    ort_ranges_add(s, home);
    bool folded = false;
    for (uint32_t i = a->facts; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *f = &s->table.facts[i - 1];
        if (!f->own || f->type) continue;
        if (is_end && f->unclear) ort_work_list_unclear(s, f);
        if (f->form == ORDO_FORM_ARRAY || f->form == ORDO_FORM_STRUCTURE) {
            f->used_beside = f->used;
            f->used += ort_fact_range(f);
            if (!is_end)
                f->measured = 0;
            else if (f->measured)
                remeasure(t, s, f, a->partial != 0);
            if (is_end && !(f->apart && (f->used_beside || f->spans)))
                f->measured |= ORT_KNOWS_USED;
            if (is_end && ort_work_list_settle(s, f)) folded = true;
            int array = f->form == ORDO_FORM_ARRAY;
            f->all_elements = f->elements + (array ? f->all_capacity : 0);
            if (array) f->elements += f->capacity;
        }
    }
    if (folded) ort_work_lists_drop(s, home);
    if (is_end) ort_known_sizes_find(s, home, a->partial != 0);
    complete_types(s, a->facts);
    for (uint32_t i = a->facts; i; i = s->table.facts[i - 1].next) {
        struct ort_fact *f = &s->table.facts[i - 1];
        f->own = 0;
        if (f->spans) ort_spans_settle(&s->table, f);
        if (!is_end) f->serial = ++s->table.serial; /* its ranges are gone */
    }
}

/* A form and type, and the number of inputs that have it. */
struct kind {
    uint32_t form, of, n;
};
#define MOST_KINDS 64u

static struct kind *kind_of(struct kind *kinds, uint32_t *n, const struct ort_fact *f) {
    for (uint32_t i = 0; i < *n; i++)
        if (kinds[i].form == f->form && kinds[i].of == f->began_as) return &kinds[i];
    if (*n == MOST_KINDS) return NULL;
    kinds[*n] = (struct kind){f->form, f->began_as, 0};
    return &kinds[(*n)++];
}

/* Joins the home's inputs and returns how many are left. They may be few, because nodes that are
 * first made and then linked become one input. Sets *n_facts to the number of facts. */
static uint32_t joined_inputs(struct ort_structure *s, uint32_t home, uint32_t *n_facts) {
    uint32_t n = 0;
    *n_facts = 0;
    join_inputs(s, home);
    join_growths(s, home);
    for (uint32_t i = s->activities[home].facts; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        if (f->key && !f->type && !(f->key & ORT_KEY_RANGE)) n++;
        ++*n_facts;
    }
    return n;
}

/* Returns the kind of the input that f belongs to: f is the input's own fact, or that of one of its
 * types or arrays. NULL: none. */
static struct kind *kind_with(struct ort_structure *s, struct kind *kinds, uint32_t *n,
                              const struct ort_fact *f) {
    if (!f->key || f->key & ORT_KEY_MANY) return NULL;
    if (!f->type && !(f->key & ORT_KEY_RANGE)) return kind_of(kinds, n, f);
    uint64_t key = f->key & ORT_KEY_RANGE ? input_now(s, f->order) : f->key;
    uint32_t i = ort_fact_find(&s->table, f->home, f->context, key, 0);
    return i ? kind_of(kinds, n, &s->table.facts[i - 1]) : NULL;
}

/* Takes the facts of all inputs whose kind has too many off the home's list. Returns the list of
 * them. */
static uint32_t take_many(struct ort_structure *s, struct ort_activity *a, struct kind *kinds,
                          uint32_t *n) {
    for (uint32_t i = a->facts; i; i = s->table.facts[i - 1].next) {
        const struct ort_fact *f = &s->table.facts[i - 1];
        struct kind *k = f->type || f->key & ORT_KEY_RANGE ? NULL : kind_with(s, kinds, n, f);
        if (k) k->n++;
    }
    uint32_t taken = 0, *at = &a->facts;
    while (*at) {
        uint32_t i = *at;
        struct ort_fact *f = &s->table.facts[i - 1];
        const struct kind *k = kind_with(s, kinds, n, f);
        if (!k || k->n <= ORT_MOST_INPUTS) {
            at = &f->next;
            continue;
        }
        *at = f->next;
        f->next = taken;
        taken = i;
    }
    return taken;
}

/* Inputs of other kinds stay as they are: a list of many strings is still measured. */
void ort_facts_gather(struct ort_structure *s, uint32_t home) {
    struct ort_activity *a = &s->activities[home];
    struct kind kinds[MOST_KINDS];
    uint32_t n = 0, n_facts;
    a->inputs = 0;
    if (joined_inputs(s, home, &n_facts) <= MOST_NEW_INPUTS / 2) {
        a->many = n_facts / 4 > MOST_NEW_INPUTS ? n_facts / 4 : MOST_NEW_INPUTS;
        return;
    }
    uint32_t many = take_many(s, a, kinds, &n), kept = a->facts;
    a->facts = many;
    settle(NULL, s, home, 0);
    uint32_t rest = a->facts, types = 0;
    a->facts = kept;
    while (rest) {
        uint32_t i = rest;
        struct ort_fact *f = &s->table.facts[i - 1];
        rest = f->next;
        if (f->type) {
            f->next = types;
            types = i;
            continue;
        }
        const struct kind *k = kind_of(kinds, &n, f);
        if (k) f->many = k->n;
        ort_fact_end_period(f);
        rekey(s, &a->facts, i, many_key(f->form, f->began_as), 0);
    }
    while (types) {
        uint32_t i = types;
        types = s->table.facts[i - 1].next;
        ort_fact_drop(&s->table, i);
    }
    n_facts = 0;
    for (uint32_t i = a->facts; i; i = s->table.facts[i - 1].next) n_facts++;
    /* Enough to make the next time worth it. */
    a->many = n_facts > MOST_NEW_INPUTS ? n_facts : MOST_NEW_INPUTS;
}

/* Moves fact i, which is on no list, to the home; 0: drops it. */
static void pass_on(struct ort_structure *s, uint32_t i, uint32_t home) {
    struct ort_activity *a = &s->activities[home];
    struct ort_fact *f = &s->table.facts[i - 1];
    s->passed++;
    uint32_t at = home ? ort_fact_find(&s->table, home, f->context, f->key, f->type) : 0;
    if (at) {
        if (f->form) ort_work_list_meets(&s->table.facts[at - 1], f);
        ort_fact_merge(&s->table, &s->table.facts[at - 1], f);
    } else if (home) {
        if (f->key && !f->type) a->inputs++;
        ort_fact_rename(&s->table, i, home, f->context, f->key);
        f->next = a->facts;
        a->facts = i;
        return;
    }
    ort_fact_drop(&s->table, i);
}

#define TOGETHER 16u /* facts prefetched together, with their counterparts at the other home */

void ort_facts_pass_on(struct ort_structure *s, uint32_t list, uint32_t home) {
    struct ort_activity *a = &s->activities[home];
    if (home && list && !a->facts) a->joins = ort_graph_joins;
    while (list) {
        uint32_t facts[TOGETHER], n = 0;
        for (; list && n < TOGETHER; list = s->table.facts[list - 1].next) {
            facts[n++] = list;
            ort_fact_soon(&s->table, s->table.facts[list - 1].next);
            if (home) ort_fact_soon_place(&s->table, list, home);
        }
        for (uint32_t i = 0; home && i < n; i++) ort_fact_soon_found(&s->table, facts[i], home);
        for (uint32_t i = 0; i < n; i++) pass_on(s, facts[i], home);
    }
    if (home && too_many(a)) ort_facts_gather(s, home);
}

/* Ends f, the home's invocation, which took `steps`: writes it down and passes its facts on. */
static void end_invocation(struct ort_thread *t, struct ordo_frame *f, uint32_t context,
                           uint64_t steps, int tallied) {
    struct ort_structure *s = t->structure;
    uint32_t home = (uint32_t)(f - t->frames);
    struct ort_activity *a = &s->activities[home];
    uint64_t blocks = t->hot.cost - f->cost_entry;
    int partial = a->cut, news = 0;
    ort_facts_settle_steps(t, home, context, steps, tallied);
    int in_graph = a->facts && ort_graph_enter();
    if (in_graph && context) settle(t, s, home, 1);
    uint32_t list = a->facts, around = 0;
    if (context) {
        uint64_t ordinal = ort_tally_all_calls(t, context - 1) - 1;
        news = ort_invocation_ended(s->invocations, t->number, context, ordinal, steps, partial,
                                    &s->table, list, blocks) > 0;
        around = ort_structure_at(t, f - 1)->around - 1;
        ort_facts_add_steps(t, around, context, steps, partial && around, tallied);
    }
    a->facts = a->inputs = a->many = a->joins = a->partial = a->ignores = 0;
    if (list) ort_facts_pass_on(s, list, around);
    if (context) ort_watch_ended(s->watch, context, a->began, ort_structure_work(s), news);
    if (in_graph) ort_graph_leave();
}

void ort_structure_end_repetition(struct ort_thread *t, struct ordo_frame *f, uint32_t context,
                                  int tallied) {
    int loop = f->scope->kind == ORDO_KIND_LOOP;
    const struct ort_activity *a = ort_structure_at(t, f);
    uint32_t home = a->around - 1;
    uint64_t steps = loop ? f->iterations : 1;
    if (loop && context && !tallied) ort_structure_grown(t, context, steps);
    if (home == (uint32_t)(f - t->frames))
        end_invocation(t, f, context, steps, tallied);
    else if (context)
        ort_facts_add_steps(t, home, context, steps, a->home == 1 && home, tallied);
}

void ort_structure_grown(struct ort_thread *t, uint32_t context, uint64_t steps) {
    struct ort_watched *w = ort_watched(t->structure->watch, context);
    if (w && ort_watch_note(w, steps)) ort_tally_of(t, context - 1)->due = 0;
}

void ort_structure_ended(struct ort_thread *t, struct ordo_frame *f, uint32_t context) {
    struct ort_structure *s = ort_structure_of(t);
    if (unlikely(!s)) return;
    if (f->scope->kind == ORDO_KIND_LOOP || ort_recurs(t, f->scope))
        ort_structure_end_repetition(t, f, context, 0);
    else if (ort_may_cycle(f->scope))
        ort_structure_end_unrecurred(t, f);
    ort_structure_end_place(t, f);
}

int ort_structure_hold(void) {
    return ort_graph_enter();
}

void ort_structure_let_go(void) {
    ort_graph_leave();
}

void ort_structure_forget(struct ort_thread *t) {
    struct ort_structure *s = t->structure;
    if (!s) return;
    ort_private_array_free(s->table.places, s->table.n_places, sizeof *s->table.places);
    struct ort_fact *facts = s->table.facts;
    for (uint32_t i = 0; i < s->table.used; i++) facts[i].serial = ++s->table.serial;
    s->table = (struct ort_facts){.facts = facts,
                                  .room = s->table.room,
                                  .serial = s->table.serial + 1,
                                  .spans = s->table.spans,
                                  .spans_room = s->table.spans_room};
    for (struct ordo_frame *f = t->frames; f <= t->hot.top; f++)
        s->activities[f - t->frames] = (struct ort_activity){.home = 0};
    t->hot.unreported = 0;
    for (uint32_t i = 0; i < 1u << ORT_RECENT_LOG2; i++) s->recent[i] = (struct ort_recent){0};
    for (uint32_t i = 0; i < ORT_LATEST; i++) s->latest[i] = (struct ort_latest){0};
    ort_effort_forget(s->effort);
    ort_watch_forget(s->watch);
    ort_invocations_forget(s->invocations);
    ort_cycles_forget(&s->cycles);
}

void ort_structure_renumbered(struct ort_thread *t) {
    if (!t->structure) return;
    for (uint32_t i = 0; i < ORT_SITES; i++) t->structure->sites[i].code = NULL;
}
