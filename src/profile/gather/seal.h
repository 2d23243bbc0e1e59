/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seal.h: the steps of sealing a gather (seal.c); most of them fill a part of the profile *p.
 *
 * Memory:  what is stored in *p belongs to its arena
 */
#ifndef ORDO_SEAL_H
#define ORDO_SEAL_H

#include "profile/gather/gather_state.h"

/* Adds a recursion scope for every routine through which a cycle of the call graph is entered.
 * `cost` is the profile's cost metric. Returns the component number of each scope's node in the
 * call graph, by handle, which the caller frees. */
uint32_t *ordo_gather_recursions(struct ordo_gather *g, const char *cost);

/* Stores the bounded tree in canonical order in *p. rank[] maps handles to ranks. *position, which
 * the caller frees, maps handles of contexts to indices; UINT32_MAX: not kept. */
void ordo_gather_seal_contexts(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p,
                               uint32_t **position);

/* Stores the observed calls of kept contexts in canonical order in *p. */
void ordo_gather_seal_observations(struct ordo_gather *g, const uint32_t *position,
                                   struct ordo_profile *p);

/* Stores types, advances, choices and invocations in canonical order in *p. */
void ordo_gather_seal_structure(struct ordo_gather *g, const uint32_t *rank,
                                const uint32_t *position, struct ordo_profile *p);

/* Stores gated scopes, samples and the sampling of processes (from p's processes) in *p. */
void ordo_gather_seal_production(struct ordo_gather *g, const uint32_t *rank,
                                 struct ordo_profile *p);

/* Stores lines and blocks in canonical order in *p. */
void ordo_gather_seal_code(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p);

/* Stores what was inlined, each once, in *p. */
void ordo_gather_seal_inlined(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p);

/* Stores sorted copies of the runs with their features, processes and costs in *p. */
void ordo_gather_seal_runs(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p);

#endif
