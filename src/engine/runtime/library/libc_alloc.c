/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_alloc.c: models of memory allocation.
 *
 * A new block is fresh: nobody has accessed its cells. The caller counts as having filled calloc's
 * block with zeros. realloc in place keeps the stamps of the old cells and makes the added cells
 * fresh. realloc that moves the block reads the old block and writes the copy; the rest of the new
 * block is fresh. free leaves no trace. The allocator's own memory is not input. Cost: 1, or for
 * realloc the cells copied.
 *
 * If malloc_usable_size belongs to the same object file as malloc, it gives a block's extent. Then
 * realloc knows the old size even of a block whose allocation was not seen. For any other allocator
 * the extent is the size asked for, and realloc in place makes nothing fresh.
 *
 * The blocks of `operator new` are malloc's if the operator is that of a C++ library, or belongs to
 * malloc's own object file. In a statically linked program no object files can be distinguished;
 * there the operator is a library's if `operator delete` is nothing but a jump to free.
 */
#include "libc_alloc.h"
#include "libc_wrap.h"
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "libc_scan.h"

/* Weak, so that they do not link the C library's allocator into a static program that has its
 * own. */
#pragma weak malloc_usable_size
#pragma weak aligned_alloc
#pragma weak memalign
#pragma weak posix_memalign
#pragma weak pvalloc
#pragma weak valloc
extern char *__strdup(const char *);
extern char *__strndup(const char *, size_t);

enum { UNCHECKED, YES, NO };

static int check_malloc(void) {
    Dl_info of_malloc, of_size;
    if (!malloc_usable_size) return NO;
    int a = dladdr((void *)malloc, &of_malloc), b = dladdr((void *)malloc_usable_size, &of_size);
    return (a ? b && of_malloc.dli_fbase == of_size.dli_fbase : !b) ? YES : NO;
}

int ort_block_bytes_known(void) {
    static _Atomic int known;
    int k = atomic_load_explicit(&known, memory_order_relaxed);
    if (k) return k == YES;
    int error = errno;
    k = check_malloc();
    errno = error;
    atomic_store_explicit(&known, k, memory_order_relaxed);
    return k == YES;
}

size_t ort_block_bytes(const void *p, size_t asked) {
    if (!p) return 0;
    return ort_block_bytes_known() ? malloc_usable_size((void *)(uintptr_t)p) : asked;
}

static uint32_t word_at(const uint8_t *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Is the code at `at` nothing but a jump to free? */
static int jumps_to_free(const uint8_t *at) {
    const uint32_t endbr64 = 0xfa1e0ff3;
    const uint8_t jump = 0xe9;
    if (word_at(at) == endbr64) at += 4;
    return *at == jump && at + 5 + (int32_t)word_at(at + 1) == (const uint8_t *)(uintptr_t)free;
}

static int check_new(void (*delete)(void)) {
    Dl_info of_malloc, of_new;
    const void *code = (const void *)(uintptr_t) delete;
    if (!dladdr(code, &of_new)) return jumps_to_free(code) ? YES : NO;
    if (dladdr((void *)malloc, &of_malloc) && of_malloc.dli_fbase == of_new.dli_fbase) return YES;
    const char *slash = strrchr(of_new.dli_fname, '/'),
               *name = slash ? slash + 1 : of_new.dli_fname;
    return strncmp(name, "libstdc++.", 10) == 0 || strncmp(name, "libc++", 6) == 0 ? YES : NO;
}

int ort_block_bytes_cxx(void (*delete)(void)) {
    static _Atomic int known;
    int k = atomic_load_explicit(&known, memory_order_relaxed);
    if (k) return k == YES;
    int error = errno;
    k = check_new(delete);
    errno = error;
    atomic_store_explicit(&known, k, memory_order_relaxed);
    return k == YES;
}

static void made(struct ort_site site, struct ordo_scope *account, void *p, size_t asked) {
    if (p) {
        size_t bytes = ort_block_bytes(p, asked);
        ort_effect_fresh(site.f, p, bytes);
        ort_effect_block(p, asked);
        ort_count_block(site, bytes);
    }
    charge(site, account, 1);
}

ORT_AFTER(ORT_MODEL, void *, malloc, (size_t size), p, malloc(size),
          made(site, &account_malloc, p, size))

ORT_MODEL(void *, calloc, (size_t count, size_t size)) {
    struct ort_site site = ort_site();
    void *p = calloc(count, size);
    if (site.on) {
        if (p) {
            size_t bytes = ort_block_bytes(p, count * size);
            ort_effect_zeroed(site.f, p, bytes);
            ort_effect_block(p, count * size);
            ort_count_block(site, bytes);
        }
        charge(site, &account_calloc, 1);
    }
    return p;
}

/* Records that block `old`, of `had` bytes (0: unknown or no block), became `p`, of `size` bytes. A
 * failed realloc changes nothing; a realloc(p, 0) that frees is the end of a block. */
static void resized(struct ort_site site, struct ordo_scope *account, void *old, size_t had,
                    void *p, size_t size) {
    uint64_t cells = 0;
    if (p) {
        size_t has = ort_block_bytes(p, size);
        size_t kept = had && had < has ? had : has;
        if (!old) {
            ort_effect_block(p, size);
            ort_effect_fresh(site.f, p, has);
        } else if (p == old) {
            ort_effect_block_move(old, p, size);
            if (had && has > had) ort_effect_fresh(site.f, (char *)p + had, has - had);
        } else {
            /* A structure build must not take the move for a copy. So the new place is written
             * before the block moves there, and the old place is read after it has left. */
            ort_effect_fresh(site.f, p, has);
            cells = writes(site, p, kept);
            ort_effect_block_move(old, p, size);
            cells += reads(site, old, kept);
        }
        ort_count_resized(site, old && !had ? ORT_BYTES_UNKNOWN : had, has);
    } else if (!size) {
        ort_count_freed(site, old && !had ? ORT_BYTES_UNKNOWN : had);
    }
    charge(site, account, cells);
}

ORT_MODEL(void *, realloc, (void *old, size_t size)) {
    struct ort_site site = ort_site();
    size_t had = site.on ? ort_block_bytes(old, 0) : 0;
    uintptr_t was = (uintptr_t)old;
    void *p = realloc(old, size);
    if (site.on) resized(site, &account_realloc, (void *)was, had, p, size);
    return p;
}

ORT_MODEL(void *, reallocarray, (void *old, size_t count, size_t size)) {
    struct ort_site site = ort_site();
    size_t had = site.on ? ort_block_bytes(old, 0) : 0;
    uintptr_t was = (uintptr_t)old;
    void *p = reallocarray(old, count, size);
    if (site.on) resized(site, &account_reallocarray, (void *)was, had, p, count * size);
    return p;
}

ORT_MODEL(void, free, (void *p)) {
    struct ort_site site = ort_site();
    size_t had = 0;
    if (site.on) {
        had = ort_block_bytes(p, ORT_BYTES_UNKNOWN);
        ort_effect_block_end(p);
    }
    free(p);
    if (site.on) {
        ort_count_freed(site, had);
        charge(site, &account_free, 1);
    }
}

ORT_AFTER(ORT_MODEL, void *, aligned_alloc, (size_t alignment, size_t size), p,
          aligned_alloc(alignment, size), made(site, &account_aligned_alloc, p, size))

ORT_AFTER(ORT_MODEL, void *, memalign, (size_t alignment, size_t size), p,
          memalign(alignment, size), made(site, &account_memalign, p, size))

ORT_AFTER(ORT_MODEL, void *, valloc, (size_t size), p, valloc(size),
          made(site, &account_valloc, p, size))

ORT_AFTER(ORT_MODEL, void *, pvalloc, (size_t size), p, pvalloc(size),
          made(site, &account_pvalloc, p, size))

ORT_MODEL(int, posix_memalign, (void **out, size_t alignment, size_t size)) {
    struct ort_site site = ort_site();
    int r = posix_memalign(out, alignment, size);
    if (site.on) {
        if (r == 0) writes(site, out, sizeof *out);
        made(site, &account_posix_memalign, r == 0 ? *out : NULL, size);
    }
    return r;
}

/* Records a duplicate: the source is read and the new block is written as far as it was copied. */
static void duplicated(struct ort_site site, struct ordo_scope *account, const void *src,
                       size_t read, void *p, size_t written) {
    uint64_t cells = reads(site, src, read);
    if (p) {
        size_t bytes = ort_block_bytes(p, written);
        ort_effect_fresh(site.f, p, bytes);
        ort_effect_block(p, written);
        cells += writes(site, p, written);
        ort_count_block(site, bytes);
    }
    charge(site, account, cells);
}

ORT_MODEL(char *, strdup, (const char *s)) {
    struct ort_site site = ort_site();
    char *p = strdup(s);
    if (site.on) {
        size_t n = ort_scan_length(s) + 1;
        duplicated(site, &account_strdup, s, n, p, n);
    }
    return p;
}

ORT_VARIANT(char *, __strdup, (const char *s)) {
    return __ordo_wrap_strdup(s);
}

ORT_MODEL(char *, strndup, (const char *s, size_t max)) {
    struct ort_site site = ort_site();
    char *p = strndup(s, max);
    if (site.on) {
        size_t n = ort_scan_length_max(s, max);
        duplicated(site, &account_strndup, s, n < max ? n + 1 : n, p, n + 1);
    }
    return p;
}

ORT_VARIANT(char *, __strndup, (const char *s, size_t max)) {
    return __ordo_wrap_strndup(s, max);
}

ORT_MODEL(wchar_t *, wcsdup, (const wchar_t *s)) {
    struct ort_site site = ort_site();
    wchar_t *p = wcsdup(s);
    if (site.on) {
        size_t n = (ort_wide_length(s) + 1) * sizeof *s;
        duplicated(site, &account_wcsdup, s, n, p, n);
    }
    return p;
}

ORT_AFTER(ORT_MODEL, size_t, malloc_usable_size, (void *p), n, malloc_usable_size(p),
          charge(site, &account_malloc_usable_size, 1))
