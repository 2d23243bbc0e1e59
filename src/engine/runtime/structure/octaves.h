/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * octaves.h: magnitudes of counts, by which those that are about the same are told from others.
 *
 * Threads: any; no state. Signal-safe: yes.
 */
#ifndef ORT_OCTAVES_H
#define ORT_OCTAVES_H

#include <stdint.h>

/* Quarters of an octave: the same for counts that differ by less than a fifth or so, one more for
 * the next ones, four more for twice as many. Counts below 8 have one each. */
static inline uint32_t ort_quarter_octave(uint64_t n) {
    if (n < 4) return (uint32_t)n;
    uint32_t log2 = 63u - (uint32_t)__builtin_clzll(n);
    return 4 * log2 - 4 + ((uint32_t)(n >> (log2 - 2)) & 3);
}

#endif
