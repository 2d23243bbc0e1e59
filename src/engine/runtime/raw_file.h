/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_file.h: the raw file of this process (abi/raw.def), which is at the same time the memory in
 * which the runtime keeps what it has counted: mapped shared, so that a kill loses nothing.
 *
 * A file offset is an address less ort_raw.base. Blocks never move. Room on the disk is secured
 * before it is mapped (no SIGBUS), within RLIMIT_FSIZE (no SIGXFSZ). No descriptor is kept open, but
 * by a process that gave up its right to open the file again (ort_raw_hold).
 *
 * Errors:  NULL when there is no room; recording has then been stopped (ort_stop).
 * Threads: any. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_RAW_FILE_H
#define ORT_RAW_FILE_H

#include "abi/raw.h"
#include "lock.h"

struct ort_raw {
    char *base; /* of the reserved range; the header is there */
    uint64_t reserved, backed;
    uint64_t device, inode;
    int held; /* a descriptor of the file, + 1; the program may have closed it */
    uint64_t free_lists[48]; /* by log2 of the size: offset of the first free block, or 0 */
    uint64_t folder_length;  /* of `path`, up to and with the slash before the file's name */
    char path[1024];
};

extern struct ort_raw ort_raw;

static inline struct ordo_raw_header *ort_raw_header(void) {
    return (struct ordo_raw_header *)ort_raw.base;
}

static inline uint64_t ort_raw_offset(const void *at) {
    return (uint64_t)((const char *)at - ort_raw.base);
}

/* Creates the process's raw file in ort_settings.raw_dir: 0 or -errno. */
long ort_raw_create(void);

/* The process is about to become another user, or to get another root. */
void ort_raw_hold(void);

/* In a fork's child: a new file takes the place of the inherited one at the same addresses.
 * `used` is its header's at the fork; `keep` says of each block whether its bytes
 * are wanted (they keep their address). When there can be no new file, memory takes its place and
 * recording stops. Returns 0, or -1 when not even that is to be had and the inherited file is still
 * in place. */
int ort_raw_fork(uint64_t used, int (*keep)(const struct ordo_raw_block *));
/* The same at any time, but that the file stays where there can be no new one: -1, and that nobody
 * remembers the other blocks: the new file ends with the last wanted one. */
int ort_raw_renew(uint64_t used, int (*keep)(const struct ordo_raw_block *));

/* A block of at least `size` bytes, header filled but for its kind, the rest zero. Its payload at
 * +64 is page-aligned if `page_payload`. It becomes visible by ort_raw_publish. */
void *ort_raw_block(uint32_t thread, uint64_t size, int page_payload);

static inline void ort_raw_publish(void *block, uint32_t kind) {
    __asm__ volatile("" ::: "memory");
    __atomic_store_n(&((struct ordo_raw_block *)block)->kind, kind, __ATOMIC_RELEASE);
}

/* The block's contents are void; its room serves later blocks. */
void ort_raw_release(void *block);

#endif
