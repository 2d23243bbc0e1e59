/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gate_sets.h: the gates of production builds (abi.h: ordo_gate), per thread state and module.
 *
 * A state's gates of a module are a GATES block of the raw file. The block is made when one of
 * these gates first asks whether to sample, or as a part of an area (gate_area.h). It never moves,
 * because the module's thread-local variable leads to it. The gates serve one thread after another,
 * as the state does. Threads that record nothing count in arrays that nobody reads.
 *
 * Threads: a state's gates belong to the state's owner. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_GATE_SETS_H
#define ORT_GATE_SETS_H

#include "engine/runtime/core/thread_state.h"
#include "sample_interval.h"

/* What the runtime knows of a gate beyond its counters. */
struct ort_gate_choice {
    struct ort_gate_past past;
    uint64_t executions, iterations; /* what was added to its scope so far */
    uint64_t asked;                  /* ticks when it last asked */
};

struct ort_gate_set {
    struct ordo_gate *gates; /* NULL: not made yet */
    struct ort_gate_choice *choices;
    uint32_t n, pad;
};

struct ort_gate_sets {
    struct ort_gate_set *sets; /* by number of the module */
    uint32_t room, pad;
    char *area; /* of gates that are reached through GS; NULL: not made yet, or none */
};

/* Writes the scopes of the module's gates to the raw file. The caller holds the modules' lock.
 * Returns the module's number, or 0: recording has been stopped. */
uint32_t ort_gates_describe(const struct ordo_production *p);

/* Returns the state's gates of the module with that number; the first call makes them. NULL:
 * recording has been stopped, or the module's gates are in an area and there is none. */
struct ort_gate_set *ort_gates_get(struct ort_gate_sets *s, uint32_t thread, uint32_t number,
                                   const struct ordo_production *p);

/* Returns at least n gates for a thread that records nothing; NULL: no memory. */
struct ordo_gate *ort_gates_idle(uint32_t n);

/* Returns the plain executions of a gate so far, including the one that asks now. */
static inline uint64_t ort_gate_executions(const struct ordo_gate *g) {
    return g->executions + g->interval - (uint64_t)(int64_t)g->countdown;
}

/* Returns the iterations of the gate's plain executions that have ended, those of earlier raw files
 * included. `executions`: how many have ended. */
static inline uint64_t ort_gate_iterations(const struct ordo_gate *g,
                                           const struct ordo_gate_info *info, uint64_t executions) {
    return g->iterations + (info->flags & ORDO_GATE_REPEATS ? executions : 0);
}

/* Makes the gate ask again after `interval` more plain executions; `executions` passed before. */
static inline void ort_gate_set_to(struct ordo_gate *g, uint64_t executions, uint32_t interval) {
    g->executions = executions;
    g->interval = interval;
    g->countdown = (int32_t)interval;
}

/* Resets what was added to the scopes, once a new raw file has taken the old one's place. */
void ort_gates_forget(struct ort_gate_sets *s);

#endif
