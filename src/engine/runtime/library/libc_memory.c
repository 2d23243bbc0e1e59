/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_memory.c: models of the routines for memory of known length (memcpy and its family).
 *
 * A source is read whole before the destination is written, even if they overlap. A search reads
 * through its hit, a comparison through the first difference. Cost: the cells read and written.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <string.h>
#include <strings.h>
#include <unistd.h>

extern void *__memcpy_chk(void *, const void *, size_t, size_t);
extern void *__memmove_chk(void *, const void *, size_t, size_t);
extern void *__mempcpy_chk(void *, const void *, size_t, size_t);
extern void *__memset_chk(void *, int, size_t, size_t);
extern void __explicit_bzero_chk(void *, size_t, size_t);

static uint64_t copy(struct ort_site site, const void *dst, const void *src, size_t size) {
    uint64_t cells = reads(site, src, size);
    cells += writes(site, dst, size);
    ort_effect_copy(dst, src, size);
    return cells;
}

static void copied(struct ort_site site, struct ordo_scope *account, const void *dst,
                   const void *src, size_t size) {
    charge(site, account, copy(site, dst, src, size));
}

static void copied_counted(struct ort_site site, struct ordo_scope *account, const void *dst,
                           const void *src, size_t size) {
    charge_counted(site, account, copy(site, dst, src, size), size);
}

static void set(struct ort_site site, struct ordo_scope *account, const void *dst, size_t size) {
    charge(site, account, writes(site, dst, size));
    ort_effect_set(dst, size);
}

static void set_counted(struct ort_site site, struct ordo_scope *account, const void *dst,
                        size_t size) {
    charge_counted(site, account, writes(site, dst, size), size);
    ort_effect_set(dst, size);
}

#define COPY(fn, note)                                                                             \
    ORT_MODEL(void *, fn, (void *dst, const void *src, size_t size)) {                             \
        struct ort_site site = ort_site();                                                         \
        void *r = fn(dst, src, size);                                                              \
        if (site.on) note(site, &account_##fn, dst, src, size);                                    \
        return r;                                                                                  \
    }                                                                                              \
    ORT_VARIANT(void *, __##fn##_chk, (void *dst, const void *src, size_t size, size_t room)) {    \
        struct ort_site site = ort_site();                                                         \
        void *r = __##fn##_chk(dst, src, size, room);                                              \
        if (site.on) note(site, &account_##fn, dst, src, size);                                    \
        return r;                                                                                  \
    }

COPY(memcpy, copied_counted)
COPY(memmove, copied_counted)
COPY(mempcpy, copied)

ORT_VARIANT(void *, __mempcpy, (void *dst, const void *src, size_t size)) {
    return __ordo_wrap_mempcpy(dst, src, size);
}

ORT_AFTER(ORT_MODEL, void *, memccpy, (void *dst, const void *src, int c, size_t size), r,
          memccpy(dst, src, c, size),
          copied(site, &account_memccpy, dst, src, r ? (size_t)((char *)r - (char *)dst) : size))

ORT_MODEL(void, bcopy, (const void *src, void *dst, size_t size)) {
    struct ort_site site = ort_site();
    bcopy(src, dst, size);
    if (site.on) copied(site, &account_bcopy, dst, src, size);
}

ORT_MODEL(void, swab, (const void *src, void *dst, ssize_t size)) {
    struct ort_site site = ort_site();
    swab(src, dst, size);
    if (site.on) copied(site, &account_swab, dst, src, size > 0 ? (size_t)size & ~(size_t)1 : 0);
}

ORT_AFTER(ORT_MODEL, void *, memset, (void *dst, int c, size_t size), r, memset(dst, c, size),
          set_counted(site, &account_memset, dst, size))

ORT_AFTER(ORT_VARIANT, void *, __memset_chk, (void *dst, int c, size_t size, size_t room), r,
          __memset_chk(dst, c, size, room), set_counted(site, &account_memset, dst, size))

ORT_MODEL(void, bzero, (void *dst, size_t size)) {
    struct ort_site site = ort_site();
    bzero(dst, size);
    if (site.on) set(site, &account_bzero, dst, size);
}

ORT_MODEL(void, explicit_bzero, (void *dst, size_t size)) {
    struct ort_site site = ort_site();
    explicit_bzero(dst, size);
    if (site.on) set(site, &account_explicit_bzero, dst, size);
}

ORT_VARIANT(void, __explicit_bzero_chk, (void *dst, size_t size, size_t room)) {
    struct ort_site site = ort_site();
    __explicit_bzero_chk(dst, size, room);
    if (site.on) set(site, &account_explicit_bzero, dst, size);
}

ORT_MODEL(void *, memchr, (const void *p, int c, size_t size)) {
    struct ort_site site = ort_site();
    void *r = memchr(p, c, size);
    if (site.on) {
        size_t seen = r ? (size_t)((char *)r - (const char *)p) + 1 : size;
        charge(site, &account_memchr, reads(site, p, seen));
    }
    return r;
}

ORT_MODEL(void *, memrchr, (const void *p, int c, size_t size)) {
    struct ort_site site = ort_site();
    void *r = memrchr(p, c, size);
    if (site.on) {
        const char *from = r ? r : p;
        size_t seen = size - (size_t)(from - (const char *)p);
        charge(site, &account_memrchr, reads(site, from, seen));
    }
    return r;
}

ORT_AFTER(ORT_MODEL, void *, rawmemchr, (const void *p, int c), r, rawmemchr(p, c),
          charge(site, &account_rawmemchr,
                 reads(site, p, (size_t)((char *)r - (const char *)p) + 1)))

ORT_VARIANT(void *, __rawmemchr, (const void *p, int c)) {
    return __ordo_wrap_rawmemchr(p, c);
}

static void compared(struct ort_site site, struct ordo_scope *account, const void *a, const void *b,
                     size_t size) {
    size_t seen = ort_scan_memory_compared(a, b, size);
    uint64_t cells = reads(site, a, seen);
    cells += reads(site, b, seen);
    charge(site, account, cells);
}

#define COMPARE(fn)                                                                                \
    ORT_MODEL(int, fn, (const void *a, const void *b, size_t size)) {                              \
        struct ort_site site = ort_site();                                                         \
        int r = fn(a, b, size);                                                                    \
        if (site.on) compared(site, &account_##fn, a, b, size);                                    \
        return r;                                                                                  \
    }

COMPARE(memcmp)
COMPARE(bcmp)

/* Reads the needle, and the haystack to the end of the first hit. */
ORT_MODEL(void *, memmem,
          (const void *hay, size_t hay_size, const void *needle, size_t needle_size)) {
    struct ort_site site = ort_site();
    void *r = memmem(hay, hay_size, needle, needle_size);
    if (site.on) {
        uint64_t cells = 0;
        if (needle_size && needle_size <= hay_size) {
            size_t seen = r ? (size_t)((char *)r - (const char *)hay) + needle_size : hay_size;
            cells = reads(site, hay, seen);
            cells += reads(site, needle, needle_size);
        }
        charge(site, &account_memmem, cells);
    }
    return r;
}
