/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * choice.h: fits all candidates to a sample and weighs them against each other.
 *
 * Errors:  n is 0 if no candidate fits the sample
 * Memory:  plain data of about 100 kB; ordo_choice_make needs as much again on the stack
 * Threads: pure, reentrant
 * Source:  Schwarz, Estimating the dimension of a model, 1978, with a prior over the candidates
 */
#ifndef ORDO_CHOICE_H
#define ORDO_CHOICE_H

#include "model/fit/curve.h"

#define ORDO_CONTENDERS 96

struct ordo_contender {
    struct ordo_curve curve;
    double low_likelihood; /* log likelihood of the bins below the curve's first */
    double score, probability;
    /* Set with `probability`: */
    enum ordo_growth growth; /* of the term that dominates at n_max */
    bool drifts;             /* the largest sizes contradict it; it counts for no class */
};

struct ordo_choice {
    size_t n;
    struct ordo_contender c[ORDO_CONTENDERS];
    double effective;                 /* number of independent bins that they are worth */
    double probability[ORDO_GROWTHS]; /* by class; "none": of curves that drift */
    size_t best;                      /* index of the contender with the greatest score */
    double slack_power;               /* see ordo_fit_data_set_slack */
};

/* Makes the choice. Also sets the slack of the sample's bins, either even or by 1 / u, whichever
 * is likelier. */
void ordo_choice_make(struct ordo_choice *choice, struct ordo_fit_data *s);

/* Makes the choice with slack by u^-slack_power, for samples drawn from one whose choice is
 * made. */
void ordo_choice_make_as(struct ordo_choice *choice, struct ordo_fit_data *s, double slack_power);

/* Returns the class's contender with the greatest score, or NULL. */
const struct ordo_contender *ordo_choice_of(const struct ordo_choice *choice, enum ordo_growth g);

#endif
