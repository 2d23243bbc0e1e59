/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * simulated_walks.h: raw files of production builds of a recursion that is entered again from its
 * loop, known by construction: `main` has a loop (a.c:12) that walks a random tree, or one below
 * some vertex of it, by `visit` (a.c:3), whose loop (a.c:5) visits each child. `visit` and its loop
 * have gates, of whose executions every rate-th and the one after it are samples, unless they lie
 * in another sample. The outer loop is executed once and never sampled.
 */
#ifndef SIMULATED_WALKS_H
#define SIMULATED_WALKS_H

#include "support/raw_image.h"

/* Of the whole run: costs are those of outermost executions. */
struct simulated_walks {
    uint64_t visits, visit_cost;
    uint64_t executions, iterations, loop_cost; /* of visit's loop */
    uint64_t cost;
};

/* A tree of so many vertices, so many walks of it. rate 1: all is recorded. */
struct simulated_walks simulated_walks(struct raw_image *r, uint32_t pid, uint32_t vertices,
                                       uint32_t walks, uint32_t rate);

#endif
