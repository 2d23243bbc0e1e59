/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_math.c: models of the mathematical routines that store a second result.
 *
 * The others touch no memory of the program and are not wrapped. Cost: the cells written.
 *
 * The mathematical library is not a dependency of the runtime: references are weak, and bound if
 * the program itself links it.
 */
#include "libc_wrap.h"
#include <math.h>

#define STORE(ret, fn, params, args)                                                               \
    extern ORT_WEAK ret fn params;                                                                 \
    ORT_MODEL(ret, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        ret r = fn args;                                                                           \
        if (site.on) charge(site, &account_##fn, writes(site, out, sizeof *out));                  \
        return r;                                                                                  \
    }

/* For double, float and long double. */
#define STORE_REAL(fn, with)                                                                       \
    with(double, fn, double) with(float, fn##f, float) with(long double, fn##l, long double)

#define EXPONENT(type, fn, same) STORE(same, fn, (type x, int *out), (x, out))
#define PART(type, fn, same) STORE(same, fn, (type x, same * out), (x, out))
#define QUOTIENT(type, fn, same) STORE(same, fn, (type x, same y, int *out), (x, y, out))

STORE_REAL(frexp, EXPONENT)
STORE_REAL(modf, PART)
STORE_REAL(remquo, QUOTIENT)
STORE(double, lgamma_r, (double x, int *out), (x, out))
STORE(float, lgammaf_r, (float x, int *out), (x, out))
STORE(long double, lgammal_r, (long double x, int *out), (x, out))

#define BOTH(type, fn)                                                                             \
    extern ORT_WEAK void fn(type, type *, type *);                                                 \
    ORT_MODEL(void, fn, (type x, type * sine, type * cosine)) {                                    \
        struct ort_site site = ort_site();                                                         \
        fn(x, sine, cosine);                                                                       \
        if (site.on) {                                                                             \
            uint64_t cells = writes(site, sine, sizeof *sine);                                     \
            charge(site, &account_##fn, cells + writes(site, cosine, sizeof *cosine));             \
        }                                                                                          \
    }
BOTH(double, sincos)
BOTH(float, sincosf)
BOTH(long double, sincosl)
