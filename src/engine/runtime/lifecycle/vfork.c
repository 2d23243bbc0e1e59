/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * vfork.c: a vfork's child runs in the memory of its parent, whose thread waits (__ordo_vfork,
 * __ordo_vforked in abi/hooks.def).
 *
 * In the child, recording has stopped in the thread's state. The child must not leave the routine
 * that called vfork, but code in that routine still changes the routine's own frames and ends loops
 * that it leaves. Afterwards the parent restores the state, and the frames from the top down to
 * that routine's.
 *
 * Production builds count in the child as they do in the parent, and take no samples.
 */
#include "engine/runtime/core/block_counts.h"
#include "engine/runtime/core/effects.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/thread.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"

#define MOST_LOOPS 62 /* nested loops of one routine */

struct ort_vforked {
    struct ordo_thread hot;
    uint32_t only_word;
    uint32_t n;                               /* number of the frames; 0: there is no child */
    uint32_t nested;                          /* vforks by the child */
    struct ordo_frame frames[MOST_LOOPS + 2]; /* the innermost ones, from the top downwards */
};

static void save(struct ort_thread *t) {
    struct ort_vforked *v = t->vforked;
    if (!v && !(v = t->vforked = ort_private_take(sizeof *v))) return;
    v->hot = t->hot;
    v->only_word = t->only_word;
    v->n = v->nested = 0;
    int routine = 0; /* 1: saved; one more frame is needed, which it takes sizes from */
    for (const struct ordo_frame *f = t->hot.top;; f--) {
        v->frames[v->n++] = *f;
        if (routine || f == t->frames || v->n > MOST_LOOPS + 1) break;
        routine = f->scope->kind == ORDO_KIND_ROUTINE;
    }
}

static void put_back(struct ort_thread *t) {
    struct ort_vforked *v = t->vforked;
    t->hot = v->hot;
    t->only_word = v->only_word;
    for (uint32_t i = 0; i < v->n; i++) t->hot.top[-(ptrdiff_t)i] = v->frames[i];
    v->n = 0;
    if (ort_raw_header()->stop) { /* by another thread, meanwhile */
        t->hot.tick = 0;
        t->hot.limit = NULL;
    }
}

/* Makes the state like that of a thread whose recording has stopped (__ordo_push). What the child
 * counts is discarded. */
static void pause(struct ort_thread *t) {
    t->hot.tick = 0;
    t->hot.limit = NULL;
    t->hot.shadow_mask = 0;
    t->hot.shadow_base = (uintptr_t)&t->only_word;
    t->hot.clock = t->only_word = ~0u;
    t->hot.nest = ort_thread_shared_nest();
    t->hot.unframed = (uint8_t *)t->hot.nest;
    t->hot.counts = ort_block_counts_idle;
}

/* Returns the calling thread's state, which a vfork's child may be using, or NULL if there is
 * none. */
static struct ort_thread *own_state(void) {
    struct ordo_thread *self = __ordo_self;
    return self && (self->tick || !self->limit) ? (struct ort_thread *)self : NULL;
}

static int has_child(const struct ort_thread *t) {
    return t && t->vforked && t->vforked->n;
}

__attribute__((visibility("default"))) void __ordo_vfork(void) {
    if (ort_sampler_on) {
        ort_sampler_vfork();
        return;
    }
    struct ort_thread *t = own_state();
    if (has_child(t))
        t->vforked->nested++;
    else if (t && t->hot.tick)
        save(t);
}

__attribute__((visibility("default"))) void __ordo_vforked(int32_t result) {
    if (ort_sampler_on) {
        if (result) ort_sampler_vforked();
        return;
    }
    struct ort_thread *t = own_state();
    if (!has_child(t)) return;
    if (t->vforked->nested)
        t->vforked->nested -= result != 0;
    else if (result)
        put_back(t);
    else
        pause(t);
}
