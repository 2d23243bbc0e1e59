/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_kept.c: keeps measurements.
 *
 * Invariants: through `from`, the reached vertices form a tree of existing links with the start as
 * root, so all of them are indeed reached. Every link of a reached vertex is counted or marked as
 * uncounted (then it is in `links`, or leads nowhere). A counted link leads to a reached vertex. So
 * once no uncounted link leads anywhere, nothing else is reached.
 */
#include "graph_kept.h"
#include "graph_walk.h"

uint64_t ort_appearances;

#define FAILED_MOST 6u /* then one in 64 searches is kept */

struct ort_pool ort_reaches;

/* Per input: the measurement that is kept, or 0; how many in a row were dropped without an answer;
 * how many more searches are not kept because of that. */
struct keeping {
    uint32_t number;
    uint16_t failed, waits;
};
static struct ort_pool keeps, keepings; /* by number; by input */
static uint32_t latest;                 /* stamp */

static struct ort_kept *keep_at(uint32_t number) {
    return ort_pool_at(&keeps, number, sizeof(struct ort_kept));
}

static struct keeping *keeping_of(uint32_t input) {
    while (keepings.used < input)
        if (!ort_pool_next(&keepings, sizeof(struct keeping))) return NULL;
    return ort_pool_at(&keepings, input, sizeof(struct keeping));
}

struct ort_reach *ort_reach_of(ort_vertex v) {
    while (unlikely(ort_reaches.used < v))
        if (!ort_pool_next(&ort_reaches, sizeof(struct ort_reach))) return NULL;
    return ort_pool_at(&ort_reaches, v, sizeof(struct ort_reach));
}

struct ort_kept *ort_kept_of(ort_vertex v) {
    uint32_t input = ort_graph_input(v);
    const struct keeping *o = input && input <= keepings.used ? keeping_of(input) : NULL;
    return o && o->number ? keep_at(o->number) : NULL;
}

bool ort_kept_promises(ort_vertex v) {
    uint32_t input = ort_graph_input(v);
    struct keeping *o = input ? keeping_of(input) : NULL;
    if (!o || !o->waits || !ort_kept_least) return o != NULL;
    o->waits--;
    return false;
}

void ort_kept_answered(struct ort_kept *k) {
    k->missed = k->upkeep = 0;
    k->worth = k->reached;
    k->answered = true;
}

static void clear(struct ort_kept *k) {
    uint64_t *word = (uint64_t *)(void *)k;
    for (size_t i = 0; i < sizeof *k / sizeof *word; i++) word[i] = 0;
}

void ort_kept_drop(struct ort_kept *k) {
    struct keeping *o = keeping_of(k->input);
    o->failed = k->answered ? 0 : o->failed < FAILED_MOST ? o->failed + 1 : FAILED_MOST;
    o->waits = (uint16_t)((1u << o->failed) - 1);
    if (k->links) ort_private_array_free(k->links, k->links_room, sizeof *k->links);
    clear(k);
    k->start = keeps.free;
    keeps.free = o->number;
    o->number = 0;
}

/* Makes `latest` a stamp that no vertex has. */
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
    struct keeping *of = input ? keeping_of(input) : NULL;
    if (!of) return NULL;
    if (number)
        keeps.free = keep_at(number)->start;
    else if (!(number = ort_pool_next(&keeps, sizeof *k)))
        return NULL;
    of->number = number;
    k = keep_at(number);
    clear(k);
    k->stamp = latest;
    k->input = input;
    k->appearances = ort_appearances;
    return k;
}

static const struct ort_kept *growing; /* must survive what joins its input */

void ort_kept_join(uint32_t stays, uint32_t gone) {
    struct keeping *a = keeping_of(stays), *b = keeping_of(gone);
    if (!a || !b || !b->number) return;
    struct ort_kept *k = keep_at(b->number), *of = a->number ? keep_at(a->number) : NULL;
    if (of && k != growing && (of == growing || of->reached >= k->reached)) {
        ort_kept_drop(k);
        return;
    }
    if (of) ort_kept_drop(of);
    k->input = stays;
    a->number = b->number;
    b->number = 0;
}

/* --- counting */

struct ort_kept_type *ort_kept_type_of(struct ort_kept *k, const struct ort_graph_vertex *x) {
    bool array = x->flags & ORT_VERTEX_ARRAY, content = ort_array_is_content(x);
    for (uint32_t i = 0; i < k->n_types; i++) {
        struct ort_kept_type *t = &k->types[i];
        if (t->type == x->type && t->array == array && t->content == content) return t;
    }
    if (k->n_types == ORT_KEPT_TYPES) return NULL;
    k->types[k->n_types] =
        (struct ort_kept_type){.type = x->type, .array = array, .content = content};
    return &k->types[k->n_types++];
}

bool ort_kept_count(struct ort_kept *k, const struct ort_graph_vertex *x, bool comes) {
    struct ort_kept_type *t = ort_kept_type_of(k, x);
    bool array = x->flags & ORT_VERTEX_ARRAY;
    uint64_t n = ort_vertex_elements(x);
    uint64_t change = comes ? n : -n, one = comes ? 1 : -(uint64_t)1;
    if (!t) return false;
    t->elements += change;
    if (t->content) k->contents += change;
    if (array)
        k->room += change;
    else
        k->structs += change;
    k->reached += one;
    return true;
}

bool ort_kept_count_link(struct ort_kept *k, const struct ort_graph_vertex *x, ort_vertex t,
                         bool comes) {
    struct ort_kept_type *type = ort_kept_type_of(k, x);
    if (!type) return false;
    type->references += comes ? 1 : -(uint64_t)1;
    k->references += comes ? 1 : -(uint64_t)1;
    ort_kept_reach(t)->links += comes ? 1u : -1u;
    return true;
}

bool ort_kept_remember(struct ort_kept *k, ort_vertex v, uint32_t slot) {
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

void ort_kept_set_back(struct ort_kept *k, struct ort_reach *r, bool back) {
    k->one_way += (uint64_t)(!back && r->back) - (uint64_t)(back && !r->back);
    r->back = back;
}

bool ort_kept_leads_to(ort_vertex v, ort_vertex t) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    const uint64_t *slots = ort_vertex_slots(x);
    if (x->n_slots > ORT_KEPT_LOOK_MOST) return false;
    for (uint32_t i = 0; i < x->n_slots; i++)
        if (ort_slot_leads(slots[i]) == t) return true;
    return false;
}

void ort_kept_hang(struct ort_kept *k, ort_vertex v, ort_vertex from) {
    struct ort_reach *r = ort_kept_reach(v);
    if (r->from)
        ort_kept_reach(r->from)->below--;
    else
        ort_kept_found(k, v);
    r->from = from;
    ort_kept_reach(from)->below++;
    ort_kept_set_back(k, r, ort_kept_leads_to(v, from));
}

bool ort_kept_mark(struct ort_kept *k, ort_vertex v, ort_vertex from) {
    struct ort_reach *r = ort_reach_of(v);
    if (!r) return false;
    *r = (struct ort_reach){.from = from};
    r->back = !from;
    if (from) {
        ort_kept_reach(from)->below++;
        k->one_way++;
    }
    ort_vertex_at(v)->stamp = k->stamp;
    return ort_kept_count(k, ort_vertex_at(v), true);
}

/* --- growth */

static struct ort_walk grown;

void ort_kept_note_pending(struct ort_kept *k, uint64_t slot) {
    if (!(slot & ORT_SLOT_PENDING) || k->pending) return;
    k->pending = true;
    k->appearances = ort_appearances;
}

/* While it is set, what pending slots lead to may become one input with what holds them. That
 * happens when the input is measured, and then applies to all of the kept measurement. */
static bool measuring;

bool ort_kept_belongs(ort_vertex v, uint64_t slot, ort_vertex t) {
    if (likely(!(slot & ORT_SLOT_PENDING)) || ort_graph_input(v) == ort_graph_input(t)) return true;
    if (measuring) ort_identity_join(v, t);
    return measuring;
}

/* Counts all links of v, which has just been marked. What they reach is looked at later. `was`: the
 * previous start, or 0. It is put below the first vertex that leads to it. */
static bool count_links(struct ort_kept *k, ort_vertex v, ort_vertex was) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t *slots = ort_vertex_slots(x);
    bool back = false;
    for (uint32_t i = 0; i < x->n_slots; i++) {
        if (i + ORT_WALK_LINKS_AHEAD < x->n_slots) ort_walk_soon(slots[i + ORT_WALK_LINKS_AHEAD]);
        slots[i] &= ~ORT_SLOT_UNCOUNTED;
        if (!slots[i]) continue;
        ort_kept_note_pending(k, slots[i]);
        ort_vertex t = ort_slot_leads(slots[i]);
        if (!t) continue;
        if (!ort_kept_belongs(v, slots[i], t)) return false;
        if (!ort_kept_has(k, t) && (!ort_kept_mark(k, t, v) || !ort_walk_put(&grown, t)))
            return false;
        if (!ort_kept_count_link(k, x, t, true)) return false;
        back |= t == ort_kept_reach(v)->from;
        if (t == was && t != k->start && !ort_kept_reach(t)->from) ort_kept_hang(k, t, v);
    }
    if (ort_kept_reach(v)->from) ort_kept_set_back(k, ort_kept_reach(v), back);
    return true;
}

bool ort_kept_extend(struct ort_kept *k, ort_vertex v, ort_vertex from, uint64_t *work) {
    ort_vertex was = 0;
    ort_walk_begin(&grown);
    bool ok = ort_kept_mark(k, v, from) && ort_walk_put(&grown, v);
    growing = k;
    measuring = !from;
    if (measuring) {
        was = k->start;
        k->start = v;
    }
    while (ok && (v = ort_walk_take(&grown)) != 0) {
        *work += 1 + ort_vertex_at(v)->n_slots;
        ok = count_links(k, v, was);
    }
    growing = NULL;
    measuring = false;
    if (!ok) ort_kept_drop(k);
    return ok;
}

bool ort_kept_holds(struct ort_kept *k) {
    if (likely(!k->pending) || k->appearances == ort_appearances) return true;
    ort_kept_drop(k);
    return false;
}

bool ort_kept_settle(struct ort_kept *k, uint64_t *work) {
    if (!ort_kept_holds(k)) return false;
    for (uint32_t i = 0; i < k->n_links; i++) {
        struct ort_kept_link l = k->links[i];
        struct ort_graph_vertex *x = ort_vertex_at(l.vertex);
        ++*work;
        if (x->stamp != k->stamp || l.slot >= x->n_slots) continue;
        uint64_t *slot = &ort_vertex_slots(x)[l.slot];
        if (!(*slot & ORT_SLOT_UNCOUNTED)) continue;
        *slot &= ~ORT_SLOT_UNCOUNTED;
        ort_vertex t = ort_slot_leads(*slot);
        if (*slot) ort_kept_note_pending(k, *slot);
        if (!t) continue;
        if (!ort_kept_has(k, t) && ort_kept_belongs(l.vertex, *slot, t)) {
            if (!ort_kept_extend(k, t, l.vertex, work)) return false;
        }
        if (!ort_kept_has(k, t) || !ort_kept_count_link(k, x, t, true)) {
            ort_kept_drop(k);
            return false;
        }
        ort_kept_find(k, l.vertex, t);
        if (t == ort_kept_reach(l.vertex)->from)
            ort_kept_set_back(k, ort_kept_reach(l.vertex), true);
    }
    k->n_links = 0;
    return true;
}
