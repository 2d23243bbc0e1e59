/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * rotation.c: a production process continues in a new raw file.
 *
 * This works like fork: the new file is filled with the blocks that describe the program, thread
 * states, stacks and gates, and then takes the old file's place at the same addresses. At that time
 * no state has an activation that records, so only gates change meanwhile. Tallies begin again at
 * zero.
 *
 * `working` and `rotating` are the flags of Dekker's algorithm: each side raises its own flag
 * before it looks at the other's.
 */
#include "rotation.h"
#include "engine/runtime/core/block_counts.h"
#include "engine/runtime/core/child_costs.h"
#include "engine/runtime/core/contexts.h"
#include "engine/runtime/core/input.h"
#include "engine/runtime/core/scopes.h"
#include "engine/runtime/core/slots.h"
#include "engine/runtime/sampling/sampled_scopes.h"
#include "engine/runtime/system/lock.h"
#include "engine/runtime/system/raw_successor.h"

#include <errno.h>

#define PATIENCE 100000 /* yields */

static int working, rotating;

int ort_rotation_enter(int patient) {
    for (int yields = patient ? PATIENCE : 0;; yields--) {
        __atomic_fetch_add(&working, 1, __ATOMIC_SEQ_CST);
        if (likely(!__atomic_load_n(&rotating, __ATOMIC_SEQ_CST))) return 1;
        __atomic_fetch_sub(&working, 1, __ATOMIC_SEQ_CST);
        if (!yields) return 0;
        ort_os_yield();
    }
}

void ort_rotation_leave(void) {
    __atomic_fetch_sub(&working, 1, __ATOMIC_SEQ_CST);
}

static int wanted(const struct ordo_raw_block *b) {
    switch (b->kind) {
    case ORDO_RAW_MODULE:
    case ORDO_RAW_SCOPES:
    case ORDO_RAW_CODE:
    case ORDO_RAW_GATE_SCOPES:
    case ORDO_RAW_THREAD:
    case ORDO_RAW_STACK:
    case ORDO_RAW_COUNTS:
    case ORDO_RAW_GATES:
        return 1;
    default:
        return 0;
    }
}

static void forget_tallies(struct ort_thread *t) {
    struct ordo_raw_thread *raw = ort_thread_raw(t);
    ort_slots_forget(t);
    ort_child_costs_forget(t);
    ort_block_counts_forget(t);
    raw->undo = raw->undo_n_offset = 0;
}

static void begin_tallies(struct ort_thread *t) {
    if (ort_contexts_init(t, ort_root_scope.id) == 0) t->frames->context = t->root_context;
}

/* Maps the stacks from the new file. A stack that cannot be mapped stays as it is: nothing is open
 * in it. */
static void view_stacks(const struct ort_raw_successor *s) {
    for (uint64_t at = ORDO_RAW_HEADER_BYTES; at < s->used;) {
        const struct ordo_raw_stack *b = (const struct ordo_raw_stack *)(ort_raw.base + at);
        if (b->kind == ORDO_RAW_STACK)
            ort_raw_successor_view(s, (void *)b->address, at + sizeof *b,
                                   b->n_frames * sizeof(struct ordo_frame));
        at += b->size;
    }
}

static long renew(const struct ort_rotation *rotation) {
    struct ort_raw_successor s;
    long r = rotation->begin ? rotation->begin() : 0;
    if (r >= 0) r = ort_raw_successor_make(&s, ort_raw_header()->used, wanted);
    if (r < 0) return r;
    view_stacks(&s);
    return ort_raw_successor_take(&s);
}

static long change_file(const struct ort_rotation *rotation) {
    uint64_t saved[ORT_LOCKS];
    struct ordo_raw_header *h = ort_raw_header();
    ort_sampled_scopes_lock();
    for (int i = 0; i < ORT_LOCKS; i++) saved[i] = ort_lock_take((enum ort_lock)i);
    uint32_t forked = h->forked;
    h->end_ns = ort_os_now_ns();
    h->state = ORDO_RAW_FINISHED;
    long r = renew(rotation);
    int changed = r >= 0;
    if (changed) {
        h->forked = forked;
        ort_input_begin();
        for (struct ort_thread *t = ort_threads; t; t = t->next) forget_tallies(t);
    } else {
        h->end_ns = 0;
        h->state = ORDO_RAW_LIVE;
    }
    rotation->end(changed);
    for (int i = ORT_LOCKS; i-- > 0;) ort_lock_drop((enum ort_lock)i, saved[i]);
    ort_sampled_scopes_unlock();
    for (struct ort_thread *t = ort_threads; changed && t; t = t->next) begin_tallies(t);
    return changed ? 1 : r;
}

long ort_rotation_try(const struct ort_rotation *rotation) {
    int none = 0;
    if (!__atomic_compare_exchange_n(&rotating, &none, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return 0;
    long changed = __atomic_load_n(&working, __ATOMIC_SEQ_CST) == 1;
    if (changed) changed = ort_raw_header()->stop ? -ECANCELED : change_file(rotation);
    __atomic_store_n(&rotating, 0, __ATOMIC_SEQ_CST);
    return changed;
}

void ort_rotation_forked(int entered) {
    working = entered;
    rotating = 0;
}
