/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_directory.c: models of reading directories.
 *
 * An entry that readdir returns is written by the kernel, over its whole length. A directory
 * stream's own memory is not input. scandir and glob make their lists in new blocks. Callbacks are
 * calls of the program. Cost: the cells touched.
 */
#include "libc_alloc.h"
#include "libc_scan.h"
#include "libc_wrap.h"
#include <dirent.h>
#include <ftw.h>

/* Weak, so that a static program gets glob, and the name services behind it, only if it uses
 * glob. */
#pragma weak glob
#pragma weak glob64
#include <glob.h>

ORT_AFTER(ORT_MODEL, DIR *, opendir, (const char *path), r, opendir(path),
          charge(site, &account_opendir, takes(site, path, ort_scan_length(path) + 1)))

#define ENTRY_OUT(define, fn, type)                                                                \
    define(struct type *, fn, (DIR * directory)) {                                                 \
        struct ort_site site = ort_site();                                                         \
        struct type *r = fn(directory);                                                            \
        if (site.on) charge(site, &account_readdir, r ? fills(site, r, r->d_reclen) : 0);          \
        return r;                                                                                  \
    }
ENTRY_OUT(ORT_MODEL, readdir, dirent)
ENTRY_OUT(ORT_VARIANT, readdir64, dirent64)

#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#define ENTRY_INTO(define, fn, type)                                                               \
    define(int, fn, (DIR * directory, struct type * entry, struct type * *out)) {                  \
        struct ort_site site = ort_site();                                                         \
        int r = fn(directory, entry, out);                                                         \
        if (site.on) {                                                                             \
            uint64_t cells = r == 0 ? writes(site, out, sizeof *out) : 0;                          \
            if (r == 0 && *out) cells += fills(site, entry, entry->d_reclen);                      \
            charge(site, &account_readdir_r, cells);                                               \
        }                                                                                          \
        return r;                                                                                  \
    }
ENTRY_INTO(ORT_MODEL, readdir_r, dirent)
ENTRY_INTO(ORT_VARIANT, readdir64_r, dirent64)

ORT_AFTER(ORT_MODEL, ssize_t, getdents64, (int fd, void *buffer, size_t size), n,
          getdents64(fd, buffer, size),
          charge(site, &account_getdents64, n > 0 ? fills(site, buffer, (size_t)n) : 0))

#define SCAN(define, fn, type)                                                                     \
    define(int, fn,                                                                                \
           (const char *path, struct type ***list, int (*keep)(const struct type *),               \
            int (*compare)(const struct type **, const struct type **))) {                         \
        struct ort_site site = ort_site();                                                         \
        int n = fn(path, list, CALLED(site, keep), CALLED(site, compare));                         \
        if (site.on) {                                                                             \
            uint64_t cells = takes(site, path, ort_scan_length(path) + 1);                         \
            if (n >= 0) {                                                                          \
                cells += writes(site, list, sizeof *list);                                         \
                ort_effect_fresh(site.f, *list, (size_t)n * sizeof **list);                        \
                ort_count_block(site, ort_block_bytes(*list, (size_t)n * sizeof **list));          \
                cells += writes(site, *list, (size_t)n * sizeof **list);                           \
                for (int i = 0; i < n; i++) {                                                      \
                    ort_effect_fresh(site.f, (*list)[i], (*list)[i]->d_reclen);                    \
                    ort_count_block(site, ort_block_bytes((*list)[i], (*list)[i]->d_reclen));      \
                    cells += fills(site, (*list)[i], (*list)[i]->d_reclen);                        \
                }                                                                                  \
            }                                                                                      \
            charge(site, &account_scandir, cells);                                                 \
        }                                                                                          \
        return n;                                                                                  \
    }
SCAN(ORT_MODEL, scandir, dirent)
SCAN(ORT_VARIANT, scandir64, dirent64)

#define COMPARE(define, charged, fn, type)                                                         \
    define(int, fn, (const struct type **a, const struct type **b)) {                              \
        struct ort_site site = ort_site();                                                         \
        int r = fn(a, b);                                                                          \
        if (site.on) {                                                                             \
            uint64_t cells = reads(site, a, sizeof *a) + reads(site, b, sizeof *b);                \
            cells += reads(site, (*a)->d_name, ort_scan_length((*a)->d_name) + 1);                 \
            cells += reads(site, (*b)->d_name, ort_scan_length((*b)->d_name) + 1);                 \
            charge(site, &account_##charged, cells);                                               \
        }                                                                                          \
        return r;                                                                                  \
    }
COMPARE(ORT_MODEL, alphasort, alphasort, dirent)
COMPARE(ORT_VARIANT, alphasort, alphasort64, dirent64)
COMPARE(ORT_MODEL, versionsort, versionsort, dirent)
COMPARE(ORT_VARIANT, versionsort, versionsort64, dirent64)

/* Walks over a directory tree take the path. What the callback does is counted as its own. */
#define WALK(define, charged, fn, params, args)                                                    \
    define(int, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on)                                                                               \
            charge(site, &account_##charged, takes(site, path, ort_scan_length(path) + 1));        \
        return r;                                                                                  \
    }
WALK(ORT_MODEL, ftw, ftw, (const char *path, __ftw_func_t visit, int fds),
     (path, CALLED(site, visit), fds))
WALK(ORT_VARIANT, ftw, ftw64, (const char *path, __ftw64_func_t visit, int fds),
     (path, CALLED(site, visit), fds))
WALK(ORT_MODEL, nftw, nftw, (const char *path, __nftw_func_t visit, int fds, int flags),
     (path, CALLED(site, visit), fds, flags))
WALK(ORT_VARIANT, nftw, nftw64, (const char *path, __nftw64_func_t visit, int fds, int flags),
     (path, CALLED(site, visit), fds, flags))

/* The list is written whole, even if glob appended to it: it is rebuilt at every call. */
#define GLOB(define, fn, type)                                                                     \
    define(int, fn,                                                                                \
           (const char *restrict pattern, int flags, int (*failed)(const char *, int),             \
            type *restrict list)) {                                                                \
        struct ort_site site = ort_site();                                                         \
        int r = fn(pattern, flags, CALLED(site, failed), list);                                    \
        if (site.on) {                                                                             \
            uint64_t cells = reads(site, pattern, ort_scan_length(pattern) + 1);                   \
            if (r == 0) {                                                                          \
                size_t first = flags & GLOB_DOOFFS ? list->gl_offs : 0;                            \
                size_t slots = first + list->gl_pathc + 1;                                         \
                cells += writes(site, list, sizeof *list);                                         \
                cells += writes(site, list->gl_pathv, slots * sizeof(char *));                     \
                for (size_t i = first; list->gl_pathv[i]; i++) {                                   \
                    size_t n = ort_scan_length(list->gl_pathv[i]) + 1;                             \
                    cells += writes(site, list->gl_pathv[i], n);                                   \
                }                                                                                  \
            }                                                                                      \
            charge(site, &account_glob, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
GLOB(ORT_MODEL, glob, glob_t)
GLOB(ORT_VARIANT, glob64, glob64_t)
