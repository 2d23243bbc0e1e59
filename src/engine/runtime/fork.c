/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The thread states and stacks that running code holds addresses of are in the raw file, which
 * parent and child share at first. Before the child's first instruction of its own they move into a
 * new file mapped at the same addresses. The parent does not wait, so what the child needs of the
 * forking thread is copied aside before the fork; until the new file is in place the child reads of
 * the old one only what never changes (modules, scopes, the chain of blocks) and writes nothing.
 *
 * All locks are held across the fork. The shadow is empty in the child (never accessed), which
 * gives new activations the same sizes.
 */
#include "fork.h"
#include "block_counts.h"
#include "child_costs.h"
#include "contexts.h"
#include "lock.h"
#include "raw_file.h"
#include "repeats.h"
#include "sampler.h"
#include "scopes.h"
#include "shadow.h"
#include "signal.h"
#include "slots.h"
#include "stop.h"
#ifndef ORT_NO_STRUCTURE
#include "activities.h"
#include "graph.h"
#endif
#include "thread.h"

#include <errno.h>
#include <pthread.h>

#define MOST_STATES 16 /* handlers nested in one another, and the code that they interrupted */

static struct snapshot {
    struct ort_thread *t;
    struct ort_thread *state; /* a private copy, frames up to top behind it */
    uint64_t size;
} snapshots[MOST_STATES];

static uint64_t saved[ORT_LOCKS];
static uint64_t used;
#ifndef ORT_NO_STRUCTURE
static int graph_held;
#endif

static void copy_words(void *to, const void *from, uint64_t size) {
    for (uint64_t i = 0; i < size / 8; i++) ((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
}

static uint64_t open_frames(const struct ort_thread *t) {
    return (uint64_t)(t->hot.top - t->frames) + 1;
}

/* Of the calling thread; t is its n-th. */
static struct ort_thread *next_state(const struct ort_thread *t, uint32_t n) {
    return ort_sampler_on ? ort_sampler_state(n) : (struct ort_thread *)t->interrupted;
}

static void prepare(void) {
    int error = errno, n = 0;
    ort_signal_gate_close();
    if (ort_sampler_on) ort_sampler_lock(); /* its holder takes others */
    for (int i = 0; i < ORT_LOCKS; i++) {
        saved[i] = ort_lock_take((enum ort_lock)i);
#ifndef ORT_NO_STRUCTURE
        if (i == ORT_LOCK_MODULES)
            graph_held = ort_graph_enter(); /* modules tell it of variables */
#endif
    }
    used = ort_raw_header()->used;
    struct ort_thread *t = ort_sampler_on ? ort_sampler_state(0) : ort_thread_current();
    for (; t && n < MOST_STATES; t = next_state(t, (uint32_t)n)) {
        struct snapshot *s = &snapshots[n];
        s->size = sizeof *t + open_frames(t) * sizeof(struct ordo_frame);
        s->state = ort_os_memory(NULL, s->size);
        if (!s->state) break;
        copy_words(s->state, t, sizeof *t);
        copy_words(s->state + 1, t->frames, open_frames(t) * sizeof(struct ordo_frame));
        s->t = t;
        n++;
    }
    errno = error;
}

static void release(void) {
    for (int n = 0; n < MOST_STATES && snapshots[n].t; n++) {
        ort_os_unmap(snapshots[n].state, snapshots[n].size);
        snapshots[n] = (struct snapshot){NULL, NULL, 0};
    }
    for (int i = ORT_LOCKS; i-- > 0;) ort_lock_drop((enum ort_lock)i, saved[i]);
#ifndef ORT_NO_STRUCTURE
    if (graph_held) ort_graph_leave();
#endif
    if (ort_sampler_on) ort_sampler_unlock();
}

static int own(const struct ort_thread *t) {
    for (int n = 0; n < MOST_STATES && snapshots[n].t; n++)
        if (snapshots[n].t == t) return 1;
    return 0;
}

static int wanted(const struct ordo_raw_block *b) {
    if (b->kind == ORDO_RAW_MODULE || b->kind == ORDO_RAW_SCOPES || b->kind == ORDO_RAW_CODE ||
        b->kind == ORDO_RAW_TYPE || b->kind == ORDO_RAW_ADVANCE || b->kind == ORDO_RAW_NAMES ||
        b->kind == ORDO_RAW_GATE_SCOPES)
        return 1;
    if (b->kind != ORDO_RAW_THREAD && b->kind != ORDO_RAW_STACK && b->kind != ORDO_RAW_COUNTS &&
        b->kind != ORDO_RAW_GATES)
        return 0;
    for (int n = 0; n < MOST_STATES && snapshots[n].t; n++)
        if (snapshots[n].state->number == b->thread) return 1;
    return 0;
}

void ort_fork_view_stacks(uint64_t end) {
    for (uint64_t at = ORDO_RAW_HEADER_BYTES; at < end;) {
        struct ordo_raw_stack *b = (struct ordo_raw_stack *)(ort_raw.base + at);
        if (b->kind == ORDO_RAW_STACK)
            ort_os_map_again(b + 1, (void *)b->address, b->n_frames * sizeof(struct ordo_frame));
        at += b->size;
    }
}

/* The state as it was at the fork, its open activations marked, its tallies empty. */
static void restore(struct snapshot *s) {
    struct ort_thread *t = s->t;
    struct ordo_raw_thread *raw = ort_thread_raw(t);
    uint64_t n = open_frames(s->state);
    copy_words(t, s->state, sizeof *t);
    copy_words(t->frames, s->state + 1, n * sizeof(struct ordo_frame));
    ort_slots_forget(t);
    ort_child_costs_forget(t);
    ort_block_counts_forget(t);
#ifndef ORT_NO_STRUCTURE
    ort_structure_forget(t);
#endif
    t->hot.cost = 0;
    for (struct ordo_frame *f = t->frames; f <= t->hot.top; f++) {
        f->cost_entry = f->cost_below = 0;
        f->context = f->children = 0;
        if (f > t->frames) f->flags |= ORT_FRAME_INHERITED;
    }
    raw->frames = (uint64_t)(uintptr_t)t->hot.top;
    raw->undo = raw->undo_n_offset = raw->settling = 0;
    raw->tid = ort_os_tid();
    raw->threads = 1;
}

static void child(void) {
    int error = errno;
    struct ort_thread *states[MOST_STATES + 1] = {NULL};
    ort_shadow_forget_others(own);
    ort_threads_forget_others(own);
    if (ort_raw_fork(used, wanted) == 0) {
        ort_fork_view_stacks(used);
        for (int n = 0; n < MOST_STATES && snapshots[n].t; n++) {
            restore(&snapshots[n]);
            states[n] = snapshots[n].t;
        }
    }
    ort_threads_relink(states);
    release();
    for (struct ort_thread **t = states; *t; t++) {
        if (ort_contexts_init(*t, ort_root_scope.id) == 0 && ort_repeats_forget(*t) == 0)
            (*t)->frames->context = (*t)->root_context;
        if (ort_raw_header()->stop) (*t)->hot.tick = 0, (*t)->hot.limit = NULL;
    }
    if (ort_sampler_on) ort_sampler_forked();
    ort_signal_gate_open(1);
    errno = error;
}

static void parent(void) {
    int error = errno;
    release();
    ort_signal_gate_open(0);
    errno = error;
}

void ort_fork_init(void) {
    pthread_atfork(prepare, parent, child);
}
