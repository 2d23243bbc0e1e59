/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_rights.c: models of the routines that change who a process is, and what it may open.
 *
 * The engine is told before: its raw file is the process's as it was, and is to grow afterwards
 * too. Servers take another user, and another root, as soon as they have their port.
 *
 * The cost of a change of user is that of the block it stands in. chroot takes the path.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
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
