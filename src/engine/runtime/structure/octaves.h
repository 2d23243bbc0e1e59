/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * octaves.h: classes of counts by magnitude: counts that are about the same are in one class.
 *
 * Threads: any; no state. Signal-safe: yes.
 */
#ifndef ORT_OCTAVES_H
#define ORT_OCTAVES_H

#include <stdint.h>

/* Returns the quarter of an octave that n is in. It is the same for counts that differ by less than
 * about a fifth, one more for the next ones, and four more for twice as many. Counts below 8 have
 * one each. */
static inline uint32_t ort_quarter_octave(uint64_t n) {
    if (n < 4) return (uint32_t)n;
    uint32_t log2 = 63u - (uint32_t)__builtin_clzll(n);
    return 4 * log2 - 4 + ((uint32_t)(n >> (log2 - 2)) & 3);
}

#endif
