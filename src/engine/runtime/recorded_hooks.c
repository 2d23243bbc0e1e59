/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What recorded bodies of production builds call: the entry of abi.h and the events of every build,
 * with as few arguments as can be.
 */
#include "recorded_hooks.h"
#include "thread.h"

#define HOOK __attribute__((visibility("default"))) ORDO_PRESERVE_MOST

/* abi.h: ordo_nest. */
static void nest(struct ordo_thread *t, struct ordo_frame *f, const struct ordo_scope *s) {
    t->nest[s->id].open++;
    if (s->kind == ORDO_KIND_LOOP) return;
    struct ordo_nest *group = &t->nest[s->group->id];
    f->depth_level = group->level++;
    f->depth_saved = group->deepest;
    group->deepest = f->depth_level;
}

HOOK struct ordo_frame *__ordo_enter(struct ordo_scope *s) {
    struct ordo_thread *t = __ordo_self;
    struct ordo_frame *f = t->top + 1;
    if (unlikely(f >= t->limit)) f = __ordo_push(t);
    uint32_t stamp = t->clock + t->tick;
    if (unlikely(stamp < t->clock)) stamp = __ordo_renumber(t);
    t->clock = stamp;
    f->stamp = stamp;
    f->flags = 0;
    f->scope = s;
    f->rms = 0;
    f->cost_entry = t->cost;
    f->cost_below = 0;
    f->iterations = 0;
    f->context = f->children = 0;
    f->depth_level = f->depth_saved = 0;     /* loops have none, and are asked for it */
    __atomic_signal_fence(__ATOMIC_SEQ_CST); /* a killed process shows whole frames */
    t->top = f;
    if (s->kind == ORDO_KIND_ROUTINE) t->cost++;
    if (s->flags & ORDO_SCOPE_RECURSIVE) nest(t, f, s);
    return f;
}

HOOK void __ordo_end(struct ordo_frame *f) {
    struct ordo_thread *t = __ordo_self;
    t->cost += f->iterations;
    __ordo_leave(t, f);
}

__thread uint32_t ort_hollow_hooks;

#define ACCESS(size)                                                                               \
    HOOK void __ordo_read_##size(const void *addr) {                                               \
        struct ordo_thread *t = __ordo_self;                                                       \
        if (unlikely(!t->tick))                                                                    \
            ort_hollow_hooks++;                                                                    \
        else                                                                                       \
            __ordo_read(t->top, addr, size);                                                       \
    }                                                                                              \
    HOOK void __ordo_write_##size(const void *addr) {                                              \
        struct ordo_thread *t = __ordo_self;                                                       \
        if (unlikely(!t->tick))                                                                    \
            ort_hollow_hooks++;                                                                    \
        else                                                                                       \
            __ordo_write(t->top, addr, size);                                                      \
    }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

HOOK void __ordo_calls(struct ordo_callee *c) {
    if (c->state != 1) __ordo_callee(__ordo_self->top, c);
}
