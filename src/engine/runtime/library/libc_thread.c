/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_thread.c: models of the thread routines that store a result, and of those that call back.
 *
 * What threads synchronise on (mutexes, conditions, attributes, keys) is the library's, even if it
 * is in the program's memory: initialising it writes it, using it touches nothing. A thread gets
 * its state with its first instrumented routine. Cost: 1, and the cells written.
 */
#include "libc_wrap.h"
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <threads.h>

#define SET_UP(fn, params, args, out)                                                              \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on)                                                                               \
            charge(site, &account_##fn,                                                            \
                   r == 0 ? writes(site, (const void *)out, sizeof *out) : 0);                     \
        return r;                                                                                  \
    }

SET_UP(pthread_create,
       (pthread_t *restrict out, const pthread_attr_t *restrict attributes, void *(*start)(void *),
        void *restrict argument),
       (out, attributes, start, argument), out)
SET_UP(pthread_mutex_init, (pthread_mutex_t * out, const pthread_mutexattr_t *attributes),
       (out, attributes), out)
SET_UP(pthread_cond_init,
       (pthread_cond_t *restrict out, const pthread_condattr_t *restrict attributes),
       (out, attributes), out)
SET_UP(pthread_rwlock_init,
       (pthread_rwlock_t *restrict out, const pthread_rwlockattr_t *restrict attributes),
       (out, attributes), out)
SET_UP(pthread_spin_init, (pthread_spinlock_t * out, int shared), (out, shared), out)
SET_UP(pthread_barrier_init,
       (pthread_barrier_t *restrict out, const pthread_barrierattr_t *restrict attributes,
        unsigned count),
       (out, attributes, count), out)
SET_UP(pthread_attr_init, (pthread_attr_t * out), (out), out)
SET_UP(pthread_mutexattr_init, (pthread_mutexattr_t * out), (out), out)
SET_UP(pthread_condattr_init, (pthread_condattr_t * out), (out), out)
SET_UP(pthread_rwlockattr_init, (pthread_rwlockattr_t * out), (out), out)
SET_UP(pthread_barrierattr_init, (pthread_barrierattr_t * out), (out), out)
SET_UP(pthread_key_create, (pthread_key_t * out, void (*destroy)(void *)), (out, destroy), out)
SET_UP(pthread_getattr_np, (pthread_t thread, pthread_attr_t *out), (thread, out), out)
SET_UP(pthread_getcpuclockid, (pthread_t thread, __clockid_t *out), (thread, out), out)
SET_UP(pthread_attr_getdetachstate, (const pthread_attr_t *attributes, int *out), (attributes, out),
       out)
SET_UP(pthread_attr_getstacksize, (const pthread_attr_t *restrict attributes, size_t *restrict out),
       (attributes, out), out)
SET_UP(pthread_attr_setdetachstate, (pthread_attr_t * out, int state), (out, state), out)
SET_UP(pthread_attr_setstacksize, (pthread_attr_t * out, size_t size), (out, size), out)
SET_UP(pthread_attr_setstack, (pthread_attr_t * out, void *stack, size_t size), (out, stack, size),
       out)
SET_UP(pthread_attr_setscope, (pthread_attr_t * out, int scope), (out, scope), out)
SET_UP(pthread_attr_setguardsize, (pthread_attr_t * out, size_t size), (out, size), out)
SET_UP(pthread_mutexattr_settype, (pthread_mutexattr_t * out, int type), (out, type), out)
SET_UP(pthread_mutexattr_setpshared, (pthread_mutexattr_t * out, int shared), (out, shared), out)
SET_UP(pthread_mutexattr_setprotocol, (pthread_mutexattr_t * out, int protocol), (out, protocol),
       out)
SET_UP(pthread_mutexattr_setrobust, (pthread_mutexattr_t * out, int robust), (out, robust), out)
SET_UP(pthread_condattr_setclock, (pthread_condattr_t * out, __clockid_t clock), (out, clock), out)
SET_UP(sem_init, (sem_t * out, int shared, unsigned value), (out, shared, value), out)
SET_UP(sem_getvalue, (sem_t *restrict semaphore, int *restrict out), (semaphore, out), out)
SET_UP(thrd_create, (thrd_t * out, thrd_start_t start, void *argument), (out, start, argument), out)
SET_UP(mtx_init, (mtx_t * out, int type), (out, type), out)
SET_UP(cnd_init, (cnd_t * out), (out), out)
SET_UP(tss_create, (tss_t * out, tss_dtor_t destroy), (out, destroy), out)
SET_UP(sched_getaffinity, (pid_t pid, size_t size, cpu_set_t *out), (pid, size, out), out)
SET_UP(pthread_getaffinity_np, (pthread_t thread, size_t size, cpu_set_t *out), (thread, size, out),
       out)

/* Routines that store a result unless `out` is NULL. */
#define RESULT(fn, params, args, out)                                                              \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on)                                                                               \
            charge(site, &account_##fn, r == 0 && out ? writes(site, out, sizeof *out) : 0);       \
        return r;                                                                                  \
    }
RESULT(pthread_join, (pthread_t thread, void **out), (thread, out), out)
RESULT(pthread_tryjoin_np, (pthread_t thread, void **out), (thread, out), out)
RESULT(pthread_timedjoin_np, (pthread_t thread, void **out, const struct timespec *until),
       (thread, out, until), out)
RESULT(pthread_setcancelstate, (int state, int *out), (state, out), out)
RESULT(pthread_setcanceltype, (int type, int *out), (type, out), out)
RESULT(thrd_join, (thrd_t thread, int *out), (thread, out), out)

ORT_AFTER(ORT_MODEL, int, pthread_once, (pthread_once_t * once, void (*first)(void)), r,
          pthread_once(once, CALLED(site, first)), charge(site, &account_pthread_once, 1))

ORT_MODEL(void, call_once, (once_flag * once, void (*first)(void))) {
    struct ort_site site = ort_site();
    call_once(once, CALLED(site, first));
    if (site.on) charge(site, &account_call_once, 1);
}
