/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_file.c: models of the routines that take a path, and of those that describe a file.
 *
 * The kernel reads a path through its terminator, whether or not the call succeeds. A description
 * is written, by the kernel or the library, only if the call succeeds. Cost: the cells touched.
 */
#include "libc_alloc.h"
#include "libc_scan.h"
#include "libc_wrap.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

extern int __open_2(const char *, int);
extern int __open64_2(const char *, int);
extern int __openat_2(int, const char *, int);
extern int __openat64_2(int, const char *, int);
extern ORT_WEAK int __xstat(int, const char *, struct stat *);
extern ORT_WEAK int __lxstat(int, const char *, struct stat *);
extern ORT_WEAK int __fxstat(int, int, struct stat *);
extern ORT_WEAK int __fxstatat(int, int, const char *, struct stat *, int);
extern ORT_WEAK int __xstat64(int, const char *, struct stat64 *);
extern ORT_WEAK int __lxstat64(int, const char *, struct stat64 *);
extern ORT_WEAK int __fxstat64(int, int, struct stat64 *);
extern ORT_WEAK int __fxstatat64(int, int, const char *, struct stat64 *, int);
extern ORT_WEAK int __xmknod(int, const char *, mode_t, dev_t *);
extern ssize_t __readlink_chk(const char *, char *, size_t, size_t);
extern ssize_t __readlinkat_chk(int, const char *, char *, size_t, size_t);
extern char *__realpath_chk(const char *, char *, size_t);
extern char *__getcwd_chk(char *, size_t, size_t);

static uint64_t takes_path(struct ort_site site, const char *path, long result) {
    return path && !faulted(result) ? takes(site, path, ort_scan_length(path) + 1) : 0;
}

/* Routines that access only a path, or two. */
#define PATH(define, charged, ret, fn, params, args)                                               \
    define(ret, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        ret r = fn args;                                                                           \
        if (site.on) charge(site, &account_##charged, takes_path(site, path, (long)r));            \
        return r;                                                                                  \
    }
#define TWO_PATHS(fn, params, args)                                                                \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on) {                                                                             \
            uint64_t cells = takes_path(site, path, (long)r);                                      \
            cells += takes_path(site, other, (long)r);                                             \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }

/* The mode argument exists only if the call may create a file. */
#define OPEN(define, charged, fn, params, before)                                                  \
    define(int, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        mode_t mode = 0;                                                                           \
        if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {                               \
            va_list ap;                                                                            \
            va_start(ap, flags);                                                                   \
            mode = va_arg(ap, mode_t);                                                             \
            va_end(ap);                                                                            \
        }                                                                                          \
        int r = fn(before, flags, mode);                                                           \
        if (site.on && r >= 0) ort_effect_descriptor_opened(r);                                    \
        if (site.on) charge(site, &account_##charged, takes_path(site, path, (long)r));            \
        return r;                                                                                  \
    }
#define AT(directory, path) directory, path
OPEN(ORT_MODEL, open, open, (const char *path, int flags, ...), path)
OPEN(ORT_VARIANT, open, open64, (const char *path, int flags, ...), path)
OPEN(ORT_MODEL, openat, openat, (int directory, const char *path, int flags, ...),
     AT(directory, path))
OPEN(ORT_VARIANT, openat, openat64, (int directory, const char *path, int flags, ...),
     AT(directory, path))
PATH(ORT_VARIANT, open, int, __open_2, (const char *path, int flags), (path, flags))
PATH(ORT_VARIANT, open, int, __open64_2, (const char *path, int flags), (path, flags))
PATH(ORT_VARIANT, openat, int, __openat_2, (int directory, const char *path, int flags),
     (directory, path, flags))
PATH(ORT_VARIANT, openat, int, __openat64_2, (int directory, const char *path, int flags),
     (directory, path, flags))
PATH(ORT_MODEL, creat, int, creat, (const char *path, mode_t mode), (path, mode))
PATH(ORT_VARIANT, creat, int, creat64, (const char *path, mode_t mode), (path, mode))
PATH(ORT_MODEL, unlink, int, unlink, (const char *path), (path))
PATH(ORT_MODEL, unlinkat, int, unlinkat, (int directory, const char *path, int flags),
     (directory, path, flags))
PATH(ORT_MODEL, remove, int, remove, (const char *path), (path))
PATH(ORT_MODEL, rmdir, int, rmdir, (const char *path), (path))
PATH(ORT_MODEL, mkdir, int, mkdir, (const char *path, mode_t mode), (path, mode))
PATH(ORT_MODEL, mkdirat, int, mkdirat, (int directory, const char *path, mode_t mode),
     (directory, path, mode))
PATH(ORT_MODEL, mkfifo, int, mkfifo, (const char *path, mode_t mode), (path, mode))
PATH(ORT_MODEL, mkfifoat, int, mkfifoat, (int directory, const char *path, mode_t mode),
     (directory, path, mode))
PATH(ORT_MODEL, mknod, int, mknod, (const char *path, mode_t mode, dev_t device),
     (path, mode, device))
PATH(ORT_VARIANT, mknod, int, __xmknod, (int version, const char *path, mode_t mode, dev_t *device),
     (version, path, mode, device))
PATH(ORT_MODEL, access, int, access, (const char *path, int mode), (path, mode))
PATH(ORT_MODEL, faccessat, int, faccessat, (int directory, const char *path, int mode, int flags),
     (directory, path, mode, flags))
PATH(ORT_MODEL, eaccess, int, eaccess, (const char *path, int mode), (path, mode))
PATH(ORT_MODEL, euidaccess, int, euidaccess, (const char *path, int mode), (path, mode))
PATH(ORT_MODEL, chmod, int, chmod, (const char *path, mode_t mode), (path, mode))
PATH(ORT_MODEL, fchmodat, int, fchmodat, (int directory, const char *path, mode_t mode, int flags),
     (directory, path, mode, flags))
PATH(ORT_MODEL, chown, int, chown, (const char *path, uid_t user, gid_t group), (path, user, group))
PATH(ORT_MODEL, lchown, int, lchown, (const char *path, uid_t user, gid_t group),
     (path, user, group))
PATH(ORT_MODEL, fchownat, int, fchownat,
     (int directory, const char *path, uid_t user, gid_t group, int flags),
     (directory, path, user, group, flags))
PATH(ORT_MODEL, chdir, int, chdir, (const char *path), (path))
PATH(ORT_MODEL, truncate, int, truncate, (const char *path, off_t size), (path, size))
PATH(ORT_VARIANT, truncate, int, truncate64, (const char *path, off64_t size), (path, size))
PATH(ORT_MODEL, pathconf, long, pathconf, (const char *path, int name), (path, name))
TWO_PATHS(rename, (const char *path, const char *other), (path, other))
TWO_PATHS(renameat, (int from, const char *path, int to, const char *other),
          (from, path, to, other))
TWO_PATHS(renameat2, (int from, const char *path, int to, const char *other, unsigned flags),
          (from, path, to, other, flags))
TWO_PATHS(link, (const char *path, const char *other), (path, other))
TWO_PATHS(linkat, (int from, const char *path, int to, const char *other, int flags),
          (from, path, to, other, flags))
TWO_PATHS(symlink, (const char *path, const char *other), (path, other))
TWO_PATHS(symlinkat, (const char *path, int to, const char *other), (path, to, other))

/* Routines that open a stream take the path and the mode. */
#define OPEN_STREAM(define, charged, fn, params, args)                                             \
    define(FILE *, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        FILE *r = fn args;                                                                         \
        if (site.on && r) ort_effect_descriptor_opened(fileno(r));                                 \
        if (site.on) {                                                                             \
            uint64_t cells = takes_path(site, path, (long)r);                                      \
            cells += reads(site, mode, ort_scan_length(mode) + 1);                                 \
            charge(site, &account_##charged, cells);                                               \
        }                                                                                          \
        return r;                                                                                  \
    }
OPEN_STREAM(ORT_MODEL, fopen, fopen, (const char *path, const char *mode), (path, mode))
OPEN_STREAM(ORT_VARIANT, fopen, fopen64, (const char *path, const char *mode), (path, mode))
OPEN_STREAM(ORT_MODEL, freopen, freopen, (const char *path, const char *mode, FILE *stream),
            (path, mode, stream))
OPEN_STREAM(ORT_VARIANT, freopen, freopen64, (const char *path, const char *mode, FILE *stream),
            (path, mode, stream))

/* Routines that store the description of a file if they succeed; `path` may be NULL. */
#define DESCRIBE(define, charged, fn, params, args, path)                                          \
    define(int, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on) {                                                                             \
            uint64_t cells = takes_path(site, path, (long)r);                                      \
            if (r == 0) cells += fills(site, out, sizeof *out);                                    \
            charge(site, &account_##charged, cells);                                               \
        }                                                                                          \
        return r;                                                                                  \
    }
DESCRIBE(ORT_MODEL, stat, stat, (const char *path, struct stat *out), (path, out), path)
DESCRIBE(ORT_MODEL, lstat, lstat, (const char *path, struct stat *out), (path, out), path)
DESCRIBE(ORT_MODEL, fstat, fstat, (int fd, struct stat *out), (fd, out), NULL)
DESCRIBE(ORT_MODEL, fstatat, fstatat, (int fd, const char *path, struct stat *out, int flags),
         (fd, path, out, flags), path)
DESCRIBE(ORT_VARIANT, stat, stat64, (const char *path, struct stat64 *out), (path, out), path)
DESCRIBE(ORT_VARIANT, lstat, lstat64, (const char *path, struct stat64 *out), (path, out), path)
DESCRIBE(ORT_VARIANT, fstat, fstat64, (int fd, struct stat64 *out), (fd, out), NULL)
DESCRIBE(ORT_VARIANT, fstatat, fstatat64, (int fd, const char *path, struct stat64 *out, int flags),
         (fd, path, out, flags), path)
DESCRIBE(ORT_VARIANT, stat, __xstat, (int v, const char *path, struct stat *out), (v, path, out),
         path)
DESCRIBE(ORT_VARIANT, lstat, __lxstat, (int v, const char *path, struct stat *out), (v, path, out),
         path)
DESCRIBE(ORT_VARIANT, fstat, __fxstat, (int v, int fd, struct stat *out), (v, fd, out), NULL)
DESCRIBE(ORT_VARIANT, fstatat, __fxstatat,
         (int v, int fd, const char *path, struct stat *out, int flags), (v, fd, path, out, flags),
         path)
DESCRIBE(ORT_VARIANT, stat, __xstat64, (int v, const char *path, struct stat64 *out),
         (v, path, out), path)
DESCRIBE(ORT_VARIANT, lstat, __lxstat64, (int v, const char *path, struct stat64 *out),
         (v, path, out), path)
DESCRIBE(ORT_VARIANT, fstat, __fxstat64, (int v, int fd, struct stat64 *out), (v, fd, out), NULL)
DESCRIBE(ORT_VARIANT, fstatat, __fxstatat64,
         (int v, int fd, const char *path, struct stat64 *out, int flags),
         (v, fd, path, out, flags), path)
DESCRIBE(ORT_MODEL, statx, statx,
         (int fd, const char *path, int flags, unsigned mask, struct statx *out),
         (fd, path, flags, mask, out), path)
DESCRIBE(ORT_MODEL, statfs, statfs, (const char *path, struct statfs *out), (path, out), path)
DESCRIBE(ORT_VARIANT, statfs, statfs64, (const char *path, struct statfs64 *out), (path, out), path)
DESCRIBE(ORT_MODEL, fstatfs, fstatfs, (int fd, struct statfs *out), (fd, out), NULL)
DESCRIBE(ORT_VARIANT, fstatfs, fstatfs64, (int fd, struct statfs64 *out), (fd, out), NULL)
DESCRIBE(ORT_MODEL, statvfs, statvfs, (const char *path, struct statvfs *out), (path, out), path)
DESCRIBE(ORT_VARIANT, statvfs, statvfs64, (const char *path, struct statvfs64 *out), (path, out),
         path)
DESCRIBE(ORT_MODEL, fstatvfs, fstatvfs, (int fd, struct statvfs *out), (fd, out), NULL)
DESCRIBE(ORT_VARIANT, fstatvfs, fstatvfs64, (int fd, struct statvfs64 *out), (fd, out), NULL)

/* Times are taken from the caller; NULL means now. */
#define TIMES(fn, params, args, path, count)                                                       \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on) {                                                                             \
            uint64_t cells = takes_path(site, path, (long)r);                                      \
            if (times) cells += takes(site, times, count * sizeof *times);                         \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
TIMES(utime, (const char *path, const struct utimbuf *times), (path, times), path, 1)
TIMES(utimes, (const char *path, const struct timeval times[2]), (path, times), path, 2)
TIMES(lutimes, (const char *path, const struct timeval times[2]), (path, times), path, 2)
TIMES(utimensat, (int fd, const char *path, const struct timespec times[2], int flags),
      (fd, path, times, flags), path, 2)
TIMES(futimens, (int fd, const struct timespec times[2]), (fd, times), NULL, 2)
TIMES(futimes, (int fd, const struct timeval times[2]), (fd, times), NULL, 2)

/* A link's text has no terminator. */
#define READ_LINK(define, charged, fn, params, args)                                               \
    define(ssize_t, fn, params) {                                                                  \
        struct ort_site site = ort_site();                                                         \
        ssize_t n = fn args;                                                                       \
        if (site.on) {                                                                             \
            uint64_t cells = takes_path(site, path, n);                                            \
            if (n > 0) cells += fills(site, out, (size_t)n);                                       \
            charge(site, &account_##charged, cells);                                               \
        }                                                                                          \
        return n;                                                                                  \
    }
READ_LINK(ORT_MODEL, readlink, readlink, (const char *path, char *out, size_t size),
          (path, out, size))
READ_LINK(ORT_VARIANT, readlink, __readlink_chk,
          (const char *path, char *out, size_t size, size_t room), (path, out, size, room))
READ_LINK(ORT_MODEL, readlinkat, readlinkat, (int fd, const char *path, char *out, size_t size),
          (fd, path, out, size))
READ_LINK(ORT_VARIANT, readlinkat, __readlinkat_chk,
          (int fd, const char *path, char *out, size_t size, size_t room),
          (fd, path, out, size, room))

/* Records a path that was stored in the caller's buffer or in a new block. */
static void path_out(struct ort_site site, struct ordo_scope *account, const char *path,
                     const char *buffer, const char *result) {
    uint64_t cells = takes_path(site, path, result ? 0 : -1);
    if (result) {
        size_t n = ort_scan_length(result) + 1;
        if (!buffer) {
            ort_effect_fresh(site.f, result, n);
            ort_count_block(site, ort_block_bytes(result, n));
        }
        cells += fills(site, result, n);
    }
    charge(site, account, cells);
}

#define PATH_OUT(define, charged, fn, params, args, path, buffer)                                  \
    define(char *, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        char *r = fn args;                                                                         \
        if (site.on) path_out(site, &account_##charged, path, buffer, r);                          \
        return r;                                                                                  \
    }
PATH_OUT(ORT_MODEL, realpath, realpath, (const char *path, char *out), (path, out), path, out)
PATH_OUT(ORT_VARIANT, realpath, __realpath_chk, (const char *path, char *out, size_t room),
         (path, out, room), path, out)
PATH_OUT(ORT_MODEL, canonicalize_file_name, canonicalize_file_name, (const char *path), (path),
         path, NULL)
PATH_OUT(ORT_MODEL, getcwd, getcwd, (char *out, size_t size), (out, size), NULL, out)
PATH_OUT(ORT_VARIANT, getcwd, __getcwd_chk, (char *out, size_t size, size_t room),
         (out, size, room), NULL, out)
PATH_OUT(ORT_MODEL, get_current_dir_name, get_current_dir_name, (void), (), NULL, NULL)

/* Records that the template was read and its X's were written. */
static void named(struct ort_site site, struct ordo_scope *account, const char *path, int suffix) {
    size_t n = ort_scan_length(path);
    uint64_t cells = reads(site, path, n + 1);
    if (n >= 6 + (size_t)suffix) cells += writes(site, path + n - 6 - suffix, 6);
    charge(site, account, cells);
}

#define TEMPORARY(define, charged, ret, fn, params, args, suffix)                                  \
    define(ret, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        ret r = fn args;                                                                           \
        if (site.on) named(site, &account_##charged, path, suffix);                                \
        return r;                                                                                  \
    }
TEMPORARY(ORT_MODEL, mkstemp, int, mkstemp, (char *path), (path), 0)
TEMPORARY(ORT_VARIANT, mkstemp, int, mkstemp64, (char *path), (path), 0)
TEMPORARY(ORT_MODEL, mkostemp, int, mkostemp, (char *path, int flags), (path, flags), 0)
TEMPORARY(ORT_VARIANT, mkostemp, int, mkostemp64, (char *path, int flags), (path, flags), 0)
TEMPORARY(ORT_MODEL, mkstemps, int, mkstemps, (char *path, int suffix), (path, suffix), suffix)
TEMPORARY(ORT_VARIANT, mkstemps, int, mkstemps64, (char *path, int suffix), (path, suffix), suffix)
TEMPORARY(ORT_MODEL, mkdtemp, char *, mkdtemp, (char *path), (path), 0)
