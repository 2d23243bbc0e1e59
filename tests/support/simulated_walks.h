/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * simulated_walks.h: raw files of production builds with a known recursion that is entered again
 * from its own loop. `main` has a loop (a.c:12) that walks a random tree, or the part below one of
 * its vertices, with `visit` (a.c:3), whose loop (a.c:5) visits each child. `visit` and its loop
 * have gates. Every rate-th execution and the next one are samples, unless they are inside another
 * sample. The outer loop is executed once and never sampled.
 */
#ifndef SIMULATED_WALKS_H
#define SIMULATED_WALKS_H

#include "support/raw_image.h"

/* Counts of the whole run. Costs are those of outermost activations and executions. */
struct simulated_walks {
    uint64_t visits, visit_cost;
    uint64_t executions, iterations, loop_cost; /* of visit's loop */
    uint64_t cost;
};

/* Makes a tree with `vertices` vertices and walks it `walks` times. If rate is 1, everything is
 * recorded. */
struct simulated_walks simulated_walks(struct raw_image *r, uint32_t pid, uint32_t vertices,
                                       uint32_t walks, uint32_t rate);

#endif
