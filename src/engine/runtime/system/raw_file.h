/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_file.h: the raw file of this process (abi/raw.def), which is at the same time the memory in
 * which the runtime keeps what it has counted: mapped shared, so that a kill loses nothing.
 *
 * A file offset is an address less ort_raw.base. Blocks never move. The file is mapped once, for
 * all that it may ever hold; the part that exists on the disk is `backed` bytes long and nothing
 * behind it is touched (no SIGBUS). It grows within RLIMIT_FSIZE (no SIGXFSZ).
 *
 * Errors:  NULL when there is no room; recording has then been stopped (ort_stop).
 * Threads: any. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_RAW_FILE_H
#define ORT_RAW_FILE_H

#include "abi/raw.h"
#include "lock.h"
#include "raw_state.h"

static inline uint64_t ort_raw_offset(const void *at) {
    return (uint64_t)((const char *)at - ort_raw.base);
}

/* Creates the process's raw file in ort_settings.raw_dir: 0 or -errno. */
long ort_raw_create(void);

enum ort_raw_place {
    ORT_RAW_ANYWHERE,
    /* Behind all that is there: a child of fork copies its parent's blocks of the kinds that it
     * needs while the parent goes on, up to where the file ended at the fork. Blocks of these kinds
     * must not take the place of older ones before that. */
    ORT_RAW_BEHIND,
    ORT_RAW_PAGES /* the same, and its payload at +64 is page-aligned */
};

/* A block of at least `size` bytes, header filled but for its kind, the rest zero. It becomes
 * visible by ort_raw_publish. */
void *ort_raw_block(uint32_t thread, uint64_t size, enum ort_raw_place place);

static inline void ort_raw_publish(void *block, uint32_t kind) {
    __asm__ volatile("" ::: "memory");
    __atomic_store_n(&((struct ordo_raw_block *)block)->kind, kind, __ATOMIC_RELEASE);
}

/* The block's contents are void; its room serves later blocks. */
void ort_raw_release(void *block);

#endif
