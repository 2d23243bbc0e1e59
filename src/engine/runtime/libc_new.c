/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_new.c: models of C++ operator new and delete, all replaceable forms.
 *
 * A new block is fresh over the size asked for: the program may have put a pool of its own behind
 * these operators, so nothing is known about its blocks. Cost: 1. An exception passes through.
 *
 * The C++ library is not a dependency of the runtime. References are weak; one that the loader left
 * open (the C++ library came in later, by dlopen) is looked up in it at the first call.
 */
#include "libc_wrap.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

/* A static program has its operators bound, and need not have these. */
#pragma weak dlopen
#pragma weak dlsym

typedef void (*any_function)(void);

/* The C++ library's `name` when the loader did not bind it. It is there: the caller refers to it.
 */
static any_function late(const char *name) {
    static const char *const libraries[] = {"libstdc++.so.6", "libc++.so.1"};
    int error = errno;
    if (!dlopen || !dlsym) abort();
    any_function f = (any_function)dlsym(RTLD_DEFAULT, name);
    for (size_t i = 0; !f && i < sizeof libraries / sizeof *libraries; i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD);
        if (library) f = (any_function)dlsym(library, name);
    }
    if (!f) abort();
    errno = error;
    return f;
}

#define BOUND(type, symbol)                                                                        \
    static type bound_##symbol(void) {                                                             \
        static _Atomic(type) found;                                                                \
        if (symbol) return symbol;                                                                 \
        type f = atomic_load_explicit(&found, memory_order_relaxed);                               \
        if (!f) {                                                                                  \
            f = (type)late(#symbol);                                                               \
            atomic_store_explicit(&found, f, memory_order_relaxed);                                \
        }                                                                                          \
        return f;                                                                                  \
    }

ORT_ACCOUNT(_Znwm);
ORT_ACCOUNT(_Znam);
ORT_ACCOUNT(_ZdlPv);
ORT_ACCOUNT(_ZdaPv);

static void made(struct ort_site site, struct ordo_scope *account, void *p, size_t size) {
    if (p) {
        ort_effect_fresh(site.f, p, size);
        ort_count(site, ORDO_COST_ALLOCS, 1);
    }
    charge(site, account, 1);
}

/* A form of operator new: `charged` is the account of the plain new or new[]. */
#define NEW(symbol, charged, params, args)                                                         \
    typedef void *(*fn_##symbol)params;                                                            \
    extern ORT_WEAK void *symbol params;                                                           \
    BOUND(fn_##symbol, symbol)                                                                     \
    ORT_VARIANT(void *, symbol, params) {                                                          \
        struct ort_site site = ort_site();                                                         \
        void *p = bound_##symbol() args;                                                           \
        if (site.on) made(site, &charged, p, size);                                                \
        return p;                                                                                  \
    }

#define DELETE(symbol, charged, params, args)                                                      \
    typedef void(*fn_##symbol) params;                                                             \
    extern ORT_WEAK void symbol params;                                                            \
    BOUND(fn_##symbol, symbol)                                                                     \
    ORT_VARIANT(void, symbol, params) {                                                            \
        struct ort_site site = ort_site();                                                         \
        bound_##symbol() args;                                                                     \
        if (site.on) charge(site, &charged, 1);                                                    \
    }

NEW(_Znwm, account__Znwm, (size_t size), (size))
NEW(_ZnwmRKSt9nothrow_t, account__Znwm, (size_t size, const void *nothrow), (size, nothrow))
NEW(_ZnwmSt11align_val_t, account__Znwm, (size_t size, size_t align), (size, align))
NEW(_ZnwmSt11align_val_tRKSt9nothrow_t, account__Znwm,
    (size_t size, size_t align, const void *nothrow), (size, align, nothrow))
NEW(_Znam, account__Znam, (size_t size), (size))
NEW(_ZnamRKSt9nothrow_t, account__Znam, (size_t size, const void *nothrow), (size, nothrow))
NEW(_ZnamSt11align_val_t, account__Znam, (size_t size, size_t align), (size, align))
NEW(_ZnamSt11align_val_tRKSt9nothrow_t, account__Znam,
    (size_t size, size_t align, const void *nothrow), (size, align, nothrow))

DELETE(_ZdlPv, account__ZdlPv, (void *p), (p))
DELETE(_ZdlPvm, account__ZdlPv, (void *p, size_t size), (p, size))
DELETE(_ZdlPvRKSt9nothrow_t, account__ZdlPv, (void *p, const void *nothrow), (p, nothrow))
DELETE(_ZdlPvSt11align_val_t, account__ZdlPv, (void *p, size_t align), (p, align))
DELETE(_ZdlPvmSt11align_val_t, account__ZdlPv, (void *p, size_t size, size_t align),
       (p, size, align))
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, account__ZdlPv,
       (void *p, size_t align, const void *nothrow), (p, align, nothrow))
DELETE(_ZdaPv, account__ZdaPv, (void *p), (p))
DELETE(_ZdaPvm, account__ZdaPv, (void *p, size_t size), (p, size))
DELETE(_ZdaPvRKSt9nothrow_t, account__ZdaPv, (void *p, const void *nothrow), (p, nothrow))
DELETE(_ZdaPvSt11align_val_t, account__ZdaPv, (void *p, size_t align), (p, align))
DELETE(_ZdaPvmSt11align_val_t, account__ZdaPv, (void *p, size_t size, size_t align),
       (p, size, align))
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, account__ZdaPv,
       (void *p, size_t align, const void *nothrow), (p, align, nothrow))
