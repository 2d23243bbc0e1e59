/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * floor.c: a library to preload whose hooks only keep the stack of frames right. It measures the
 * floor of the overhead, which is the cost of instrumented code alone: filling frames, counting
 * blocks, comparing shadow words. Wrappers of library routines are still the runtime's.
 */
#include "abi/abi.h"

void __ordo_leave(struct ordo_thread *t, struct ordo_frame *f) {
    t->top = f - 1;
}

void __ordo_unwind(struct ordo_thread *t, struct ordo_frame *f) {
    t->top = f;
}

ORDO_PRESERVE_MOST void __ordo_read(struct ordo_frame *f, const void *addr, uint64_t size) {
    (void)f, (void)addr, (void)size;
}

ORDO_PRESERVE_MOST void __ordo_write(struct ordo_frame *f, const void *addr, uint64_t size) {
    (void)f, (void)addr, (void)size;
}

ORDO_PRESERVE_MOST void __ordo_fresh(struct ordo_frame *f, const void *addr, uint64_t size) {
    (void)f, (void)addr, (void)size;
}

ORDO_PRESERVE_MOST void __ordo_read_far(struct ordo_frame *f, const void *addr, uint64_t size,
                                        uint32_t *word) {
    (void)addr, (void)size;
    *word = f->stamp; /* the next one hits, as it would */
}
