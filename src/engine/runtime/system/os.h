/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * os.h: every system call of the runtime, made directly to the kernel.
 *
 * Errors:      functions that return `long` return a value >= 0 or -errno; those that return a
 *              pointer return NULL. errno is not changed.
 * Threads:     any.          Signal-safe: yes.        May allocate: no.
 */
#ifndef ORT_OS_H
#define ORT_OS_H

#include <stddef.h>
#include <stdint.h>

#define ORT_PAGE 4096u

/* The part of the address space that has the runtime's mappings. Mappings of the program are in it
 * only if the program asks for these addresses. It is above executables and their heaps, because
 * arch_prctl, which sets GS where the kernel does not let programs do so (before Linux 5.9, and on
 * processors without FSGSBASE), rejects negative distances (gate_area.c). */
#define ORT_OWN_FIRST 0x570000000000ull
#define ORT_OWN_END 0x7c0000000000ull

/* Reserves addresses without memory, exactly at `where` unless that is NULL. */
void *ort_os_reserve(void *where, size_t size);
/* Returns addresses that nothing else in the runtime asks for, and maps nothing there; NULL if none
 * are left. */
void *ort_os_range(size_t size);
/* Maps zeroed private memory, which takes room only where it is touched, exactly at `where` unless
 * that is NULL. */
void *ort_os_memory(void *where, size_t size);
/* Maps the bytes [offset, offset + size) of the file `fd`, shared, in place of whatever is mapped
 * at `where` (NULL: anywhere). */
void *ort_os_map_file(void *where, size_t size, int fd, uint64_t offset);
/* Maps the shared mapping [from, from + size) a second time, in place of whatever is mapped at
 * `where`. */
void *ort_os_map_again(void *from, void *where, size_t size);
/* Maps zeroed private memory in place of whatever is mapped at [at, at + size). */
void *ort_os_back(void *at, size_t size);
/* Moves the mapping [from, from + size) to `to`, in place of whatever is mapped there, and makes it
 * `to_size` bytes long; new bytes are zero. Returns 0 or -errno. */
long ort_os_move_grown(void *from, size_t size, void *to, size_t to_size);
void ort_os_unmap(void *at, size_t size);
/* Sets whole pages of private memory to zero and frees their room. */
void ort_os_drop(void *at, size_t size);
/* Drops pages of a mapped file from memory. They are read from the file when they are touched
 * again. */
void ort_os_leave(void *at, size_t size);
/* Brings the whole pages of the range into memory at once, which costs less than one by one. Does
 * nothing if the kernel is too old. */
void ort_os_populate(void *at, size_t size);
/* Makes the range zero in a fork's child, and leaves it out of core dumps. */
void ort_os_hide(void *at, size_t size);
/* Returns 1 if any page of [at, at + size) is mapped. */
int ort_os_any_mapped(const void *at, size_t size);

long ort_os_open(const char *path, int flags, int mode);
void ort_os_close(int fd);
struct stat;
long ort_os_stat(int fd, struct stat *into);
/* Returns where the descriptor reads and writes next, or -errno. */
long ort_os_offset(int fd);
/* Returns a duplicate of the descriptor that is at least `least`, closed by exec. */
long ort_os_duplicate(int fd, int least);
long ort_os_read(int fd, void *into, size_t size);
void ort_os_say(const char *text); /* on standard error; what cannot be written is dropped */
/* Writes all of it at `offset`: 0 or -errno. */
long ort_os_write(int fd, const void *from, size_t size, uint64_t offset);
/* Makes the file's bytes [offset, offset + size), which hold nothing yet, exist on the disk: 0 or
 * -errno. */
long ort_os_allocate(int fd, uint64_t offset, uint64_t size);
/* Does the same by writing zeros, which are then in the kernel's cache. This takes a quarter of the
 * time of touching them page by page through a mapping. Returns 0 or -errno. */
long ort_os_write_zeros(int fd, uint64_t offset, uint64_t size);
/* Returns a descriptor of a new file of `size` zeros that is in no folder and takes room only where
 * it is touched; or -errno. */
long ort_os_memory_file(uint64_t size);
void ort_os_unlink(const char *path);
long ort_os_readlink(const char *path, char *into, size_t size);
long ort_os_getcwd(char *into, size_t size);
/* Calls prlimit for the calling process (0) or another one. A limit is a pair, the soft and the
 * hard limit; ~0 means no limit. Either pointer may be NULL. Returns 0 or -errno. */
long ort_os_limit(int pid, int which, const uint64_t *set, uint64_t *old);
/* Returns whether the process has the capability (CAP_*) in effect. */
int ort_os_capable(int capability);
/* Lock and unlock memory, like the system calls of these names: 0 or -errno. */
long ort_os_lock_memory(const void *at, size_t size, int flags); /* mlock2 */
long ort_os_lock_all(int flags);
long ort_os_unlock_all(void);
/* Must be called before the kernel begins to lock all new mappings of the process (MCL_FUTURE; `on`
 * 1), and after it ceased to (0), so that those of the runtime are not locked. Returns 0 or
 * -errno. */
long ort_os_lock_future(int on);
/* Sets the functions that are called before the runtime maps so many bytes and after it has.
 * `after` is also called, with 0, after it has unmapped some. */
void ort_os_watch_mappings(void (*before)(uint64_t more), void (*after)(uint64_t more));
/* Return the bytes that a file may have (RLIMIT_FSIZE), that the process may map (RLIMIT_AS), and
 * that it may map as private memory that can be written to (RLIMIT_DATA); ~0: no limit. */
uint64_t ort_os_limit_file(void);
uint64_t ort_os_limit_memory(void);
uint64_t ort_os_limit_data(void);

uint64_t ort_os_now_ns(void);        /* CLOCK_REALTIME */
uint64_t ort_os_monotonic_ns(void);  /* CLOCK_MONOTONIC */
uint64_t ort_os_boot_ns(void);       /* CLOCK_BOOTTIME */
uint64_t ort_os_thread_cpu_ns(void); /* CPU time of the calling thread */
long ort_os_make_folder(const char *path, int mode);
uint32_t ort_os_pid(void);
uint32_t ort_os_parent(void);
uint32_t ort_os_tid(void);
void ort_os_yield(void);
/* Makes a system call on behalf of the program. Returns what the kernel returns. */
long ort_os_call(long number, long a, long b, long c, long d, long e, long f);
/* Sleeps while the word is `value`, for at most so many milliseconds (0: no bound). It may return
 * early, so the caller must look again. ort_os_wake wakes one sleeper. */
void ort_os_wait(const int *word, int value, unsigned ms);
void ort_os_wake(const int *word);
/* Sets the base of the calling thread's segment register GS: 0 or -errno. */
long ort_os_set_gs(uint64_t base);
/* ort_os_fence returns after every other thread of the process has passed a memory barrier. The
 * process must have called ort_os_fence_prepare before. Both return 0 or -errno. */
long ort_os_fence_prepare(void);
long ort_os_fence(void);
/* Installs a handler for a signal that has none: 0, -EBUSY if it has one, or -errno. System calls
 * that it interrupts are restarted. */
long ort_os_handle(int signal, void (*handler)(int));
/* Blocks every signal. Returns the signal mask that ort_os_signals_restore restores. */
uint64_t ort_os_signals_block(void);
void ort_os_signals_restore(uint64_t saved);

#endif
