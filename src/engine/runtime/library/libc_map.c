/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_map.c: models of memory mappings.
 *
 * The caller counts as having filled an anonymous mapping with zeros, in O(1). A mapped file is
 * fresh: it is input when it is first read. A mapping that is resized in place keeps its contents,
 * and the rest is fresh. A mapping that moves reads the old place and writes the new one, as
 * realloc does. Cost: 1, or the cells copied.
 */
#include "libc_wrap.h"
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

static void mapped(struct ort_site site, struct ordo_scope *account, void *p, size_t size,
                   int flags, int fd) {
    if (p != MAP_FAILED) {
        ort_effect_mapped(p, size, flags & MAP_ANONYMOUS ? -1 : fd);
        if (flags & MAP_ANONYMOUS)
            ort_effect_zeroed(site.f, p, size);
        else {
            ort_effect_fresh(site.f, p, size);
            ort_effect_input(size);
        }
    }
    charge(site, account, 1);
}

ORT_AFTER(ORT_MODEL, void *, mmap,
          (void *hint, size_t size, int protection, int flags, int fd, off_t at), p,
          mmap(hint, size, protection, flags, fd, at),
          mapped(site, &account_mmap, p, size, flags, fd))

ORT_AFTER(ORT_VARIANT, void *, mmap64,
          (void *hint, size_t size, int protection, int flags, int fd, off64_t at), p,
          mmap64(hint, size, protection, flags, fd, at),
          mapped(site, &account_mmap, p, size, flags, fd))

ORT_MODEL(void *, mremap, (void *old, size_t old_size, size_t size, int flags, ...)) {
    struct ort_site site = ort_site();
    va_list ap;
    va_start(ap, flags);
    void *p = flags & MREMAP_FIXED ? mremap(old, old_size, size, flags, va_arg(ap, void *))
                                   : mremap(old, old_size, size, flags);
    va_end(ap);
    if (site.on) {
        uint64_t cells = 0;
        if (p != MAP_FAILED) {
            size_t kept = old_size < size ? old_size : size;
            ort_effect_block_move(old, p, size);
            if (p != old) {
                cells = reads(site, old, kept);
                ort_effect_fresh(site.f, p, size);
                cells += writes(site, p, kept);
            } else if (size > kept) {
                ort_effect_fresh(site.f, (char *)p + kept, size - kept);
            }
        }
        charge(site, &account_mremap, cells);
    }
    return p;
}

ORT_MODEL(void *, sbrk, (intptr_t increment)) {
    struct ort_site site = ort_site();
    void *p = sbrk(increment);
    if (site.on) {
        if (p != (void *)-1 && increment > 0) ort_effect_zeroed(site.f, p, (size_t)increment);
        charge(site, &account_sbrk, 1);
    }
    return p;
}

ORT_MODEL(int, brk, (void *end)) {
    struct ort_site site = ort_site();
    char *was = site.on ? sbrk(0) : NULL;
    int r = brk(end);
    if (site.on) {
        if (r == 0 && (char *)end > was)
            ort_effect_zeroed(site.f, was, (size_t)((char *)end - was));
        charge(site, &account_brk, 1);
    }
    return r;
}

/* The shared memory has the size of its segment. */
ORT_MODEL(void *, shmat, (int id, const void *hint, int flags)) {
    struct ort_site site = ort_site();
    void *p = shmat(id, hint, flags);
    if (site.on) {
        int error = errno;
        struct shmid_ds segment;
        if (p != (void *)-1 && shmctl(id, IPC_STAT, &segment) == 0)
            ort_effect_fresh(site.f, p, segment.shm_segsz);
        errno = error;
        charge(site, &account_shmat, 1);
    }
    return p;
}

ORT_MODEL(int, mincore, (void *p, size_t size, unsigned char *pages)) {
    struct ort_site site = ort_site();
    int r = mincore(p, size, pages);
    if (site.on) {
        size_t unit = (size_t)sysconf(_SC_PAGESIZE);
        charge(site, &account_mincore, r == 0 ? fills(site, pages, (size + unit - 1) / unit) : 0);
    }
    return r;
}
