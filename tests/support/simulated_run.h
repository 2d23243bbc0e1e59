/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * simulated_run.h: raw files of production builds whose loop's executions are known by
 * construction: `main` has a loop (a.c:12) with a loop in it (a.c:13) of so many executions, of
 * which every rate-th and the one after it are samples. Cells are tracked at level 0, so that
 * counts of samples are exact. Each iteration calls `visit`, which has no gate. The outer loop is
 * executed once and never sampled.
 */
#ifndef SIMULATED_RUN_H
#define SIMULATED_RUN_H

#include "support/raw_image.h"

enum simulated_shape {
    SIMULATED_PREFIX,   /* execution i reads the cells 0..i: linear each, quadratic over the run */
    SIMULATED_SAME,     /* all read the same 64 cells */
    SIMULATED_DISJOINT, /* each reads 16 of its own */
};

/* rate 1: every execution. */
void simulated_run(struct raw_image *r, uint32_t pid, enum simulated_shape shape,
                   uint32_t executions, uint32_t rate);

#endif
