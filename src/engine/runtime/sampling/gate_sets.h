/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gate_sets.h: the gates of production builds (abi.h: ordo_gate), per thread state and module.
 *
 * A state's gates of a module are a GATES block of the raw file, made when one of them first asks,
 * or with others (gate_area.h), and never moved, because the module's thread-local variable leads
 * to it. They serve one thread after another, as the state does. Threads that record nothing count
 * in arrays that nobody reads.
 *
 * Threads: a state's gates are its owner's. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_GATE_SETS_H
#define ORT_GATE_SETS_H

#include "engine/runtime/core/thread_state.h"
#include "sample_interval.h"

/* What the runtime knows of a gate beside it. */
struct ort_gate_choice {
    struct ort_gate_past past;
    uint64_t executions, iterations; /* that its scope has been told of */
};

struct ort_gate_set {
    struct ordo_gate *gates; /* NULL: not made yet */
    struct ort_gate_choice *choices;
    uint32_t n, pad;
};

struct ort_gate_sets {
    struct ort_gate_set *sets; /* by number of the module */
    uint32_t room, pad;
    char *area; /* of gates that are reached by GS; NULL: not made yet, or there are none */
};

/* Names the scopes of the module's gates in the raw file. Returns the module's number, or 0:
 * recording has been stopped. Under the modules' lock. */
uint32_t ort_gates_describe(const struct ordo_production *p);

/* The gates of the module, whose number is `number`, made when they are asked for first; NULL:
 * recording has stopped. */
struct ort_gate_set *ort_gates_get(struct ort_gate_sets *s, uint32_t thread, uint32_t number,
                                   const struct ordo_production *p);

/* At least n gates for a thread that records nothing; NULL: no memory. */
struct ordo_gate *ort_gates_idle(uint32_t n);

/* Plain executions of a gate up to now, the one that is asking included. */
static inline uint64_t ort_gate_executions(const struct ordo_gate *g) {
    return g->executions + g->interval - (uint64_t)(int64_t)g->countdown;
}

/* Bodies that those of them have entered which are not just asking, all files' together. */
static inline uint64_t ort_gate_iterations(const struct ordo_gate *g,
                                           const struct ordo_gate_info *info, uint64_t executions) {
    return g->iterations + (info->flags & ORDO_GATE_REPEATS ? executions : 0);
}

/* So many plain executions until it asks again; `executions` went by up to now. */
static inline void ort_gate_set_to(struct ordo_gate *g, uint64_t executions, uint32_t interval) {
    g->executions = executions;
    g->interval = interval;
    g->countdown = (int32_t)interval;
}

/* Then, once the file has taken the old one's place: scopes have been told nothing. */
void ort_gates_forget(struct ort_gate_sets *s);

#endif
