/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * observations.h: the part of a profile that has single calls, whole. Plain data.
 *
 * Of each calling context with a noticeable cost, up to 64 calls in a thread were observed, at
 * equal distances in their number (the runtime's observe.h). They show how the cost of a call
 * develops during the run, and which of its sizes explains it.
 *
 * Units:   sizes in cells or as the program passes them, costs in the profile's cost metric
 */
#ifndef ORDO_OBSERVATIONS_H
#define ORDO_OBSERVATIONS_H

#include <stdint.h>

#define ORDO_OBSERVED_THREADS 4 /* a context's threads with the greatest costs are kept */
#define ORDO_OBSERVED_ARGS 8

struct ordo_observation {
    uint32_t context;    /* index */
    uint64_t thread;     /* the same number: the same thread of the same process */
    uint64_t calls;      /* number of the call among those of the context in the thread, from 1 */
    uint64_t sum_cost;   /* of this call and all before it */
    uint64_t sum_size;   /* the same: cells that each call read first; library: cells read */
    uint64_t clock;      /* cost of the thread when the call ended */
    uint64_t rms;        /* library: the cells that it read */
    uint64_t cost;       /* callees included */
    uint64_t self;       /* own cost */
    uint64_t iterations; /* of a loop */
    uint64_t outer;      /* of a loop: those of the loop around it until then */
    uint64_t depth;      /* of a recursion */
    uint64_t input;      /* bytes that reached the program */
    uint64_t allocated;  /* bytes of blocks that it allocated */
    uint64_t peak;       /* bytes in use at once, at most, beyond those in use at its entry */
    uint64_t next_rms;   /* rms of a later call, not after the next observation; 0: unknown */
    uint64_t next_kept; /* at most next_rms: cells of it that the call before that one had accessed,
                           and nothing had written since: at most */
    uint64_t next_own;  /* at most next_kept: those that nothing else had accessed since */
    uint64_t before_rms;   /* rms of the call before that of next_rms; 0: unknown */
    uint64_t next_written; /* cells of next_rms that were written after the call before: at least */
    const char *arg_names; /* of the size arguments, separated by commas; a loop: its routine's */
    int64_t args[ORDO_OBSERVED_ARGS]; /* values; negative ones are no sizes */
};

#endif
