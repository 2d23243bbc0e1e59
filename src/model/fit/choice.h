/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * choice.h: all candidates fitted to a sample and weighed against each other.
 *
 * Errors:  a sample that no candidate fits gives n = 0
 * Memory:  plain data of about 100 kB, and as much again on the stack of ordo_choice_make
 * Threads: pure, reentrant
 * Source:  Schwarz, Estimating the dimension of a model, 1978, with a prior over the candidates
 */
#ifndef ORDO_CHOICE_H
#define ORDO_CHOICE_H

#include "model/fit/curve.h"

#define ORDO_CONTENDERS 96

struct ordo_contender {
    struct ordo_curve curve;
    double low_likelihood; /* of the bins below the curve's first */
    double score, probability;
};

struct ordo_choice {
    size_t n;
    struct ordo_contender c[ORDO_CONTENDERS];
    double effective;                 /* bins, as if residuals were independent */
    double probability[ORDO_GROWTHS]; /* of classes, "none" excluded */
    size_t best;                      /* the contender of greatest score */
    double slack_power;               /* see ordo_sample_set_slack */
};

/* Sets the slack of the sample's bins too, to the likelier of even and 1 / u. */
void ordo_choice_make(struct ordo_choice *choice, struct ordo_sample *s);

/* The same with slack by this power: for samples drawn from one whose choice is made. */
void ordo_choice_make_as(struct ordo_choice *choice, struct ordo_sample *s, double slack_power);

/* A straight line through the bins from `first` on, with a power law below, as one more contender
 * of class n, without probability; NULL if none makes sense there. */
const struct ordo_contender *ordo_choice_add_line(struct ordo_choice *choice,
                                                  const struct ordo_sample *s, size_t first);

/* The contender of greatest score in the class, NULL if there is none. */
const struct ordo_contender *ordo_choice_of(const struct ordo_choice *choice, enum ordo_growth g);

#endif
