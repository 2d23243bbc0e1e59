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

/* Starts the clock. Called once, before the others. */
void ort_clock_start(void);

/* Convert ticks to nanoseconds, and nanoseconds to ticks (up to a few seconds). */
uint64_t ort_clock_ns(uint64_t ticks);
uint64_t ort_clock_ticks_of(uint64_t ns);

/* Returns the nanoseconds from ort_clock_start until the counter reached `ticks`; 0 if that was
 * before. */
uint64_t ort_clock_since_start(uint64_t ticks);

/* Measures the rate again if that makes it clearly more precise: a few times in a process's
 * life. */
void ort_clock_adjust(uint64_t now_ticks);

#endif
