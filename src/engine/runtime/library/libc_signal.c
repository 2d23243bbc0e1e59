/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_signal.c: models of signals. A handler of the program runs on a thread state of its own.
 *
 * A table holds the program's handler for each signal. The kernel gets a trampoline, which calls
 * the handler between ort_signal_enter and ort_signal_leave. Flags and mask are the program's. The
 * kernel passes all three arguments to every handler, whatever SA_SIGINFO says, and so does the
 * trampoline. When the old action is returned, the program's handler replaces the trampoline in it.
 *
 * Invariant: while the trampoline is installed for a signal, its slot holds a handler. The slot is
 * filled before the trampoline is installed; a signal that arrives in between goes to the handler
 * that is about to be installed. SIG_DFL, SIG_IGN and SIG_HOLD never enter the table, so a vfork
 * child that resets its signals leaves the parent's table alone.
 *
 * Cost: 1, and the cells of the structures read and written.
 */
#include "libc_wrap.h"
#include <signal.h>
#include <stdatomic.h>
#include <sys/signalfd.h>

typedef void handler(int);
typedef void handler_with(int, siginfo_t *, void *);

/* Deprecated in the headers, but still in the library. */
extern handler *bsd_signal(int, handler *);
extern handler *sysv_signal(int, handler *);
extern handler *__sysv_signal(int, handler *);

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static _Atomic(handler *) handlers[NSIG];

/* Calls every handler with three arguments, even if it takes one, as the kernel does. */
__attribute__((no_sanitize("function"))) static void trampoline(int signal, siginfo_t *info,
                                                                void *context) {
    handler *h = atomic_load_explicit(&handlers[signal], memory_order_acquire);
    struct ordo_thread *interrupted = ort_signal_enter();
    ((handler_with *)(void *)h)(signal, info, context);
    ort_signal_leave(interrupted);
}

#define TRAMPOLINE ((handler *)(void *)trampoline)

static int is_function(handler *h) {
    return h != SIG_DFL && h != SIG_IGN && h != SIG_ERR && h != SIG_HOLD;
}

/* Puts h into the signal's slot if it is a function. Returns what is to be installed. *before is
 * what the slot held, for undo. */
static handler *enter_table(int signal, handler *h, handler **before) {
    *before = NULL;
    if (signal <= 0 || signal >= NSIG || !is_function(h)) return h;
    *before = atomic_exchange_explicit(&handlers[signal], h, memory_order_acq_rel);
    return TRAMPOLINE;
}

static void undo(int signal, handler *installed, handler *before) {
    if (installed == TRAMPOLINE) atomic_store(&handlers[signal], before);
}

/* Returns the program's handler for one that the kernel returned. `before`: what the slot held, if
 * this call changed it. */
static handler *of_program(int signal, handler *h, handler *installed, handler *before) {
    if (h != TRAMPOLINE) return h;
    return installed == TRAMPOLINE ? before : atomic_load(&handlers[signal]);
}

/* Copies without an assignment, which would call memcpy, which may be the program's own. */
static void copy(struct sigaction *to, const struct sigaction *from) {
    __builtin_memcpy_inline(to, from, sizeof *to);
}

ORT_MODEL(int, sigaction, (int signal, const struct sigaction *action, struct sigaction *old)) {
    struct ort_site site = ort_site();
    struct sigaction own;
    handler *installed = NULL, *before = NULL;
    if (action) {
        copy(&own, action);
        installed = own.sa_handler;
        if (site.on || ort_follows()) installed = enter_table(signal, own.sa_handler, &before);
        own.sa_handler = installed;
    }
    struct sigaction was;
    int r = sigaction(signal, action ? &own : NULL, old ? &was : NULL);
    if (r != 0)
        undo(signal, installed, before);
    else if (old) {
        was.sa_handler = of_program(signal, was.sa_handler, installed, before);
        copy(old, &was);
    }
    if (site.on) {
        uint64_t cells = action ? takes(site, action, sizeof *action) : 0;
        if (r == 0 && old) cells += fills(site, old, sizeof *old);
        charge(site, &account_sigaction, cells);
    }
    return r;
}

#define SIMPLE(define, charged, fn)                                                                \
    define(handler *, fn, (int number, handler *h)) {                                              \
        struct ort_site site = ort_site();                                                         \
        handler *before = NULL, *installed = h;                                                    \
        if (site.on || ort_follows()) installed = enter_table(number, h, &before);                 \
        handler *r = fn(number, installed);                                                        \
        if (r == SIG_ERR)                                                                          \
            undo(number, installed, before);                                                       \
        else                                                                                       \
            r = of_program(number, r, installed, before);                                          \
        if (site.on) charge(site, &account_##charged, 1);                                          \
        return r;                                                                                  \
    }
SIMPLE(ORT_MODEL, signal, signal)
SIMPLE(ORT_VARIANT, signal, ssignal)
SIMPLE(ORT_VARIANT, signal, bsd_signal)
SIMPLE(ORT_VARIANT, signal, sysv_signal)
SIMPLE(ORT_VARIANT, signal, __sysv_signal)
SIMPLE(ORT_MODEL, sigset, sigset)

ORT_EXCHANGE(sigaltstack, (const stack_t *restrict in, stack_t *restrict out), (in, out), in, out,
             r == 0)
ORT_EXCHANGE(sigprocmask, (int how, const sigset_t *restrict in, sigset_t *restrict out),
             (how, in, out), in, out, r == 0)
ORT_EXCHANGE(pthread_sigmask, (int how, const sigset_t *restrict in, sigset_t *restrict out),
             (how, in, out), in, out, r == 0)
ORT_EXCHANGE(sigwait, (const sigset_t *restrict in, int *restrict out), (in, out), in, out, r == 0)
ORT_EXCHANGE(sigwaitinfo, (const sigset_t *restrict in, siginfo_t *restrict out), (in, out), in,
             out, r > 0)
ORT_EXCHANGE(sigtimedwait,
             (const sigset_t *restrict in, siginfo_t *restrict out,
              const struct timespec *restrict timeout),
             (in, out, timeout), in, out, r > 0)

ORT_AFTER(ORT_MODEL, int, sigsuspend, (const sigset_t *set), r, sigsuspend(set),
          charge(site, &account_sigsuspend, takes(site, set, sizeof *set)))

ORT_AFTER(ORT_MODEL, int, sigpending, (sigset_t * set), r, sigpending(set),
          charge(site, &account_sigpending, r == 0 ? fills(site, set, sizeof *set) : 0))

ORT_AFTER(ORT_MODEL, int, signalfd, (int fd, const sigset_t *set, int flags), r,
          signalfd(fd, set, flags), charge(site, &account_signalfd, takes(site, set, sizeof *set)))

/* A routine for a whole set writes all of it. A routine for one member reads one word and may write
 * it. */
#define WHOLE_SET(fn)                                                                              \
    ORT_MODEL(int, fn, (sigset_t * set)) {                                                         \
        struct ort_site site = ort_site();                                                         \
        int r = fn(set);                                                                           \
        if (site.on) charge(site, &account_##fn, writes(site, set, sizeof *set));                  \
        return r;                                                                                  \
    }
WHOLE_SET(sigemptyset)
WHOLE_SET(sigfillset)

static uint64_t member(struct ort_site site, const sigset_t *set, int signal, int changed) {
    if (signal <= 0 || signal >= NSIG) return 0;
    const char *word = (const char *)set + (size_t)(signal - 1) / 64 * 8;
    uint64_t cells = reads(site, word, 8);
    return changed ? cells + writes(site, word, 8) : cells;
}

#define MEMBER(fn, type, changed)                                                                  \
    ORT_MODEL(int, fn, (type * set, int signal)) {                                                 \
        struct ort_site site = ort_site();                                                         \
        int r = fn(set, signal);                                                                   \
        if (site.on) charge(site, &account_##fn, member(site, set, signal, changed));              \
        return r;                                                                                  \
    }
MEMBER(sigaddset, sigset_t, 1)
MEMBER(sigdelset, sigset_t, 1)
MEMBER(sigismember, const sigset_t, 0)
