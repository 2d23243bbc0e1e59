/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_new.c: models of C++ operator new and delete, in all replaceable forms.
 *
 * A new block is fresh over the size asked for. Only its size is known besides, because the program
 * may have put a pool of its own behind these operators. Cost: 1. Exceptions pass through.
 */
#include "libc_alloc.h"
#include "libc_cxx.h"

CXX_ACCOUNT(_Znwm, "operator new");
CXX_ACCOUNT(_Znam, "operator new[]");
CXX_ACCOUNT(_ZdlPv, "operator delete");
CXX_ACCOUNT(_ZdaPv, "operator delete[]");

typedef void (*fn__ZdlPv)(void *p);
extern ORT_WEAK void _ZdlPv(void *p);
BOUND(fn__ZdlPv, _ZdlPv)

size_t ort_cxx_block_bytes(const void *p, size_t asked) {
    if (!p) return 0;
    int known = ort_block_bytes_cxx((void (*)(void))bound__ZdlPv());
    return known ? ort_block_bytes(p, asked) : asked;
}

static void made(struct ort_site site, struct ordo_scope *account, void *p, size_t size) {
    if (p) {
        ort_effect_fresh(site.f, p, size);
        ort_effect_block(p, size);
        ort_count_block(site, ort_cxx_block_bytes(p, size));
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

/* `asked` is the size that the form gets, or ORT_BYTES_UNKNOWN. */
#define DELETES(symbol, charged, params, args, asked)                                              \
    ORT_VARIANT(void, symbol, params) {                                                            \
        struct ort_site site = ort_site();                                                         \
        size_t had = 0;                                                                            \
        if (site.on) {                                                                             \
            had = ort_cxx_block_bytes(p, asked);                                                   \
            ort_effect_block_end(p);                                                               \
        }                                                                                          \
        bound_##symbol() args;                                                                     \
        if (site.on) {                                                                             \
            ort_count_freed(site, had);                                                            \
            charge(site, &charged, 1);                                                             \
        }                                                                                          \
    }

#define DELETE(symbol, charged, params, args, asked)                                               \
    typedef void(*fn_##symbol) params;                                                             \
    extern ORT_WEAK void symbol params;                                                            \
    BOUND(fn_##symbol, symbol)                                                                     \
    DELETES(symbol, charged, params, args, asked)

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

DELETES(_ZdlPv, account__ZdlPv, (void *p), (p), ORT_BYTES_UNKNOWN)
DELETE(_ZdlPvm, account__ZdlPv, (void *p, size_t size), (p, size), size)
DELETE(_ZdlPvRKSt9nothrow_t, account__ZdlPv, (void *p, const void *nothrow), (p, nothrow),
       ORT_BYTES_UNKNOWN)
DELETE(_ZdlPvSt11align_val_t, account__ZdlPv, (void *p, size_t align), (p, align),
       ORT_BYTES_UNKNOWN)
DELETE(_ZdlPvmSt11align_val_t, account__ZdlPv, (void *p, size_t size, size_t align),
       (p, size, align), size)
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, account__ZdlPv,
       (void *p, size_t align, const void *nothrow), (p, align, nothrow), ORT_BYTES_UNKNOWN)
DELETE(_ZdaPv, account__ZdaPv, (void *p), (p), ORT_BYTES_UNKNOWN)
DELETE(_ZdaPvm, account__ZdaPv, (void *p, size_t size), (p, size), size)
DELETE(_ZdaPvRKSt9nothrow_t, account__ZdaPv, (void *p, const void *nothrow), (p, nothrow),
       ORT_BYTES_UNKNOWN)
DELETE(_ZdaPvSt11align_val_t, account__ZdaPv, (void *p, size_t align), (p, align),
       ORT_BYTES_UNKNOWN)
DELETE(_ZdaPvmSt11align_val_t, account__ZdaPv, (void *p, size_t size, size_t align),
       (p, size, align), size)
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, account__ZdaPv,
       (void *p, size_t align, const void *nothrow), (p, align, nothrow), ORT_BYTES_UNKNOWN)
