/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Locks are held for long only across a fork. Signals are blocked by the first of the locks that a
 * thread holds, and restored with the last: what a module has is written down under one, and
 * thousands of times under another.
 */
#include "lock.h"
#include "word_lock.h"

static int words[ORT_LOCKS];
static __thread uint8_t depths[ORT_LOCKS]; /* how often the thread has taken each */
static __thread uint32_t n_own;            /* all of them */
static __thread uint64_t outer;            /* its signal mask without them */

uint64_t ort_lock_take(enum ort_lock which) {
    if (!n_own) outer = ort_os_signals_block();
    n_own++; /* not before: a handler that came first would not block any */
    if (!depths[which]++) ort_word_lock_take(&words[which], 0);
    return outer;
}

void ort_lock_drop(enum ort_lock which, uint64_t saved) {
    if (!--depths[which]) ort_word_lock_drop(&words[which]);
    if (!--n_own) ort_os_signals_restore(saved);
}
