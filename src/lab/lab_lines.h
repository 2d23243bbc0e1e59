/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_lines.h: lines that several statements begin on, counted as one: in each repetition the sum
 * of their counts, so that least, greatest and the cost function are the line's own.
 *
 * Errors:  false when memory is out
 * Memory:  all in lab->arena
 * Threads: reentrant
 */
#ifndef ORDO_LAB_LINES_H
#define ORDO_LAB_LINES_H

#include "lab/lab.h"

/* Fills lab->lines from the statements, which are in their order. */
bool ordo_lab_lines_find(struct ordo_lab *lab);

/* Makes room for the lines' counts at n_sizes sizes. */
bool ordo_lab_lines_new(const struct ordo_lab *lab, struct ordo_lab_experiment *e, size_t n_sizes);

/* One repetition at the `at`th size: its counts by statement. */
void ordo_lab_lines_add(const struct ordo_lab *lab, struct ordo_lab_experiment *e, size_t at,
                        uint64_t size, const uint64_t *own, const uint64_t *inclusive);

#endif
