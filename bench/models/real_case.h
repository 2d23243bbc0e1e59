/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * real_case.h: makes a case of an algorithm that is really executed.
 *
 * The size of a point is what a profiler would see: the algorithm's n, or n plus some cells that
 * every call reads, a multiple of n, or a number to which n is only proportional.
 */
#ifndef BENCH_MODELS_REAL_CASE_H
#define BENCH_MODELS_REAL_CASE_H

#include "models/algorithm.h"
#include "models/labelled_case.h"

void real_case_make(struct labelled_case *c, const struct algorithm_family *family,
                    const struct algorithm *a, struct random_numbers *r);

/* Runs the algorithm until its mean at n has the relative standard error, or the work (steps and
 * numbers of scratch memory) is done. Returns NaN if the error is not reached. */
double mean_steps(const struct algorithm *a, size_t n, double error, double work,
                  struct random_numbers *r);

#endif
