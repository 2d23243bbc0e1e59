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

#include "profile/raw_scopes.h"

enum ordo_status ordo_raw_measures_read(const struct ordo_raw_reader *r,
                                        const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                        struct ordo_error *error);

/* The calling contexts and, from them, who called whom. */
enum ordo_status ordo_raw_contexts_read(const struct ordo_raw_reader *r,
                                        const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                        struct ordo_error *error);

/* Executions of basic blocks and, from them, of source lines. */
enum ordo_status ordo_raw_code_read(const struct ordo_raw_reader *r,
                                    const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                    struct ordo_error *error);

/* The threads: cost and number in *threads and *cost; activations still open are unfinished. */
enum ordo_status ordo_raw_threads_read(const struct ordo_raw_reader *r,
                                       const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                       uint32_t *threads, uint64_t *cost, struct ordo_error *error);

#endif
