/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_time.c: models of clocks, calendars, and information about the system and the process.
 *
 * What the kernel or the library stores in the caller's structure is written, and what it takes
 * from it is read. A structure in which the library keeps its results is written at every call.
 * Cost: the cells touched.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <locale.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* Routines that store one structure if `good`; `out` may be NULL. */
#define STORE(define, charged, ret, fn, params, args, good, out)                                   \
    define(ret, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        ret r = fn args;                                                                           \
        if (site.on)                                                                               \
            charge(site, &account_##charged, (good) && out ? fills(site, out, sizeof *out) : 0);   \
        return r;                                                                                  \
    }
#define STORE_OK(fn, params, args) STORE(ORT_MODEL, fn, int, fn, params, args, r == 0, out)

STORE(ORT_MODEL, time, time_t, time, (time_t * out), (out), r != -1, out)
STORE(ORT_MODEL, times, clock_t, times, (struct tms * out), (out), 1, out)
STORE(ORT_MODEL, timespec_get, int, timespec_get, (struct timespec * out, int base), (out, base),
      r != 0, out)
STORE_OK(clock_gettime, (clockid_t clock, struct timespec *out), (clock, out))
STORE_OK(clock_getres, (clockid_t clock, struct timespec *out), (clock, out))
STORE_OK(gettimeofday, (struct timeval *restrict out, void *restrict zone), (out, zone))
STORE_OK(getitimer, (__itimer_which_t which, struct itimerval *out), (which, out))
STORE_OK(timer_gettime, (timer_t timer, struct itimerspec *out), (timer, out))
STORE_OK(timerfd_gettime, (int fd, struct itimerspec *out), (fd, out))
STORE_OK(clock_getcpuclockid, (pid_t pid, clockid_t *out), (pid, out))
STORE_OK(getrusage, (__rusage_who_t who, struct rusage *out), (who, out))
STORE_OK(getrlimit, (__rlimit_resource_t resource, struct rlimit *out), (resource, out))
STORE_OK(uname, (struct utsname * out), (out))
STORE_OK(sysinfo, (struct sysinfo * out), (out))
STORE(ORT_VARIANT, getrlimit, int, getrlimit64,
      (__rlimit_resource_t resource, struct rlimit64 *out), (resource, out), r == 0, out)

#define TAKE(define, charged, fn, params, args)                                                    \
    define(int, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on) charge(site, &account_##charged, in ? takes(site, in, sizeof *in) : 0);       \
        return r;                                                                                  \
    }
TAKE(ORT_MODEL, clock_settime, clock_settime, (clockid_t clock, const struct timespec *in),
     (clock, in))
TAKE(ORT_MODEL, setrlimit, setrlimit, (__rlimit_resource_t resource, const struct rlimit *in),
     (resource, in))
TAKE(ORT_VARIANT, setrlimit, setrlimit64, (__rlimit_resource_t resource, const struct rlimit64 *in),
     (resource, in))

ORT_EXCHANGE(nanosleep, (const struct timespec *in, struct timespec *out), (in, out), in, out,
             r == -1)
ORT_EXCHANGE(clock_nanosleep,
             (clockid_t clock, int flags, const struct timespec *in, struct timespec *out),
             (clock, flags, in, out), in, out, r != 0 && !(flags & TIMER_ABSTIME))
ORT_EXCHANGE(setitimer, (__itimer_which_t which, const struct itimerval *in, struct itimerval *out),
             (which, in, out), in, out, r == 0)
ORT_EXCHANGE(timer_settime,
             (timer_t timer, int flags, const struct itimerspec *in, struct itimerspec *out),
             (timer, flags, in, out), in, out, r == 0)
ORT_EXCHANGE(timerfd_settime,
             (int fd, int flags, const struct itimerspec *in, struct itimerspec *out),
             (fd, flags, in, out), in, out, r == 0)
ORT_EXCHANGE(prlimit,
             (pid_t pid, enum __rlimit_resource resource, const struct rlimit *in,
              struct rlimit *out),
             (pid, resource, in, out), in, out, r == 0)

/* Calendars. */
static void broken_down(struct ort_site site, struct ordo_scope *account, const time_t *at,
                        const struct tm *out) {
    uint64_t cells = reads(site, at, sizeof *at);
    if (out) cells += writes(site, out, sizeof *out);
    charge(site, account, cells);
}

#define BREAK_DOWN(fn, params, args)                                                               \
    ORT_MODEL(struct tm *, fn, params) {                                                           \
        struct ort_site site = ort_site();                                                         \
        struct tm *r = fn args;                                                                    \
        if (site.on) broken_down(site, &account_##fn, at, r);                                      \
        return r;                                                                                  \
    }
BREAK_DOWN(localtime, (const time_t *at), (at))
BREAK_DOWN(gmtime, (const time_t *at), (at))
BREAK_DOWN(localtime_r, (const time_t *restrict at, struct tm *restrict out), (at, out))
BREAK_DOWN(gmtime_r, (const time_t *restrict at, struct tm *restrict out), (at, out))

/* Reads the structure and normalises it in place. */
#define PUT_TOGETHER(fn)                                                                           \
    ORT_MODEL(time_t, fn, (struct tm * date)) {                                                    \
        struct ort_site site = ort_site();                                                         \
        time_t r = fn(date);                                                                       \
        if (site.on) {                                                                             \
            uint64_t cells = reads(site, date, sizeof *date);                                      \
            cells += writes(site, date, sizeof *date);                                             \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
PUT_TOGETHER(mktime)
PUT_TOGETHER(timegm)
PUT_TOGETHER(timelocal)

#define TO_TEXT(fn, params, args, in)                                                              \
    ORT_MODEL(char *, fn, params) {                                                                \
        struct ort_site site = ort_site();                                                         \
        char *r = fn args;                                                                         \
        if (site.on) {                                                                             \
            uint64_t cells = reads(site, in, sizeof *in);                                          \
            if (r) cells += writes(site, r, ort_scan_length(r) + 1);                               \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
TO_TEXT(asctime, (const struct tm *date), (date), date)
TO_TEXT(asctime_r, (const struct tm *restrict date, char *restrict out), (date, out), date)
TO_TEXT(ctime, (const time_t *at), (at), at)
TO_TEXT(ctime_r, (const time_t *restrict at, char *restrict out), (at, out), at)

/* A result of 0 means that the text did not fit: then nothing counts as written. */
static void formatted(struct ort_site site, struct ordo_scope *account, const void *out,
                      const void *format, size_t format_bytes, const struct tm *date, size_t n,
                      size_t character) {
    uint64_t cells = reads(site, format, format_bytes);
    cells += reads(site, date, sizeof *date);
    if (n) cells += writes(site, out, (n + 1) * character);
    charge(site, account, cells);
}

ORT_AFTER(ORT_MODEL, size_t, strftime,
          (char *restrict out, size_t room, const char *restrict format,
           const struct tm *restrict date),
          n, strftime(out, room, format, date),
          formatted(site, &account_strftime, out, format, ort_scan_length(format) + 1, date, n, 1))

ORT_AFTER(ORT_VARIANT, size_t, strftime_l,
          (char *restrict out, size_t room, const char *restrict format,
           const struct tm *restrict date, locale_t locale),
          n, strftime_l(out, room, format, date, locale),
          formatted(site, &account_strftime, out, format, ort_scan_length(format) + 1, date, n, 1))

ORT_AFTER(ORT_MODEL, size_t, wcsftime,
          (wchar_t *restrict out, size_t room, const wchar_t *restrict format,
           const struct tm *restrict date),
          n, wcsftime(out, room, format, date),
          formatted(site, &account_wcsftime, out, format,
                    (ort_wide_length(format) + 1) * sizeof *format, date, n, sizeof *out))

ORT_MODEL(char *, strptime,
          (const char *restrict s, const char *restrict format, struct tm *restrict date)) {
    struct ort_site site = ort_site();
    char *r = strptime(s, format, date);
    if (site.on) {
        uint64_t cells = reads(site, format, ort_scan_length(format) + 1);
        cells += reads(site, s, (r ? (size_t)(r - s) : 0) + 1);
        cells += writes(site, date, sizeof *date);
        charge(site, &account_strptime, cells);
    }
    return r;
}

/* Names of the host and its domain. */
#define NAME_OUT(fn)                                                                               \
    ORT_MODEL(int, fn, (char *out, size_t size)) {                                                 \
        struct ort_site site = ort_site();                                                         \
        int r = fn(out, size);                                                                     \
        if (site.on) {                                                                             \
            size_t n = r == 0 ? ort_scan_length_max(out, size) : 0;                                \
            charge(site, &account_##fn, r == 0 ? fills(site, out, n < size ? n + 1 : n) : 0);      \
        }                                                                                          \
        return r;                                                                                  \
    }
NAME_OUT(gethostname)
NAME_OUT(getdomainname)

ORT_AFTER(ORT_MODEL, int, getloadavg, (double out[], int count), n, getloadavg(out, count),
          charge(site, &account_getloadavg, n > 0 ? writes(site, out, (size_t)n * sizeof *out) : 0))

ORT_MODEL(int, rand_r, (unsigned *seed)) {
    struct ort_site site = ort_site();
    int r = rand_r(seed);
    if (site.on) {
        uint64_t cells = reads(site, seed, sizeof *seed);
        charge(site, &account_rand_r, cells + writes(site, seed, sizeof *seed));
    }
    return r;
}

ORT_MODEL(double, erand48, (unsigned short state[3])) {
    struct ort_site site = ort_site();
    double r = erand48(state);
    if (site.on) {
        uint64_t cells = reads(site, state, 6);
        charge(site, &account_erand48, cells + writes(site, state, 6));
    }
    return r;
}
