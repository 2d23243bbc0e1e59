/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_calls.h: the observed calls of a scope, from all its calling contexts: all sizes of each,
 * its cost, and the routine that it was called from.
 *
 * A recursion has the outermost calls of its routine. The sizes of a loop include the arguments of
 * its routine.
 *
 * Shapes:  sizes: arguments in their order, then depth, rms, input; a size that is negative or was
 *          not measured is 0
 * Memory:  the index refers to the profile; ordo_scope_calls_done frees what _get allocated
 * Threads: a finished index can be read by any number of threads
 */
#ifndef ORDO_SCOPE_CALLS_H
#define ORDO_SCOPE_CALLS_H

#include "analysis/profile_models.h"

struct ordo_scope_calls_index {
    const struct ordo_profile *p;
    uint64_t *first;   /* by context: its observations are first[i] to first[i + 1] - 1 */
    uint32_t *of;      /* contexts that were observed, by scope */
    uint32_t *of_from; /* by scope: its contexts are of[of_from[i]] to of[of_from[i + 1] - 1] */
};

void ordo_scope_calls_index_init(struct ordo_scope_calls_index *x, const struct ordo_profile *p);
void ordo_scope_calls_index_done(struct ordo_scope_calls_index *x);

/* Calls from one routine. */
struct ordo_scope_caller {
    uint32_t scope; /* the routine; ORDO_SCOPE_NONE_INDEX at the bottom of a thread */
    double cost;    /* of all its calls, whether they were observed or not */
};

struct ordo_scope_calls {
    size_t n;
    struct ordo_call *call;
    uint32_t *from; /* by call: index in `callers` */
    struct ordo_scope_caller *callers;
    uint32_t n_callers;
    unsigned sizes;
    char name[ORDO_CALL_SIZES][ORDO_SIZE_NAME]; /* "arg:n", "depth", "rms", "input" */
    unsigned char preference[ORDO_CALL_SIZES];  /* 0: preferred */
};

void ordo_scope_calls_get(const struct ordo_scope_calls_index *x, uint32_t scope,
                          struct ordo_scope_calls *out);
void ordo_scope_calls_done(struct ordo_scope_calls *c);

#endif
