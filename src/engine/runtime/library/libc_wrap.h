/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_wrap.h: the notation that the library models (libc_*.c) are written in.
 *
 *   ORT_MODEL(ret, name, (params)) { ... }     defines __ordo_wrap_name and its cost account
 *   ORT_VARIANT(ret, name, (params)) { ... }   a spelling of another routine (_chk, _unlocked,
 *                                              __isoc99_): charged to that routine's account
 *
 * Every wrapper calls the routine it stands for, returns its result and leaves its errno. When
 * `site.on` is 0 it does nothing else. Otherwise it says what the routine read and wrote on the
 * account of the activation that called it, and charges the cells touched, at least 1.
 *
 * A wrapper takes the site before the call, because the routine may call back into the program.
 *
 * Signal-safe: as the routine wrapped. May allocate: no. Threads: as the routine wrapped.
 */
#ifndef ORT_LIBC_WRAP_H
#define ORT_LIBC_WRAP_H

#include "engine/runtime/core/effects.h"
#include <errno.h>

/* Weak: a program with a routine of that name brings the wrapper's name along (ordo's pass). */
#define ORT_EXPORT __attribute__((visibility("default"), weak))
#define ORT_WEAK __attribute__((weak))

#define ORT_ACCOUNT_(n)                                                                            \
    { .name = n, .linkage_name = n, .file = "", .arg_names = "", .kind = ORDO_KIND_LIBRARY }

/* The wrapper has a name of the runtime's own as well, by which ort_model_wrapper reaches it
 * without a relocation. */
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

/* Names an account before the models that charge it. */
#define ORT_ACCOUNT(fn) static struct ordo_scope account_##fn = ORT_ACCOUNT_(#fn)

static inline uint64_t reads(struct ort_site site, const void *p, size_t size) {
    return ort_effect_read(site.f, p, size);
}
static inline uint64_t writes(struct ort_site site, const void *p, size_t size) {
    return ort_effect_write(site.f, p, size);
}
/* The kernel, or a stream, filled the range; took its contents. */
static inline uint64_t fills(struct ort_site site, const void *p, size_t size) {
    return ort_effect_kernel_write(site.f, p, size);
}
static inline uint64_t takes(struct ort_site site, const void *p, size_t size) {
    return ort_effect_kernel_read(site.f, p, size);
}
static inline void charge(struct ort_site site, struct ordo_scope *account, uint64_t cells) {
    ort_charge(site, account, cells ? cells : 1);
}
/* A routine of the program that the library is to call. */
#define CALLED(site, routine) ((__typeof__(routine))called(site, (void *)(routine)))
static inline void *called(struct ort_site site, void *routine) {
    return site.on ? ort_called(routine) : routine;
}
/* A system call that failed because of a bad address: nothing of what it was given can be looked
 * at. */
static inline int faulted(long result) {
    return result == -1 && errno == EFAULT;
}
static inline void moved(struct ort_site site, uint64_t bytes) {
    ort_count(site, ORDO_COST_IO_BYTES, bytes);
}

#endif
