/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_io.c: models of reading and writing through file descriptors.
 *
 * Data that arrives is written into the caller's memory by the kernel, and data that leaves is read
 * by it, as far as the result says that bytes were moved. Vectors are read, then their pieces in
 * order. Cost: the cells touched. Bytes moved count as I/O, even if they never pass through the
 * process.
 */
#include "libc_wrap.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

extern ssize_t __read_chk(int, void *, size_t, size_t);
extern ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
extern ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);

static void passed_fills(int fd, const void *data, size_t size) {
    if (size && fd >= 0) ort_effect_descriptor_in(fd, data, size);
}
static void passed_takes(int fd, const void *data, size_t size) {
    if (size) ort_effect_descriptor_out(fd, data, size);
}

#define TRANSFER(define, charged, effect, fn, params, args)                                        \
    define(ssize_t, fn, params) {                                                                  \
        struct ort_site site = ort_site();                                                         \
        ssize_t n = fn args;                                                                       \
        if (site.on) {                                                                             \
            size_t bytes = n > 0 ? (size_t)n : 0;                                                  \
            moved(site, bytes);                                                                    \
            passed_##effect(fd, buffer, bytes);                                                    \
            charge(site, &account_##charged, effect(site, buffer, bytes));                         \
        }                                                                                          \
        return n;                                                                                  \
    }
TRANSFER(ORT_MODEL, read, fills, read, (int fd, void *buffer, size_t size), (fd, buffer, size))
TRANSFER(ORT_VARIANT, read, fills, __read_chk, (int fd, void *buffer, size_t size, size_t room),
         (fd, buffer, size, room))
TRANSFER(ORT_MODEL, pread, fills, pread, (int fd, void *buffer, size_t size, off_t at),
         (fd, buffer, size, at))
TRANSFER(ORT_VARIANT, pread, fills, pread64, (int fd, void *buffer, size_t size, off64_t at),
         (fd, buffer, size, at))
TRANSFER(ORT_VARIANT, pread, fills, __pread_chk,
         (int fd, void *buffer, size_t size, off_t at, size_t room), (fd, buffer, size, at, room))
TRANSFER(ORT_VARIANT, pread, fills, __pread64_chk,
         (int fd, void *buffer, size_t size, off64_t at, size_t room), (fd, buffer, size, at, room))
TRANSFER(ORT_MODEL, write, takes, write, (int fd, const void *buffer, size_t size),
         (fd, buffer, size))
TRANSFER(ORT_MODEL, pwrite, takes, pwrite, (int fd, const void *buffer, size_t size, off_t at),
         (fd, buffer, size, at))
TRANSFER(ORT_VARIANT, pwrite, takes, pwrite64,
         (int fd, const void *buffer, size_t size, off64_t at), (fd, buffer, size, at))
ORT_MODEL(ssize_t, getrandom, (void *buffer, size_t size, unsigned flags)) {
    struct ort_site site = ort_site();
    ssize_t n = getrandom(buffer, size, flags);
    if (site.on) {
        size_t bytes = n > 0 ? (size_t)n : 0;
        moved(site, bytes);
        charge(site, &account_getrandom, fills(site, buffer, bytes));
    }
    return n;
}

#define PIECES(define, charged, effect, fn, params, args)                                          \
    define(ssize_t, fn, params) {                                                                  \
        struct ort_site site = ort_site();                                                         \
        ssize_t n = fn args;                                                                       \
        if (site.on) {                                                                             \
            size_t bytes = n > 0 ? (size_t)n : 0;                                                  \
            uint64_t cells = 0;                                                                    \
            moved(site, bytes);                                                                    \
            if (n >= 0) cells = reads(site, pieces, (size_t)count * sizeof *pieces);               \
            for (int i = 0; bytes && i < count; i++) {                                             \
                size_t here = pieces[i].iov_len < bytes ? pieces[i].iov_len : bytes;               \
                cells += effect(site, pieces[i].iov_base, here);                                   \
                passed_##effect(fd, pieces[i].iov_base, here);                                     \
                bytes -= here;                                                                     \
            }                                                                                      \
            charge(site, &account_##charged, cells);                                               \
        }                                                                                          \
        return n;                                                                                  \
    }
PIECES(ORT_MODEL, readv, fills, readv, (int fd, const struct iovec *pieces, int count),
       (fd, pieces, count))
PIECES(ORT_MODEL, preadv, fills, preadv, (int fd, const struct iovec *pieces, int count, off_t at),
       (fd, pieces, count, at))
PIECES(ORT_VARIANT, preadv, fills, preadv64,
       (int fd, const struct iovec *pieces, int count, off64_t at), (fd, pieces, count, at))
PIECES(ORT_VARIANT, preadv, fills, preadv2,
       (int fd, const struct iovec *pieces, int count, off_t at, int flags),
       (fd, pieces, count, at, flags))
PIECES(ORT_MODEL, writev, takes, writev, (int fd, const struct iovec *pieces, int count),
       (fd, pieces, count))
PIECES(ORT_MODEL, pwritev, takes, pwritev,
       (int fd, const struct iovec *pieces, int count, off_t at), (fd, pieces, count, at))
PIECES(ORT_VARIANT, pwritev, takes, pwritev64,
       (int fd, const struct iovec *pieces, int count, off64_t at), (fd, pieces, count, at))
PIECES(ORT_VARIANT, pwritev, takes, pwritev2,
       (int fd, const struct iovec *pieces, int count, off_t at, int flags),
       (fd, pieces, count, at, flags))

/* Records a transfer from descriptor to descriptor. Of the program's memory it touches only the
 * offsets, which the kernel advances. */
static void passed(struct ort_site site, struct ordo_scope *account, ssize_t n, int from, int to,
                   const void *in, const void *out) {
    uint64_t cells = 0;
    if (n >= 0) {
        moved(site, (uint64_t)n);
        ort_effect_descriptor_in(from, NULL, (size_t)n);
        ort_effect_descriptor_out(to, NULL, (size_t)n);
        if (in) cells += takes(site, in, 8) + fills(site, in, 8);
        if (out) cells += takes(site, out, 8) + fills(site, out, 8);
    }
    charge(site, account, cells);
}

ORT_AFTER(ORT_MODEL, ssize_t, sendfile, (int out, int in, off_t *at, size_t size), n,
          sendfile(out, in, at, size), passed(site, &account_sendfile, n, in, out, at, NULL))

ORT_AFTER(ORT_VARIANT, ssize_t, sendfile64, (int out, int in, off64_t *at, size_t size), n,
          sendfile64(out, in, at, size), passed(site, &account_sendfile, n, in, out, at, NULL))

ORT_AFTER(ORT_MODEL, ssize_t, copy_file_range,
          (int in, off64_t *in_at, int out, off64_t *out_at, size_t size, unsigned flags), n,
          copy_file_range(in, in_at, out, out_at, size, flags),
          passed(site, &account_copy_file_range, n, in, out, in_at, out_at))

ORT_AFTER(ORT_MODEL, ssize_t, splice,
          (int in, off64_t *in_at, int out, off64_t *out_at, size_t size, unsigned flags), n,
          splice(in, in_at, out, out_at, size, flags),
          passed(site, &account_splice, n, in, out, in_at, out_at))

ORT_AFTER(ORT_MODEL, int, getentropy, (void *buffer, size_t size), r, getentropy(buffer, size),
          charge(site, &account_getentropy, r == 0 ? fills(site, buffer, size) : 0))

/* Routines that store a pair of descriptors. */
#define PAIR(fn, params, args)                                                                     \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on)                                                                               \
            charge(site, &account_##fn, r == 0 ? fills(site, ends, 2 * sizeof *ends) : 0);         \
        return r;                                                                                  \
    }
PAIR(pipe, (int ends[2]), (ends))
PAIR(pipe2, (int ends[2], int flags), (ends, flags))
PAIR(socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends))
