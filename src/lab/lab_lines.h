/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_lines.h: counts of lines that several statements begin on: in each repetition, the sum of the
 * statements' counts, so that a line has a least, a greatest and a cost function of its own.
 *
 * Memory:  all in lab->arena
 * Threads: reentrant
 */
#ifndef ORDO_LAB_LINES_H
#define ORDO_LAB_LINES_H

#include "lab/lab.h"

/* Fills lab->lines from the sorted statements. */
void ordo_lab_lines_find(struct ordo_lab *lab);

/* Allocates the lines' counts for n_sizes sizes. */
void ordo_lab_lines_new(const struct ordo_lab *lab, struct ordo_lab_experiment *e, size_t n_sizes);

/* Adds one repetition at the size with index `at`: its counts by statement. */
void ordo_lab_lines_add(const struct ordo_lab *lab, struct ordo_lab_experiment *e, size_t at,
                        uint64_t size, const uint64_t *own, const uint64_t *inclusive);

#endif
