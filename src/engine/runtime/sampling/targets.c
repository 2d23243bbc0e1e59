/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * targets.c: what recorded code of production builds calls in place of a routine (__ordo_call,
 * __ordo_call_at, __ordo_target), and what library models give the library to call (ort_called).
 *
 * Routines do not ask at their entry whether a sample is recorded. Code that calls them by address,
 * or from another module, asks for their recorded version instead. The answer takes a lock, so each
 * thread keeps its answers in a table of its own, by address. Loading or unloading a module makes
 * them obsolete.
 *
 * Threads: the caller's own table. Signal-safe: yes; handlers run plain code, which does not ask.
 */
#include "engine/runtime/core/effects.h"
#include "engine/runtime/core/library.h"
#include "engine/runtime/lifecycle/callee.h"
#include "engine/runtime/lifecycle/modules.h"
#include "engine/runtime/system/address_path.h"
#include "sampler.h"

#include <stddef.h>

#define HOOK __attribute__((visibility("default"))) ORDO_PRESERVE_MOST

/* Is the address in the C library? Its routines without a model count as cheap, whether they are
 * called by address or by name. */
static int is_in_library(const void *address) {
    static uintptr_t low, high; /* high is set last */
    const void *code = ort_library_code();
    if (!code) return 0;
    if (!__atomic_load_n(&high, __ATOMIC_ACQUIRE)) {
        struct ort_mapping m;
        ort_address_mapping(code, &m);
        __atomic_store_n(&low, m.low, __ATOMIC_RELAXED);
        __atomic_store_n(&high, m.high, __ATOMIC_RELEASE);
    }
    return (uintptr_t)address - low < high - low;
}

static void *wrapper_of(const void *address) {
    for (uint32_t i = 0; i < ort_models; i++)
        if (ort_model_real(i) == address || ort_model_wrapper(i) == address)
            return ort_model_wrapper(i);
    return NULL;
}

static struct ort_target look(void *address) {
    struct ort_target t = {.address = address, .code = address};
    t.generation = __atomic_load_n(&ort_modules_generation, __ATOMIC_ACQUIRE);
    void *recorded = ort_module_recorded(address);
    if (!recorded && address) recorded = wrapper_of(address);
    if (recorded) {
        t.code = recorded;
    } else if (!is_in_library(address)) {
        struct ort_mapping mapping;
        ort_address_mapping(address, &mapping);
        t.uncovered = ort_uncovered("(called by address)", mapping.path);
    }
    return t;
}

/* Returns what to call in place of the routine at `address`, and looks it up again if `t` has
 * another routine or is obsolete. Counts the call if nothing records there. */
static __attribute__((noinline)) void *asked(struct ort_target *t, void *address) {
    if (t->address != address ||
        t->generation != __atomic_load_n(&ort_modules_generation, __ATOMIC_ACQUIRE))
        *t = look(address);
    struct ort_thread *thread = ort_thread_current();
    if (t->uncovered && thread) ort_uncovered_called(thread, thread->hot.top, t->uncovered);
    return t->code;
}

static inline struct ort_target *place(struct ort_sampler *s, const void *address) {
    return &s->targets[((uintptr_t)address * 0x9E3779B97F4A7C15ull) >> 56 & (ORT_TARGETS - 1)];
}

void *ort_called(void *routine) {
    struct ort_sampler *s = ort_sampler_own;
    return __ordo_sampling && routine && s ? asked(place(s, routine), routine) : routine;
}

/* Reached by a jump: LLVM 19 assumes that a preserve_most function that returns something may lose
 * RCX, if its stack holds nothing but the padding that aligns it for a call. */
static ORDO_PRESERVE_MOST __attribute__((noinline)) void *target(void *address) {
    return ort_called(address);
}

HOOK void *__ordo_target(void *address) {
    __attribute__((musttail)) return target(address);
}

/* Return what to jump to, given the argument of __ordo_call and of __ordo_call_at. */
static __attribute__((used)) void *target_of(struct ordo_callee *c) {
    if (__atomic_load_n(&c->state, __ATOMIC_ACQUIRE) != 1) __ordo_callee(__ordo_self->top, c);
    return c->state == 1 && c->target ? c->target : c->address;
}

static __attribute__((used)) void *target_at(void *address) {
    return ort_called(address);
}

_Static_assert(offsetof(struct ordo_callee, address) == 8 &&
                   offsetof(struct ordo_callee, target) == 16 &&
                   offsetof(struct ordo_callee, state) == 24,
               "the offsets below");

#define SKIP_UNLESS_SAMPLING(label)                                                                \
    "movq __ordo_sampling@GOTTPOFF(%rip), %r11\n"                                                  \
    "cmpl $0, %fs:(%r11)\n"                                                                        \
    "je " label "\n"

/* Jumps to the address that fn(R10) returns. Keeps all registers that may hold arguments, and the
 * number of a variadic call's vector registers. Of vector registers it keeps the low halves,
 * because the engine's code uses nothing else of them. */
#define JUMP_TO_ANSWER(fn)                                                                         \
    "pushq %rbp\n"                                                                                 \
    "movq %rsp, %rbp\n"                                                                            \
    "pushq %rax\npushq %rdi\npushq %rsi\npushq %rdx\npushq %rcx\npushq %r8\npushq %r9\npushq "     \
    "%r10\n"                                                                                       \
    "subq $128, %rsp\n"                                                                            \
    "movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\n"                       \
    "movups %xmm3, 48(%rsp)\nmovups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\n"                     \
    "movups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"                                            \
    "movq %r10, %rdi\n"                                                                            \
    "call " #fn "\n"                                                                               \
    "movq %rax, %r11\n"                                                                            \
    "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\n"                       \
    "movups 48(%rsp), %xmm3\nmovups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\n"                     \
    "movups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"                                            \
    "addq $128, %rsp\n"                                                                            \
    "popq %r10\npopq %r9\npopq %r8\npopq %rcx\npopq %rdx\npopq %rsi\npopq %rdi\npopq %rax\n"       \
    "popq %rbp\n"                                                                                  \
    "jmpq *%r11\n"

__attribute__((visibility("default"), naked)) void __ordo_call(void) {
    __asm__(SKIP_UNLESS_SAMPLING("1f") "cmpl $1, 24(%r10)\n"
                                       "jne 2f\n"
                                       "movq 16(%r10), %r11\n"
                                       "testq %r11, %r11\n"
                                       "je 1f\n"
                                       "jmpq *%r11\n"
                                       "1: jmpq *8(%r10)\n"
                                       "2:\n" JUMP_TO_ANSWER(target_of));
}

__attribute__((visibility("default"), naked)) void __ordo_call_at(void) {
    __asm__(SKIP_UNLESS_SAMPLING("1f") JUMP_TO_ANSWER(target_at) "1: jmpq *%r10\n");
}
