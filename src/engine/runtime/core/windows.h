/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * windows.h: where the shadow word of an address is in a thread's windows (shadow.h).
 *
 * Threads: the owner of `t`; tags are shared. Signal-safe: yes.
 */
#ifndef ORT_WINDOWS_H
#define ORT_WINDOWS_H

#include "thread_state.h"

#define ORT_TAG_SHIFT 16 /* log2 of the bytes that share a tag: 64 KiB */
#define ORT_BIT45 (1ull << 45)

/* Returns the index of addr's piece among the pieces of 2^shift bytes of the address space under
 * the thread's mask. */
static inline uint64_t ort_window_index(const struct ort_thread *t, uintptr_t addr, int shift) {
    uint64_t masked = addr & t->hot.shadow_mask, low = t->window_bytes;
    return ((masked & ORT_BIT45 ? low : 0) + (masked & (low - 1))) >> shift;
}

static inline uint32_t *ort_window_word(const struct ort_thread *t, uintptr_t addr) {
    return (uint32_t *)(t->hot.shadow_base + ((addr & t->hot.shadow_mask) >> 1));
}

#define ORT_BLOCK_SHIFT 22 /* log2 of the bytes per bit of `touched`: 4 MiB, 2 MiB of shadow */

static inline int ort_window_touched(const struct ort_thread *t, uintptr_t addr) {
    uint64_t block = ort_window_index(t, addr, ORT_BLOCK_SHIFT);
    return t->touched[block >> 6] >> (block & 63) & 1;
}

/* Returns whether the thread's window holds addr's stamps, and not those of other addresses. */
static inline int ort_window_tagged(const struct ort_thread *t, uintptr_t addr) {
    return t->tags[ort_window_index(t, addr, ORT_TAG_SHIFT)] == (uint16_t)((addr >> 36) + 1);
}

#endif
