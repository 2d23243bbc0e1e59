/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One array by scope id, touched only where scopes have gates. The lock blocks no signals, which
 * would be two system calls a sample: a handler that interrupts its holder takes no sample
 * (sampler.c), and others do not wait for ever.
 */
#include "sampled_scopes.h"
#include "abi/abi.h"
#include "os.h"
#include "raw_file.h"

#define SPINS 200
#define PATIENCE 2000 /* yields */

static struct ort_sampled_scope *scopes;
static uint32_t highest; /* id */
static int held;

int ort_sampled_scopes_init(void) {
    scopes = ort_os_memory(NULL, ORDO_MAX_SCOPES * sizeof *scopes);
    return scopes ? 0 : -1;
}

struct ort_sampled_scope *ort_sampled_scope(uint32_t id) {
    uint32_t seen = __atomic_load_n(&highest, __ATOMIC_RELAXED);
    while (id > seen && !__atomic_compare_exchange_n(&highest, &seen, id, 0, __ATOMIC_RELAXED,
                                                     __ATOMIC_RELAXED)) {
    }
    return &scopes[id];
}

static int lock(int patience) {
    for (int i = 0; __atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE); i++) {
        if (i == patience) return -1;
        if (i > SPINS) ort_os_yield();
    }
    return 0;
}

void ort_sampled_scopes_lock(void) {
    lock(-1);
}

void ort_sampled_scopes_unlock(void) {
    __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
}

void ort_sampled_scope_add(uint32_t id, const struct ort_cell_list *cells,
                           struct ordo_raw_sample *sample) {
    struct ort_sampled_scope *s = ort_sampled_scope(id);
    struct ort_sketch_counts counts = {0, 0, 0};
    if (lock(SPINS + PATIENCE) < 0) {
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
    for (uint32_t id = 1; id <= highest; id++) {
        struct ort_sampled_scope *s = &scopes[id];
        if (!s->executions && !s->sketch.samples && !s->log.ended) continue;
        ort_sketch_forget(&s->sketch);
        s->log = (struct ort_log_share){0};
        s->executions = s->iterations = 0;
        s->own = s->cost = s->n = 0;
    }
    ort_sample_log_forget();
}
