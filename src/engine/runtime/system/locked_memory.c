/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * locked_memory.c: reads the mappings from /proc and locks each of the program's by itself. With
 * MCL_FUTURE the kernel also locks new mappings of the runtime, except those that grow out of pages
 * that were mapped before (os.c).
 */
#include "locked_memory.h"
#include "lock.h"
#include "maps.h"
#include "os.h"
#include "recorded_process.h"
#include "short_text.h"

#include <errno.h>
#include <linux/capability.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>

static int future; /* new mappings are locked */

/* ---- the program's own mappings ---- */

struct own_maps {
    struct ort_maps maps;
    struct ort_map m;
    /* The path of the runtime's library; "": the runtime is part of the executable. */
    char library[sizeof((struct ort_map *)0)->path];
    uintptr_t library_end;
};

/* Finds the runtime's library, unless the runtime is linked into the executable. */
static void find_library(struct own_maps *own) {
    char program[sizeof own->library];
    long n = ort_os_readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = 0;
    own->library[0] = 0;
    ort_maps_open(&own->maps);
    while (ort_maps_next(&own->maps, &own->m)) {
        if ((uintptr_t)&find_library - own->m.low >= own->m.high - own->m.low) continue;
        if (!ort_same_text(own->m.path, program))
            ort_append_text(own->library, own->library + sizeof own->library - 1, own->m.path);
    }
    ort_maps_close(&own->maps);
}

/* Returns whether the mapping is part of the runtime's library. A library's bss has no path and
 * follows its other parts. */
static int is_library(struct own_maps *own) {
    int is = own->library[0] && (own->m.path[0] ? ort_same_text(own->m.path, own->library)
                                                : own->m.low == own->library_end);
    if (is) own->library_end = own->m.high;
    return is;
}

static void begin(struct own_maps *own) {
    own->library_end = 0;
    ort_maps_open(&own->maps);
}

static int next(struct own_maps *own) {
    while (ort_maps_next(&own->maps, &own->m))
        if (!is_library(own) && (own->m.low < ORT_OWN_FIRST || own->m.high > ORT_OWN_END)) return 1;
    ort_maps_close(&own->maps);
    return 0;
}

static uint64_t bytes(struct own_maps *own) {
    uint64_t all = 0;
    begin(own);
    while (next(own)) all += own->m.high - own->m.low;
    return all;
}

/* Locks the program's mappings. Those that cannot be locked are skipped, as mlockall does. */
static void lock_present(struct own_maps *own, int on_fault) {
    begin(own);
    while (next(own))
        ort_os_lock_memory((const void *)own->m.low, own->m.high - own->m.low,
                           on_fault ? MLOCK_ONFAULT : 0);
}

/* ---- mlockall ---- */

/* Returns what mlockall would return if the runtime's memory did not exist: 0 or -errno. */
static long judge(struct own_maps *own, int flags) {
    uint64_t limit[2] = {0, 0};
    if (!flags || flags == MCL_ONFAULT || flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT))
        return -EINVAL;
    if (ort_os_capable(CAP_IPC_LOCK)) return 0;
    ort_os_limit(0, RLIMIT_MEMLOCK, NULL, limit);
    if (!limit[0]) return -EPERM;
    return flags & MCL_CURRENT && bytes(own) > limit[0] ? -ENOMEM : 0;
}

static long lock_future(int flags) {
    long r = ort_os_lock_future(1);
    if (r >= 0) r = ort_os_lock_all(flags & ~MCL_CURRENT);
    if (r < 0 && !future) ort_os_lock_future(0);
    if (r >= 0) future = 1;
    return r;
}

/* Ends the locking of new mappings. The kernel can only do this by unlocking all memory. */
static void unlock_future(void) {
    if (!future) return;
    ort_os_unlock_all();
    ort_os_lock_future(future = 0);
}

static long lock_all(int flags) {
    struct own_maps own;
    find_library(&own);
    long r = judge(&own, flags);
    if (r < 0) return r;
    if (flags & MCL_FUTURE)
        r = lock_future(flags);
    else
        unlock_future();
    if (r >= 0 && flags & MCL_CURRENT) lock_present(&own, flags & MCL_ONFAULT);
    return r;
}

/* For an instrumented program that is not recorded: only the runtime's library is not locked. */
static long lock_idle(int flags) {
    struct own_maps own;
    find_library(&own);
    long r = judge(&own, flags);
    if (r >= 0 && flags & MCL_FUTURE) r = ort_os_lock_all(flags & ~MCL_CURRENT);
    if (r >= 0 && flags & MCL_CURRENT) lock_present(&own, flags & MCL_ONFAULT);
    return r;
}

long ort_locked_memory_all(int flags) {
    if (!ort_recording) return lock_idle(flags);
    if (!ort_process_is_own()) return ort_os_lock_all(flags);
    uint64_t saved = ort_lock_take(ORT_LOCK_LIMITS);
    long r = lock_all(flags);
    ort_lock_drop(ORT_LOCK_LIMITS, saved);
    return r;
}

long ort_locked_memory_none(void) {
    if (!ort_process_is_own()) return ort_os_unlock_all();
    uint64_t saved = ort_lock_take(ORT_LOCK_LIMITS);
    long r = ort_os_unlock_all();
    if (r >= 0) ort_os_lock_future(future = 0);
    ort_lock_drop(ORT_LOCK_LIMITS, saved);
    return r;
}

void ort_locked_memory_forked(void) {
    if (!future) return; /* not written to needlessly, so that its page is not copied */
    ort_os_lock_future(future = 0);
}
