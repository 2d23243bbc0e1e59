/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * observe.c: a node's observations are one block of the raw file. It is replaced by a larger
 * one, and at last by one with every second observation, as tables of points are (points.c); by a
 * smaller one if the node has become cheap.
 */
#include "observe.h"
#include "contexts.h"
#include "engine/runtime/system/raw_file.h"

#define FIRST_CAPACITY 4u
#define LEAST_MARKED 8 /* cells: calls that read fewer are not marked */
/* A scope is marked from its 64th call on (before, the next one is too far in the run), if it has a
 * share of 2^-MARKED_SHARE_LOG2 of the cost, so that cheap scopes leave room for others. */
#define FIRST_MARKED 64
#define MARKED_SHARE_LOG2 6
/* A node that was not called again by the same activation this many times is marked once in so many
 * times, until it is. */
#define IN_VAIN 4

static struct ordo_raw_observations *block_of(const struct ordo_raw_context *node) {
    if (!node->observations) return NULL;
    return (struct ordo_raw_observations *)(void *)(ort_raw.base +
                                                    (uint64_t)node->observations * ORDO_RAW_ALIGN);
}

static struct ordo_raw_observation *items_of(struct ordo_raw_observations *b) {
    return (struct ordo_raw_observation *)(b + 1);
}

static void copy(struct ordo_raw_observation *to, const struct ordo_raw_observation *from) {
    uint64_t *x = (uint64_t *)to;
    const uint64_t *y = (const uint64_t *)from;
    for (uint32_t i = 0; i < sizeof *to / sizeof *x; i++) {
        x[i] = y[i];
        ort_barrier(); /* prevents a call of memcpy */
    }
}

/* Replaces the node's block, if it has one, by one of that capacity that keeps the observations of
 * multiples of 2^stride_log2. Returns it, or NULL. */
static struct ordo_raw_observations *replace(struct ort_thread *t, uint32_t node, uint32_t capacity,
                                             uint32_t stride_log2) {
    struct ordo_raw_context *c = ort_context_node(t, node);
    struct ordo_raw_observations *old = block_of(c);
    struct ordo_raw_observations *b = ort_raw_block(
        t->number, sizeof *b + capacity * sizeof(struct ordo_raw_observation), ORT_RAW_ANYWHERE);
    if (!b) return NULL;
    b->node = node;
    b->scope = c->scope;
    b->capacity = capacity;
    b->stride_log2 = stride_log2;
    for (uint32_t i = 0; old && i < old->used; i++) {
        const struct ordo_raw_observation *o = &items_of(old)[i];
        if (o->calls & ((1ull << stride_log2) - 1)) continue;
        copy(&items_of(b)[b->used++], o);
    }
    if (old) b->supersedes = ort_raw_offset(old);
    ort_raw_publish(b, ORDO_RAW_OBSERVATIONS);
    c->observations = (uint32_t)(ort_raw_offset(b) / ORDO_RAW_ALIGN);
    if (!old) return b;
    ort_raw_release(old);
    ort_barrier();
    b->supersedes = 0; /* the old block's room may be used for another one */
    return b;
}

/* Returns whether the node has a share of the thread's cost that is worth observations. Early in a
 * run many have. Those that no longer have it get smaller blocks. */
static int has_share(const struct ort_thread *t, const struct ordo_raw_context *c) {
    return c->cost >= t->hot.cost >> ORT_OBSERVED_SHARE_LOG2;
}

/* Returns a block with room for the call that is due, after setting when the next one is; NULL if
 * the call is not observed. */
static struct ordo_raw_observations *place(struct ort_thread *t, uint32_t node) {
    struct ordo_raw_context *c = ort_context_node(t, node);
    struct ordo_raw_observations *b = block_of(c);
    if (!c->due || ort_raw_header()->stop) return NULL;
    if (!b) {
        c->due = (uint32_t)(2 * c->calls);
        if (!has_share(t, c)) return NULL;
        uint32_t log2 = 63u - (uint32_t)__builtin_clzll(c->calls);
        if (!(b = replace(t, node, FIRST_CAPACITY, log2 > 3 ? log2 - 3 : 0))) return NULL;
    } else if (b->used == b->capacity) {
        uint32_t capacity = b->capacity, stride_log2 = b->stride_log2;
        if (!has_share(t, c) && capacity > FIRST_CAPACITY)
            capacity /= 4, stride_log2 += 3; /* half of the smaller block is free */
        else if (!has_share(t, c) || capacity == ORT_OBSERVATIONS)
            stride_log2++;
        else
            capacity *= 4;
        if (!(b = replace(t, node, capacity, stride_log2))) return NULL;
    }
    uint64_t stride = 1ull << b->stride_log2;
    c->due = (uint32_t)((c->calls & ~(stride - 1)) + stride);
    return c->calls & (stride - 1) ? NULL : b;
}

static struct ordo_raw_observation *begin(struct ort_thread *t, uint32_t node,
                                          struct ordo_raw_observations *b) {
    const struct ordo_raw_context *c = ort_context_node(t, node);
    struct ordo_raw_observation *o = &items_of(b)[b->used];
    o->calls = c->calls;
    o->sum_cost = c->cost;
    o->sum_size = c->sizes;
    o->clock = t->hot.cost;
    return o;
}

static void publish(struct ordo_raw_observations *b) {
    ort_barrier();
    b->used++;
}

/* Adds what the frames below f know of a loop: its routine's arguments, and the iterations of the
 * loop around it. */
static void add_surroundings(const struct ort_thread *t, const struct ordo_frame *f,
                             struct ordo_raw_observation *o) {
    const struct ordo_frame *around = NULL;
    if (f->scope->kind == ORDO_KIND_LOOP)
        for (around = f - 1; around > t->frames && around->scope->kind != ORDO_KIND_ROUTINE;
             around--)
            if (around->scope->kind == ORDO_KIND_LOOP && !o->outer) o->outer = around->iterations;
    const struct ordo_frame *routine = around ? around : f;
    if (routine == t->frames || routine->scope->kind != ORDO_KIND_ROUTINE) return;
    uint32_t id = routine->scope->id, n = id < t->n_slots ? t->slots[id].n_args : 0;
    for (uint32_t i = 0; i < n; i++) o->args[i] = routine->args[i];
}

/* Pushes marks for the node, or asks for the next call to try it again. */
static void mark(struct ort_thread *t, const struct ordo_frame *f, uint32_t node) {
    struct ordo_raw_context *c = ort_context_node(t, node);
    c->unmarked = 0;
    if (!ORT_MARKS || c->calls < FIRST_MARKED || c->cost < t->hot.cost >> MARKED_SHARE_LOG2) return;
    if (f->rms < LEAST_MARKED) return;
    if (c->in_vain > IN_VAIN) {
        c->in_vain--;
        return;
    }
    if (ort_marks_push(t, f, node)) return;
    c->unmarked = 1;
    c->due = (uint32_t)(c->calls + 1);
}

static void observe(struct ort_thread *t, struct ordo_frame *f, uint32_t node, uint64_t cost,
                    uint64_t self, uint64_t depth, int may_mark) {
    struct ordo_raw_observations *b = place(t, node);
    if (b) {
        struct ordo_raw_observation *o = begin(t, node, b);
        o->rms = (uint64_t)f->rms;
        o->cost = cost;
        o->self = self;
        o->iterations = f->iterations;
        o->depth = depth;
        o->input = f->flags & ORT_FRAME_INPUT ? t->ended_input : 0;
        if (f->flags & ORT_FRAME_SPACE) {
            o->allocated = t->ended_space.allocated;
            o->peak = t->ended_space.unknown ? 0 : (uint64_t)t->ended_space.peak;
        }
        add_surroundings(t, f, o);
        publish(b);
    }
    struct ordo_raw_context *c = ort_context_node(t, node);
    if (b && b->used & 1) { /* the call after it, too: a scope may be called in pairs */
        c->unmarked = 1;
        c->due = (uint32_t)(c->calls + 1);
    } else if (may_mark && (b || c->unmarked)) {
        mark(t, f, node);
    }
}

/* Adds what marks found out to the latest observation of their node. */
static void add_kept(struct ort_thread *t, const struct ort_kept *found) {
    if (found->node == UINT32_MAX) return;
    struct ordo_raw_context *c = ort_context_node(t, found->node);
    struct ordo_raw_observations *b = block_of(c);
    c->in_vain = 0;
    if (!b || !b->used) return;
    struct ordo_raw_observation *o = &items_of(b)[b->used - 1];
    o->next_rms = found->rms;
    ort_barrier();
    o->next_kept = found->kept;
    o->next_own = found->own;
    o->before_rms = found->before;
    o->next_written = found->written;
}

void ort_observe_ended(struct ort_thread *t, struct ordo_frame *f, uint32_t context, uint64_t cost,
                       uint64_t self, uint64_t depth) {
    struct ort_kept found;
    int passed = ort_is_mark(t->hot.top) && ort_marks_pass(t, f, &found);
    if (passed) add_kept(t, &found);
    if (context) observe(t, f, context - 1, cost, self, depth, !passed);
}

void ort_observe_not_again(struct ort_thread *t, uint32_t node) {
    struct ordo_raw_context *c = ort_context_node(t, node);
    c->in_vain = c->in_vain < IN_VAIN ? c->in_vain + 1 : 2 * IN_VAIN;
}

void ort_observe_library(struct ort_thread *t, uint32_t node, uint64_t blocks, uint64_t cells) {
    struct ordo_raw_observations *b = place(t, node);
    if (!b) return;
    struct ordo_raw_observation *o = begin(t, node, b);
    o->rms = cells;
    o->cost = o->self = blocks;
    publish(b);
}
