/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * unsampled.c: the reference engine does not sample: the gates of production builds always run the
 * plain version.
 */
#include "engine.h"

__attribute__((visibility("default"))) __thread uint32_t __ordo_sampling;

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST uint32_t __ordo_sample(
    struct ordo_gate **gates, struct ordo_production *p, uint32_t gate, const void *stack) {
    (void)p, (void)stack;
    (*gates)[gate].countdown = INT32_MAX;
    return 0;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_sample_left(const void *stack) {
    (void)stack;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_find_gates(struct ordo_gate **gates, struct ordo_production *p) {
    (void)gates, (void)p;
}

/* The oracle's programs do not call vfork. */
__attribute__((visibility("default"))) void __ordo_vfork(void) {}

__attribute__((visibility("default"))) void __ordo_vforked(int32_t result) {
    (void)result;
}

/* Recorded versions are therefore never entered; these symbols exist only for the linker. */
#define HOOK __attribute__((visibility("default"))) ORDO_PRESERVE_MOST

HOOK struct ordo_frame *__ordo_enter(struct ordo_scope *s) {
    (void)s;
    return __ordo_self->top;
}

HOOK void __ordo_end(struct ordo_frame *f) {
    (void)f;
}

HOOK void *__ordo_target(void *address) {
    return address;
}

__attribute__((visibility("default"), naked)) void __ordo_call(void) {
    __asm__("jmpq *8(%r10)"); /* ordo_callee.address */
}

__attribute__((visibility("default"), naked)) void __ordo_call_at(void) {
    __asm__("jmpq *%r10");
}

#define ACCESS(size)                                                                               \
    HOOK void __ordo_read_##size(const void *addr) {                                               \
        (void)addr;                                                                                \
    }                                                                                              \
    HOOK void __ordo_write_##size(const void *addr) {                                              \
        (void)addr;                                                                                \
    }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
