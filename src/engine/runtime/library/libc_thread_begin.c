/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_thread_begin.c: makes threads begin outside all areas of gates (seams.h).
 *
 * When the program or one of its libraries creates a thread, its call arrives here: through the
 * dynamic linker, which finds the runtime before libc, or in static programs through --wrap, which
 * `ordo cc` passes on.
 */
#include "engine/runtime/core/seams.h"

#include <dlfcn.h>
#include <pthread.h>
#include <threads.h>

/* Weak: a static program may lack it. */
#pragma weak dlsym

#define MAKER(fn, params, args)                                                                    \
    extern int __real_##fn params __attribute__((weak));                                           \
    extern __attribute__((visibility("default"))) int __wrap_##fn params;                          \
    int __wrap_##fn params {                                                                       \
        static int(*real) params;                                                                  \
        if (!real) real = __real_##fn ? __real_##fn : (int(*) params)dlsym(RTLD_NEXT, #fn);        \
        ort_gate_area_leave();                                                                     \
        int r = real args;                                                                         \
        ort_gate_area_return();                                                                    \
        return r;                                                                                  \
    }

MAKER(pthread_create,
      (pthread_t *restrict out, const pthread_attr_t *restrict attributes, void *(*start)(void *),
       void *restrict argument),
      (out, attributes, start, argument))
MAKER(thrd_create, (thrd_t * out, thrd_start_t start, void *argument), (out, start, argument))
