/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Invariants of a kept measurement: the reached vertices form a tree, by `from`, of links that are
 * there, with the start as root, so that all of them are reached indeed; every link of a reached
 * vertex is counted or marked as uncounted (then it is in `links`, or leads nowhere); a counted one
 * leads to a reached vertex. So once no uncounted one leads anywhere, nothing else is reached.
 *
 * When a link of the tree is gone, the vertex that it led to (and so what is below that) is still
 * reached if it can be hung elsewhere:
 *   - below a vertex that was put in between (insertion), not reached before
 *   - what is below it, below its own predecessor when the link now leads there (removal)
 *   - below a vertex that it leads to, which leads back (doubly linked)
 * and it is reached no more when no counted link leads to it and nothing is below it. In all other
 * cases nobody knows without a search, and the measurement is dropped.
 */
#include "graph_kept.h"
#include "private_memory.h"

#define LOOK_MOST 32u  /* slots looked through for a link back */
#define CLIMB_MOST 64u /* steps up the tree */

uint64_t ort_appearances;

static struct ort_pool reaches, keeps, keep_of; /* by vertex; by number; number by input */
static uint32_t latest;                         /* stamp */

static struct ort_kept *keep_at(uint32_t number) {
    return ort_pool_at(&keeps, number, sizeof(struct ort_kept));
}

static uint32_t *keep_number(uint32_t input) {
    while (keep_of.used < input)
        if (!ort_pool_next(&keep_of, sizeof(uint32_t))) return NULL;
    return ort_pool_at(&keep_of, input, sizeof(uint32_t));
}

struct ort_reach *ort_reach_of(ort_vertex v) {
    while (unlikely(reaches.used < v))
        if (!ort_pool_next(&reaches, sizeof(struct ort_reach))) return NULL;
    return ort_pool_at(&reaches, v, sizeof(struct ort_reach));
}

static inline struct ort_reach *reach(ort_vertex v) { /* of one that is reached */
    return ort_pool_at(&reaches, v, sizeof(struct ort_reach));
}

struct ort_kept *ort_kept_of(ort_vertex v) {
    uint32_t input = ort_graph_input(v);
    uint32_t *n = input && input <= keep_of.used ? keep_number(input) : NULL;
    return n && *n ? keep_at(*n) : NULL;
}

void ort_kept_drop(struct ort_kept *k) {
    uint32_t *number = keep_number(k->input);
    if (k->links) ort_private_array_free(k->links, k->links_room, sizeof *k->links);
    *k = (struct ort_kept){.start = keeps.free};
    keeps.free = *number;
    *number = 0;
}

/* A stamp that no vertex has. */
static void next_stamp(void) {
    if (++latest) return;
    for (uint32_t i = 1; i <= keeps.used; i++)
        if (keep_at(i)->stamp) ort_kept_drop(keep_at(i));
    for (uint32_t v = 1; v <= ort_vertices.used; v++) ort_vertex_at(v)->stamp = 0;
    latest = 1;
}

struct ort_kept *ort_kept_make(ort_vertex v) {
    struct ort_kept *k = ort_kept_of(v);
    if (k) ort_kept_drop(k);
    next_stamp();
    uint32_t input = ort_graph_input(v), number = keeps.free;
    uint32_t *of = input ? keep_number(input) : NULL;
    if (!of) return NULL;
    if (number)
        keeps.free = keep_at(number)->start;
    else if (!(number = ort_pool_next(&keeps, sizeof *k)))
        return NULL;
    *of = number;
    k = keep_at(number);
    *k = (struct ort_kept){.stamp = latest, .input = input, .appearances = ort_appearances};
    return k;
}

static const struct ort_kept *growing; /* must outlive what joins its input */

void ort_kept_join(uint32_t stays, uint32_t gone) {
    uint32_t *a = keep_number(stays), *b = keep_number(gone);
    if (!a || !b || !*b) return;
    struct ort_kept *k = keep_at(*b);
    if (*a && k != growing && (keep_at(*a) == growing || keep_at(*a)->reached >= k->reached)) {
        ort_kept_drop(k);
        return;
    }
    if (*a) ort_kept_drop(keep_at(*a));
    k->input = stays;
    *a = *b;
    *b = 0;
}

/* --- counting */

static struct ort_kept_type *type_of(struct ort_kept *k, const struct ort_graph_vertex *x) {
    bool array = x->flags & ORT_VERTEX_ARRAY;
    for (uint32_t i = 0; i < k->n_types; i++)
        if (k->types[i].type == x->type && k->types[i].array == array) return &k->types[i];
    if (k->n_types == ORT_KEPT_TYPES) return NULL;
    k->types[k->n_types] = (struct ort_kept_type){x->type, array, 0, 0};
    return &k->types[k->n_types++];
}

static bool count_vertex(struct ort_kept *k, const struct ort_graph_vertex *x, bool comes) {
    struct ort_kept_type *t = type_of(k, x);
    bool array = x->flags & ORT_VERTEX_ARRAY;
    uint64_t n = array ? ort_array_room(x, ort_graph_type_of(x->type)) : 1;
    uint64_t change = comes ? n : -n, one = comes ? 1 : -(uint64_t)1;
    if (!t) return false;
    t->elements += change;
    if (array)
        k->room += change;
    else
        k->structs += change;
    k->reached += one;
    return true;
}

/* A link from x to t, which is reached. */
static bool count_link(struct ort_kept *k, const struct ort_graph_vertex *x, ort_vertex t,
                       bool comes) {
    struct ort_kept_type *type = type_of(k, x);
    if (!type) return false;
    type->references += comes ? 1 : -(uint64_t)1;
    k->references += comes ? 1 : -(uint64_t)1;
    reach(t)->links += comes ? 1u : -1u;
    return true;
}

static bool remember(struct ort_kept *k, ort_vertex v, uint32_t slot) {
    if (k->n_links == k->links_room) {
        uint32_t more = k->links_room ? k->links_room * 2 : 256;
        if (k->n_links > 1024 && k->n_links > 2 * k->reached) return false;
        struct ort_kept_link *to = ort_private_array(k->links, k->links_room, more, sizeof *to);
        if (!to) return false;
        k->links = to;
        k->links_room = more;
    }
    k->links[k->n_links++] = (struct ort_kept_link){v, slot};
    return true;
}

static void set_back(struct ort_kept *k, struct ort_reach *r, bool back) {
    k->one_way += (uint64_t)(!back && r->back) - (uint64_t)(back && !r->back);
    r->back = back;
}

/* Does one of v's links lead to t? Not looked for among many: then it is not known to. */
static bool leads_to(ort_vertex v, ort_vertex t) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    const uint64_t *slots = ort_vertex_slots(x);
    if (x->n_slots > LOOK_MOST) return false;
    for (uint32_t i = 0; i < x->n_slots; i++)
        if (ort_slot_leads(slots[i]) == t) return true;
    return false;
}

/* v is reached from `from` from now on. */
static void hang(struct ort_kept *k, ort_vertex v, ort_vertex from) {
    struct ort_reach *r = reach(v);
    if (r->from) reach(r->from)->below--;
    r->from = from;
    reach(from)->below++;
    set_back(k, r, leads_to(v, from));
}

static bool mark(struct ort_kept *k, ort_vertex v, ort_vertex from) {
    struct ort_reach *r = ort_reach_of(v);
    if (!r) return false;
    *r = (struct ort_reach){.visit = r->visit, .from = from};
    r->back = !from;
    if (from) {
        reach(from)->below++;
        k->one_way++;
    }
    ort_vertex_at(v)->stamp = k->stamp;
    return count_vertex(k, ort_vertex_at(v), true);
}

/* --- growth */

static ort_vertex *stack;
static uint64_t stack_room;

static bool push(uint64_t n, ort_vertex v) {
    if (n == stack_room) {
        uint64_t more = stack_room ? stack_room * 2 : 1024;
        ort_vertex *to = ort_private_array(stack, stack_room, more, sizeof *to);
        if (!to) return false;
        stack = to;
        stack_room = more;
    }
    stack[n] = v;
    return true;
}

static void note_pending(struct ort_kept *k, uint64_t slot) {
    if (!(slot & ORT_SLOT_PENDING) || k->pending) return;
    k->pending = true;
    k->appearances = ort_appearances;
}

/* May what pending slots lead to become one input with what holds them? It does when it is
 * measured; then all of the kept one is. */
static bool measuring;

/* Is t, which the slot of v leads to, of v's input? Otherwise nobody tells of its changes. */
static bool belongs(ort_vertex v, uint64_t slot, ort_vertex t) {
    if (likely(!(slot & ORT_SLOT_PENDING)) || ort_graph_input(v) == ort_graph_input(t)) return true;
    if (measuring) ort_identity_join(v, t);
    return measuring;
}

/* All links of v, which has just been marked, are counted; what they reach is pushed. `was`: the
 * start before this one, or 0: it hangs below the first that leads to it. */
static bool count_links(struct ort_kept *k, ort_vertex v, ort_vertex was, uint64_t *n) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t *slots = ort_vertex_slots(x);
    bool back = false;
    for (uint32_t i = 0; i < x->n_slots; i++) {
        slots[i] &= ~ORT_SLOT_UNCOUNTED;
        if (!slots[i]) continue;
        note_pending(k, slots[i]);
        ort_vertex t = ort_slot_leads(slots[i]);
        if (!t) continue;
        if (!belongs(v, slots[i], t)) return false;
        if (!ort_kept_has(k, t) && (!mark(k, t, v) || !push((*n)++, t))) return false;
        if (!count_link(k, x, t, true)) return false;
        back |= t == reach(v)->from;
        if (t == was && t != k->start && !reach(t)->from) hang(k, t, v);
    }
    if (reach(v)->from) set_back(k, reach(v), back);
    return true;
}

bool ort_kept_extend(struct ort_kept *k, ort_vertex v, ort_vertex from, uint64_t *work) {
    uint64_t n = 0;
    ort_vertex was = 0;
    bool ok = mark(k, v, from) && push(n++, v);
    growing = k;
    measuring = !from;
    if (measuring) {
        was = k->start;
        k->start = v;
    }
    while (ok && n) {
        v = stack[--n];
        *work += 1 + ort_vertex_at(v)->n_slots;
        ok = count_links(k, v, was, &n);
    }
    growing = NULL;
    measuring = false;
    if (!ok) ort_kept_drop(k);
    return ok;
}

/* false: vertices may have appeared where pending slots lead; dropped. */
static bool holds(struct ort_kept *k) {
    if (likely(!k->pending) || k->appearances == ort_appearances) return true;
    ort_kept_drop(k);
    return false;
}

bool ort_kept_settle(struct ort_kept *k, uint64_t *work) {
    if (!holds(k)) return false;
    for (uint32_t i = 0; i < k->n_links; i++) {
        struct ort_kept_link l = k->links[i];
        struct ort_graph_vertex *x = ort_vertex_at(l.vertex);
        ++*work;
        if (x->stamp != k->stamp || l.slot >= x->n_slots) continue;
        uint64_t *slot = &ort_vertex_slots(x)[l.slot];
        if (!(*slot & ORT_SLOT_UNCOUNTED)) continue;
        *slot &= ~ORT_SLOT_UNCOUNTED;
        ort_vertex t = ort_slot_leads(*slot);
        if (*slot) note_pending(k, *slot);
        if (!t) continue;
        if (!ort_kept_has(k, t) && belongs(l.vertex, *slot, t)) {
            if (!ort_kept_extend(k, t, l.vertex, work)) return false;
        }
        if (!ort_kept_has(k, t) || !count_link(k, x, t, true)) {
            ort_kept_drop(k);
            return false;
        }
        if (t == reach(l.vertex)->from) set_back(k, reach(l.vertex), true);
    }
    k->n_links = 0;
    return true;
}

/* --- change */

/* How many of t's counted links lead to itself. */
static uint32_t loops(ort_vertex t) {
    struct ort_graph_vertex *x = ort_vertex_at(t);
    const uint64_t *slots = ort_vertex_slots(x);
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n_slots; i++)
        n += !(slots[i] & ORT_SLOT_UNCOUNTED) && ort_slot_leads(slots[i]) == t;
    return n;
}

/* t, which nothing hangs below, is reached no more. */
static bool leave(struct ort_kept *k, ort_vertex t) {
    struct ort_graph_vertex *x = ort_vertex_at(t);
    uint64_t *slots = ort_vertex_slots(x);
    struct ort_reach *r = reach(t);
    for (uint32_t i = 0; i < x->n_slots; i++) {
        ort_vertex u = slots[i] & ORT_SLOT_UNCOUNTED ? 0 : ort_slot_leads(slots[i]);
        slots[i] &= ~ORT_SLOT_UNCOUNTED;
        if (u && !count_link(k, x, u, false)) return false;
    }
    if (r->from) {
        reach(r->from)->below--;
        k->one_way -= !r->back;
    }
    x->stamp = 0;
    return count_vertex(k, x, false);
}

bool ort_kept_advance(struct ort_kept *k) {
    ort_vertex s = k->start, next = 0;
    struct ort_graph_vertex *x = ort_vertex_at(s);
    const uint64_t *slots = ort_vertex_slots(x);
    if (x->n_slots > LOOK_MOST || reach(s)->below != 1 || reach(s)->links != loops(s)) return false;
    for (uint32_t i = 0; i < x->n_slots && !next; i++) {
        ort_vertex t = ort_slot_leads(slots[i]);
        if (t && ort_kept_has(k, t) && reach(t)->from == s) next = t;
    }
    if (!next) return false;
    k->one_way -= !reach(next)->back;
    reach(next)->back = true;
    reach(next)->from = 0;
    reach(s)->below = 0;
    k->start = next;
    return leave(k, s);
}

/* x, which was not reached, stands between v, whose slot i leads to it, and t. */
static bool insert(struct ort_kept *k, ort_vertex v, uint32_t i, ort_vertex between, ort_vertex t) {
    struct ort_graph_vertex *x = ort_vertex_at(between);
    uint64_t *slots = ort_vertex_slots(x);
    ort_vertex_slots(ort_vertex_at(v))[i] &= ~ORT_SLOT_UNCOUNTED;
    if (!mark(k, between, v) || !count_link(k, ort_vertex_at(v), between, true)) return false;
    for (uint32_t j = 0; j < x->n_slots; j++) {
        slots[j] &= ~ORT_SLOT_UNCOUNTED;
        if (!slots[j]) continue;
        note_pending(k, slots[j]);
        ort_vertex u = ort_slot_leads(slots[j]);
        if (!u) continue;
        if (!belongs(between, slots[j], u)) return false;
        if (ort_kept_has(k, u)) {
            if (!count_link(k, x, u, true)) return false;
        } else {
            slots[j] |= ORT_SLOT_UNCOUNTED;
            if (!remember(k, between, j)) return false;
        }
    }
    set_back(k, reach(between), leads_to(between, v));
    hang(k, t, between);
    return true;
}

/* Does u hang below t, or too deep to see? */
static bool is_below(const struct ort_kept *k, ort_vertex u, ort_vertex t) {
    for (uint32_t steps = 0; steps < CLIMB_MOST; steps++) {
        if (u == t) return true;
        if (u == k->start) return false;
        u = reach(u)->from;
    }
    return true;
}

/* The link of the tree from v to t is gone; slot i of v leads elsewhere. */
static bool detach(struct ort_kept *k, ort_vertex v, uint32_t i, ort_vertex t) {
    ort_vertex to = ort_slot_leads(ort_vertex_slots(ort_vertex_at(v))[i]);
    if (leads_to(v, t)) return true;
    if (to && !ort_kept_has(k, to) && leads_to(to, t)) return insert(k, v, i, to, t);
    if (to && ort_kept_has(k, to) && reach(to)->from == t) hang(k, to, v);
    struct ort_graph_vertex *x = ort_vertex_at(t);
    if (x->n_slots > LOOK_MOST) return false;
    for (uint32_t j = 0; j < x->n_slots; j++) {
        ort_vertex u = ort_slot_leads(ort_vertex_slots(x)[j]);
        if (!u || !ort_kept_has(k, u) || !leads_to(u, t) || is_below(k, u, t)) continue;
        hang(k, t, u);
        return true;
    }
    return !reach(t)->below && reach(t)->links == loops(t) && leave(k, t);
}

/* The one that is kept and has v, or NULL: then v's stamp means nothing. */
static struct ort_kept *having(ort_vertex v) {
    struct ort_kept *k = ort_kept_of(v);
    if (k && ort_kept_has(k, v) && holds(k)) return k;
    ort_vertex_at(v)->stamp = 0;
    return NULL;
}

void ort_kept_store(ort_vertex v, uint32_t i, uint64_t slot) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    struct ort_kept *k = having(v);
    uint64_t *at = &ort_vertex_slots(x)[i], old = *at;
    ort_vertex was = ort_slot_leads(old), is = ort_slot_leads(slot);
    ort_slot_drop(old);
    *at = slot;
    if (!k) return;
    bool ok = true;
    note_pending(k, slot);
    if (old & ORT_SLOT_UNCOUNTED) {
        *at |= ORT_SLOT_UNCOUNTED;
    } else if (was != is) {
        if (was) ok = count_link(k, x, was, false);
        if (is && ort_kept_has(k, is)) {
            ok = ok && count_link(k, x, is, true);
        } else if (is) {
            *at |= ORT_SLOT_UNCOUNTED;
            ok = ok && remember(k, v, i);
        }
    }
    ort_vertex from = reach(v)->from;
    if (ok && from && was != is && (was == from || is == from))
        set_back(k, reach(v), leads_to(v, from));
    if (ok && was && was != is && ort_kept_has(k, was) && reach(was)->from == v)
        ok = detach(k, v, i, was);
    if (!ok) ort_kept_drop(k);
}

void ort_kept_gone(ort_vertex v) {
    struct ort_kept *k = having(v);
    if (k && (v != k->start || !ort_kept_advance(k))) ort_kept_drop(k);
}

void ort_kept_moved(ort_vertex v) {
    struct ort_kept *k = having(v);
    if (k && reach(v)->links) ort_kept_drop(k);
}

void ort_kept_changed(ort_vertex v) {
    struct ort_kept *k = having(v);
    if (k) ort_kept_drop(k);
}

void ort_kept_room(ort_vertex v, uint64_t was, uint64_t is) {
    struct ort_kept *k = having(v);
    struct ort_kept_type *t = k ? type_of(k, ort_vertex_at(v)) : NULL;
    if (!t) return;
    t->elements += is - was;
    k->room += is - was;
}
