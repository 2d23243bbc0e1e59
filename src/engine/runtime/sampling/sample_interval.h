/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_interval.h: how many executions of a gate pass until the next one is sampled.
 *
 * Samples come in pairs of consecutive executions, because mark and recapture needs pairs (the
 * paper on production runs, section "Approximately profiling loops"). The number of executions
 * between two pairs is drawn from a geometric distribution, so that no period of the program is
 * always sampled or always missed. On average one of `rate` executions is sampled.
 *
 * If no rate is given, the budget decides. A gate then begins with short intervals, which grow with
 * its executions until 1 of 100 is sampled. They grow further if the gate has many samples, or if
 * its samples were given up. A sample that cannot be paid for is put off until it can be, judging
 * by how fast the gate's executions follow each other.
 *
 * Threads: the owner of the gate. Pure except for *random. Signal-safe: yes.
 */
#ifndef ORT_SAMPLE_INTERVAL_H
#define ORT_SAMPLE_INTERVAL_H

#include <stdint.h>

#define ORT_INTERVAL_RATE 100u       /* one of this many, if the budget decides */
#define ORT_INTERVAL_MOST 1000000000 /* executions */

/* What is known of a gate when its next interval is drawn. */
struct ort_gate_past {
    uint32_t samples; /* taken so far */
    uint8_t pressure; /* log2 of the factor by which intervals are lengthened */
    uint8_t second;   /* 1: the next execution is the second one of a pair */
    uint8_t need;   /* log2 of the factor by which a sample waits for more than the least credit */
    uint8_t unpaid; /* how often in a row a sample could not be paid for */
};

/* Returns the plain executions until the next pair. `rate`: one of how many executions is sampled;
 * 0: the budget decides. */
uint32_t ort_interval_draw(const struct ort_gate_past *past, uint64_t executions, uint64_t rate,
                           uint64_t *random);

/* Returns the plain executions until a gate asks again while nothing is recorded
 * (sampling_control.h) if the last `interval` took so many ticks of the clock. */
uint32_t ort_interval_idle(uint32_t interval, uint64_t ticks);

/* How fast a gate's executions have followed each other: so many, of `all`, in so many ticks. */
struct ort_gate_pace {
    uint64_t all, executions, ticks;
};

/* Notes that a sample could not be paid for, and will not be for `wait` ticks. Returns the plain
 * executions until then at this pace. If other gates have used up the credit by then, the wait
 * doubles each time. As executions may take longer and longer, they do not become more than twice
 * as many until then. A gate that never had a sample waits for half as much credit the next time.
 */
uint32_t ort_interval_unpaid(struct ort_gate_past *past, struct ort_gate_pace pace, uint64_t wait);

/* Note that a sample was given up; that one was complete and took `ns`. */
void ort_interval_given_up(struct ort_gate_past *past);
void ort_interval_went_well(struct ort_gate_past *past, uint64_t ns);

/* Returns the next number of the sequence that *random holds. */
uint64_t ort_interval_random(uint64_t *random);

#endif
