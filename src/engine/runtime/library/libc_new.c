/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_new.c: models of C++ operator new and delete, in all replaceable forms.
 *
 * A new block is fresh over the size asked for. Nothing else is known about it, because the program
 * may have put a pool of its own behind these operators. Cost: 1. Exceptions pass through.
 */
#include "libc_cxx.h"

CXX_ACCOUNT(_Znwm, "operator new");
CXX_ACCOUNT(_Znam, "operator new[]");
CXX_ACCOUNT(_ZdlPv, "operator delete");
CXX_ACCOUNT(_ZdaPv, "operator delete[]");

static void made(struct ort_site site, struct ordo_scope *account, void *p, size_t size) {
    if (p) {
        ort_effect_fresh(site.f, p, size);
        ort_effect_block(p, size);
        ort_count(site, ORDO_COST_ALLOCS, 1);
    }
    charge(site, account, 1);
}

/* Defines the model of one form of operator new. `charged` is the account of plain new or new[]. */
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
        if (site.on) ort_effect_block_end(p);                                                      \
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
