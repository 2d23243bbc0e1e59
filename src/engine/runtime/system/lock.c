/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lock.c: locks are held for long only across a fork. The first lock that a thread takes blocks
 * signals, and the last one that it drops restores them. Inner locks thus need no system calls: to
 * describe a module, one lock is taken once and another one thousands of times.
 */
#include "lock.h"
#include "word_lock.h"

static int words[ORT_LOCKS];
static __thread uint8_t depths[ORT_LOCKS]; /* how often the thread holds each */
static __thread uint32_t n_own;            /* the sum of these */
static __thread uint64_t outer;            /* its signal mask before the first */

uint64_t ort_lock_take(enum ort_lock which) {
    if (!n_own) outer = ort_os_signals_block();
    n_own++; /* not earlier: a handler that ran first would not block signals */
    if (!depths[which]++) ort_word_lock_take(&words[which], 0);
    return outer;
}

void ort_lock_drop(enum ort_lock which, uint64_t saved) {
    if (!--depths[which]) ort_word_lock_drop(&words[which]);
    if (!--n_own) ort_os_signals_restore(saved);
}
