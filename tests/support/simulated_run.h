/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * simulated_run.h: raw files of production builds with a loop whose executions are known. `main`
 * has a loop (a.c:12) around a loop (a.c:13), which is executed a given number of times. Every
 * rate-th execution and the next one are samples. Cells are tracked at level 0, so that counts of
 * samples are exact. Each iteration calls `visit`, which has no gate. The outer loop is executed
 * once and never sampled.
 */
#ifndef SIMULATED_RUN_H
#define SIMULATED_RUN_H

#include "support/raw_image.h"

enum simulated_shape {
    SIMULATED_PREFIX,   /* execution i reads cells 0..i: linear each, quadratic over the run */
    SIMULATED_SAME,     /* all executions read the same 64 cells */
    SIMULATED_DISJOINT, /* each execution reads 16 cells of its own */
};

/* If rate is 1, every execution is a sample. */
void simulated_run(struct raw_image *r, uint32_t pid, enum simulated_shape shape,
                   uint32_t executions, uint32_t rate);

#endif
