/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_repair.c: what the program's changes do to a kept measurement.
 *
 * A new link leads to a reached vertex and is counted, or to another vertex and is left uncounted
 * until the next measurement. The loss of a link matters if the link is in the tree (graph_kept.c).
 * The vertex t that it led to, and so everything below t, is still reached if t finds another
 * parent:
 *   - a vertex that was not reached before and was put in between (insertion)
 *   - the vertex that the link leads to now, or one that t itself leads to (doubly linked), if that
 *     leads to t and is not below t
 * If the link leads to a child of t now (removal), the child is put below t's former parent. If no
 * counted link leads to t and nothing is below it, t is reached no more. Otherwise it is lost until
 * a link from a vertex that is not lost leads to it (a rotation, an array that moved). If something
 * is still lost at the next measurement, only a search can decide, and the measurement is dropped.
 * A start with a single child may be removed: nothing else is reached from there.
 */
#include "graph_kept.h"

/* Returns how many of v's counted links lead to t. */
static uint32_t counted(ort_vertex v, ort_vertex t) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    const uint64_t *slots = ort_vertex_slots(x);
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n_slots; i++)
        n += !(slots[i] & ORT_SLOT_UNCOUNTED) && ort_slot_leads(slots[i]) == t;
    return n;
}

void ort_kept_found(struct ort_kept *k, ort_vertex t) {
    for (uint32_t i = 0; i < k->n_lost; i++)
        if (k->lost[i] == t) {
            k->lost[i--] = k->lost[--k->n_lost];
            k->lost_from = 0;
        }
}

/* Removes t from below its parent. */
static void cut(struct ort_kept *k, ort_vertex t) {
    struct ort_reach *r = ort_kept_reach(t);
    if (r->from) ort_kept_reach(r->from)->below--;
    if (r->from) ort_kept_set_back(k, r, true);
    r->from = 0;
    r->back = true;
}

static bool lose(struct ort_kept *k, ort_vertex t) {
    ort_vertex from = ort_kept_reach(t)->from;
    cut(k, t);
    if (k->n_lost == ORT_KEPT_LOST) return false;
    k->lost[k->n_lost++] = t;
    k->lost_from = k->n_lost == 1 ? from : 0;
    return true;
}

/* Returns the former parent of the only lost vertex. It is still not lost, because nothing that is
 * not lost is put below what is. */
static ort_vertex safe_of(const struct ort_kept *k) {
    return k->n_lost == 1 ? k->lost_from : 0;
}

/* Removes t, which has no children, from the measurement. */
static bool leave(struct ort_kept *k, ort_vertex t) {
    struct ort_graph_vertex *x = ort_vertex_at(t);
    uint64_t *slots = ort_vertex_slots(x);
    for (uint32_t i = 0; i < x->n_slots; i++) {
        ort_vertex u = slots[i] & ORT_SLOT_UNCOUNTED ? 0 : ort_slot_leads(slots[i]);
        slots[i] &= ~ORT_SLOT_UNCOUNTED;
        if (u && !ort_kept_count_link(k, x, u, false)) return false;
    }
    cut(k, t);
    ort_kept_found(k, t);
    if (k->lost_from == t) k->lost_from = 0;
    x->stamp = 0;
    return ort_kept_count(k, x, false);
}

static bool is_alone(ort_vertex t) {
    const struct ort_reach *r = ort_kept_reach(t);
    return !r->below && r->links == counted(t, t);
}

/* Returns the only child of v, or 0. */
static ort_vertex only_below(const struct ort_kept *k, ort_vertex v) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    const uint64_t *slots = ort_vertex_slots(x);
    if (x->n_slots > ORT_KEPT_LOOK_MOST || ort_kept_reach(v)->below != 1) return 0;
    for (uint32_t i = 0; i < x->n_slots; i++) {
        ort_vertex t = ort_slot_leads(slots[i]);
        if (t && ort_kept_has(k, t) && ort_kept_reach(t)->from == v) return t;
    }
    return 0;
}

bool ort_kept_advance(struct ort_kept *k) {
    ort_vertex s = k->start, next = only_below(k, s);
    if (!next || ort_kept_reach(s)->links != counted(s, s)) return false;
    cut(k, next);
    k->start = next;
    return leave(k, s);
}

/* Puts `between`, which was not reached, between v, whose slot i leads to it, and t. */
static bool insert(struct ort_kept *k, ort_vertex v, uint32_t i, ort_vertex between, ort_vertex t) {
    struct ort_graph_vertex *x = ort_vertex_at(between);
    uint64_t *slots = ort_vertex_slots(x);
    ort_vertex_slots(ort_vertex_at(v))[i] &= ~ORT_SLOT_UNCOUNTED;
    if (!ort_kept_mark(k, between, v) || !ort_kept_count_link(k, ort_vertex_at(v), between, true))
        return false;
    for (uint32_t j = 0; j < x->n_slots; j++) {
        slots[j] &= ~ORT_SLOT_UNCOUNTED;
        if (!slots[j]) continue;
        ort_kept_note_pending(k, slots[j]);
        ort_vertex u = ort_slot_leads(slots[j]);
        if (!u) continue;
        if (!ort_kept_belongs(between, slots[j], u)) return false;
        if (ort_kept_has(k, u)) {
            if (!ort_kept_count_link(k, x, u, true)) return false;
        } else {
            slots[j] |= ORT_SLOT_UNCOUNTED;
            if (!ort_kept_remember(k, between, j)) return false;
        }
    }
    ort_kept_set_back(k, ort_kept_reach(between), ort_kept_leads_to(between, v));
    ort_kept_hang(k, t, between);
    return true;
}

/* Is u below t, lost, or too deep to find out? `safe` (0: none) is not. */
static bool is_below(const struct ort_kept *k, ort_vertex u, ort_vertex t, ort_vertex safe) {
    for (uint32_t steps = 0; u && u != t && steps < ORT_KEPT_CLIMB_MOST; steps++) {
        if (u == k->start || u == safe) return false;
        u = ort_kept_reach(u)->from;
    }
    return true;
}

static bool try_below(struct ort_kept *k, ort_vertex t, ort_vertex u, ort_vertex safe) {
    if (!u || u == t || !ort_kept_has(k, u) || !ort_kept_leads_to(u, t) || is_below(k, u, t, safe))
        return false;
    ort_kept_hang(k, t, u);
    return true;
}

/* Looks for a parent for t, or removes t from the measurement if nothing leads to it. `u` is tried
 * first; `safe` is not below t. false: neither was possible. */
static bool settle_down(struct ort_kept *k, ort_vertex t, ort_vertex u, ort_vertex safe) {
    struct ort_graph_vertex *x = ort_vertex_at(t);
    if (try_below(k, t, u, safe)) return true;
    if (x->n_slots > ORT_KEPT_LOOK_MOST) return false;
    for (uint32_t i = 0; i < x->n_slots; i++)
        if (try_below(k, t, ort_slot_leads(ort_vertex_slots(x)[i]), safe)) return true;
    return is_alone(t) && leave(k, t);
}

/* Handles the loss of the tree's link from v to t. Slot i of v leads elsewhere now. */
static bool detach(struct ort_kept *k, ort_vertex v, uint32_t i, ort_vertex t) {
    ort_vertex to = ort_slot_leads(ort_vertex_slots(ort_vertex_at(v))[i]);
    if (ort_kept_leads_to(v, t)) return true;
    if (to && !ort_kept_has(k, to) && ort_kept_leads_to(to, t)) return insert(k, v, i, to, t);
    if (to && ort_kept_has(k, to) && ort_kept_reach(to)->from == t) ort_kept_hang(k, to, v);
    if (settle_down(k, t, to, v)) return true;
    if (v != k->start || ort_kept_reach(v)->below != 1) return lose(k, t);
    bool leads = ort_kept_leads_to(t, v);
    if (!leads && ort_kept_reach(v)->links != counted(v, v)) return lose(k, t);
    cut(k, t);
    k->start = t;
    if (!leads) return leave(k, v);
    ort_kept_hang(k, v, t);
    return true;
}

void ort_kept_find(struct ort_kept *k, ort_vertex v, ort_vertex t) {
    if (likely(!k->n_lost) || ort_kept_reach(t)->from || t == k->start) return;
    if (!is_below(k, v, t, safe_of(k))) ort_kept_hang(k, t, v);
}

bool ort_kept_repair(struct ort_kept *k, ort_vertex v) {
    ort_vertex s = k->start;
    if (likely(!k->n_lost)) return true;
    if (ort_kept_has(k, v) && v != s && !ort_kept_reach(v)->from && ort_kept_leads_to(v, s)) {
        ort_kept_found(k, v);
        k->start = v;
        ort_kept_hang(k, s, v);
    }
    for (uint32_t i = 0; i < k->n_lost;) i = settle_down(k, k->lost[i], 0, safe_of(k)) ? 0 : i + 1;
    if (!k->n_lost) return true;
    ort_kept_drop(k);
    return false;
}

#define UPKEEP_FREE 64u

/* Returns the kept measurement that has v, or NULL: then v's stamp means nothing. The measurement
 * has one more change to follow. If it has followed more than a search would look at, and was not
 * asked since, it is dropped. */
static struct ort_kept *having(ort_vertex v) {
    static struct ort_kept *latest; /* no vertex has the stamp of a dropped one */
    struct ort_kept *k = latest;
    if (!k || !ort_kept_has(k, v)) k = latest = ort_kept_of(v);
    bool has = k && ort_kept_has(k, v) && ort_kept_holds(k);
    if (has && k->upkeep++ < k->worth + UPKEEP_FREE) return k;
    if (has) ort_kept_drop(k);
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
    if (was != is) k->fails = 0;
    if (was && was != is) k->leads = 0;
    ort_kept_note_pending(k, slot);
    if (old & ORT_SLOT_UNCOUNTED) {
        *at |= ORT_SLOT_UNCOUNTED;
    } else if (was != is) {
        if (was) ok = ort_kept_count_link(k, x, was, false);
        if (is && ort_kept_has(k, is)) {
            ok = ok && ort_kept_count_link(k, x, is, true);
        } else if (is) {
            *at |= ORT_SLOT_UNCOUNTED;
            ok = ok && ort_kept_remember(k, v, i);
        }
    }
    if (ok && was != is) {
        ort_vertex from = ort_kept_reach(v)->from;
        if (from && (was == from || is == from))
            ort_kept_set_back(k, ort_kept_reach(v), ort_kept_leads_to(v, from));
        if (is && ort_kept_has(k, is)) ort_kept_find(k, v, is);
        if (was && ort_kept_has(k, was) && ort_kept_reach(was)->from == v)
            ok = detach(k, v, i, was);
    }
    if (!ok) ort_kept_drop(k);
}

/* Uncounts the links to v from others, which lead nowhere from now on. false: it is not known whose
 * they are. */
static bool forget_links(struct ort_kept *k, ort_vertex v) {
    struct ort_reach *r = ort_kept_reach(v);
    uint32_t n = r->links - counted(v, v);
    if (!n) return true;
    struct ort_kept_type *type = k->n_types == 1 ? &k->types[0] : NULL;
    /* if it leads to many, each loss would be searched for among all of them */
    const struct ort_graph_vertex *from = !type && r->from ? ort_vertex_at(r->from) : NULL;
    if (from && from->n_slots <= ORT_KEPT_LOOK_MOST && counted(r->from, v) == n)
        type = ort_kept_type_of(k, from);
    if (!type) return false;
    type->references -= n;
    k->references -= n;
    r->links -= n;
    return true;
}

/* Makes the children of v lost. false: not all were found, or too many are lost. */
static bool lose_below(struct ort_kept *k, ort_vertex v) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    if (x->n_slots > ORT_KEPT_LOOK_MOST) return !ort_kept_reach(v)->below;
    for (uint32_t i = 0; i < x->n_slots; i++) {
        ort_vertex t = ort_slot_leads(ort_vertex_slots(x)[i]);
        if (t && ort_kept_has(k, t) && ort_kept_reach(t)->from == v && !lose(k, t)) return false;
    }
    return !ort_kept_reach(v)->below;
}

static bool go(struct ort_kept *k, ort_vertex v) {
    if (!forget_links(k, v)) return false;
    return v == k->start ? ort_kept_advance(k) : lose_below(k, v) && leave(k, v);
}

void ort_kept_gone(ort_vertex v) {
    struct ort_kept *k = having(v);
    if (k) k->leads = k->fails = 0;
    if (k && !go(k, v)) ort_kept_drop(k);
}

void ort_kept_moved(ort_vertex v) {
    struct ort_kept *k = having(v);
    if (k) k->leads = k->fails = 0;
    if (!k || !ort_kept_reach(v)->links) return;
    if (counted(v, v) || !forget_links(k, v) || (v != k->start && !lose(k, v))) ort_kept_drop(k);
}

void ort_kept_changed(ort_vertex v) {
    struct ort_kept *k = having(v);
    if (k) ort_kept_drop(k);
}

void ort_kept_room(ort_vertex v, uint64_t was, uint64_t is) {
    struct ort_kept *k = having(v);
    struct ort_kept_type *t = k ? ort_kept_type_of(k, ort_vertex_at(v)) : NULL;
    if (!t) return;
    t->elements += is - was;
    if (t->content) k->contents += is - was;
    k->room += is - was;
}
