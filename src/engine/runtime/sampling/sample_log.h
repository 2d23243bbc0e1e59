/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_log.h: the records of sampled executions (SAMPLES), as many as the log may have.
 *
 * When the log is full, every scope that takes up more than its share keeps one of two pairs of
 * samples from then on, and loses the others that it has: which ones follows from their number, so
 * that old and new ones stay. What is left out is counted in header.unlogged.
 *
 * Errors:  records that find no room are counted; recording does not stop.
 * Threads: under the sampler's lock. Signal-safe: yes.
 */
#ifndef ORT_SAMPLE_LOG_H
#define ORT_SAMPLE_LOG_H

#include "engine/runtime/system/raw_file.h"

/* A scope's part of the log. All zero: no record yet. */
struct ort_log_share {
    struct ort_log_share *next; /* all shares that have had records */
    uint32_t scope;             /* id */
    uint32_t ended;             /* samples of it so far, with a record or not */
    uint32_t logged;            /* records in the log */
    uint32_t stride_log2;       /* one of 2^so many pairs is kept */
    uint32_t known;             /* 1: among the shares */
    uint32_t pad;
};

/* The next sample of a scope; share->scope is set. The record's scope is filled in by this. */
void ort_sample_log_add(struct ort_log_share *share, const struct ordo_raw_sample *sample);

/* In a new raw file: nothing is logged; the caller clears the shares. */
void ort_sample_log_forget(void);

/* A record more that is not in the log. Some are not for want of its lock: anybody counts here. */
static inline void ort_sample_unlogged(void) {
    __atomic_fetch_add(&ort_raw_header()->unlogged, 1, __ATOMIC_RELAXED);
}

#endif
