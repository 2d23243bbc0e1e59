/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * choice.h: all candidates fitted to a sample and weighed against each other.
 *
 * Errors:  a sample that no candidate fits gives n = 0
 * Memory:  plain data; about 100 kB, on the caller's heap
 * Threads: pure, reentrant
 * Source:  Schwarz, Estimating the dimension of a model, 1978, with a prior over the candidates
 */
#ifndef ORDO_CHOICE_H
#define ORDO_CHOICE_H

#include "model/curve.h"

#define ORDO_CONTENDERS 96

struct ordo_contender {
    struct ordo_curve curve;
    double score, probability;
};

struct ordo_choice {
    size_t n;
    struct ordo_contender c[ORDO_CONTENDERS];
    double effective;                 /* bins, as if residuals were independent */
    double probability[ORDO_GROWTHS]; /* of classes, "none" excluded */
    size_t best;                      /* the contender of greatest score */
};

void ordo_choice_make(struct ordo_choice *choice, const struct ordo_sample *s);

/* The contender of greatest score in the class, NULL if there is none. */
const struct ordo_contender *ordo_choice_of(const struct ordo_choice *choice, enum ordo_growth g);

#endif
