/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_measure.c: measures what is reached from a vertex v.
 *
 * The measurement that is kept of the input answers in three cases: (1) it began at v; (2) v is one
 * of the vertices that it reached, and its start is reached from v, through links back all the way,
 * because every reached vertex has a link back, or by a way that a search finds; (3) v leads to its
 * start: then only what is new is walked, and v becomes the start. Otherwise everything that is
 * reached from v is walked. The kept measurement is dropped when walks since its last answer have
 * visited as many vertices as it has. What the next search finds is kept in its place, if that
 * promises answers.
 *
 * A search for a way to the start marks the vertices on the way that it found, until a link is
 * removed. If it failed, it marks all that it saw, until a link is set. The next search ends at
 * these vertices. So many measurements of a graph in which everything leads to everything cost
 * about one walk.
 */
#include "graph_kept.h"
#include "graph_walk.h"

uint64_t ort_kept_least = 16;

static uint32_t latest; /* number of the latest walk */
static struct ort_walk to_see;

struct tally {
    uint64_t elements, references, bytes;
};
static struct tally *tallies; /* by type */
static uint32_t tallies_room;
static uint32_t *seen; /* types whose tally is not zero, in the order found */
static uint32_t n_seen;

static bool make_tallies(uint32_t type) {
    if (type < tallies_room) return true;
    uint32_t room = tallies_room ? tallies_room : 512;
    while (room <= type) room *= 2;
    struct tally *t = ort_private_array(tallies, tallies_room, room, sizeof *t);
    if (!t) return false;
    tallies = t;
    uint32_t *s = ort_private_array(seen, tallies_room, room, sizeof *s);
    if (!s) return false;
    seen = s;
    tallies_room = room;
    return true;
}

static bool count(uint32_t type, struct tally by) {
    if (!(by.elements | by.references | by.bytes)) return true;
    if (!make_tallies(type)) return false;
    struct tally *t = &tallies[type];
    if (!(t->elements | t->references | t->bytes)) seen[n_seen++] = type;
    t->elements += by.elements;
    t->references += by.references;
    t->bytes += by.bytes;
    return true;
}

static void next_walk(void) {
    ort_walk_begin(&to_see);
    if (++latest) return;
    for (uint32_t v = 1; v <= ort_vertices.used; v++) ort_vertex_at(v)->visit = 0;
    latest = 1;
}

/* Visits v and puts it among those to be seen, unless this walk has already done so. */
static inline bool visit(ort_vertex v) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    if (x->visit == latest) return true;
    x->visit = latest;
    return ort_walk_put(&to_see, v);
}

/* Does v, which k has not reached, lead to the start of k? Walks over what k has not reached. */
static bool leads_to_start(const struct ort_kept *k, ort_vertex v, uint64_t *work) {
    next_walk();
    if (!visit(v)) return false;
    while ((v = ort_walk_take(&to_see)) != 0) {
        struct ort_graph_vertex *x = ort_vertex_at(v);
        const uint64_t *slots = ort_vertex_slots(x);
        *work += 1 + x->n_slots;
        for (uint32_t i = 0; i < x->n_slots; i++) {
            ort_vertex t = ort_slot_leads(slots[i]);
            if (!t) continue;
            if (t == k->start) return true;
            if (!ort_kept_has(k, t) && !visit(t)) return false;
        }
    }
    return false;
}

static void forget_tallies(void) {
    for (uint32_t i = 0; i < n_seen; i++) tallies[seen[i]] = (struct tally){0, 0, 0};
    n_seen = 0;
}

/* Counts v, to which the walk has come, and visits what it leads to. */
static bool come_to(ort_vertex v, struct ort_sizes *s, bool of_array, bool is_start) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    const uint64_t *slots = ort_vertex_slots(x);
    uint64_t references = 0, elements = ort_vertex_elements(x), bytes = 0;
    for (uint32_t i = 0; i < x->n_slots; i++) {
        if (i + ORT_WALK_LINKS_AHEAD < x->n_slots) ort_walk_soon(slots[i + ORT_WALK_LINKS_AHEAD]);
        ort_vertex t = ort_slot_leads(slots[i]);
        if (!t) continue;
        references++;
        ort_identity_join(v, t);
        if (!visit(t)) return false;
    }
    if (x->flags & ORT_VERTEX_ARRAY) {
        bool counts = !of_array || is_start || !ort_array_is_content(x);
        if (!counts && ort_graph_type_of(x->type)->size == 1) bytes = elements;
        s->capacity += counts ? elements : 0;
        s->bytes += bytes;
        if (!of_array || !counts) elements = 0;
    }
    s->elements += elements;
    s->references += references;
    return count(x->type, (struct tally){elements, references, bytes});
}

/* Walks over everything that is reached from v. Returns the number of vertices. If that is more
 * than `most`, the walk was given up and nothing is counted. */
static uint64_t walk(ort_vertex v, struct ort_sizes *s, uint64_t most, uint64_t *work) {
    bool of_array = ort_vertex_at(v)->flags & ORT_VERTEX_ARRAY;
    uint64_t reached = 0;
    ort_vertex start = v;
    next_walk();
    if (!visit(v)) return 0;
    while ((v = ort_walk_take(&to_see)) != 0) {
        if (!come_to(v, s, of_array, v == start)) return reached;
        *work += 1 + ort_vertex_at(v)->n_slots;
        if (++reached <= most) continue;
        *s = (struct ort_sizes){0, 0, 0, 0};
        forget_tallies();
        break;
    }
    return reached;
}

/* Is the start of k reached from v through links back along the tree? */
static bool climbs_to_start(const struct ort_kept *k, ort_vertex v) {
    for (uint32_t steps = 0; steps < ORT_KEPT_CLIMB_MOST; steps++) {
        if (v == k->start) return true;
        if (!ort_kept_reach(v)->back) return false;
        v = ort_kept_reach(v)->from;
    }
    return false;
}

/* A way through reached vertices: each with the number of its next slot. */
struct way {
    ort_vertex v;
    uint32_t slot;
};
static struct way *way;
static ort_vertex *visited;
static uint64_t way_room, n_way, n_visited;
static uint32_t marks; /* the latest mark */

static uint32_t new_mark(void) {
    if (++marks) return marks;
    for (uint32_t v = 1; v <= ort_reaches.used; v++) ort_kept_reach(v)->mark = 0;
    return marks = 1;
}

/* Puts v at the end of the way, marked as if the search had failed. */
static bool go_to(struct ort_kept *k, ort_vertex v) {
    if (n_visited == way_room) {
        uint64_t room = way_room ? way_room * 2 : 1024;
        struct way *longer = ort_private_array(way, way_room, room, sizeof *way);
        if (!longer) return false;
        way = longer;
        ort_vertex *more = ort_private_array(visited, way_room, room, sizeof *visited);
        if (!more) return false;
        visited = more;
        way_room = room;
    }
    ort_kept_reach(v)->mark = k->fails;
    visited[n_visited++] = v;
    way[n_way++] = (struct way){v, 0};
    return true;
}

/* Takes the marks of the search back, except on the way. */
static void arrive(const struct ort_kept *k) {
    for (uint64_t i = 0; i < n_visited; i++) ort_kept_reach(visited[i])->mark = 0;
    for (uint64_t i = 0; i < n_way; i++) ort_kept_reach(way[i].v)->mark = k->leads;
}

/* Does v, which is reached, lead to the start of k? All links of k are counted. */
static bool leads_back(struct ort_kept *k, ort_vertex v, uint64_t *work) {
    if (!ort_kept_reach(k->start)->links) return false;
    if (k->way_to != k->start) k->leads = k->fails = 0;
    k->way_to = k->start;
    if (!k->leads) k->leads = new_mark();
    if (!k->fails) k->fails = new_mark();
    if (ort_kept_reach(v)->mark == k->leads) return true;
    if (ort_kept_reach(v)->mark == k->fails) return false;
    n_way = n_visited = 0;
    bool ok = go_to(k, v);
    while (ok && n_way) {
        struct way *at = &way[n_way - 1];
        struct ort_graph_vertex *x = ort_vertex_at(at->v);
        ++*work;
        if (at->slot == x->n_slots) {
            n_way--;
            continue;
        }
        ort_vertex t = ort_slot_leads(ort_vertex_slots(x)[at->slot++]);
        uint32_t mark = t && ort_kept_has(k, t) ? ort_kept_reach(t)->mark : k->fails;
        if (mark == k->leads || t == k->start) {
            arrive(k);
            return true;
        }
        if (mark != k->fails) ok = go_to(k, t);
    }
    return false;
}

/* Returns the kept measurement if it holds for v now, or NULL. */
static struct ort_kept *known(ort_vertex v, uint64_t *work) {
    struct ort_kept *k = ort_kept_of(v);
    if (!k || !ort_kept_settle(k, work) || !ort_kept_repair(k, v)) return NULL;
    if (!ort_kept_has(k, v))
        return leads_to_start(k, v, work) && ort_kept_extend(k, v, 0, work) ? k : NULL;
    if (v == k->start || !k->one_way || climbs_to_start(k, v) || leads_back(k, v, work)) return k;
    if (ort_kept_reach(v)->from != k->start || !ort_kept_advance(k)) return NULL;
    return k;
}

static bool report(const struct ort_kept *k, ort_vertex v, struct ort_sizes *s) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    bool of_array = x->flags & ORT_VERTEX_ARRAY;
    uint64_t room = k->room;
    if (of_array) room -= k->contents - (ort_array_is_content(x) ? ort_vertex_elements(x) : 0);
    *s = (struct ort_sizes){k->structs + (of_array ? room : 0), k->references, room, 0};
    for (uint32_t i = 0; i < k->n_types; i++) {
        const struct ort_kept_type *t = &k->types[i];
        uint64_t elements = t->elements, bytes = 0;
        if (t->array && !of_array) elements = 0;
        if (t->content && of_array) {
            elements = t->type == x->type && ort_array_is_content(x) ? ort_vertex_elements(x) : 0;
            if (ort_graph_type_of(t->type)->size == 1) bytes = t->elements - elements;
        }
        s->bytes += bytes;
        if (!count(t->type, (struct tally){elements, t->references, bytes})) return false;
    }
    return true;
}

static void measure(ort_vertex v, struct ort_sizes *s, uint64_t *work) {
    struct ort_kept *k = known(v, work);
    if (k) {
        ort_kept_answered(k);
        report(k, v, s);
        return;
    }
    k = ort_kept_of(v);
    if (k && k->missed < k->reached) {
        uint64_t reached = walk(v, s, UINT64_MAX, work);
        k = ort_kept_of(v); /* an input that was joined may have had one */
        if (k) k->missed += reached;
        return;
    }
    if (k) ort_kept_drop(k);
    if (ort_kept_least && walk(v, s, ort_kept_least, work) <= ort_kept_least) return;
    k = ort_kept_promises(v) ? ort_kept_make(v) : NULL;
    if (k && ort_kept_extend(k, v, 0, work)) {
        k->worth = k->reached;
        report(k, v, s);
    } else {
        walk(v, s, UINT64_MAX, work);
    }
}

uint64_t ort_graph_measure(ort_vertex v, struct ort_sizes *sizes, struct ort_type_sizes *by_type,
                           unsigned room, unsigned *n) {
    uint64_t work = 1;
    *sizes = (struct ort_sizes){0, 0, 0, 0};
    if (by_type) *n = 0;
    measure(v, sizes, &work);
    for (uint32_t i = 0; i < n_seen; i++) {
        const struct tally *t = &tallies[seen[i]];
        if (by_type && *n < room)
            by_type[(*n)++] =
                (struct ort_type_sizes){seen[i], t->elements, t->references, t->bytes};
    }
    forget_tallies();
    return work;
}
