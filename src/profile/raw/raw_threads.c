/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_threads.c: reads the states of threads and the activations that were still open.
 *
 * Frames above `frames`, up to `top`, are open. A frame is found by its address in the thread's
 * STACK blocks, and its scope by the address of its descriptor. The cost of an open activation is
 * the thread's cost minus the thread's cost at its entry. If a scope is open several times, only
 * its outermost activation adds cost.
 */
#include "profile/raw/raw_measures.h"

#include "abi/abi.h"
#include "base/vector.h"
#include "profile/gather/point_set.h"

#include <stdlib.h>

_Static_assert(sizeof(struct ordo_frame) == 128, "raw.def: frames of a STACK block");

struct stacks {
    const struct ordo_raw_stack **blocks;
    size_t n, capacity;
};

static enum ordo_status list_stacks(const struct ordo_raw_reader *r, struct stacks *s,
                                    struct ordo_error *error) {
    const struct ordo_raw_block *b;
    for (uint64_t at = 0; (b = ordo_raw_next(r, &at));) {
        if (b->kind != ORDO_RAW_STACK) continue;
        const struct ordo_raw_stack *stack = (const struct ordo_raw_stack *)b;
        ORDO_TRY(ordo_raw_check_table(r, b, stack->n_frames, sizeof(struct ordo_frame), error));
        s->blocks = ordo_vector_reserve(s->blocks, &s->capacity, s->n + 1, sizeof *s->blocks);
        s->blocks[s->n++] = stack;
    }
    return ORDO_OK;
}

static const struct ordo_frame *frame_at(const struct stacks *s, uint32_t thread,
                                         uint64_t address) {
    for (size_t i = 0; i < s->n; i++) {
        const struct ordo_raw_stack *b = s->blocks[i];
        uint64_t index = (address - b->address) / sizeof(struct ordo_frame);
        if (b->thread != thread || address < b->address || index >= b->n_frames) continue;
        if ((address - b->address) % sizeof(struct ordo_frame)) return NULL;
        return (const struct ordo_frame *)((const uint8_t *)b + sizeof *b) + index;
    }
    return NULL;
}

/* Adds an open activation. `seen` has the scopes that are open further down. */
static void read_frame(const struct ordo_raw_scopes *s, struct ordo_gather *g,
                       const struct ordo_raw_thread *t, const struct ordo_frame *f,
                       struct ordo_map *seen) {
    uint32_t i, before;
    /* Frames of the thread's bottom, or of code whose module was never registered, have no
     * scope. */
    if (!ordo_map_find(&s->by_descriptor, (uint64_t)(uintptr_t)f->scope, &i) ||
        s->list[i].handle == ORDO_GATHER_NONE)
        return;
    uint32_t handle = s->list[i].handle;
    struct ordo_profile_scope open = {.unfinished = 1};
    if (!ordo_map_find(seen, handle, &before) && t->cost > f->cost_entry)
        open.unfinished_cost = t->cost - f->cost_entry;
    ordo_gather_count(g, handle, &open);
    ordo_map_put(seen, handle, 1);
}

static enum ordo_status read_thread(const struct ordo_raw_reader *r,
                                    const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                    const struct ordo_raw_thread *t, const struct stacks *stacks,
                                    struct ordo_error *error) {
    struct ordo_map seen;
    ordo_map_init(&seen);
    enum ordo_status status = ORDO_OK;
    uint64_t size = sizeof(struct ordo_frame);
    for (uint64_t at = t->frames + size; t->frames && at <= t->top && status == ORDO_OK;
         at += size) {
        const struct ordo_frame *f = frame_at(stacks, t->thread, at);
        if (!f) {
            status = ordo_raw_corrupt(r, t, error, "thread %u has an open frame outside its stack",
                                      t->thread);
            break;
        }
        read_frame(s, g, t, f, &seen);
    }
    ordo_map_done(&seen);
    return status;
}

enum ordo_status ordo_raw_threads_read(const struct ordo_raw_reader *r,
                                       const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                       struct ordo_raw_sums *sums, struct ordo_error *error) {
    struct stacks stacks = {0};
    enum ordo_status status = list_stacks(r, &stacks, error);
    const struct ordo_raw_block *b;
    *sums = (struct ordo_raw_sums){0};
    for (uint64_t at = 0; status == ORDO_OK && (b = ordo_raw_next(r, &at));) {
        if (b->kind != ORDO_RAW_THREAD) continue;
        const struct ordo_raw_thread *t = (const struct ordo_raw_thread *)b;
        sums->threads += t->threads;
        sums->cost = ordo_count_add(sums->cost, t->cost);
        sums->input = ordo_count_add(sums->input, t->input);
        sums->allocations = ordo_count_add(sums->allocations, t->allocations);
        sums->allocated = ordo_count_add(sums->allocated, t->allocated);
        sums->peak = ordo_count_add(sums->peak, t->peak);
        status = read_thread(r, s, g, t, &stacks, error);
    }
    free(stacks.blocks);
    ordo_gather_cost(g, sums->cost);
    return status;
}
