/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_interval.h: how many executions of a gate go by until the next one is sampled.
 *
 * Samples come in pairs of consecutive executions (mark and recapture needs them: the paper on
 * production runs, section "Approximately profiling loops"). The number of executions between two
 * pairs is drawn from a geometric distribution, so that no period of the program's own is met or
 * missed for ever; in the mean one of `rate` executions is sampled.
 *
 * Without a rate of its own (the budget decides) a gate begins with short intervals, which grow up
 * to 1 of 100 with its executions, and grow on when it has many samples, when samples of it were
 * abandoned, or could not be paid for.
 *
 * Threads: the owner of the gate. Pure but for *random. Signal-safe: yes.
 */
#ifndef ORT_SAMPLE_INTERVAL_H
#define ORT_SAMPLE_INTERVAL_H

#include <stdint.h>

#define ORT_INTERVAL_RATE 100u       /* one of so many, when the budget decides */
#define ORT_INTERVAL_MOST 1000000000 /* executions */

/* What is known of a gate when its next interval is drawn. */
struct ort_gate_past {
    uint32_t samples; /* taken so far */
    uint8_t pressure; /* log2 of how much longer intervals are than they would be */
    uint8_t second;   /* 1: the next execution is the second one of a pair */
    uint8_t need;     /* log2 of how much more credit a sample waits for than the least */
    uint8_t pad;
};

/* Plain executions until the next pair. rate: one of so many; 0: by the budget. */
uint32_t ort_interval_draw(const struct ort_gate_past *past, uint64_t executions, uint64_t rate,
                           uint64_t *random);

/* A sample was abandoned; could not be paid for; went well, and took so long. */
void ort_interval_abandoned(struct ort_gate_past *past);
void ort_interval_refused(struct ort_gate_past *past);
void ort_interval_went_well(struct ort_gate_past *past, uint64_t ns);

/* A number from the sequence that starts at *random. */
uint64_t ort_interval_random(uint64_t *random);

#endif
