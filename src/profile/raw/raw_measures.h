/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_measures.h: adds the measures of one raw file (totals, points, children, contexts, blocks)
 * to a gather.
 *
 * Errors:  ORDO_BAD_INPUT with the byte of the table or item
 * Threads: reentrant
 */
#ifndef ORDO_RAW_MEASURES_H
#define ORDO_RAW_MEASURES_H

#include "profile/raw/raw_scopes.h"

enum ordo_status ordo_raw_measures_read(const struct ordo_raw_reader *r,
                                        const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                        struct ordo_error *error);

/* The gather's contexts of a raw file's calling contexts, which records name by thread and
 * index. */
struct ordo_raw_places {
    uint32_t *place; /* the gather's contexts, grouped by thread */
    size_t n, capacity;
    struct ordo_raw_thread_places {
        uint32_t thread;
        size_t first, n;
    } * threads; /* ascending */
    size_t n_threads, threads_capacity;
};
void ordo_raw_places_done(struct ordo_raw_places *p);

/* Finds the context of the gather; ORDO_GATHER_NONE if the node is not in the gather's tree.
 * Returns false if the thread has no such node. */
bool ordo_raw_places_find(const struct ordo_raw_places *p, uint32_t thread, uint32_t index,
                          uint32_t *context);

/* Finds the items of a STEPS block: as many steps as tallies. *tallies is NULL if it has none. */
enum ordo_status ordo_raw_steps_read(const struct ordo_raw_reader *r,
                                     const struct ordo_raw_steps *b,
                                     const struct ordo_raw_step **steps,
                                     const struct ordo_raw_tally **tallies,
                                     struct ordo_error *error);

/* Reads the calling contexts and derives the calls between scopes from them. *places is zeroed by
 * the caller and needs ordo_raw_places_done even after a failure. */
enum ordo_status ordo_raw_contexts_read(const struct ordo_raw_reader *r,
                                        const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                        struct ordo_raw_places *places, struct ordo_error *error);

/* Reads the observed calls of these calling contexts. */
enum ordo_status ordo_raw_observations_read(const struct ordo_raw_reader *r,
                                            const struct ordo_raw_scopes *s,
                                            const struct ordo_raw_places *places,
                                            struct ordo_gather *g, struct ordo_error *error);

/* Reads types, advances and invocations of a program built with --structure. Names of files in
 * `directory` (absolute; NULL: none) become relative to it. */
enum ordo_status ordo_raw_structure_read(const struct ordo_raw_reader *r,
                                         const struct ordo_raw_scopes *s,
                                         const struct ordo_raw_places *places,
                                         const char *directory, struct ordo_gather *g,
                                         struct ordo_error *error);

/* Reads gates and samples of a program built with --production. */
enum ordo_status ordo_raw_production_read(const struct ordo_raw_reader *r,
                                          const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                          struct ordo_error *error);

/* Returns the number of samples that have a record in the file. */
uint64_t ordo_raw_sample_records(const struct ordo_raw_reader *r);

/* Returns whether the file comes from a production build, even if that has no gate. */
bool ordo_raw_is_sampled(const struct ordo_raw_header *h);

/* Returns ordo_sampling.key of the file's process. */
uint64_t ordo_raw_sampling_key(const struct ordo_raw_header *h);

/* Reads the executions of basic blocks and derives those of source lines. */
enum ordo_status ordo_raw_code_read(const struct ordo_raw_reader *r,
                                    const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                    struct ordo_error *error);

/* Sums over the threads of a process. */
struct ordo_raw_sums {
    uint32_t threads;
    uint64_t cost, input, allocations, allocated;
    uint64_t peak; /* sum over the threads; UINT64_MAX: not known */
};

/* Reads the threads into *sums. Counts activations that are still open as unfinished. */
enum ordo_status ordo_raw_threads_read(const struct ordo_raw_reader *r,
                                       const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                       struct ordo_raw_sums *sums, struct ordo_error *error);

#endif
