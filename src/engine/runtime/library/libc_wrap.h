/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_wrap.h: the notation in which the library models (libc_*.c) are written.
 *
 *   ORT_MODEL(ret, name, (params)) { ... }     defines __ordo_wrap_name and its cost account
 *   ORT_VARIANT(ret, name, (params)) { ... }   defines the wrapper of a variant of another routine
 *                                              (_chk, _unlocked, __isoc99_), which is charged to
 *                                              that routine's account
 *   ORT_AFTER(ORT_MODEL or ORT_VARIANT, ...)   defines either, if one statement records its effect
 *
 * Every wrapper calls the real routine, returns its result and preserves its errno. If `site.on` is
 * 0, it does nothing else. Otherwise it records what the routine read and wrote for the activation
 * that called it, and charges the number of cells touched, at least 1.
 *
 * A wrapper takes the site before the call, because the routine may call back into the program.
 *
 * Signal-safe: as the wrapped routine. May allocate: no. Threads: as the wrapped routine.
 */
#ifndef ORT_LIBC_WRAP_H
#define ORT_LIBC_WRAP_H

#include "engine/runtime/core/effects.h"
#include <errno.h>

/* Weak, because a program that defines a routine of that name defines the wrapper's name too
 * (Ordo's pass adds it). */
#define ORT_EXPORT __attribute__((visibility("default"), weak))
#define ORT_WEAK __attribute__((weak))

#define ORT_ACCOUNT_(n)                                                                            \
    { .name = n, .linkage_name = n, .file = "", .arg_names = "", .kind = ORDO_KIND_LIBRARY }

/* Declares the wrapper, and an alias through which ort_model_wrapper reaches it without a
 * relocation. */
#define ORT_DECLARE(ret, fn, params)                                                               \
    ORT_EXPORT ret __ordo_wrap_##fn params;                                                        \
    extern ret ort_wrapper_##fn params __attribute__((alias("__ordo_wrap_" #fn)))

#define ORT_VARIANT(ret, fn, params)                                                               \
    ORT_DECLARE(ret, fn, params);                                                                  \
    ret __ordo_wrap_##fn params

#define ORT_MODEL(ret, fn, params)                                                                 \
    static struct ordo_scope account_##fn = ORT_ACCOUNT_(#fn);                                     \
    ORT_DECLARE(ret, fn, params);                                                                  \
    ret __ordo_wrap_##fn params

/* Defines a model that records its effect, one statement, after the call. `define` is ORT_MODEL or
 * ORT_VARIANT; the effect may use `site` and the result. */
#define ORT_AFTER(define, ret, fn, params, result, call, effect)                                   \
    define(ret, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        ret result = call;                                                                         \
        if (site.on) effect;                                                                       \
        return result;                                                                             \
    }

/* Defines an account ahead of the models that charge it. */
#define ORT_ACCOUNT(fn) static struct ordo_scope account_##fn = ORT_ACCOUNT_(#fn)

static inline uint64_t reads(struct ort_site site, const void *p, size_t size) {
    return ort_effect_read(site.f, p, size);
}
static inline uint64_t writes(struct ort_site site, const void *p, size_t size) {
    return ort_effect_write(site.f, p, size);
}
/* Record that the kernel or a stream filled the range (fills) or took its contents (takes). */
static inline uint64_t fills(struct ort_site site, const void *p, size_t size) {
    return ort_effect_kernel_write(site.f, p, size);
}
static inline uint64_t takes(struct ort_site site, const void *p, size_t size) {
    return ort_effect_kernel_read(site.f, p, size);
}
static inline void charge(struct ort_site site, struct ordo_scope *account, uint64_t cells) {
    ort_charge(site, account, cells ? cells : 1);
}
/* Charges a routine that production builds count by its length (sampled/library_counts.c). */
static inline void charge_counted(struct ort_site site, struct ordo_scope *account, uint64_t cells,
                                  size_t bytes) {
    ort_charge_counted(site, account, cells ? cells : 1, bytes);
}
/* Returns what the library is to call in place of a routine of the program (ort_called). */
#define CALLED(site, routine) ((__typeof__(routine))called(site, (void *)(routine)))
static inline void *called(struct ort_site site, void *routine) {
    return site.on ? ort_called(routine) : routine;
}
/* Did the system call fail because of a bad address? Then the memory that it was given must not be
 * read. */
static inline int faulted(long result) {
    return result == -1 && errno == EFAULT;
}
static inline void moved(struct ort_site site, uint64_t bytes) {
    ort_count(site, ORDO_COST_IO_BYTES, bytes);
}

/* Defines the model of a routine that takes one value (`in`) and stores another (`out`) if `good`,
 * which may use the result r. Both pointers may be NULL. */
#define ORT_EXCHANGE(fn, params, args, in, out, good)                                              \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on) {                                                                             \
            uint64_t cells = in ? takes(site, in, sizeof *in) : 0;                                 \
            if ((good) && out) cells += fills(site, out, sizeof *out);                             \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }

#endif
