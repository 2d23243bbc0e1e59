/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * facts.c: the table of facts.
 *
 * Facts are an array with a free list. They are found through an open-addressed table of their
 * numbers, each with half the hash of the fact's home, context, key and type, which do not change
 * while it is in the table. So a search seldom touches a wrong fact, and most searches that find
 * nothing touch none at all. A removal leaves no mark: entries after it that collisions had pushed
 * on move up.
 */
#include "facts.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/stop.h"
#include "spans.h"

#include "abi/raw.h"

#include <errno.h>

#define FIRST_PLACES 512u

_Static_assert(sizeof(struct ort_fact) % 8 == 0, "cleared by words");

static uint32_t short_hash(uint32_t home, uint32_t context, uint64_t key, uint32_t type) {
    return (uint32_t)(ort_fact_hash(home, context, key, type) >> 32);
}

static uint32_t hash_of(const struct ort_fact *f) {
    return short_hash(f->home, f->context, f->key, f->type);
}

uint32_t ort_fact_find(const struct ort_facts *t, uint32_t home, uint32_t context, uint64_t key,
                       uint32_t type) {
    if (!t->n_places) return 0;
    uint32_t h = short_hash(home, context, key, type), mask = t->n_places - 1;
    struct ort_fact_place p;
    for (uint32_t at = h & mask; (p = t->places[at]).fact; at = (at + 1) & mask) {
        const struct ort_fact *f = &t->facts[p.fact - 1];
        if (p.hash == h && f->key == key && f->home == home && f->context == context &&
            f->type == type)
            break;
    }
    return p.fact;
}

static const struct ort_fact_place *first_place(const struct ort_facts *t, uint32_t i,
                                                uint32_t home) {
    const struct ort_fact *f = &t->facts[i - 1];
    return &t->places[short_hash(home, f->context, f->key, f->type) & (t->n_places - 1)];
}

void ort_fact_soon_place(const struct ort_facts *t, uint32_t i, uint32_t home) {
    __builtin_prefetch(first_place(t, i, home));
}

void ort_fact_soon_found(const struct ort_facts *t, uint32_t i, uint32_t home) {
    uint32_t found = first_place(t, i, home)->fact;
    if (!found) return;
    __builtin_prefetch(&t->facts[found - 1]);
    __builtin_prefetch(&t->facts[found - 1].elements);
}

static void put(struct ort_facts *t, struct ort_fact_place p) {
    uint32_t mask = t->n_places - 1, at = p.hash & mask;
    while (t->places[at].fact) at = (at + 1) & mask;
    t->places[at] = p;
}

static void take_out(struct ort_facts *t, uint32_t fact) {
    uint32_t mask = t->n_places - 1, at = hash_of(&t->facts[fact - 1]) & mask;
    while (t->places[at].fact != fact) at = (at + 1) & mask;
    struct ort_fact_place p;
    for (uint32_t next = (at + 1) & mask; (p = t->places[next]).fact; next = (next + 1) & mask) {
        if (((next - p.hash) & mask) < ((next - at) & mask)) continue; /* begins after `at` */
        t->places[at] = p;
        at = next;
    }
    t->places[at].fact = 0;
}

int ort_facts_init(struct ort_facts *t) {
    uint64_t most = ORT_MOST_FACTS, allowed = ort_os_limit_memory();
    while (most * sizeof *t->facts > allowed / 64) most /= 2;
    t->facts = ort_os_memory(NULL, most * sizeof *t->facts);
    if (!t->facts) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return -1;
    }
    t->room = (uint32_t)most;
    return 0;
}

/* Makes the table larger. It is never more than half full. */
static int more_places(struct ort_facts *t) {
    struct ort_fact_place *old = t->places;
    uint32_t was = t->n_places, n = was ? was * 2 : FIRST_PLACES;
    struct ort_fact_place *places = ort_private_array(NULL, 0, n, sizeof *places);
    if (!places) return -1;
    t->places = places;
    t->n_places = n;
    for (uint32_t i = 0; i < was; i++)
        if (old[i].fact) put(t, old[i]);
    ort_private_array_free(old, was, sizeof *old);
    return 0;
}

uint32_t ort_fact_add(struct ort_facts *t, uint32_t *list, uint32_t home, uint32_t context,
                      uint64_t key, uint32_t type) {
    if (!t->free && t->used == t->room) {
        ort_stop(ORDO_STOP_LIMIT, 0);
        return 0;
    }
    if (!t->free && 2 * t->used == t->n_places && more_places(t) < 0) return 0;
    uint32_t i = t->free;
    if (i)
        t->free = t->facts[i - 1].next;
    else
        i = ++t->used;
    struct ort_fact *f = &t->facts[i - 1];
    for (unsigned k = 0; k < sizeof *f / 8; k++) ((uint64_t *)f)[k] = 0;
    f->key = key;
    f->home = home;
    f->context = context;
    f->type = type;
    f->next = *list;
    f->serial = ++t->serial;
    *list = i;
    put(t, (struct ort_fact_place){i, hash_of(f)});
    return i;
}

void ort_fact_rename(struct ort_facts *t, uint32_t fact, uint32_t home, uint32_t context,
                     uint64_t key) {
    struct ort_fact *f = &t->facts[fact - 1];
    take_out(t, fact);
    f->home = home;
    f->context = context;
    f->key = key;
    f->serial = ++t->serial;
    put(t, (struct ort_fact_place){fact, hash_of(f)});
}

void ort_fact_drop(struct ort_facts *t, uint32_t fact) {
    struct ort_fact *f = &t->facts[fact - 1];
    take_out(t, fact);
    ort_fact_end_period(f);
    ort_spans_drop(t, f);
    f->home = 0;
    f->serial = ++t->serial;
    f->next = t->free;
    t->free = fact;
}

void ort_fact_end_period(struct ort_fact *f) {
    if (f->has_period) ort_population_end((uint32_t)f->key, f->before);
    f->has_period = 0;
}

/* The period of the fact that was made first goes on and has the other one in it. */
static void merge_periods(struct ort_fact *into, struct ort_fact *from) {
    if (from->has_period && (!into->has_period || from->order < into->order)) {
        struct ort_peak later = into->before;
        uint64_t had = into->has_period;
        into->before = from->before;
        into->has_period = 1;
        from->before = later;
        from->has_period = had;
    }
    ort_fact_end_period(from);
}

static void at_least(uint64_t *into, uint64_t from) {
    if (from > *into) *into = from;
}

/* The room of arrays is added to an own fact when its home ends. If that end is still to come, what
 * the end of an inner invocation added is subtracted here. */
static uint64_t room_added(const struct ort_fact *into, const struct ort_fact *from) {
    int is_added = into->own && !from->own && !from->type && from->form == ORDO_FORM_ARRAY;
    return is_added ? from->capacity : 0;
}

void ort_fact_merge(struct ort_facts *t, struct ort_fact *into, struct ort_fact *from) {
    merge_periods(into, from);
    into->mixed |= from->mixed | (from->form != into->form);
    into->reads += from->reads;
    into->writes += from->writes;
    into->creations += from->creations;
    if (from->form == ORDO_FORM_SOURCE || from->form == ORDO_FORM_SINK) {
        into->elements += from->elements;
        into->references += from->references;
    } else {
        at_least(&into->elements, from->elements - room_added(into, from));
        at_least(&into->references, from->references);
    }
    at_least(&into->capacity, from->capacity);
    at_least(&into->all_elements, from->all_elements);
    at_least(&into->all_capacity, from->all_capacity);
    into->counts_bytes |= from->counts_bytes;
    at_least(&into->last_below, from->last_access);
    at_least(&into->last_below, from->last_below);
    if (from->used || from->each || from->spans) ort_spans_merge(t, into, from);
    into->measured &= from->measured;
    into->repeated |= from->repeated;
    into->partial |= from->partial;
    into->has_types |= from->has_types;
    if (from->many > into->many) into->many = from->many;
    if (from->order < into->order) into->order = from->order;
    if (!into->name) into->name = from->name;
    if (!into->variable) into->variable = from->variable;
    if (from->form == ORDO_FORM_STRUCTURE && into->form == ORDO_FORM_ARRAY) {
        into->form = from->form;
        into->began_as = from->began_as;
        into->of = from->of;
    }
}
