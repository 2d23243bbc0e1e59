/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cycles_seen.h"
#include "engine/runtime/core/contexts.h"
#include "engine/runtime/system/private_memory.h"

static int reserve(struct ort_cycles *c, uint32_t n) {
    if (n <= c->room) return 0;
    uint32_t room = c->room ? c->room : 1024;
    while (room < n) room *= 2;
    struct ort_cycle_seen *more = ort_private_array(c->of, c->room, room, sizeof *more);
    if (!more) return -1;
    c->of = more;
    c->room = room;
    return 0;
}

/* Joins two recursions. The routine with the least number stands for all, and each routine has that
 * number: joining is rare, at most once per routine, and asking is frequent. */
static void join(struct ort_cycles *c, uint32_t a, uint32_t b) {
    a = ort_cycle_of(c, a);
    b = ort_cycle_of(c, b);
    if (a == b) return;
    uint32_t into = a < b ? a : b, other = a < b ? b : a;
    for (uint32_t i = other; i < c->room; i++)
        if (i == other || c->of[i].with == other + 1) c->of[i].with = into + 1;
    c->of[into].recurred |= c->of[other].recurred;
    c->changes++;
}

void ort_cycles_close(struct ort_cycles *c, const struct ort_thread *t, uint32_t context) {
    const struct ordo_raw_context *node = ort_context_node(t, context - 1);
    uint32_t scope = node->scope, group = t->slots[scope].group;
    if (reserve(c, t->n_slots) < 0) return;
    struct ort_cycle_seen *of = &c->of[ort_cycle_of(c, scope)];
    c->changes += !of->recurred;
    of->recurred = 1;
    for (uint32_t up = node->parent; up && up != ORDO_RAW_TRUNCATED;) {
        const struct ordo_raw_context *above = ort_context_node(t, up - 1);
        if (above->scope == scope) return;
        if (t->slots[above->scope].group == group && t->slots[above->scope].recursive)
            join(c, scope, above->scope);
        up = above->parent;
    }
}

void ort_cycles_note(struct ort_cycles *c, const struct ordo_scope *routine,
                     const struct ordo_scope *header) {
    uint32_t group = ort_group_of(routine), of = ort_cycle_of(c, routine->id);
    if (of >= c->room || group >= c->room || !c->of[of].recurred) return;
    if (ort_cycle_of(c, header->id) != of && c->of[group].strangers < ORT_STRANGERS)
        c->of[group].strangers++;
}

static int enters(const struct ort_cycles *c, const struct ort_thread *t, uint32_t context) {
    const struct ordo_raw_context *node = ort_context_node(t, context - 1);
    uint32_t of = ort_cycle_of(c, node->scope);
    if (node->folded || of >= c->room || !c->of[of].recurred) return 0;
    for (uint32_t up = node->parent; up && up != ORDO_RAW_TRUNCATED;) {
        const struct ordo_raw_context *above = ort_context_node(t, up - 1);
        if (ort_cycle_of(c, above->scope) == of) return 0;
        up = above->parent;
    }
    return 1;
}

/* What was found is kept until recursions appear or are joined, which soon ends. */
int ort_cycles_enters(struct ort_cycles *c, const struct ort_thread *t, uint32_t context) {
    if (unlikely(context >= c->n_entering)) {
        uint32_t n = c->n_entering ? c->n_entering : 1024;
        while (n <= context) n *= 2;
        uint32_t *more = ort_private_array(c->entering, c->n_entering, n, sizeof *more);
        if (!more) return enters(c, t, context);
        c->entering = more;
        c->n_entering = n;
    }
    uint32_t *known = &c->entering[context];
    if (unlikely(*known >> 1 != c->changes + 1))
        *known = (c->changes + 1) << 1 | (uint32_t)enters(c, t, context);
    return (int)(*known & 1);
}

void ort_cycles_forget(struct ort_cycles *c) {
    ort_private_array_free(c->of, c->room, sizeof *c->of);
    ort_private_array_free(c->entering, c->n_entering, sizeof *c->entering);
    *c = (struct ort_cycles){0};
}
