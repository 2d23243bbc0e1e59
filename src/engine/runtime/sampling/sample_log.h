/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_log.h: the records of sampled executions (SAMPLES), as many as fit into the log.
 *
 * When the log is full, each scope that takes up more than its share keeps only every second pair
 * of its samples, both of later ones and of those in the log. Which ones are kept depends on their
 * number only, so that old and new samples follow the same rule. Samples without a record are
 * counted in header.unlogged.
 *
 * Errors:  records that find no room are counted; recording does not stop.
 * Threads: under the sampler's lock. Signal-safe: yes.
 */
#ifndef ORT_SAMPLE_LOG_H
#define ORT_SAMPLE_LOG_H

#include "engine/runtime/system/raw_file.h"

/* A scope's part of the log. All zero: no record yet. */
struct ort_log_share {
    struct ort_log_share *next; /* the next one of all shares that have had records */
    uint32_t scope;             /* id */
    uint32_t ended;             /* samples so far, with a record or not */
    uint32_t logged;            /* records in the log */
    uint32_t stride_log2;       /* one of 2^so many pairs is kept */
    uint32_t known;             /* 1: in the list of shares */
    uint32_t pad;
};

/* Logs the next sample of the scope share->scope, which the record gets as its scope. */
void ort_sample_log_add(struct ort_log_share *share, const struct ordo_raw_sample *sample);

/* Empties the log for a new raw file; the caller clears the shares. */
void ort_sample_log_forget(void);

/* Counts a sample that is not in the log. Needs no lock: some samples have no record because their
 * thread did not get it. */
static inline void ort_sample_unlogged(void) {
    __atomic_fetch_add(&ort_raw_header()->unlogged, 1, __ATOMIC_RELAXED);
}

#endif
