/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_identity.c: union-find over numbers and not over vertices, so that a number outlives what
 * it stood for. When two become one, the older number stays. Paths are halved. A vertex has no
 * number until it is linked with one that has, or is asked for it.
 */
#include "graph_kept.h"
#include "graph_population.h"

static struct ort_pool inputs, scales; /* uint32_t each: the number that it became, or itself */

static uint32_t *became(const struct ort_pool *p, uint32_t number) {
    return ort_pool_at(p, number, sizeof(uint32_t));
}

static uint32_t make(struct ort_pool *p) {
    uint32_t number = ort_pool_next(p, sizeof(uint32_t));
    if (number) *became(p, number) = number;
    return number;
}

static uint32_t same(const struct ort_pool *p, uint32_t number) {
    for (;;) {
        uint32_t *up = became(p, number);
        if (*up == number) return number;
        number = *up = *became(p, *up);
    }
}

uint32_t ort_graph_joins;

/* Returns the number that stays. */
static uint32_t join(const struct ort_pool *p, uint32_t i, uint32_t j) {
    if (i < j) return *became(p, j) = i;
    return *became(p, i) = j;
}

uint32_t ort_graph_same(uint32_t input) {
    return input ? same(&inputs, input) : 0;
}

uint32_t ort_graph_same_scale(uint32_t scale) {
    return scale ? same(&scales, scale) : 0;
}

uint32_t ort_graph_input(ort_vertex v) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    if (likely(x->identity)) return x->identity = same(&inputs, x->identity);
    x->identity = make(&inputs);
    return x->identity;
}

uint32_t ort_graph_scale(ort_vertex v) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (!(x->flags & ORT_VERTEX_ARRAY)) return 0;
    struct ort_block *b = ort_block_at(x->array.block);
    return b->scale = b->scale ? same(&scales, b->scale) : make(&scales);
}

void ort_identity_join_far(ort_vertex a, ort_vertex b) {
    struct ort_graph_vertex *x = ort_vertex_at(a), *y = ort_vertex_at(b);
    if (!x->identity && !y->identity) ort_graph_input(a);
    if (!x->identity) {
        x->identity = y->identity;
        ort_population_add(a, b);
    } else if (!y->identity) {
        y->identity = x->identity;
        ort_population_add(b, a);
    } else {
        uint32_t i = ort_graph_input(a), j = ort_graph_input(b);
        if (i != j) ort_population_join(a, b);
        x->identity = y->identity = i == j ? i : join(&inputs, i, j);
        if (i != j) {
            ort_graph_joins++;
            ort_population_joined(x->identity, i ^ j ^ x->identity);
            ort_kept_join(x->identity, i ^ j ^ x->identity);
        }
    }
}

void ort_graph_join_scales(ort_vertex a, ort_vertex b) {
    uint32_t i = ort_graph_scale(a), j = ort_graph_scale(b);
    if (i && j && i != j) join(&scales, i, j);
}
