/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_thread_begin.c: threads begin in no area of gates (seams.h).
 *
 * The program's, and its libraries', calls of what makes a thread come here: by the dynamic linker,
 * which finds the runtime before libc; in static programs by --wrap, which `ordo cc` passes on.
 */
#include "engine/runtime/core/seams.h"

#include <dlfcn.h>
#include <pthread.h>
#include <threads.h>

/* A static program need not have it. */
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
