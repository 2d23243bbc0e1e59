/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * unused_structure.c: reference builds do not report data structures, but objects of structure
 * builds may be linked with them. Their activations are recorded like any others.
 */
#include "abi/abi.h"

#define HOOK __attribute__((visibility("default"))) ORDO_PRESERVE_MOST

HOOK void __ordo_link_read(struct ordo_frame *f, const void *base, struct ordo_type *type,
                           uint64_t slot) {
    (void)f, (void)base, (void)type, (void)slot;
}

HOOK void __ordo_link_write(struct ordo_frame *f, const void *base, struct ordo_type *type,
                            uint64_t slot, const void *value) {
    (void)f, (void)base, (void)type, (void)slot, (void)value;
}

HOOK void __ordo_array_read(struct ordo_frame *f, const void *element, struct ordo_type *type) {
    (void)f, (void)element, (void)type;
}

HOOK void __ordo_array_write(struct ordo_frame *f, const void *element, struct ordo_type *type) {
    (void)f, (void)element, (void)type;
}

HOOK void __ordo_array_link(struct ordo_frame *f, const void *element, struct ordo_type *type,
                            const void *value) {
    (void)f, (void)element, (void)type, (void)value;
}

HOOK void __ordo_array_run(struct ordo_frame *f, const void *low, const void *high,
                           struct ordo_type *type, uint64_t reads, uint64_t writes, uint64_t first,
                           uint64_t last) {
    (void)f, (void)low, (void)high, (void)type, (void)reads, (void)writes, (void)first, (void)last;
}

HOOK void __ordo_array_copy(struct ordo_frame *f, const void *to, const void *from,
                            struct ordo_type *type) {
    (void)f, (void)to, (void)from, (void)type;
}

HOOK void __ordo_object(struct ordo_frame *f, const void *address, uint64_t size,
                        struct ordo_type *type) {
    (void)f, (void)address, (void)size, (void)type;
}

HOOK void __ordo_thread_object(struct ordo_frame *f, const void *address, uint64_t size,
                               struct ordo_type *type, const char *name) {
    (void)f, (void)address, (void)size, (void)type, (void)name;
}

HOOK void __ordo_range_copy(struct ordo_frame *f, const void *to, const void *from, uint64_t size) {
    (void)f, (void)to, (void)from, (void)size;
}

HOOK void __ordo_range_set(struct ordo_frame *f, const void *to, uint64_t size) {
    (void)f, (void)to, (void)size;
}

#define BORDER __attribute__((visibility("default")))

/* Pushes a frame as abi.h describes. */
static struct ordo_frame *enter(struct ordo_thread *t, struct ordo_scope *s) {
    struct ordo_frame *f = t->top + 1;
    if (f >= t->limit) f = __ordo_push(t);
    uint32_t stamp = t->clock + t->tick;
    if (stamp < t->clock) stamp = __ordo_renumber(t);
    t->clock = stamp;
    *f = (struct ordo_frame){.stamp = stamp, .scope = s, .cost_entry = t->cost};
    __asm__ volatile("" ::: "memory");
    t->top = f;
    if (s->flags & ORDO_SCOPE_RECURSIVE) __ordo_recur(t, f);
    return f;
}

BORDER struct ordo_frame *__ordo_routine_enter(struct ordo_thread *t, struct ordo_scope *routine) {
    return enter(t, routine);
}

BORDER struct ordo_frame *__ordo_loop_enter(struct ordo_thread *t, struct ordo_scope *loop) {
    return enter(t, loop);
}

BORDER void __ordo_routine_leave(struct ordo_thread *t, struct ordo_frame *f) {
    __ordo_leave(t, f);
}

BORDER void __ordo_loop_leave(struct ordo_thread *t, struct ordo_frame *f) {
    __ordo_leave(t, f);
}
