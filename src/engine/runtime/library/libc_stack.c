/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_stack.c: models of switching machine stacks (swapcontext, setcontext).
 *
 * Each stack has a state of its own, as a thread has. The state of a stack that swapcontext
 * suspends is in a local variable of the wrapper, which makes it current again when the switch
 * returns. Only a context that makecontext has made and that has never run needs a new state,
 * before the switch. It differs from a suspended one in where it will continue, which is not in
 * `depart` below, and from one that getcontext took on the running stack in its stack pointer.
 *
 * getcontext and makecontext are not wrapped, because getcontext returns twice. A context is the
 * library's memory. Cost: 1.
 */
#include "libc_wrap.h"
#include <stdint.h>
#include <ucontext.h>

#if defined(__x86_64__)
#define STACK_POINTER(u) ((uintptr_t)(u)->uc_mcontext.gregs[REG_RSP])
#define GOES_ON_AT(u) ((uintptr_t)(u)->uc_mcontext.gregs[REG_RIP])
#elif defined(__aarch64__)
#define STACK_POINTER(u) ((uintptr_t)(u)->uc_mcontext.sp)
#define GOES_ON_AT(u) ((uintptr_t)(u)->uc_mcontext.pc)
#else
#error "name the stack pointer and the program counter of a ucontext_t here"
#endif

/* Suspended contexts, and no others, continue within so many bytes after the start of `depart`. */
#define DEPART_BYTES 256

__attribute__((noinline)) static int depart(ucontext_t *from, const ucontext_t *to) {
    int r = swapcontext(from, to);
    __asm__ volatile("" ::: "memory"); /* no tail call: the context continues here */
    return r;
}

static int on_stack(uintptr_t p, const stack_t *s) {
    uintptr_t low = (uintptr_t)s->ss_sp;
    return low && p - low <= s->ss_size;
}

static int never_ran(const ucontext_t *u) {
    if (GOES_ON_AT(u) - (uintptr_t)depart < DEPART_BYTES) return 0;
    return on_stack(STACK_POINTER(u), &u->uc_stack) &&
           !on_stack((uintptr_t)__builtin_frame_address(0), &u->uc_stack);
}

ORT_MODEL(int, swapcontext, (ucontext_t * from, const ucontext_t *to)) {
    struct ort_site site = ort_site();
    if (site.on) ort_stack_begin(never_ran(to));
    int r = depart(from, to);
    if (site.on) {
        ort_stack_return(site.t);
        charge(site, &account_swapcontext, 1);
    }
    return r;
}

ORT_MODEL(int, setcontext, (const ucontext_t *to)) {
    struct ort_site site = ort_site();
    if (site.on) ort_stack_begin(never_ran(to));
    int r = setcontext(to);
    if (site.on) {
        ort_stack_return(site.t);
        charge(site, &account_setcontext, 1);
    }
    return r;
}
