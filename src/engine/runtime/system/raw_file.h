/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_file.h: the raw file of this process (abi/raw.def). It is also the memory in which the
 * runtime keeps what it has counted: it is mapped shared, so that a kill loses nothing.
 *
 * A file offset is an address minus ort_raw.base. Blocks never move. The file is mapped once, at
 * the greatest length that it may ever have. Only the first `backed` bytes exist on the disk, and
 * nothing beyond them is touched (no SIGBUS). The file grows only within RLIMIT_FSIZE (no SIGXFSZ).
 *
 * Errors:  NULL if there is no room; recording has then been stopped (ort_stop).
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

/* Returns how many bytes of a file that long may be touched: as many as are mapped. */
uint64_t ort_raw_backed(uint64_t length);

enum ort_raw_place {
    ORT_RAW_ANYWHERE,
    /* After all existing blocks. A fork's child copies its parent's blocks of the kinds that it
     * needs while the parent continues, up to where the file ended at the fork. Until then, blocks
     * of these kinds must not take the place of older ones. */
    ORT_RAW_BEHIND,
    ORT_RAW_PAGES /* after all existing blocks, with a page-aligned payload at +64 */
};

/* Returns a block of at least `size` bytes. Its header is filled except its kind; the rest is zero.
 * Readers see it after ort_raw_publish. */
void *ort_raw_block(uint32_t thread, uint64_t size, enum ort_raw_place place);

static inline void ort_raw_publish(void *block, uint32_t kind) {
    __asm__ volatile("" ::: "memory");
    __atomic_store_n(&((struct ordo_raw_block *)block)->kind, kind, __ATOMIC_RELEASE);
}

/* Discards the block's contents. Later blocks use its room. */
void ort_raw_release(void *block);

#endif
