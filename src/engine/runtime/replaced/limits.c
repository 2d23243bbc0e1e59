/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * limits.c: replaces the routines for resource limits and locked memory, so that they
 * concern the program's own memory and not Ordo's (address_limits.h, locked_memory.h).
 *
 * These are libc's own names, so calls by the program and its libraries arrive here whether or not
 * they go through the models: the dynamic linker finds the runtime before libc, and so does a
 * static link.
 */
#include "engine/runtime/system/address_limits.h"
#include "engine/runtime/system/locked_memory.h"
#include "engine/runtime/system/os.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/types.h>

#define INSTEAD __attribute__((visibility("default"), weak))

_Static_assert(sizeof(struct rlimit) == 16 && sizeof(struct rlimit64) == 16,
               "a limit is a pair of 64-bit numbers");

static int result(long r) {
    if (r >= 0) return 0;
    errno = (int)-r;
    return -1;
}

#define LIMITS(suffix)                                                                             \
    INSTEAD int getrlimit##suffix(__rlimit_resource_t which, struct rlimit##suffix *out) {         \
        return result(ort_limits_exchange((int)which, NULL, (uint64_t *)out));                     \
    }                                                                                              \
    INSTEAD int setrlimit##suffix(__rlimit_resource_t which, const struct rlimit##suffix *in) {    \
        return result(ort_limits_exchange((int)which, (const uint64_t *)in, NULL));                \
    }                                                                                              \
    INSTEAD int prlimit##suffix(pid_t pid, enum __rlimit_resource which,                           \
                                const struct rlimit##suffix *in, struct rlimit##suffix *out) {     \
        const uint64_t *set = (const uint64_t *)in;                                                \
        uint64_t *old = (uint64_t *)out;                                                           \
        int own = !pid || (uint32_t)pid == ort_os_pid();                                           \
        return result(own ? ort_limits_exchange((int)which, set, old)                              \
                          : ort_os_limit(pid, (int)which, set, old));                              \
    }
LIMITS()
LIMITS(64)

INSTEAD int mlockall(int flags) {
    return result(ort_locked_memory_all(flags));
}

INSTEAD int munlockall(void) {
    return result(ort_locked_memory_none());
}
