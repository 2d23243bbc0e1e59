/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The log keeps one record per distinct child of an open activation: a found record changes places
 * with the last one, so that alternating children are found within a few steps.
 * The table is open addressing; a slot's calls are stored last when it is new.
 */
#include "child_costs.h"
#include "private_memory.h"
#include "raw_file.h"
#include "settings.h"

#define FIRST_LOG 4096u
#define FIRST_CAPACITY 64u

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

static struct ordo_raw_child *find(struct ordo_raw_child *table, uint32_t capacity, uint32_t scope,
                                   uint32_t child, uint64_t n) {
    uint64_t h = (n * 0x9E3779B97F4A7C15ull + scope) * 0xD6E8FEB86659FD93ull + child;
    h *= 0x9E3779B97F4A7C15ull;
    uint32_t i = (uint32_t)(h >> 32) & (capacity - 1);
    for (;; i = (i + 1) & (capacity - 1)) {
        struct ordo_raw_child *c = &table[i];
        if (!c->calls || (c->n == n && c->scope == scope && c->child == child)) return c;
    }
}

static void add(struct ordo_raw_child *c, uint32_t scope, uint32_t child, uint64_t n,
                uint64_t calls, uint64_t cost) {
    if (c->calls) {
        c->cost += cost;
        c->calls += calls;
        return;
    }
    c->scope = scope;
    c->child = child;
    c->n = n;
    c->cost = cost;
    ort_barrier();
    c->calls = calls;
}

/* Moves the table to one of `capacity` slots; `bucketed` is the scope whose sizes become buckets,
 * or 0. */
static int rebuild(struct ort_thread *t, uint32_t capacity, uint32_t bucketed) {
    struct ordo_raw_children *b = ort_raw_block(
        t->number, sizeof *b + (uint64_t)capacity * sizeof(struct ordo_raw_child), 0);
    if (!b) return -1;
    struct ordo_raw_child *table = (struct ordo_raw_child *)(b + 1);
    uint32_t used = 0;
    for (uint32_t i = 0; i < t->child_capacity; i++) {
        struct ordo_raw_child c = t->child_table[i];
        if (!c.calls) continue;
        if (c.scope == bucketed) c.n = ordo_raw_bucket(c.n);
        struct ordo_raw_child *to = find(table, capacity, c.scope, c.child, c.n);
        used += to->calls == 0;
        add(to, c.scope, c.child, c.n, c.calls, c.cost);
    }
    struct ordo_raw_children *old =
        t->child_table ? (struct ordo_raw_children *)t->child_table - 1 : NULL;
    b->capacity = capacity;
    if (old) b->supersedes = ort_raw_offset(old);
    ort_raw_publish(b, ORDO_RAW_CHILDREN);
    if (old) {
        ort_raw_release(old);
        ort_barrier();
        b->supersedes = 0;
    }
    t->child_table = table;
    t->child_capacity = capacity;
    t->child_used = used;
    return 0;
}

void ort_child_costs_settle(struct ort_thread *t, struct ordo_frame *f, uint32_t scope,
                            uint64_t n) {
    uint32_t first = f->children - 1;
    for (uint32_t i = first; i < t->children_used; i++) {
        const struct ort_child *r = &t->children[i];
        if (unlikely(t->child_used >= t->child_capacity / 4 * 3)) {
            uint32_t capacity = t->child_capacity ? t->child_capacity * 2 : FIRST_CAPACITY;
            if (rebuild(t, capacity, 0) < 0) break;
        }
        struct ordo_raw_child *c = find(t->child_table, t->child_capacity, scope, r->scope, n);
        t->child_used += c->calls == 0;
        add(c, scope, r->scope, n, r->calls, r->cost);
    }
    t->children_used = first;
    f->children = 0;
}

void ort_child_costs_bucket(struct ort_thread *t, uint32_t scope) {
    if (t->child_table) rebuild(t, t->child_capacity, scope);
}
