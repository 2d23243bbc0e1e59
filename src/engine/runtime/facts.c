/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Facts are an array with a free list; chains of a hash table run through it. A fact's chain is
 * that of its four names, which never change while it is in the table.
 */
#include "facts.h"
#include "private_memory.h"

#include "abi/raw.h"

#define FIRST_FACTS 256u

static const struct ort_fact nothing;

_Static_assert(sizeof(struct ort_fact) % 8 == 0, "copied by words");

void ort_fact_copy(struct ort_fact *to, const struct ort_fact *from) {
    for (unsigned i = 0; i < sizeof *to / 8; i++) ((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
}

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

static int grow(struct ort_facts *t) {
    uint32_t room = t->room ? t->room * 2 : FIRST_FACTS;
    struct ort_fact *facts = ort_private_array(t->facts, t->room, room, sizeof *facts);
    if (!facts) return -1;
    t->facts = facts;
    uint32_t *buckets = ort_private_array(NULL, 0, room, sizeof *buckets);
    if (!buckets) return -1;
    ort_private_array_free(t->buckets, t->n_buckets, sizeof *buckets);
    t->buckets = buckets;
    t->room = t->n_buckets = room;
    for (uint32_t i = 1; i <= t->used; i++) link_chain(t, i); /* the free list is empty */
    return 0;
}

uint32_t ort_fact_add(struct ort_facts *t, uint32_t *list, uint32_t home, uint32_t context,
                      uint64_t key, uint32_t type) {
    if (!t->free && t->used == t->room && grow(t) < 0) return 0;
    uint32_t i = t->free;
    if (i)
        t->free = t->facts[i - 1].next;
    else
        i = ++t->used;
    struct ort_fact *f = &t->facts[i - 1];
    ort_fact_copy(f, &nothing);
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

void ort_fact_drop(struct ort_facts *t, uint32_t fact) {
    struct ort_fact *f = &t->facts[fact - 1];
    uint32_t *at = &t->buckets[bucket_of(t, f)];
    while (*at != fact) at = &t->facts[*at - 1].chain;
    *at = f->chain;
    f->home = 0;
    f->serial = ++t->serial;
    f->next = t->free;
    t->free = fact;
}

static void at_least(uint64_t *into, uint64_t from) {
    if (from > *into) *into = from;
}

void ort_fact_merge(struct ort_fact *into, const struct ort_fact *from) {
    into->reads += from->reads;
    into->writes += from->writes;
    into->creations += from->creations;
    if (from->form == ORDO_FORM_SOURCE || from->form == ORDO_FORM_SINK) {
        into->elements += from->elements;
        into->references += from->references;
    } else {
        at_least(&into->elements, from->elements);
        at_least(&into->references, from->references);
    }
    at_least(&into->capacity, from->capacity);
    at_least(&into->used, from->used);
    into->measured &= from->measured;
    into->repeated |= from->repeated;
    if (from->many > into->many) into->many = from->many;
    if (from->order < into->order) into->order = from->order;
    if (!into->name) into->name = from->name;
    if (from->form == ORDO_FORM_STRUCTURE && into->form == ORDO_FORM_ARRAY) {
        into->form = from->form;
        into->of = from->of;
    }
}
