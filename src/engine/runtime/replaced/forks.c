/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * forks.c: replaces syscall(2) and clone(2), because processes that they create without
 * fork do not run the handlers of pthread_atfork. A child with a copy of the memory is recorded as
 * a child of fork is. Calls that create a thread or a child that shares the memory, as vfork does,
 * are passed on unchanged.
 *
 * These are libc's own names, as in limits.c.
 */
#include "engine/runtime/lifecycle/fork.h"
#include "engine/runtime/lifecycle/start.h"
#include "engine/runtime/system/os.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define INSTEAD __attribute__((visibility("default"), weak))

/* Makes a SYS_fork, SYS_clone or SYS_clone3 call whose child gets a copy of the memory and stays on
 * the same stack. Called by name from the assembly below. */
long ort_syscall_forks(long number, long a, long b, long c, long d, long e);

__attribute__((used)) long ort_syscall_forks(long number, long a, long b, long c, long d, long e) {
    int recording = ort_recording;
    if (recording) ort_fork_before();
    long r = ort_os_call(number, a, b, c, d, e, 0);
    if (recording && r == 0) ort_fork_in_child();
    if (recording && r != 0) ort_fork_in_parent();
    if (r >= 0) return r;
    errno = (int)-r;
    return -1;
}

/* Does SYS_clone3 with these arguments copy the memory and keep the stack? Asks the kernel first
 * whether the arguments can be read. Called by name from the assembly below. */
int ort_clone3_copies(const uint64_t *args, uint64_t size);

__attribute__((used)) int ort_clone3_copies(const uint64_t *args, uint64_t size) {
    const long flags = 0, stack = 5;
    if (size < 64 || size > 4096) return 0;
    if (!ort_os_any_mapped(args, 1) || !ort_os_any_mapped((const char *)args + 63, 1)) return 0;
    return !(args[flags] & CLONE_VM) && !args[stack];
}

_Static_assert(SYS_fork == 57 && SYS_clone == 56 && SYS_clone3 == 435 && CLONE_VM == 0x100,
               "numbers below");

/* Has no frame, because a child that runs on its parent's stack returns from here first. */
INSTEAD __attribute__((naked)) long syscall(long number, ...) {
    __asm__("cmpq $57, %rdi\n\t"
            "je 2f\n\t"
            "cmpq $56, %rdi\n\t"
            "jne 0f\n\t"
            "testl $0x100, %esi\n\t"
            "jnz 1f\n\t"
            "testq %rdx, %rdx\n\t"
            "jz 2f\n"
            "0:\n\t"
            "cmpq $435, %rdi\n\t"
            "jne 1f\n\t"
            "pushq %rdi\n\t"
            "pushq %rsi\n\t"
            "pushq %rdx\n\t"
            "movq %rsi, %rdi\n\t"
            "movq %rdx, %rsi\n\t"
            "call ort_clone3_copies\n\t"
            "popq %rdx\n\t"
            "popq %rsi\n\t"
            "popq %rdi\n\t"
            "testl %eax, %eax\n\t"
            "jnz 2f\n" /* clone3 has only these two arguments */
            "1:\n\t"
            "movq %rdi, %rax\n\t"
            "movq %rsi, %rdi\n\t"
            "movq %rdx, %rsi\n\t"
            "movq %rcx, %rdx\n\t"
            "movq %r8, %r10\n\t"
            "movq %r9, %r8\n\t"
            "movq 8(%rsp), %r9\n\t"
            "syscall\n\t"
            "cmpq $-4095, %rax\n\t"
            "jae 3f\n\t"
            "ret\n"
            "2:\n\t"
            "jmp ort_syscall_forks\n"
            "3:\n\t"
            "negl %eax\n\t"
            "pushq %rax\n\t"
            "call __errno_location@PLT\n\t"
            "popq %rcx\n\t"
            "movl %ecx, (%rax)\n\t"
            "movq $-1, %rax\n\t"
            "ret");
}

struct start {
    int (*fn)(void *);
    void *arg;
};

static int begin(void *start) {
    struct start s = *(const struct start *)start;
    ort_fork_in_child();
    return s.fn(s.arg);
}

extern int __clone(int (*fn)(void *), void *stack, int flags, void *arg, ...);

INSTEAD int clone(int (*fn)(void *), void *stack, int flags, void *arg, ...) {
    struct start s = {fn, arg}; /* the child has its own copy */
    int copies = ort_recording && fn && stack && !(flags & CLONE_VM);
    va_list rest;
    va_start(rest, arg);
    pid_t *parent = va_arg(rest, pid_t *);
    void *tls = va_arg(rest, void *);
    pid_t *child = va_arg(rest, pid_t *);
    va_end(rest);
    if (!copies) return __clone(fn, stack, flags, arg, parent, tls, child);
    ort_fork_before();
    int r = __clone(begin, stack, flags, &s, parent, tls, child), error = errno;
    ort_fork_in_parent();
    errno = error;
    return r;
}
