/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_rights.c: models of the routines that change a process's user, its root directory, or the
 * system calls that it may make.
 *
 * The engine is notified before the change, because the raw file belongs to the process as it was
 * and must be able to grow afterwards too. Servers change their user and root as soon as they have
 * their port.
 *
 * In the strict mode of seccomp any system call of the runtime would kill the program. Recording
 * therefore stops before it.
 *
 * A change of user costs nothing beyond the block that contains the call. chroot takes the path.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <unistd.h>

#define USER(fn, params, args)                                                                     \
    ORT_VARIANT(int, fn, params) {                                                                 \
        ort_process_confine();                                                                     \
        return fn args;                                                                            \
    }
USER(setuid, (uid_t user), (user))
USER(seteuid, (uid_t user), (user))
USER(setreuid, (uid_t real, uid_t effective), (real, effective))
USER(setresuid, (uid_t real, uid_t effective, uid_t saved), (real, effective, saved))

ORT_MODEL(int, chroot, (const char *path)) {
    struct ort_site site = ort_site();
    ort_process_confine();
    int r = chroot(path);
    if (site.on)
        charge(site, &account_chroot,
               path && !faulted(r) ? takes(site, path, ort_scan_length(path) + 1) : 1);
    return r;
}

/* Options have up to four arguments; the system ignores the others. */
ORT_MODEL(int, prctl, (int option, ...)) {
    struct ort_site site = ort_site();
    unsigned long a[4];
    va_list rest;
    va_start(rest, option);
    for (int i = 0; i < 4; i++) a[i] = va_arg(rest, unsigned long);
    va_end(rest);
    int strict = option == PR_SET_SECCOMP && (int)a[0] == SECCOMP_MODE_STRICT;
    if (strict) ort_process_restrict();
    int r = prctl(option, a[0], a[1], a[2], a[3]);
    if (site.on && !strict) charge(site, &account_prctl, 1);
    return r;
}
