/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seal.h: the steps of sealing a gather (seal.c); most of them fill a part of the profile *p.
 *
 * Errors:  ORDO_NO_MEMORY
 * Memory:  what is stored in *p belongs to its arena
 */
#ifndef ORDO_SEAL_H
#define ORDO_SEAL_H

#include "profile/gather/gather_state.h"

/* Adds a recursion scope for every routine through which a cycle of the call graph is entered.
 * `cost` is the profile's cost metric. Sets *component, which the caller frees, to the component
 * number of each scope's node in the call graph. */
enum ordo_status ordo_gather_recursions(struct ordo_gather *g, const char *cost,
                                        uint32_t **component, struct ordo_error *error);

/* Stores the bounded tree in canonical order in *p. rank[] maps handles to ranks. *position, which
 * the caller frees, maps handles of contexts to indices; UINT32_MAX: not kept. */
enum ordo_status ordo_gather_seal_contexts(struct ordo_gather *g, const uint32_t *rank,
                                           struct ordo_profile *p, uint32_t **position,
                                           struct ordo_error *error);

/* Stores types, advances, choices and invocations in canonical order in *p. */
enum ordo_status ordo_gather_seal_structure(struct ordo_gather *g, const uint32_t *rank,
                                            const uint32_t *position, struct ordo_profile *p,
                                            struct ordo_error *error);

/* Stores gated scopes, samples and the sampling of processes (from p's processes) in *p. */
enum ordo_status ordo_gather_seal_production(struct ordo_gather *g, const uint32_t *rank,
                                             struct ordo_profile *p, struct ordo_error *error);

/* Stores lines and blocks in canonical order in *p. */
enum ordo_status ordo_gather_seal_code(struct ordo_gather *g, const uint32_t *rank,
                                       struct ordo_profile *p, struct ordo_error *error);

/* Stores what was inlined, each once, in *p. */
enum ordo_status ordo_gather_seal_inlined(struct ordo_gather *g, const uint32_t *rank,
                                          struct ordo_profile *p, struct ordo_error *error);

/* Stores sorted copies of the runs with their features and processes in *p. */
enum ordo_status ordo_gather_seal_runs(struct ordo_gather *g, struct ordo_profile *p,
                                       struct ordo_error *error);

#endif
