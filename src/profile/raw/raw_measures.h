/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_measures.h: what one raw file measured (totals, points, children, contexts, blocks), poured
 * into a gather.
 *
 * Errors:  ORDO_BAD_INPUT with the byte of the table or item; ORDO_NO_MEMORY
 * Threads: reentrant
 */
#ifndef ORDO_RAW_MEASURES_H
#define ORDO_RAW_MEASURES_H

#include "profile/raw/raw_scopes.h"

enum ordo_status ordo_raw_measures_read(const struct ordo_raw_reader *r,
                                        const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                        struct ordo_error *error);

/* Where the calling contexts of a raw file went, for what refers to them by thread and index. */
struct ordo_raw_places {
    uint32_t *place; /* the gather's contexts, those of one thread together */
    size_t n, capacity;
    struct ordo_raw_thread_places {
        uint32_t thread;
        size_t first, n;
    } * threads; /* ascending */
    size_t n_threads, threads_capacity;
};
void ordo_raw_places_done(struct ordo_raw_places *p);

/* The context of the gather; false: the thread has no such node. ORDO_GATHER_NONE: the node has no
 * place in the gather's tree. */
bool ordo_raw_places_find(const struct ordo_raw_places *p, uint32_t thread, uint32_t index,
                          uint32_t *context);

/* The items of a STEPS block, all as many; *tallies NULL: it has none. */
enum ordo_status ordo_raw_steps_read(const struct ordo_raw_reader *r,
                                     const struct ordo_raw_steps *b,
                                     const struct ordo_raw_step **steps,
                                     const struct ordo_raw_tally **tallies,
                                     struct ordo_error *error);

/* The calling contexts and, from them, who called whom. *places, zeroed by the caller, needs
 * ordo_raw_places_done even after a failure. */
enum ordo_status ordo_raw_contexts_read(const struct ordo_raw_reader *r,
                                        const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                        struct ordo_raw_places *places, struct ordo_error *error);

/* Types, advances and invocations of a program built with --structure. Names of files in
 * `directory` (absolute; NULL: nowhere) become relative to it. */
enum ordo_status ordo_raw_structure_read(const struct ordo_raw_reader *r,
                                         const struct ordo_raw_scopes *s,
                                         const struct ordo_raw_places *places,
                                         const char *directory, struct ordo_gather *g,
                                         struct ordo_error *error);

/* Gates and samples of a program built with --production. */
enum ordo_status ordo_raw_production_read(const struct ordo_raw_reader *r,
                                          const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                          struct ordo_error *error);

/* How many samples have a record in the file. */
uint64_t ordo_raw_sample_records(const struct ordo_raw_reader *r);

/* Is the file of a production build, be it without any gate? */
bool ordo_raw_is_sampled(const struct ordo_raw_header *h);

/* ordo_sampling.key of the file's process. */
uint64_t ordo_raw_sampling_key(const struct ordo_raw_header *h);

/* Executions of basic blocks and, from them, of source lines. */
enum ordo_status ordo_raw_code_read(const struct ordo_raw_reader *r,
                                    const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                    struct ordo_error *error);

/* The threads: cost and number in *threads and *cost; activations still open are unfinished. */
enum ordo_status ordo_raw_threads_read(const struct ordo_raw_reader *r,
                                       const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                       uint32_t *threads, uint64_t *cost, struct ordo_error *error);

#endif
