/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_clock.h: elapsed time without a system call: the processor's cycle counter, whose rate is
 * measured against CLOCK_MONOTONIC while the process runs.
 *
 * Units:   ticks of the counter; nanoseconds.
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_SAMPLE_CLOCK_H
#define ORT_SAMPLE_CLOCK_H

#include <stdint.h>

static inline uint64_t ort_clock_ticks(void) {
    return __builtin_ia32_rdtsc();
}

/* Once, before the others. */
void ort_clock_start(void);

/* What so many ticks last, and the other way round (up to a few seconds). */
uint64_t ort_clock_ns(uint64_t ticks);
uint64_t ort_clock_ticks_of(uint64_t ns);

/* Nanoseconds from ort_clock_start to the moment that the counter stood at `ticks`. */
uint64_t ort_clock_since_start(uint64_t ticks);

/* Measures the rate again when that makes it clearly better: a few times in a process's life. */
void ort_clock_adjust(uint64_t now_ticks);

#endif
