/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_population.c: counts by input. An input is counted from when it has a second vertex or a
 * period begins; until then it is its only vertex. So nodes that are made and then linked
 * leave nothing behind.
 */
#include "graph_population.h"
#include "graph_parts.h"

struct population {
    struct ort_peak live, peak;
    uint32_t periods; /* begun and not ended */
    uint32_t next;    /* of a free one */
};
static struct ort_pool numbers;     /* by input: uint32_t, the number of its population, or 0 */
static struct ort_pool populations; /* by number */

static struct population *at(uint32_t number) {
    return number ? ort_pool_at(&populations, number, sizeof(struct population)) : NULL;
}

static uint32_t *number_of(uint32_t input) {
    return input && input <= numbers.used ? ort_pool_at(&numbers, input, sizeof(uint32_t)) : NULL;
}

static struct population *population_of(uint32_t input) {
    const uint32_t *number = number_of(input);
    return number ? at(*number) : NULL;
}

static struct ort_peak weight(ort_vertex v) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t n = ort_vertex_elements(x);
    return (struct ort_peak){x->flags & ORT_VERTEX_ARRAY ? 0 : n, ort_array_is_content(x) ? 0 : n,
                             n};
}

static void grow(struct population *p, struct ort_peak by) {
    p->live.structs += by.structs;
    p->live.table += by.table;
    p->live.all += by.all;
    if (p->live.structs > p->peak.structs) p->peak.structs = p->live.structs;
    if (p->live.table > p->peak.table) p->peak.table = p->live.table;
    if (p->live.all > p->peak.all) p->peak.all = p->live.all;
}

/* Returns the population of v's input. If the input has none, v is its only vertex. */
static struct population *counted(ort_vertex v) {
    uint32_t input = ort_graph_input(v);
    while (numbers.used < input)
        if (!ort_pool_next(&numbers, sizeof(uint32_t))) return NULL;
    uint32_t *number = number_of(input);
    if (!number || *number) return number ? at(*number) : NULL;
    uint32_t fresh = populations.free;
    if (fresh)
        populations.free = at(fresh)->next;
    else if (!(fresh = ort_pool_next(&populations, sizeof(struct population))))
        return NULL;
    *number = fresh;
    *at(fresh) = (struct population){.periods = 0};
    grow(at(fresh), weight(v));
    return at(fresh);
}

static void forget(uint32_t input) {
    uint32_t *number = number_of(input);
    at(*number)->next = populations.free;
    populations.free = *number;
    *number = 0;
}

static void forget_empty(uint32_t input, const struct population *p) {
    if (!p->periods && !p->live.all) forget(input);
}

struct ort_peak ort_population_begin(ort_vertex v) {
    struct population *p = counted(v);
    if (!p) return (struct ort_peak){UINT64_MAX, UINT64_MAX, UINT64_MAX};
    struct ort_peak before = p->peak;
    p->peak = p->live;
    p->periods++;
    return before;
}

struct ort_peak ort_population_peak(uint32_t input) {
    const struct population *p = population_of(ort_graph_same(input));
    return p ? p->peak : (struct ort_peak){UINT64_MAX, UINT64_MAX, UINT64_MAX};
}

void ort_population_end(uint32_t input, struct ort_peak before) {
    input = ort_graph_same(input);
    struct population *p = population_of(input);
    if (!p) return;
    if (before.structs > p->peak.structs) p->peak.structs = before.structs;
    if (before.table > p->peak.table) p->peak.table = before.table;
    if (before.all > p->peak.all) p->peak.all = before.all;
    if (p->periods) p->periods--;
    forget_empty(input, p);
}

void ort_population_add(ort_vertex v, ort_vertex other) {
    struct population *p = counted(other);
    if (p) grow(p, weight(v));
}

void ort_population_remove(ort_vertex v) {
    uint32_t input = ort_graph_input(v);
    struct population *p = population_of(input);
    if (!p) return;
    struct ort_peak gone = weight(v);
    p->live.structs -= gone.structs;
    p->live.table -= gone.table;
    p->live.all -= gone.all;
    forget_empty(input, p);
}

void ort_population_room(ort_vertex v, uint64_t was, bool content) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    struct population *p = population_of(ort_graph_same(x->identity));
    if (!p) return;
    p->live.all -= was;
    if (!content) p->live.table -= was;
    grow(p, weight(v));
}

void ort_population_join(ort_vertex a, ort_vertex b) {
    counted(a);
    counted(b);
}

void ort_population_joined(uint32_t stays, uint32_t gone) {
    struct population *p = population_of(stays), *q = population_of(gone);
    if (!p || !q) return;
    p->live.structs += q->live.structs;
    p->live.table += q->live.table;
    p->live.all += q->live.all;
    p->peak.structs += q->peak.structs;
    p->peak.table += q->peak.table;
    p->peak.all += q->peak.all;
    p->periods += q->periods;
    forget(gone);
}
