/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * os.h: every system call of the runtime core, straight to the kernel.
 *
 * Errors:      functions returning `long` give a value >= 0 or -errno; those returning a pointer
 *              give NULL. errno is never touched.
 * Threads:     any; no state.          Signal-safe: yes.        May allocate: no.
 */
#ifndef ORT_OS_H
#define ORT_OS_H

#include <stddef.h>
#include <stdint.h>

#define ORT_PAGE 4096u

/* The part of the address space that the runtime's mappings are in, and the program's only where it
 * asks for it. */
#define ORT_OWN_FIRST 0x110000000000ull
#define ORT_OWN_END 0x380000000000ull

/* Address space without memory behind it; at `where` exactly when that is not NULL. */
void *ort_os_reserve(void *where, size_t size);
/* Addresses that nothing else of the runtime asks for; nothing is mapped at them by this. NULL:
 * none are left. */
void *ort_os_range(size_t size);
/* Zeroed private memory that takes room only where touched; at `where` exactly when not NULL. */
void *ort_os_memory(void *where, size_t size);
/* The bytes [offset, offset + size) of the file `fd`, shared, over whatever is at `where`. */
void *ort_os_map_file(void *where, size_t size, int fd, uint64_t offset);
/* A second view, at `where`, of the shared mapping [from, from + size). */
void *ort_os_map_again(void *from, void *where, size_t size);
/* The same over whatever is mapped at [at, at + size). */
void *ort_os_back(void *at, size_t size);
/* The mapping [from, from + size) goes to `to`, over whatever is there, and is `to_size` long
 * afterwards; what is new is zero. 0 or -errno. */
long ort_os_move_grown(void *from, size_t size, void *to, size_t to_size);
void ort_os_unmap(void *at, size_t size);
/* Whole pages of private memory become zero again and give their room back. */
void ort_os_drop(void *at, size_t size);
/* Pages of a file are not looked at for now: they are read from it when they are touched again. */
void ort_os_leave(void *at, size_t size);
/* The whole pages of it are there at once, which costs less than one by one; or not, where the
 * kernel is too old. */
void ort_os_populate(void *at, size_t size);
/* In a fork's child the range is zero; core dumps leave it out. */
void ort_os_hide(void *at, size_t size);
/* 1 when any page of [at, at + size) is mapped. */
int ort_os_any_mapped(const void *at, size_t size);

long ort_os_open(const char *path, int flags, int mode);
void ort_os_close(int fd);
struct stat;
long ort_os_stat(int fd, struct stat *into);
/* Another descriptor of the same, of `least` or above, closed by exec. */
long ort_os_duplicate(int fd, int least);
long ort_os_read(int fd, void *into, size_t size);
void ort_os_say(const char *text); /* on standard error, as much of it as goes */
/* Writes all of it at `offset`: 0 or -errno. */
long ort_os_write(int fd, const void *from, size_t size, uint64_t offset);
/* Makes the file's bytes [offset, offset + size), which hold nothing yet, exist on the disk. */
long ort_os_allocate(int fd, uint64_t offset, uint64_t size);
/* The same by writing zeros, which the kernel then has in its cache: a quarter of the time of
 * touching them page by page through a mapping. 0 or -errno. */
long ort_os_write_zeros(int fd, uint64_t offset, uint64_t size);
void ort_os_unlink(const char *path);
long ort_os_readlink(const char *path, char *into, size_t size);
long ort_os_getcwd(char *into, size_t size);
/* prlimit, of the calling process (0) or another: limits are pairs, what holds and the most that it
 * may be raised to; ~0: none. Either may be NULL. 0 or -errno. */
long ort_os_limit(int pid, int which, const uint64_t *set, uint64_t *old);
/* Is the process allowed what the capability (CAP_*) allows? */
int ort_os_capable(int capability);
/* The same as the system calls of these names: 0 or -errno. */
long ort_os_lock_memory(const void *at, size_t size, int flags); /* mlock2 */
long ort_os_lock_all(int flags);
long ort_os_unlock_all(void);
/* All mappings that the process makes are locked from now on (MCL_FUTURE), or no more. Those of the
 * runtime are not: 0 or -errno. */
long ort_os_lock_future(int on);
/* `before` is called before the runtime maps so many bytes, `after` when it has; and with 0 when it
 * gave some back. */
void ort_os_watch_mappings(void (*before)(uint64_t more), void (*after)(uint64_t more));
/* Bytes that a file may have (RLIMIT_FSIZE) and a process may map (RLIMIT_AS); ~0: no limit. */
uint64_t ort_os_limit_file(void);
uint64_t ort_os_limit_memory(void);
uint64_t ort_os_limit_data(void); /* on private memory that can be written to */

uint64_t ort_os_now_ns(void);        /* CLOCK_REALTIME */
uint64_t ort_os_monotonic_ns(void);  /* CLOCK_MONOTONIC */
uint64_t ort_os_thread_cpu_ns(void); /* CPU time of the calling thread */
long ort_os_make_folder(const char *path, int mode);
uint32_t ort_os_pid(void);
uint32_t ort_os_parent(void);
uint32_t ort_os_tid(void);
void ort_os_yield(void);
/* A system call of the program's own, which the runtime makes in its place: what the kernel says.
 */
long ort_os_call(long number, long a, long b, long c, long d, long e, long f);
/* Sleeps while the word is `value`, for at most so many milliseconds (0: any time), or not at all:
 * the caller looks again. wake: one sleeper. */
void ort_os_wait(const int *word, int value, unsigned ms);
void ort_os_wake(const int *word);
/* The calling thread's segment register GS begins at `base`: 0 or -errno. */
long ort_os_set_gs(uint64_t base);
/* ort_os_fence: every other thread of the process passes a memory barrier before it returns. For
 * that the process must have been prepared. 0 or -errno. */
long ort_os_fence_prepare(void);
long ort_os_fence(void);
/* Installs a handler for a signal that has none: 0, -EBUSY when it has one, or -errno. System calls
 * that it interrupts go on. */
long ort_os_handle(int signal, void (*handler)(int));
/* Blocks every signal; ort_os_signals_restore takes the result back. */
uint64_t ort_os_signals_block(void);
void ort_os_signals_restore(uint64_t saved);

#endif
