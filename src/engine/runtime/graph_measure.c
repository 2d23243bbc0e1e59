/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Depth first, with a stack of the runtime's own. A vertex that the measurement has reached has its
 * number as stamp.
 */
#include "graph_parts.h"
#include "private_memory.h"

static uint32_t latest; /* measurement */
static ort_vertex *stack;
static uint64_t stack_room;

struct tally {
    uint64_t elements, references;
};
static struct tally *tallies; /* by type */
static uint32_t tallies_room;
static uint32_t *seen; /* the types that are not zero there, as found */
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

static bool count(uint32_t type, uint64_t elements, uint64_t references) {
    if (!(elements | references)) return true;
    if (!make_tallies(type)) return false;
    struct tally *t = &tallies[type];
    if (!(t->elements | t->references)) seen[n_seen++] = type;
    t->elements += elements;
    t->references += references;
    return true;
}

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

/* A number that no vertex has for a stamp. */
static void next_measurement(void) {
    if (++latest) return;
    for (uint32_t v = 1; v <= ort_vertices.used; v++) ort_vertex_at(v)->stamp = 0;
    latest = 1;
}

/* Pushes what v leads to and was not reached yet. */
static bool follow(ort_vertex v, uint64_t *n, uint64_t *references) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    const uint64_t *slots = ort_vertex_slots(x);
    *references = 0;
    for (uint32_t i = 0; i < x->n_slots; i++) {
        ort_vertex t = ort_slot_leads(slots[i]);
        if (!t) continue;
        ++*references;
        ort_identity_join(v, t);
        if (ort_vertex_at(t)->stamp == latest) continue;
        ort_vertex_at(t)->stamp = latest;
        if (!push((*n)++, t)) return false;
    }
    return true;
}

static uint64_t traverse(ort_vertex v, struct ort_sizes *s) {
    bool of_array = ort_vertex_at(v)->flags & ORT_VERTEX_ARRAY;
    uint64_t work = 0, n = 0;
    next_measurement();
    ort_vertex_at(v)->stamp = latest;
    if (!push(n++, v)) return 0;
    while (n) {
        v = stack[--n];
        const struct ort_graph_vertex *x = ort_vertex_at(v);
        uint64_t references, elements = 1;
        if (x->flags & ORT_VERTEX_ARRAY) {
            uint64_t room = ort_array_room(x, ort_graph_type_of(x->type));
            s->capacity += room;
            elements = of_array ? room : 0;
        }
        s->elements += elements;
        if (!follow(v, &n, &references) || !count(x->type, elements, references)) return work;
        s->references += references;
        work += 1 + x->n_slots;
    }
    return work;
}

uint64_t ort_graph_measure(ort_vertex v, struct ort_sizes *sizes, struct ort_type_sizes *by_type,
                           unsigned room, unsigned *n) {
    *sizes = (struct ort_sizes){0, 0, 0};
    if (by_type) *n = 0;
    uint64_t work = traverse(v, sizes);
    for (uint32_t i = 0; i < n_seen; i++) {
        struct tally *t = &tallies[seen[i]];
        if (by_type && *n < room)
            by_type[(*n)++] = (struct ort_type_sizes){seen[i], t->elements, t->references};
        *t = (struct tally){0, 0};
    }
    n_seen = 0;
    return work;
}
