/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * os.c: makes system calls by the bare instruction. The C library's wrappers set errno, may be
 * interposed, and some are cancellation points; the recorded program must see none of that.
 */
#include "os.h"

#include <asm/hwcap2.h>
#include <asm/prctl.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <linux/mman.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

static inline long call6(long n, long a, long b, long c, long d, long e, long f) {
    long r;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(r)
                     : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return r;
}
#define CALL(n, a, b, c, d) call6(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)

long ort_os_call(long number, long a, long b, long c, long d, long e, long f) {
    return call6(number, a, b, c, d, e, f);
}

static int is_error(long r) {
    return r < 0 && r > -4096;
}

/* The runtime's mappings are kept together and away from the program's, so that the program's
 * layout does not become wider: the shadow's windows are finite. Addresses are only hints; the
 * kernel chooses others if it must. The windows are above (shadow.c). */
#define HINTS_END 0x5c0000000000ull

static uint64_t own_next = ORT_OWN_FIRST;

static void *hint(size_t size) {
    uint64_t room = (size + ORT_PAGE - 1) & ~(uint64_t)(ORT_PAGE - 1);
    uint64_t at = __atomic_fetch_add(&own_next, room, __ATOMIC_RELAXED);
    return at + room <= HINTS_END ? (void *)at : NULL;
}

void *ort_os_range(size_t size) {
    return hint(size);
}

static void (*before_mapping)(uint64_t more);
static void (*after_mapping)(uint64_t more);

void ort_os_watch_mappings(void (*before)(uint64_t more), void (*after)(uint64_t more)) {
    before_mapping = before;
    after_mapping = after;
}

static long map_new(void *at, size_t size, int protection, int flags, int fd, uint64_t offset) {
    if (before_mapping) before_mapping(size);
    long r = call6(SYS_mmap, (long)at, (long)size, protection, flags, fd, (long)offset);
    if (after_mapping) after_mapping(size);
    return r;
}

static long remap(const void *from, size_t size, const void *to, size_t to_size) {
    if (before_mapping) before_mapping(to_size);
    long r = call6(SYS_mremap, (long)from, (long)size, (long)to_size, MREMAP_MAYMOVE | MREMAP_FIXED,
                   (long)to, 0);
    if (after_mapping) after_mapping(to_size);
    return r;
}

/* ---- while new mappings are locked (MCL_FUTURE) ----
 *
 * A mapping stays locked or unlocked when it is resized. The runtime's new mappings therefore grow
 * out of single pages that were mapped before. */
#define SEEDS 1024u

static char *seeds;
static uint32_t seeds_used;
static int future_is_locked;

long ort_os_lock_future(int on) {
    if (on && !seeds) {
        long r = map_new(hint(SEEDS * ORT_PAGE), SEEDS * ORT_PAGE, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (is_error(r)) return r;
        seeds = (char *)r;
    }
    future_is_locked = on;
    return 0;
}

static long grow_seed(void *where, size_t size, int protection) {
    uint32_t n = __atomic_fetch_add(&seeds_used, 1, __ATOMIC_RELAXED);
    void *to = where ? where : hint(size);
    if (n >= SEEDS || !to) return -ENOMEM;
    char *seed = seeds + (uint64_t)n * ORT_PAGE;
    if (protection == PROT_NONE) CALL(SYS_mprotect, seed, ORT_PAGE, PROT_NONE, 0);
    return remap(seed, ORT_PAGE, to, size);
}

/* ---- mappings ---- */

static void *map(void *where, size_t size, int protection, int flags, int fd, uint64_t offset) {
    long r;
    if (future_is_locked && fd < 0)
        r = grow_seed(where, size, protection);
    else
        r = map_new(where ? where : hint(size), size, protection, flags, fd, offset);
    if (is_error(r)) return NULL;
    if (where && (void *)r != where) { /* a kernel without MAP_FIXED_NOREPLACE took it for a hint */
        ort_os_unmap((void *)r, size);
        return NULL;
    }
    if (future_is_locked && fd >= 0) CALL(SYS_munlock, r, size, 0, 0);
    return (void *)r;
}

void *ort_os_reserve(void *where, size_t size) {
    int fixed = where ? MAP_FIXED_NOREPLACE : 0;
    return map(where, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
}

void *ort_os_memory(void *where, size_t size) {
    int fixed = where ? MAP_FIXED_NOREPLACE : 0;
    return map(where, size, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
}

void *ort_os_back(void *at, size_t size) {
    if (future_is_locked) /* part of a reserved range, which is empty */
        return CALL(SYS_mprotect, at, size, PROT_READ | PROT_WRITE, 0) < 0 ? NULL : at;
    return map(at, size, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

void *ort_os_map_file(void *where, size_t size, int fd, uint64_t offset) {
    return map(where, size, PROT_READ | PROT_WRITE, MAP_SHARED | (where ? MAP_FIXED : 0), fd,
               offset);
}

void *ort_os_map_again(void *from, void *where, size_t size) {
    long r = remap(from, 0, where, size);
    return is_error(r) ? NULL : (void *)r;
}

long ort_os_move_grown(void *from, size_t size, void *to, size_t to_size) {
    long r = remap(from, size, to, to_size);
    return is_error(r) ? r : 0;
}

void ort_os_unmap(void *at, size_t size) {
    CALL(SYS_munmap, at, size, 0, 0);
    if (after_mapping) after_mapping(0);
}

void ort_os_drop(void *at, size_t size) {
    if (CALL(SYS_madvise, at, size, MADV_DONTNEED, 0) == 0) return;
    for (uint64_t *word = at, *end = word + size / 8; word < end; word++) /* such as locked pages */
        if (*word) *word = 0;
}

void ort_os_leave(void *at, size_t size) {
    CALL(SYS_madvise, at, size, MADV_DONTNEED, 0);
}

void ort_os_populate(void *at, size_t size) {
    uintptr_t from = ((uintptr_t)at + ORT_PAGE - 1) & ~(uintptr_t)(ORT_PAGE - 1);
    uintptr_t to = ((uintptr_t)at + size) & ~(uintptr_t)(ORT_PAGE - 1);
    if (from < to) CALL(SYS_madvise, from, to - from, MADV_POPULATE_WRITE, 0);
}

void ort_os_hide(void *at, size_t size) {
    CALL(SYS_madvise, at, size, MADV_WIPEONFORK, 0);
    CALL(SYS_madvise, at, size, MADV_DONTDUMP, 0);
    CALL(SYS_madvise, at, size, MADV_NOHUGEPAGE, 0);
}

int ort_os_any_mapped(const void *at, size_t size) {
    unsigned char resident;
    uintptr_t p = (uintptr_t)at & ~(uintptr_t)(ORT_PAGE - 1);
    for (; p < (uintptr_t)at + size; p += ORT_PAGE)
        if (CALL(SYS_mincore, p, ORT_PAGE, &resident, 0) == 0) return 1;
    return 0;
}

long ort_os_open(const char *path, int flags, int mode) {
    return CALL(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, mode);
}

void ort_os_close(int fd) {
    CALL(SYS_close, fd, 0, 0, 0);
}

long ort_os_duplicate(int fd, int least) {
    return CALL(SYS_fcntl, fd, F_DUPFD_CLOEXEC, least, 0);
}

long ort_os_stat(int fd, struct stat *into) {
    return CALL(SYS_fstat, fd, into, 0, 0);
}

long ort_os_offset(int fd) {
    return CALL(SYS_lseek, fd, 0, SEEK_CUR, 0);
}

long ort_os_read(int fd, void *into, size_t size) {
    long r;
    do r = CALL(SYS_read, fd, into, size, 0);
    while (r == -EINTR);
    return r;
}

void ort_os_say(const char *text) {
    size_t size = 0;
    while (text[size]) size++;
    CALL(SYS_write, 2, text, size, 0);
}

long ort_os_write(int fd, const void *from, size_t size, uint64_t offset) {
    for (size_t done = 0; done < size;) {
        long r = CALL(SYS_pwrite64, fd, (const char *)from + done, size - done, offset + done);
        if (r == -EINTR) continue;
        if (r <= 0) return r ? r : -ENOSPC;
        done += (size_t)r;
    }
    return 0;
}

/* Writes large pieces: the kernel caches what is written in pieces as large as the call. */
long ort_os_write_zeros(int fd, uint64_t offset, uint64_t size) {
    static char zeros[64 << 10]; /* never written: takes no room in the library */
    long r = 0;
    for (uint64_t end = offset + size; offset < end && r == 0; offset += sizeof zeros)
        r = ort_os_write(fd, zeros, end - offset < sizeof zeros ? end - offset : sizeof zeros,
                         offset);
    return r;
}

long ort_os_allocate(int fd, uint64_t offset, uint64_t size) {
    long r;
    do r = CALL(SYS_fallocate, fd, 0, offset, size);
    while (r == -EINTR);
    return r == -EOPNOTSUPP || r == -ENOSYS ? ort_os_write_zeros(fd, offset, size) : r;
}

long ort_os_memory_file(uint64_t size) {
    long fd = CALL(SYS_memfd_create, "ordo", MFD_CLOEXEC, 0, 0);
    long r = fd < 0 ? fd : CALL(SYS_ftruncate, fd, size, 0, 0);
    if (r < 0 && fd >= 0) ort_os_close((int)fd);
    return r < 0 ? r : fd;
}

long ort_os_readlink(const char *path, char *into, size_t size) {
    return CALL(SYS_readlinkat, AT_FDCWD, path, into, size);
}

long ort_os_getcwd(char *into, size_t size) {
    return CALL(SYS_getcwd, into, size, 0, 0);
}

long ort_os_limit(int pid, int which, const uint64_t *set, uint64_t *old) {
    return CALL(SYS_prlimit64, pid, which, set, old);
}

static uint64_t limit_of(int which) {
    uint64_t limit[2] = {~0ull, ~0ull};
    ort_os_limit(0, which, NULL, limit);
    return limit[0];
}

uint64_t ort_os_limit_file(void) {
    return limit_of(RLIMIT_FSIZE);
}

uint64_t ort_os_limit_memory(void) {
    return limit_of(RLIMIT_AS);
}

uint64_t ort_os_limit_data(void) {
    return limit_of(RLIMIT_DATA);
}

int ort_os_capable(int capability) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0, 0, 0}, {0, 0, 0}};
    if (CALL(SYS_capget, &header, data, 0, 0) < 0) return 0;
    return data[capability / 32].effective >> (capability % 32) & 1;
}

long ort_os_lock_memory(const void *at, size_t size, int flags) {
    return flags ? CALL(SYS_mlock2, at, size, flags, 0) : CALL(SYS_mlock, at, size, 0, 0);
}

long ort_os_lock_all(int flags) {
    return CALL(SYS_mlockall, flags, 0, 0, 0);
}

long ort_os_unlock_all(void) {
    return CALL(SYS_munlockall, 0, 0, 0, 0);
}

static uint64_t read_clock(int which) {
    struct timespec now = {0, 0};
    CALL(SYS_clock_gettime, which, &now, 0, 0);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t ort_os_now_ns(void) {
    return read_clock(CLOCK_REALTIME);
}

uint64_t ort_os_monotonic_ns(void) {
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t ort_os_boot_ns(void) {
    return read_clock(CLOCK_BOOTTIME);
}

uint64_t ort_os_thread_cpu_ns(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void ort_os_unlink(const char *path) {
    CALL(SYS_unlinkat, AT_FDCWD, path, 0, 0);
}

long ort_os_make_folder(const char *path, int mode) {
    return CALL(SYS_mkdirat, AT_FDCWD, path, mode, 0);
}

uint32_t ort_os_pid(void) {
    long r = CALL(SYS_getpid, 0, 0, 0, 0);
    return r < 0 ? 0 : (uint32_t)r;
}

uint32_t ort_os_parent(void) {
    return (uint32_t)CALL(SYS_getppid, 0, 0, 0, 0);
}

uint32_t ort_os_tid(void) {
    return (uint32_t)CALL(SYS_gettid, 0, 0, 0, 0);
}

/* Uses the instruction if the kernel lets programs use it. It is not a system call, and it also
 * accepts a base in the kernel's half of the addresses, which is where a base that leads down to
 * lower addresses is. */
long ort_os_set_gs(uint64_t base) {
    if (!(getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE))
        return CALL(SYS_arch_prctl, ARCH_SET_GS, base, 0, 0);
    __asm__ volatile("wrgsbase %0" : : "r"(base) : "memory");
    return 0;
}

void ort_os_yield(void) {
    CALL(SYS_sched_yield, 0, 0, 0, 0);
}

void ort_os_wait(const int *word, int value, unsigned ms) {
    const struct timespec most = {ms / 1000, ms % 1000 * 1000000l};
    CALL(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, ms ? &most : NULL);
}

void ort_os_wake(const int *word) {
    CALL(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, 0);
}

long ort_os_fence_prepare(void) {
    return CALL(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0, 0);
}

long ort_os_fence(void) {
    return CALL(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0, 0);
}

/* The kernel's own struct sigaction. The kernel does not provide the code that returns from a
 * handler. */
struct kernel_action {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};
#define RESTORER 0x04000000ul

__attribute__((naked)) static void back_from_handler(void) {
    __asm__ volatile("mov %0, %%eax\n\tsyscall" : : "i"(SYS_rt_sigreturn));
}

long ort_os_handle(int signal, void (*handler)(int)) {
    struct kernel_action old = {0}, action = {handler, SA_RESTART | RESTORER, back_from_handler, 0};
    long r = CALL(SYS_rt_sigaction, signal, NULL, &old, sizeof old.mask);
    if (r < 0) return r;
    if (old.handler != SIG_DFL && old.handler != SIG_IGN) return -EBUSY;
    return CALL(SYS_rt_sigaction, signal, &action, NULL, sizeof action.mask);
}

uint64_t ort_os_signals_block(void) {
    uint64_t all = ~0ull, saved = 0;
    CALL(SYS_rt_sigprocmask, 0 /* SIG_BLOCK */, &all, &saved, sizeof all);
    return saved;
}

void ort_os_signals_restore(uint64_t saved) {
    CALL(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, &saved, 0, sizeof saved);
}
