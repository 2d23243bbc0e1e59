/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Scopes are numbered in the order in which they are first sampled, so that few pages are touched.
 * The lock blocks no signals, which would be two system calls a sample: a handler that interrupts
 * its holder takes no sample (sampler.c), and others do not wait for ever.
 */
#include "sampled_scopes.h"
#include "abi/abi.h"
#include "os.h"
#include "raw_file.h"
#include "scopes.h"

#define SPINS 200
#define PATIENCE_OF_SAMPLES                                                                        \
    100000000ull /* nanoseconds: a fork holds the lock, or a handler's thread */
#define PATIENCE_OF_FORKS 2000000000ull
#define WAIT_MS 10
#define SPARE 16 /* a few numbers go to nobody: this part of all */

/* ABANDONED, for ever: a handler that interrupted the holder was left by a jump. What the lock is
 * for may be half changed. */
enum { FREE, HELD, AWAITED, ABANDONED };

static struct ort_sampled_scope *scopes; /* by number */
static uint32_t *numbers;                /* by scope id; 0: none yet */
static uint32_t latest;                  /* number */
static int state;

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
        /* Of two threads that number a scope one comes first: the other's number is nobody's. */
        if (__atomic_compare_exchange_n(&numbers[id], &number, next, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            number = next;
    }
    return &scopes[number];
}

static int load(void) {
    return __atomic_load_n(&state, __ATOMIC_RELAXED);
}

static int change(int from, int to) {
    return __atomic_compare_exchange_n(&state, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static int try(void) {
    return change(FREE, HELD);
}

/* As in lock.c, but not for ever. */
static int try_for(uint64_t ns) {
    for (int i = 0; i < SPINS; i++)
        if (try()) return 1;
    uint64_t since = ort_os_monotonic_ns();
    while (load() != ABANDONED && ort_os_monotonic_ns() - since < ns) {
        if (change(FREE, AWAITED)) return 1;
        change(HELD, AWAITED);
        ort_os_wait(&state, AWAITED, WAIT_MS);
    }
    return 0;
}

/* Nobody who goes on holds it for so long. */
void ort_sampled_scopes_lock(void) {
    if (!try_for(PATIENCE_OF_FORKS)) ort_sampled_scopes_abandon();
}

void ort_sampled_scopes_unlock(void) {
    if (change(HELD, FREE)) return;
    if (change(AWAITED, FREE)) ort_os_wake(&state);
}

void ort_sampled_scopes_abandon(void) {
    __atomic_store_n(&state, ABANDONED, __ATOMIC_RELEASE);
}

void ort_sampled_scope_add(uint32_t id, const struct ort_cell_list *cells,
                           struct ordo_raw_sample *sample) {
    struct ort_sampled_scope *s = ort_sampled_scope(id);
    struct ort_sketch_counts counts = {0, 0, 0};
    if (!try_for(PATIENCE_OF_SAMPLES)) {
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
