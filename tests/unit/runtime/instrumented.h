/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * instrumented.h: hand-written equivalents of the code that the compiler pass emits (see abi.h).
 */
#ifndef TEST_INSTRUMENTED_H
#define TEST_INSTRUMENTED_H

#include "abi/abi.h"

static inline struct ordo_thread *instrumented_thread(void) {
    struct ordo_thread *t = __ordo_self;
    return t ? t : __ordo_begin();
}

/* Begins an activation. The caller stores arguments before the first hook. */
static inline struct ordo_frame *instrumented_enter(struct ordo_scope *scope) {
    struct ordo_thread *t = instrumented_thread();
    struct ordo_frame *f = t->top + 1;
    if (f >= t->limit) f = __ordo_push(t);
    uint32_t stamp = t->clock + t->tick;
    if (stamp < t->clock) stamp = __ordo_renumber(t);
    t->clock = stamp;
    f->stamp = stamp;
    f->flags = 0;
    f->scope = scope;
    f->rms = 0;
    f->cost_entry = t->cost;
    f->cost_below = 0;
    f->iterations = 0;
    f->context = f->children = 0;
    __asm__ volatile("" ::: "memory");
    t->top = f;
    if (scope->flags & ORDO_SCOPE_RECURSIVE) __ordo_recur(t, f);
    return f;
}

static inline void instrumented_leave(struct ordo_frame *f) {
    __ordo_leave(__ordo_self, f);
}

static inline void instrumented_blocks(uint64_t n) {
    __ordo_self->cost += n;
}

static inline uint32_t *instrumented_word(const void *addr) {
    struct ordo_thread *t = __ordo_self;
    return (uint32_t *)(t->shadow_base + (((uintptr_t)addr & t->shadow_mask) >> 1));
}

static inline int instrumented_bounds(void) {
    return (__ordo_self->shadow_mask & ORDO_MASK_BOUNDS) != 0;
}

/* Reads. An access of at most 8 bytes within one aligned 8-byte cell is checked inline. */
static inline void instrumented_read(struct ordo_frame *f, const void *addr, uint64_t size) {
    if (((uintptr_t)addr & 7) + size > 8) {
        __ordo_read(f, addr, size);
        return;
    }
    uint32_t *word = instrumented_word(addr), s = *word;
    if (s >= f->stamp) return;
    if (s >= f[-1].stamp && !instrumented_bounds()) {
        f->rms++;
        f[-1].rms--;
        *word = f->stamp;
    } else {
        __ordo_read_far(f, addr, size, word);
    }
}

static inline void instrumented_write(struct ordo_frame *f, const void *addr, uint64_t size) {
    if (((uintptr_t)addr & 7) + size > 8) {
        __ordo_write(f, addr, size);
        return;
    }
    uint32_t *word = instrumented_word(addr);
    if (*word == 0 || (size < 8 && instrumented_bounds()))
        __ordo_write(f, addr, size);
    else
        *word = f->stamp;
}

#endif
