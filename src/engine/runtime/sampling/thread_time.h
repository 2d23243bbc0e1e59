/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread_time.h: a thread's CPU time by few readings. One is a system call, which takes
 * microseconds where nothing of the kernel is in the caches; between two of them the thread is
 * taken to have run.
 *
 * What is wrong with that when it waited is made good by the next reading: at once when the time
 * was not asked for lately, otherwise within ORT_TIME_READ_TICKS.
 *
 * Units:   nanoseconds of CPU time; ticks of sample_clock.h. The caller reads the clocks.
 * Threads: the owner of the structure. Signal-safe: yes.
 */
#ifndef ORT_THREAD_TIME_H
#define ORT_THREAD_TIME_H

#include "sample_clock.h"

#define ORT_TIME_GAP_TICKS 3000000u   /* about 1 ms: who is silent so long may have waited */
#define ORT_TIME_READ_TICKS 48000000u /* about 16 ms */

struct ort_thread_time {
    uint64_t cpu_ns, ticks; /* of the last reading; 0: there was none */
    uint64_t asked;         /* ticks when the time was last asked for */
};

/* Is it to be read when it is asked for at `now`? */
static inline int ort_thread_time_due(const struct ort_thread_time *t, uint64_t now) {
    return now - t->asked > ORT_TIME_GAP_TICKS || now - t->ticks > ORT_TIME_READ_TICKS;
}

/* It was read at `now`. */
static inline void ort_thread_time_read(struct ort_thread_time *t, uint64_t cpu_ns, uint64_t now) {
    *t = (struct ort_thread_time){cpu_ns, now, now};
}

/* It is asked for at `now` and not read. */
static inline uint64_t ort_thread_time_guess(struct ort_thread_time *t, uint64_t now) {
    t->asked = now;
    return t->cpu_ns + ort_clock_ns(now - t->ticks);
}

/* Nanoseconds that the thread has waited from `began` up to the reading `to`, as far as can be
 * told: `from`, the last reading before, may be older, and what it waited in between counts as
 * well. */
static inline uint64_t ort_thread_time_waited(const struct ort_thread_time *from,
                                              const struct ort_thread_time *to, uint64_t began) {
    uint64_t ns = ort_clock_ns(to->ticks - from->ticks), cpu = to->cpu_ns - from->cpu_ns;
    uint64_t waited = ns > cpu ? ns - cpu : 0, all = ort_clock_ns(to->ticks - began);
    return waited < all ? waited : all;
}

/* CPU time from `began` up to the reading `to`: at least what was not waited as above; up to
 * `allowed`, when it lasted so long, it is not believed to have waited. */
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
