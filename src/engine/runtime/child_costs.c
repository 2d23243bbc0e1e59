/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The log keeps one record per distinct child of an open activation: a found record changes places
 * with the last one, so that alternating children are found within a few steps.
 *
 * Records are dense in CHILDREN blocks, which are added as needed and never move; readers add up
 * all of a thread's blocks. A private hash index finds them. A new record's calls are stored last.
 */
#include "child_costs.h"
#include "private_memory.h"
#include "raw_file.h"
#include "settings.h"

#define FIRST_LOG 4096u
#define FIRST_INDEX 256u
#define FIRST_BLOCK 64u
#define LARGEST_BLOCK 8192u
#define RECORD sizeof(struct ordo_raw_child)

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
    return (struct ordo_raw_child *)(void *)(ort_raw.base + (uint64_t)number * RECORD);
}

/* The index slot of the key, or the free one where it belongs. */
static uint32_t *find(struct ort_thread *t, uint32_t scope, uint32_t child, uint64_t n) {
    uint64_t h = n * 0x9E3779B97F4A7C15ull + ((uint64_t)scope << 32 | child);
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93ull;
    for (uint32_t i = (uint32_t)(h >> 32);; i++) {
        uint32_t *slot = &t->child_index[i & (t->child_capacity - 1)];
        if (!*slot) return slot;
        struct ordo_raw_child *c = at(*slot);
        if (c->n == n && c->scope == scope && c->child == child) return slot;
    }
}

/* An index of `capacity` slots over all of the thread's records. Of two with the same key, which
 * bucketing makes, one is used from here on; readers add them up. */
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
        uint32_t *slot = find(t, c->scope, c->child, c->n);
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
        ort_raw_block(t->number, sizeof *b + (uint64_t)capacity * RECORD, 0);
    if (!b) return -1;
    b->capacity = capacity;
    ort_raw_publish(b, ORDO_RAW_CHILDREN);
    t->child_next = (struct ordo_raw_child *)(b + 1);
    t->child_end = t->child_next + capacity;
    return 0;
}

static int add(struct ort_thread *t, uint32_t scope, uint64_t n, const struct ort_child *r) {
    if (unlikely(2 * t->child_used >= t->child_capacity) &&
        make_index(t, t->child_capacity ? 2 * t->child_capacity : FIRST_INDEX) < 0)
        return -1;
    uint32_t *slot = find(t, scope, r->scope, n);
    if (likely(*slot != 0)) {
        struct ordo_raw_child *c = at(*slot);
        c->cost += r->cost;
        c->calls += r->calls;
        return 0;
    }
    if (t->child_next == t->child_end && make_block(t) < 0) return -1;
    struct ordo_raw_child *c = t->child_next++;
    c->scope = scope;
    c->child = r->scope;
    c->n = n;
    c->cost = r->cost;
    ort_barrier();
    c->calls = r->calls;
    *slot = (uint32_t)(ort_raw_offset(c) / RECORD);
    t->child_used++;
    return 0;
}

void ort_child_costs_settle(struct ort_thread *t, struct ordo_frame *f, uint32_t scope,
                            uint64_t n) {
    uint32_t first = f->children - 1;
    for (uint32_t i = first; i < t->children_used; i++)
        if (add(t, scope, n, &t->children[i]) < 0) break;
    t->children_used = first;
    f->children = 0;
}

void ort_child_costs_bucket(struct ort_thread *t, uint32_t scope) {
    for (uint32_t i = 0; i < t->child_capacity; i++) {
        if (!t->child_index[i]) continue;
        struct ordo_raw_child *c = at(t->child_index[i]);
        if (c->scope == scope) c->n = ordo_raw_bucket(c->n);
    }
    if (t->child_capacity) make_index(t, t->child_capacity);
}

void ort_child_costs_forget(struct ort_thread *t) {
    for (uint32_t i = 0; i < t->child_capacity; i++) t->child_index[i] = 0;
    t->child_used = t->children_used = 0;
    t->child_next = t->child_end = NULL;
}
