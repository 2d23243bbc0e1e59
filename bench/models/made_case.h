/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * made_case.h: makes cases of known cost functions with noise, and cases without any.
 *
 * Kinds of noise are the families of made cases, so that they can be held out like families of
 * algorithms.
 */
#ifndef BENCH_MODELS_MADE_CASE_H
#define BENCH_MODELS_MADE_CASE_H

#include "model/cases.h"
#include "models/labelled_case.h"

extern const char *const made_noises[];
extern const size_t n_made_noises;
extern const char *const negative_kinds[];
extern const size_t n_negative_kinds;

/* Makes a case of the kind of noise with this index. */
void made_case_make(struct labelled_case *c, size_t noise, struct random_numbers *r);

/* Makes a case of which only "none" is an honest answer, or a constant if the costs are one. */
void negative_case_make(struct labelled_case *c, size_t kind, struct random_numbers *r);

#endif
