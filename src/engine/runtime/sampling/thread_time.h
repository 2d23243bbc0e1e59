/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread_time.h: a thread's CPU time with few readings. A reading is a system call, which takes
 * microseconds if nothing of the kernel is in the caches. Between two readings the thread is
 * assumed to have run all the time.
 *
 * If it waited instead, the next reading corrects that: at once if the time was not asked for
 * lately (ORT_TIME_GAP_TICKS), otherwise within ORT_TIME_READ_TICKS.
 *
 * Units:   nanoseconds of CPU time; ticks of sample_clock.h. The caller reads the clocks.
 * Threads: the owner of the structure. Signal-safe: yes.
 */
#ifndef ORT_THREAD_TIME_H
#define ORT_THREAD_TIME_H

#include "sample_clock.h"

#define ORT_TIME_GAP_TICKS 3000000u   /* about 1 ms: it may have waited if not asked for so long */
#define ORT_TIME_READ_TICKS 48000000u /* about 16 ms */

struct ort_thread_time {
    uint64_t cpu_ns, ticks; /* of the last reading; 0: there was none */
    uint64_t asked;         /* ticks when the time was last asked for */
};

/* Must the time be read when it is asked for at `now`? */
static inline int ort_thread_time_due(const struct ort_thread_time *t, uint64_t now) {
    return now - t->asked > ORT_TIME_GAP_TICKS || now - t->ticks > ORT_TIME_READ_TICKS;
}

/* Notes a reading at `now`. */
static inline void ort_thread_time_read(struct ort_thread_time *t, uint64_t cpu_ns, uint64_t now) {
    *t = (struct ort_thread_time){cpu_ns, now, now};
}

/* Returns the CPU time at `now` without a reading. */
static inline uint64_t ort_thread_time_guess(struct ort_thread_time *t, uint64_t now) {
    t->asked = now;
    return t->cpu_ns + ort_clock_ns(now - t->ticks);
}

/* Returns the nanoseconds that the thread has waited from `began` until the reading `to`, as far as
 * is known. The reading before, `from`, may be older than `began`; waits in between count as
 * well. */
static inline uint64_t ort_thread_time_waited(const struct ort_thread_time *from,
                                              const struct ort_thread_time *to, uint64_t began) {
    uint64_t ns = ort_clock_ns(to->ticks - from->ticks), cpu = to->cpu_ns - from->cpu_ns;
    uint64_t waited = ns > cpu ? ns - cpu : 0, all = ort_clock_ns(to->ticks - began);
    return waited < all ? waited : all;
}

/* Returns the CPU time from `began` until the reading `to`: all time but the wait above, or if that
 * is more, the CPU time since `from`, up to `allowed` and up to all time since `began`. */
static inline uint64_t ort_thread_time_used(const struct ort_thread_time *from,
                                            const struct ort_thread_time *to, uint64_t began,
                                            uint64_t allowed) {
    uint64_t all = ort_clock_ns(to->ticks - began), most = to->cpu_ns - from->cpu_ns;
    uint64_t least = all - ort_thread_time_waited(from, to, began);
    if (most > all) most = all;
    if (most > allowed) most = allowed;
    return most > least ? most : least;
}

#endif
