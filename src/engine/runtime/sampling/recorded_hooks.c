/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recorded_hooks.c: the hooks that the recorded versions of production builds call: the entry of
 * abi.h and the events of every build, with as few arguments as possible.
 */
#include "recorded_hooks.h"
#include "engine/runtime/core/events.h"
#include "engine/runtime/core/frame_push.h"
#include "engine/runtime/core/thread_state.h"

#define HOOK __attribute__((visibility("default"))) ORDO_PRESERVE_MOST

HOOK struct ordo_frame *__ordo_enter(struct ordo_scope *s) {
    struct ordo_thread *t = __ordo_self;
    struct ordo_frame *f = ort_frame_push(t, s);
    if (likely(t->tick)) ort_events_begin(t, f);
    if (s->kind == ORDO_KIND_ROUTINE) t->cost++;
    if (s->flags & ORDO_SCOPE_RECURSIVE) ort_frame_nest(t, f);
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
        if (unlikely(!t->tick)) {                                                                  \
            ort_hollow_hooks++;                                                                    \
        } else {                                                                                   \
            ort_events_count(t);                                                                   \
            __ordo_read(t->top, addr, size);                                                       \
        }                                                                                          \
    }                                                                                              \
    HOOK void __ordo_write_##size(const void *addr) {                                              \
        struct ordo_thread *t = __ordo_self;                                                       \
        if (unlikely(!t->tick)) {                                                                  \
            ort_hollow_hooks++;                                                                    \
        } else {                                                                                   \
            ort_events_count(t);                                                                   \
            __ordo_write(t->top, addr, size);                                                      \
        }                                                                                          \
    }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
