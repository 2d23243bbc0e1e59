/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Facts are an array with a free list; chains of a hash table run through it. A fact's chain is
 * that of its four names, which never change while it is in the table.
 */
#include "facts.h"
#include "os.h"
#include "private_memory.h"
#include "spans.h"
#include "stop.h"

#include "abi/raw.h"

#include <errno.h>

#define FIRST_FACTS 256u

_Static_assert(sizeof(struct ort_fact) % 8 == 0, "cleared by words");

static uint32_t bucket_of(const struct ort_facts *t, const struct ort_fact *f) {
    return (uint32_t)(ort_fact_hash(f->home, f->context, f->key, f->type) >> 32) &
           (t->n_buckets - 1);
}

uint32_t ort_fact_find(const struct ort_facts *t, uint32_t home, uint32_t context, uint64_t key,
                       uint32_t type) {
    if (!t->n_buckets) return 0;
    uint64_t h = ort_fact_hash(home, context, key, type);
    uint32_t i = t->buckets[(uint32_t)(h >> 32) & (t->n_buckets - 1)];
    for (; i; i = t->facts[i - 1].chain) {
        const struct ort_fact *f = &t->facts[i - 1];
        if (f->key == key && f->home == home && f->context == context && f->type == type) break;
    }
    return i;
}

static void link_chain(struct ort_facts *t, uint32_t i) {
    uint32_t *head = &t->buckets[bucket_of(t, &t->facts[i - 1])];
    t->facts[i - 1].chain = *head;
    *head = i;
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

static int more_buckets(struct ort_facts *t) {
    uint32_t n = t->n_buckets ? t->n_buckets * 2 : FIRST_FACTS;
    uint32_t *buckets = ort_private_array(NULL, 0, n, sizeof *buckets);
    if (!buckets) return -1;
    ort_private_array_free(t->buckets, t->n_buckets, sizeof *buckets);
    t->buckets = buckets;
    t->n_buckets = n;
    for (uint32_t i = 1; i <= t->used; i++) link_chain(t, i); /* the free list is empty */
    return 0;
}

uint32_t ort_fact_add(struct ort_facts *t, uint32_t *list, uint32_t home, uint32_t context,
                      uint64_t key, uint32_t type) {
    if (!t->free && t->used == t->room) {
        ort_stop(ORDO_STOP_LIMIT, 0);
        return 0;
    }
    if (!t->free && t->used == t->n_buckets && more_buckets(t) < 0) return 0;
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
    link_chain(t, i);
    return i;
}

static void unlink_chain(struct ort_facts *t, uint32_t fact) {
    uint32_t *at = &t->buckets[bucket_of(t, &t->facts[fact - 1])];
    while (*at != fact) at = &t->facts[*at - 1].chain;
    *at = t->facts[fact - 1].chain;
}

void ort_fact_rename(struct ort_facts *t, uint32_t fact, uint32_t home, uint32_t context,
                     uint64_t key) {
    struct ort_fact *f = &t->facts[fact - 1];
    unlink_chain(t, fact);
    f->home = home;
    f->context = context;
    f->key = key;
    f->serial = ++t->serial;
    link_chain(t, fact);
}

void ort_fact_drop(struct ort_facts *t, uint32_t fact) {
    struct ort_fact *f = &t->facts[fact - 1];
    unlink_chain(t, fact);
    ort_spans_drop(t, f);
    f->home = 0;
    f->serial = ++t->serial;
    f->next = t->free;
    t->free = fact;
}

static void at_least(uint64_t *into, uint64_t from) {
    if (from > *into) *into = from;
}

/* What arrays have room for is added to an own fact when its home ends: of one that is still to
 * come, what the end of an inner invocation added is taken back. */
static uint64_t room_added(const struct ort_fact *into, const struct ort_fact *from) {
    int is_added = into->own && !from->own && !from->type && from->form == ORDO_FORM_ARRAY;
    return is_added ? from->capacity : 0;
}

void ort_fact_merge(struct ort_facts *t, struct ort_fact *into, struct ort_fact *from) {
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
