/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fork.c: running code holds addresses of thread states and stacks that are in the raw file, which
 * parent and child share at first. Before the child executes code of its own, other memory takes
 * their place at the same addresses: that of a new file, or private memory. The parent does not
 * wait. What the child needs of the forking thread is therefore copied before the fork. Until the
 * memory is replaced, the child reads only what never changes of the old file (modules, scopes, the
 * chain of blocks), and writes only the number of lost children.
 *
 * All locks are held across the fork. The child's shadow is empty, as if no cell had ever been
 * accessed, which gives new activations the same sizes.
 */
#include "fork.h"
#include "engine/runtime/core/block_counts.h"
#include "engine/runtime/core/child_costs.h"
#include "engine/runtime/core/contexts.h"
#include "engine/runtime/core/input.h"
#include "engine/runtime/system/lock.h"
#ifndef ORT_NO_SAMPLER
#include "engine/runtime/system/locked_memory.h"
#endif
#include "engine/runtime/core/scopes.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/shadow.h"
#include "engine/runtime/core/slots.h"
#include "engine/runtime/core/thread.h"
#include "engine/runtime/system/raw_successor.h"
#include "engine/runtime/system/stop.h"
#include "signal.h"

#include <errno.h>
#include <pthread.h>

#define MOST_STATES 16 /* nested signal handlers, and the code that they interrupted */
#define FRAMES_LEAST 256u

/* The forking thread's states. Their open frames are in `frames`, one state after another. */
static struct {
    uint32_t n;
    int complete;   /* 0: there were more states */
    int has_frames; /* 0: there was no memory for them */
    uint64_t used;  /* of the raw file */
    uint64_t saved_signals[ORT_LOCKS];
    uint64_t frames_at[MOST_STATES];
    struct ort_thread *t[MOST_STATES + 1]; /* NULL after the last one */
    struct ort_thread state[MOST_STATES];
} before;

static struct ordo_frame *frames;
static uint64_t frames_room;

static int graph_held;

static void copy_words(void *to, const void *from, uint64_t size) {
    for (uint64_t i = 0; i < size / 8; i++) ((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
}

static uint64_t open_frames(const struct ort_thread *t) {
    return (uint64_t)(t->hot.top - t->frames) + 1;
}

/* ---- before the fork ---- */

static void lock_all(void) {
    ort_signal_gate_close();
    if (ort_sampler_on) ort_sampler_lock(); /* first: its holder takes other locks */
    for (int i = 0; i < ORT_LOCKS; i++) {
        before.saved_signals[i] = ort_lock_take((enum ort_lock)i);
        /* After the modules' lock: modules add their variables to the graph. */
        if (i == ORT_LOCK_MODULES && ort_structure_on) graph_held = ort_structure_hold();
    }
}

static void unlock_all(void) {
    for (int i = ORT_LOCKS; i-- > 0;) ort_lock_drop((enum ort_lock)i, before.saved_signals[i]);
    if (ort_structure_on && graph_held) ort_structure_let_go();
    graph_held = 0;
    if (ort_sampler_on) ort_sampler_unlock();
}

/* Returns the calling thread's n-th state, or NULL if there are no more. `t` is the state before
 * it. */
static struct ort_thread *state_after(const struct ort_thread *t, uint32_t n) {
    if (ort_sampler_on) return ort_sampler_state(n);
    return t ? (struct ort_thread *)t->interrupted : ort_signal_state();
}

static int make_room(uint64_t n) {
    if (n <= frames_room) return 1;
    uint64_t room = frames_room ? frames_room : FRAMES_LEAST;
    while (room < n) room *= 2;
    struct ordo_frame *more = ort_os_memory(NULL, room * sizeof *more);
    if (!more) return 0;
    copy_words(more, frames, frames_room * sizeof *more);
    if (frames) ort_os_unmap(frames, frames_room * sizeof *frames);
    frames = more;
    frames_room = room;
    return 1;
}

/* Returns the number of the state's frames that the child needs. A state that records nothing may
 * have a top that means nothing, and the child needs none of its frames. */
static uint64_t frames_to_keep(const struct ort_thread *t) {
    return t->hot.tick || ort_sampler_on ? open_frames(t) : 0;
}

static void copy_states(void) {
    uint64_t used = 0;
    struct ort_thread *t = NULL;
    before.n = 0;
    before.has_frames = 1;
    while ((t = state_after(t, before.n)) && before.n < MOST_STATES) {
        uint64_t n = frames_to_keep(t);
        if (before.has_frames) before.has_frames = make_room(used + n);
        if (before.has_frames) copy_words(frames + used, t->frames, n * sizeof *frames);
        copy_words(&before.state[before.n], t, sizeof *t);
        before.frames_at[before.n] = used;
        before.t[before.n++] = t;
        used += n;
    }
    before.t[before.n] = NULL;
    before.complete = !t;
}

void ort_fork_before(void) {
    int error = errno;
    lock_all();
    before.used = ort_raw_header()->used;
    copy_states();
    errno = error;
}

/* ---- a child with a raw file of its own ---- */

static int own(const struct ort_thread *t) {
    for (uint32_t n = 0; n < before.n; n++)
        if (before.t[n] == t) return 1;
    return 0;
}

static int belongs(const struct ordo_raw_block *b) {
    for (uint32_t n = 0; n < before.n; n++)
        if (before.state[n].number == b->thread) return 1;
    return 0;
}

static int wanted(const struct ordo_raw_block *b) {
    switch (b->kind) {
    case ORDO_RAW_MODULE:
    case ORDO_RAW_SCOPES:
    case ORDO_RAW_CODE:
    case ORDO_RAW_TYPE:
    case ORDO_RAW_ADVANCE:
    case ORDO_RAW_NAMES:
    case ORDO_RAW_GATE_SCOPES:
        return 1;
    case ORDO_RAW_THREAD:
    case ORDO_RAW_STACK:
    case ORDO_RAW_COUNTS:
    case ORDO_RAW_GATES:
        return belongs(b);
    default:
        return 0;
    }
}

/* Maps the states' stacks from the successor: 0 or -errno. */
static long view_stacks(const struct ort_raw_successor *s) {
    long r = 0;
    for (uint64_t at = ORDO_RAW_HEADER_BYTES; at < s->used && r >= 0;) {
        const struct ordo_raw_stack *b = (const struct ordo_raw_stack *)(ort_raw.base + at);
        if (b->kind == ORDO_RAW_STACK && belongs((const struct ordo_raw_block *)b))
            r = ort_raw_successor_view(s, (void *)b->address, at + sizeof *b,
                                       b->n_frames * sizeof(struct ordo_frame));
        at += b->size;
    }
    return r;
}

/* Restores the state as it was at the fork, with its open activations marked as inherited and its
 * counts empty. */
static void restore(uint32_t number) {
    struct ort_thread *t = before.t[number];
    struct ordo_raw_thread *raw = ort_thread_raw(t);
    copy_words(t, &before.state[number], sizeof *t);
    copy_words(t->frames, frames + before.frames_at[number], open_frames(t) * sizeof *t->frames);
    ort_slots_forget(t);
    ort_child_costs_forget(t);
    ort_block_counts_forget(t);
    if (ort_structure_on) ort_structure_forget(t);
    t->hot.cost = t->input = t->allocations = t->allocated = t->marked = 0;
    t->live = 0;
    t->peak = 0;
    for (struct ordo_frame *f = t->frames; f <= t->hot.top; f++) {
        f->cost_entry = f->cost_below = 0;
        f->context = f->children = 0;
        if (f > t->frames) f->flags |= ORT_FRAME_INHERITED;
    }
    raw->frames = (uint64_t)(uintptr_t)t->hot.top;
    raw->undo = raw->undo_n_offset = 0;
    raw->tid = ort_os_tid();
    raw->threads = 1;
}

/* Continues to record, in a new file: 0 or -errno. After an error the stacks may be mapped from a
 * file that has been removed. */
static long record_on(void) {
    struct ort_raw_successor successor;
    if (!before.complete || !before.has_frames) return -ENOMEM;
    ort_shadow_forget_others(own);
    ort_threads_forget_others(own);
    long r = ort_raw_successor_make(&successor, before.used, wanted);
    if (r < 0 && ort_settings.control) { /* the recorder may have removed its folder */
        ort_raw_folder_next(NULL);
        r = ort_raw_successor_make(&successor, before.used, wanted);
    }
    if (r < 0) return r;
    if ((r = view_stacks(&successor)) < 0) {
        ort_raw_successor_drop(&successor);
        return r;
    }
    if ((r = ort_raw_successor_take(&successor)) < 0) return r;
    for (uint32_t n = 0; n < before.n; n++) restore(n);
    ort_input_begin();
    return 0;
}

static void begin_tallies(void) {
    for (struct ort_thread **t = before.t; *t; t++)
        if (ort_contexts_init(*t, ort_root_scope.id) == 0)
            (*t)->frames->context = (*t)->root_context;
}

/* ---- a child without a raw file of its own ---- */

/* Counts the child in the parent's file as not recorded. */
static void note_lost(long error) {
    struct ordo_raw_header *h = ort_raw_header();
    __atomic_store_n(&h->lost_errno, (uint32_t)error, __ATOMIC_RELAXED);
    __atomic_fetch_add(&h->lost_children, 1, __ATOMIC_RELAXED);
}

static long replace(void *at, uint64_t size) {
    return ort_os_back(at, size) ? 0 : -ENOMEM;
}

/* Replaces the raw file by private memory, in which recording has stopped: 0 or -errno. The header
 * is replaced last, because the parent's is needed if this fails. */
static long go_on_alone(long error) {
    uint32_t why = ort_raw_header()->stop;
    uint64_t why_errno = ort_raw_header()->stop_errno;
    long r = before.complete ? 0 : -ENOMEM;
    for (uint32_t n = 0; n < before.n && r >= 0; n++) {
        const struct ort_thread *t = &before.state[n];
        r = replace(t->frames, (uint64_t)(t->frames_end - t->frames) * sizeof *t->frames);
    }
    if (r >= 0) r = replace(ort_raw.base, ort_raw.reserved);
    if (r < 0) return r;
    struct ordo_raw_header *h = ort_raw_header();
    h->pid = ort_os_pid();
    h->stop = why ? why : ORDO_STOP_DISK;
    h->stop_errno = why ? why_errno : (uint64_t)error;
    for (uint32_t n = 0; n < before.n; n++) {
        struct ort_thread *t = before.t[n];
        copy_words(t, &before.state[n], sizeof *t);
        if (before.has_frames)
            copy_words(t->frames, frames + before.frames_at[n],
                       frames_to_keep(t) * sizeof *t->frames);
        t->hot.tick = 0;
        t->hot.limit = NULL;
    }
    return 0;
}

/* Stops recording here and in the parent. From now on the thread works on a state that is not
 * shared. */
static void share(void) {
    ort_stop(ORDO_STOP_FORK, ENOMEM);
    if (!ort_sampler_on && before.n) __ordo_self = ort_thread_idle();
}

void ort_fork_in_child(void) {
    int error = errno;
#ifndef ORT_NO_SAMPLER
    ort_locked_memory_forked();
#endif
    long r = ort_raw_header()->stop ? -ECANCELED : record_on();
    int shared = 0;
    if (r < 0) {
        ort_raw_let_go();
        note_lost(-r);
        shared = go_on_alone(-r) < 0;
    }
    if (shared)
        share();
    else
        ort_threads_relink(before.t);
    unlock_all();
    if (r >= 0) begin_tallies();
    if (ort_sampler_on && !shared) ort_sampler_forked();
    ort_signal_gate_open(1);
    errno = error;
}

void ort_fork_in_parent(void) {
    int error = errno;
    unlock_all();
    ort_signal_gate_open(0);
    errno = error;
}

void ort_fork_init(void) {
    pthread_atfork(ort_fork_before, ort_fork_in_parent, ort_fork_in_child);
}
