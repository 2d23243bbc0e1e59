/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_socket.c: models of sockets, of waiting for descriptors, and of network addresses.
 *
 * What the kernel stores is written by it, and what it is given is read by it. An address has the
 * length that the caller passes or gets back. Cost: the cells touched. Bytes moved count as I/O.
 *
 * References to name services are weak, so that the runtime does not link them into static
 * programs.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <arpa/inet.h>
#include <netdb.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>

#pragma weak getaddrinfo
#pragma weak getnameinfo

extern ssize_t __recv_chk(int, void *, size_t, size_t, int);
extern ssize_t __recvfrom_chk(int, void *, size_t, size_t, int, struct sockaddr *, socklen_t *);
extern int __poll_chk(struct pollfd *, nfds_t, int, size_t);
extern int __ppoll_chk(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t);

static uint64_t in(struct ort_site site, int fd, const void *buffer, ssize_t n) {
    if (n <= 0) return 0;
    moved(site, (uint64_t)n);
    ort_effect_descriptor_in(fd, buffer, (size_t)n);
    return fills(site, buffer, (size_t)n);
}

static uint64_t out(struct ort_site site, int fd, const void *buffer, ssize_t n) {
    if (n <= 0) return 0;
    moved(site, (uint64_t)n);
    ort_effect_descriptor_out(fd, buffer, (size_t)n);
    return takes(site, buffer, (size_t)n);
}

/* Records an address that was stored in `room` bytes; *length is its true length. */
static uint64_t address_in(struct ort_site site, const void *address, const socklen_t *length,
                           socklen_t room) {
    if (!address || !length) return 0;
    uint64_t cells = fills(site, address, *length < room ? *length : room);
    return cells + takes(site, length, sizeof *length) + fills(site, length, sizeof *length);
}

ORT_AFTER(ORT_MODEL, ssize_t, recv, (int fd, void *buffer, size_t size, int flags), n,
          recv(fd, buffer, size, flags),
          charge(site, &account_recv, in(site, fd, buffer, n < (ssize_t)size ? n : (ssize_t)size)))

ORT_AFTER(ORT_VARIANT, ssize_t, __recv_chk,
          (int fd, void *buffer, size_t size, size_t room, int flags), n,
          __recv_chk(fd, buffer, size, room, flags),
          charge(site, &account_recv, in(site, fd, buffer, n < (ssize_t)size ? n : (ssize_t)size)))

#define RECEIVE_FROM(define, fn, params, args)                                                     \
    define(ssize_t, fn, params) {                                                                  \
        struct ort_site site = ort_site();                                                         \
        socklen_t given = site.on && address && length ? *length : 0;                              \
        ssize_t n = fn args;                                                                       \
        if (site.on) {                                                                             \
            uint64_t cells = in(site, fd, buffer, n < (ssize_t)size ? n : (ssize_t)size);          \
            if (n >= 0) cells += address_in(site, address, length, given);                         \
            charge(site, &account_recvfrom, cells);                                                \
        }                                                                                          \
        return n;                                                                                  \
    }
RECEIVE_FROM(ORT_MODEL, recvfrom,
             (int fd, void *buffer, size_t size, int flags, struct sockaddr *address,
              socklen_t *length),
             (fd, buffer, size, flags, address, length))
RECEIVE_FROM(ORT_VARIANT, __recvfrom_chk,
             (int fd, void *buffer, size_t size, size_t room, int flags, struct sockaddr *address,
              socklen_t *length),
             (fd, buffer, size, room, flags, address, length))

ORT_AFTER(ORT_MODEL, ssize_t, send, (int fd, const void *buffer, size_t size, int flags), n,
          send(fd, buffer, size, flags), charge(site, &account_send, out(site, fd, buffer, n)))

ORT_MODEL(ssize_t, sendto,
          (int fd, const void *buffer, size_t size, int flags, const struct sockaddr *address,
           socklen_t length)) {
    struct ort_site site = ort_site();
    ssize_t n = sendto(fd, buffer, size, flags, address, length);
    if (site.on) {
        uint64_t cells = out(site, fd, buffer, n);
        if (address) cells += takes(site, address, length);
        charge(site, &account_sendto, cells);
    }
    return n;
}

static uint64_t pieces(struct ort_site site, int fd, const struct msghdr *m, ssize_t n,
                       uint64_t (*piece)(struct ort_site, int, const void *, ssize_t)) {
    uint64_t cells = takes(site, m, sizeof *m);
    cells += takes(site, m->msg_iov, m->msg_iovlen * sizeof *m->msg_iov);
    for (size_t i = 0; n > 0 && i < m->msg_iovlen; i++) {
        ssize_t here = (ssize_t)m->msg_iov[i].iov_len;
        if (here > n) here = n;
        cells += piece(site, fd, m->msg_iov[i].iov_base, here);
        n -= here;
    }
    return cells;
}

ORT_MODEL(ssize_t, recvmsg, (int fd, struct msghdr *m, int flags)) {
    struct ort_site site = ort_site();
    ssize_t n = recvmsg(fd, m, flags);
    if (site.on) {
        uint64_t cells = pieces(site, fd, m, n, in);
        if (n >= 0) {
            cells += fills(site, m, sizeof *m);
            if (m->msg_name) cells += fills(site, m->msg_name, m->msg_namelen);
            if (m->msg_control) cells += fills(site, m->msg_control, m->msg_controllen);
        }
        charge(site, &account_recvmsg, cells);
    }
    return n;
}

ORT_MODEL(ssize_t, sendmsg, (int fd, const struct msghdr *m, int flags)) {
    struct ort_site site = ort_site();
    ssize_t n = sendmsg(fd, m, flags);
    if (site.on) {
        uint64_t cells = pieces(site, fd, m, n, out);
        if (m->msg_name) cells += takes(site, m->msg_name, m->msg_namelen);
        if (m->msg_control) cells += takes(site, m->msg_control, m->msg_controllen);
        charge(site, &account_sendmsg, cells);
    }
    return n;
}

#define ADDRESS_OUT(fn)                                                                            \
    ORT_MODEL(int, fn, (int fd, const struct sockaddr *address, socklen_t length)) {               \
        struct ort_site site = ort_site();                                                         \
        int r = fn(fd, address, length);                                                           \
        if (site.on) charge(site, &account_##fn, takes(site, address, length));                    \
        return r;                                                                                  \
    }
ADDRESS_OUT(connect)
ADDRESS_OUT(bind)

#define ADDRESS_IN(fn, params, args)                                                               \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        socklen_t given = site.on && length ? *length : 0;                                         \
        int r = fn args;                                                                           \
        if (site.on)                                                                               \
            charge(site, &account_##fn, r >= 0 ? address_in(site, address, length, given) : 0);    \
        return r;                                                                                  \
    }
ADDRESS_IN(accept, (int fd, struct sockaddr *address, socklen_t *length), (fd, address, length))
ADDRESS_IN(accept4, (int fd, struct sockaddr *address, socklen_t *length, int flags),
           (fd, address, length, flags))
ADDRESS_IN(getsockname, (int fd, struct sockaddr *address, socklen_t *length),
           (fd, address, length))
ADDRESS_IN(getpeername, (int fd, struct sockaddr *address, socklen_t *length),
           (fd, address, length))
ADDRESS_IN(getsockopt, (int fd, int level, int name, void *address, socklen_t *length),
           (fd, level, name, address, length))

ORT_AFTER(ORT_MODEL, int, setsockopt,
          (int fd, int level, int name, const void *value, socklen_t length), r,
          setsockopt(fd, level, name, value, length),
          charge(site, &account_setsockopt, value ? takes(site, value, length) : 0))

/* Records a wait: the kernel reads the whole set and writes its results. */
static void polled(struct ort_site site, struct ordo_scope *account, const struct pollfd *fds,
                   nfds_t n, int ready) {
    uint64_t cells = takes(site, fds, n * sizeof *fds);
    if (ready >= 0) cells += fills(site, fds, n * sizeof *fds);
    charge(site, account, cells);
}

#define POLL(define, charged, fn, params, args)                                                    \
    define(int, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on) polled(site, &account_##charged, fds, n, r);                                  \
        return r;                                                                                  \
    }
POLL(ORT_MODEL, poll, poll, (struct pollfd * fds, nfds_t n, int timeout), (fds, n, timeout))
POLL(ORT_VARIANT, poll, __poll_chk, (struct pollfd * fds, nfds_t n, int timeout, size_t room),
     (fds, n, timeout, room))
POLL(ORT_MODEL, ppoll, ppoll,
     (struct pollfd * fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask),
     (fds, n, timeout, mask))
POLL(ORT_VARIANT, ppoll, __ppoll_chk,
     (struct pollfd * fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask,
      size_t room),
     (fds, n, timeout, mask, room))

static void selected(struct ort_site site, struct ordo_scope *account, int n, const fd_set *r,
                     const fd_set *w, const fd_set *x, int ready) {
    size_t bytes = n > 0 ? ((size_t)n + 63) / 64 * 8 : 0;
    const fd_set *sets[] = {r, w, x};
    uint64_t cells = 0;
    for (int i = 0; i < 3; i++) {
        if (!sets[i]) continue;
        cells += takes(site, sets[i], bytes);
        if (ready >= 0) cells += fills(site, sets[i], bytes);
    }
    charge(site, account, cells);
}

ORT_MODEL(int, select, (int n, fd_set *r, fd_set *w, fd_set *x, struct timeval *timeout)) {
    struct ort_site site = ort_site();
    int ready = select(n, r, w, x, timeout);
    if (site.on) {
        if (timeout) {
            takes(site, timeout, sizeof *timeout);
            fills(site, timeout, sizeof *timeout);
        }
        selected(site, &account_select, n, r, w, x, ready);
    }
    return ready;
}

ORT_AFTER(ORT_MODEL, int, pselect,
          (int n, fd_set *r, fd_set *w, fd_set *x, const struct timespec *timeout,
           const sigset_t *mask),
          ready, pselect(n, r, w, x, timeout, mask),
          selected(site, &account_pselect, n, r, w, x, ready))

#define EPOLL(fn, params, args)                                                                    \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        int n = fn args;                                                                           \
        if (site.on)                                                                               \
            charge(site, &account_##fn,                                                            \
                   n > 0 ? fills(site, events, (size_t)n * sizeof *events) : 0);                   \
        return n;                                                                                  \
    }
EPOLL(epoll_wait, (int fd, struct epoll_event *events, int max, int timeout),
      (fd, events, max, timeout))
EPOLL(epoll_pwait, (int fd, struct epoll_event *events, int max, int timeout, const sigset_t *mask),
      (fd, events, max, timeout, mask))

ORT_AFTER(ORT_MODEL, int, epoll_ctl, (int epoll, int operation, int fd, struct epoll_event *event),
          r, epoll_ctl(epoll, operation, fd, event),
          charge(site, &account_epoll_ctl, event ? takes(site, event, sizeof *event) : 0))

/* Addresses as text. */
static uint64_t reads_text(struct ort_site site, const char *s) {
    return s ? reads(site, s, ort_scan_length(s) + 1) : 0;
}

static size_t address_bytes(int family) {
    return family == AF_INET6 ? sizeof(struct in6_addr) : sizeof(struct in_addr);
}

ORT_MODEL(int, inet_pton, (int family, const char *text, void *address)) {
    struct ort_site site = ort_site();
    int r = inet_pton(family, text, address);
    if (site.on) {
        uint64_t cells = r >= 0 ? reads_text(site, text) : 0;
        if (r == 1) cells += writes(site, address, address_bytes(family));
        charge(site, &account_inet_pton, cells);
    }
    return r;
}

ORT_MODEL(const char *, inet_ntop, (int family, const void *address, char *text, socklen_t size)) {
    struct ort_site site = ort_site();
    const char *r = inet_ntop(family, address, text, size);
    if (site.on) {
        uint64_t cells = 0;
        if (r) {
            cells = reads(site, address, address_bytes(family));
            cells += writes(site, text, ort_scan_length(text) + 1);
        }
        charge(site, &account_inet_ntop, cells);
    }
    return r;
}

ORT_MODEL(int, inet_aton, (const char *text, struct in_addr *address)) {
    struct ort_site site = ort_site();
    int r = inet_aton(text, address);
    if (site.on) {
        uint64_t cells = reads_text(site, text);
        if (r) cells += writes(site, address, sizeof *address);
        charge(site, &account_inet_aton, cells);
    }
    return r;
}

ORT_AFTER(ORT_MODEL, in_addr_t, inet_addr, (const char *text), r, inet_addr(text),
          charge(site, &account_inet_addr, reads_text(site, text)))

ORT_AFTER(ORT_MODEL, char *, inet_ntoa, (struct in_addr address), r, inet_ntoa(address),
          charge(site, &account_inet_ntoa, writes(site, r, ort_scan_length(r) + 1)))

/* The results are a list of new blocks, each followed by its address. */
ORT_MODEL(int, getaddrinfo,
          (const char *node, const char *service, const struct addrinfo *hints,
           struct addrinfo **list)) {
    struct ort_site site = ort_site();
    int r = getaddrinfo(node, service, hints, list);
    if (site.on) {
        uint64_t cells = reads_text(site, node);
        cells += reads_text(site, service);
        if (hints) cells += reads(site, hints, sizeof *hints);
        if (r == 0) {
            cells += writes(site, list, sizeof *list);
            for (const struct addrinfo *a = *list; a; a = a->ai_next) {
                cells += writes(site, a, sizeof *a);
                cells += writes(site, a->ai_addr, a->ai_addrlen);
                if (a->ai_canonname)
                    cells += writes(site, a->ai_canonname, ort_scan_length(a->ai_canonname) + 1);
            }
        }
        charge(site, &account_getaddrinfo, cells);
    }
    return r;
}

ORT_MODEL(int, getnameinfo,
          (const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size,
           char *service, socklen_t service_size, int flags)) {
    struct ort_site site = ort_site();
    int r = getnameinfo(address, length, host, host_size, service, service_size, flags);
    if (site.on) {
        uint64_t cells = reads(site, address, length);
        if (r == 0 && host && host_size) cells += writes(site, host, ort_scan_length(host) + 1);
        if (r == 0 && service && service_size)
            cells += writes(site, service, ort_scan_length(service) + 1);
        charge(site, &account_getnameinfo, cells);
    }
    return r;
}
