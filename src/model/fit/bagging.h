/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bagging.h: probabilities of classes that heed which activations happened to be sampled.
 *
 * A posterior takes its bins for the law with noise. The activations of a real loop are a mixture
 * that no candidate describes exactly, and a sample has few of the large ones: then the posterior
 * is sure of whatever curve goes through those that it has. Averaged over samples drawn anew from
 * the sample, it is as unsure as they differ.
 *
 * Errors:  false when memory is out; *choice is then as it was
 * Threads: pure, reentrant; the same sample gives the same probabilities
 * Cost:    ORDO_BAGS choices
 * Source:  Huggins, Miller, Robust and reproducible model selection using bagged posteriors, 2023;
 *          counts are drawn as Poisson variables (Hanley, MacGibbon, Creating non-parametric
 *          bootstrap samples using Poisson frequencies, 2006)
 */
#ifndef ORDO_BAGGING_H
#define ORDO_BAGGING_H

#include "model/fit/choice.h"

enum { ORDO_BAGS = 24 };

/* Gives the classes of a choice made for the sample, and its contenders with them, the mean of
 * their probabilities over drawn samples. A class without a contender may have one, too.
 * *slope_deviation: by how much the drawn samples' log-log slopes differ, from the middle of the
 * sample's sizes to the largest. */
bool ordo_bagging_weigh(struct ordo_choice *choice, const struct ordo_sample *s,
                        double *slope_deviation);

#endif
