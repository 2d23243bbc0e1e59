/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_scopes.c: what all threads together know of sampled scopes.
 *
 * Scopes are numbered in the order in which they are first sampled, so that few pages are touched.
 * The lock does not block signals, which would take two system calls per sample. A handler that
 * interrupts the lock's holder takes no sample (sampler.c), and other threads wait for a limited
 * time.
 */
#include "sampled_scopes.h"
#include "abi/abi.h"
#include "engine/runtime/core/scopes.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/word_lock.h"

/* How long to wait for the lock, in nanoseconds. A fork may hold it, or a thread that runs a
 * handler. */
#define PATIENCE_OF_SAMPLES 100000000ull
#define PATIENCE_OF_FORKS 2000000000ull
#define SPARE 16 /* 1/16 more numbers than scopes, because a few get lost */

static struct ort_sampled_scope *scopes; /* by number */
static uint32_t *numbers;                /* by scope id; 0: none yet */
static uint32_t latest;                  /* the latest number */
static int lock;

int ort_sampled_scopes_init(void) {
    uint64_t most = ort_scopes_most();
    scopes = ort_os_memory(NULL, (most + most / SPARE) * sizeof *scopes);
    numbers = ort_os_memory(NULL, most * sizeof *numbers);
    return scopes && numbers ? 0 : -1;
}

struct ort_sampled_scope *ort_sampled_scope(uint32_t id) {
    uint32_t number = __atomic_load_n(&numbers[id], __ATOMIC_RELAXED);
    if (!number) {
        uint32_t next = __atomic_add_fetch(&latest, 1, __ATOMIC_RELAXED);
        /* If two threads number a scope at the same time, the second one's number is lost. */
        if (__atomic_compare_exchange_n(&numbers[id], &number, next, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            number = next;
    }
    return &scopes[number];
}

/* A handler that interrupted the holder may have been left by a jump. What the lock protects is
 * then half changed for good. No running thread holds the lock for so long. */
void ort_sampled_scopes_lock(void) {
    if (!ort_word_lock_take(&lock, PATIENCE_OF_FORKS)) ort_sampled_scopes_abandon();
}

void ort_sampled_scopes_unlock(void) {
    ort_word_lock_drop(&lock);
}

void ort_sampled_scopes_abandon(void) {
    ort_word_lock_abandon(&lock);
}

void ort_sampled_scope_add(uint32_t id, const struct ort_cell_list *cells,
                           struct ordo_raw_sample *sample) {
    struct ort_sampled_scope *s = ort_sampled_scope(id);
    struct ort_sketch_counts counts = {0, 0, 0};
    if (!ort_word_lock_take(&lock, PATIENCE_OF_SAMPLES)) {
        ort_sample_unlogged();
        return;
    }
    if (cells && ort_sketch_add(&s->sketch, cells, &counts) < 0) goto out;
    if (cells) {
        s->own += sample->own;
        s->cost += sample->cost;
        s->n += sample->n;
    } else {
        counts.before = s->sketch.latest;
    }
    sample->sum_own = s->own;
    sample->sum_cost = s->cost;
    sample->sum_n = s->n;
    sample->level = s->sketch.level;
    sample->tracked = counts.tracked;
    sample->again = counts.again;
    sample->before = counts.before;
    sample->all = s->sketch.all;
    sample->once = s->sketch.once;
    sample->twice = s->sketch.twice;
    sample->samples = s->sketch.samples;
    s->log.scope = id;
    ort_sample_log_add(&s->log, sample);
out:
    ort_sampled_scopes_unlock();
}

void ort_sampled_scopes_forget(void) {
    for (uint32_t i = 1; i <= latest; i++) {
        struct ort_sampled_scope *s = &scopes[i];
        if (!s->executions && !s->sketch.samples && !s->log.ended) continue;
        ort_sketch_forget(&s->sketch);
        s->log = (struct ort_log_share){0};
        s->executions = s->iterations = 0;
        s->own = s->cost = s->n = 0;
    }
    ort_sample_log_forget();
}
