/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * child_costs.c: the log has one record per distinct child of an open activation. A record that is
 * found changes places with the last one, so that alternating children are found within a few
 * steps.
 *
 * Records of the raw file are dense in CHILDREN blocks, which are added as needed and never move.
 * Readers add up all blocks of a thread. A record is one cache line: the parent's scope and size,
 * and three children. Records for more children are chained to it. The first record of a key is
 * found by a private hash index. The calls of a new item are stored last. Calls have 32 bits: if an
 * item is full, another one for the same child follows.
 */
#include "child_costs.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"

#define FIRST_LOG 4096u
#define FIRST_INDEX 256u
#define FIRST_BLOCK 16u
#define LARGEST_BLOCK 8192u
#define ITEMS 3u

int ort_child_costs_init(struct ort_thread *t) {
    if (!ort_settings.children || t->children) return 0;
    t->children = ort_private_array(NULL, 0, FIRST_LOG, sizeof *t->children);
    t->children_room = FIRST_LOG;
    return t->children ? 0 : -1;
}

void ort_child_costs_note_slow(struct ort_thread *t, struct ordo_frame *f, uint32_t child,
                               uint64_t cost) {
    if (f->children) {
        struct ort_child *last = &t->children[t->children_used - 1];
        struct ort_child *first = &t->children[f->children - 1];
        for (struct ort_child *c = last; c >= first; c--) {
            if (c->scope != child) continue;
            struct ort_child found = *c;
            *c = *last;
            last->scope = child;
            last->calls = found.calls + 1;
            last->cost = found.cost + cost;
            return;
        }
    } else {
        f->children = t->children_used + 1;
    }
    if (t->children_used == t->children_room) {
        struct ort_child *more = ort_private_array(t->children, t->children_room,
                                                   (size_t)t->children_room * 2, sizeof *more);
        if (!more) return;
        t->children = more;
        t->children_room *= 2;
    }
    t->children[t->children_used++] = (struct ort_child){.scope = child, .calls = 1, .cost = cost};
}

static struct ordo_raw_child *at(uint32_t number) {
    return (struct ordo_raw_child *)(void *)(ort_raw.base + (uint64_t)number * ORDO_RAW_ALIGN);
}

/* Returns the index slot of the key, or the free slot where it belongs. */
static uint32_t *find(struct ort_thread *t, uint32_t scope, uint64_t n) {
    uint64_t h = (n * 0x9E3779B97F4A7C15ull + scope) * 0xD6E8FEB86659FD93ull;
    for (uint32_t i = (uint32_t)(h >> 32);; i++) {
        uint32_t *slot = &t->child_index[i & (t->child_capacity - 1)];
        if (!*slot) return slot;
        struct ordo_raw_child *c = at(*slot);
        if (c->n == n && c->scope == scope) return slot;
    }
}

/* Makes an index of `capacity` slots over all keys of the thread: 0, or -1. If two records have the
 * same key, because sizes became buckets, only one of them is used from now on. Readers add them
 * up. */
static int make_index(struct ort_thread *t, uint32_t capacity) {
    uint32_t *old = t->child_index, old_capacity = t->child_capacity;
    uint32_t *fresh = ort_private_array(NULL, 0, capacity, sizeof *fresh);
    if (!fresh) return -1;
    t->child_index = fresh;
    t->child_capacity = capacity;
    t->child_used = 0;
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (!old[i]) continue;
        struct ordo_raw_child *c = at(old[i]);
        uint32_t *slot = find(t, c->scope, c->n);
        t->child_used += *slot == 0;
        *slot = old[i];
    }
    ort_private_array_free(old, old_capacity, sizeof *old);
    return 0;
}

static int make_block(struct ort_thread *t) {
    uint32_t capacity = t->child_used < FIRST_BLOCK ? FIRST_BLOCK : FIRST_BLOCK * 2;
    while (capacity < LARGEST_BLOCK && capacity < t->child_used) capacity *= 2;
    struct ordo_raw_children *b =
        ort_raw_block(t->number, sizeof *b + (uint64_t)capacity * sizeof(struct ordo_raw_child),
                      ORT_RAW_ANYWHERE);
    if (!b) return -1;
    b->capacity = capacity;
    ort_raw_publish(b, ORDO_RAW_CHILDREN);
    t->child_next = (struct ordo_raw_child *)(b + 1);
    t->child_end = t->child_next + capacity;
    return 0;
}

/* Returns the number (offset / 64) of a new record without children, or 0. */
static uint32_t make_record(struct ort_thread *t, uint32_t scope, uint64_t n) {
    if (t->child_next == t->child_end && make_block(t) < 0) return 0;
    struct ordo_raw_child *c = t->child_next++;
    c->scope = scope;
    c->n = n;
    return (uint32_t)(ort_raw_offset(c) / ORDO_RAW_ALIGN);
}

/* Returns the number of the key's first record, making it if there is none, or 0. */
static uint32_t first_record(struct ort_thread *t, uint32_t scope, uint64_t n) {
    if (unlikely(2 * t->child_used >= t->child_capacity) &&
        make_index(t, t->child_capacity ? 2 * t->child_capacity : FIRST_INDEX) < 0)
        return 0;
    uint32_t *slot = find(t, scope, n);
    if (!*slot) {
        *slot = make_record(t, scope, n);
        t->child_used += *slot != 0;
    }
    return *slot;
}

static int add(struct ort_thread *t, struct ordo_raw_child *c, const struct ort_child *r,
               uint64_t weight) {
    for (uint64_t calls = r->calls * weight, cost = r->cost * weight;;) {
        for (uint32_t i = 0; i < ITEMS; i++) {
            int fresh = c->calls[i] == 0;
            if (!fresh && c->child[i] != r->scope) continue;
            uint64_t room = UINT32_MAX - c->calls[i];
            uint64_t more = likely(calls <= room) ? calls : room;
            if (fresh) c->child[i] = r->scope;
            c->cost[i] += cost;
            cost = 0;
            ort_barrier();
            c->calls[i] += (uint32_t)more;
            calls -= more;
            if (likely(calls == 0)) return 0;
        }
        if (!c->next && !(c->next = make_record(t, c->scope, c->n))) return -1;
        c = at(c->next);
    }
}

void ort_child_costs_settle(struct ort_thread *t, struct ordo_frame *f, uint32_t scope, uint64_t n,
                            uint64_t weight) {
    uint32_t first = f->children - 1, record = first_record(t, scope, n);
    if (likely(record != 0))
        for (uint32_t i = first; i < t->children_used; i++)
            if (add(t, at(record), &t->children[i], weight) < 0) break;
    t->children_used = first;
    f->children = 0;
}

void ort_child_costs_bucket(struct ort_thread *t, uint32_t scope) {
    for (uint32_t i = 0; i < t->child_capacity; i++) {
        if (!t->child_index[i]) continue;
        for (uint32_t k = t->child_index[i]; k; k = at(k)->next)
            if (at(k)->scope == scope) at(k)->n = ordo_raw_bucket(at(k)->n);
    }
    if (t->child_capacity) make_index(t, t->child_capacity);
}

void ort_child_costs_forget(struct ort_thread *t) {
    for (uint32_t i = 0; i < t->child_capacity; i++) t->child_index[i] = 0;
    t->child_used = t->children_used = 0;
    t->child_next = t->child_end = NULL;
}
