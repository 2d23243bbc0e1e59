/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bagging.h: class probabilities that take into account which activations happened to be sampled.
 *
 * A posterior assumes that the bins follow one of the candidates, with noise. The activations of a
 * real loop are a mixture that no candidate describes exactly, and a sample has few of the large
 * ones. The posterior is then certain of whatever curve fits the activations that were sampled.
 * The mean posterior over samples drawn from the sample is as uncertain as these samples differ.
 *
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

/* Replaces the probabilities of classes, and of contenders with them, by their means over drawn
 * samples. The choice was made for the sample. A class without a contender may have a probability,
 * too. Sets *slope_deviation to the standard deviation of the drawn samples' log-log slopes, from
 * the middle of the sample's sizes to the largest. */
void ordo_bagging_weigh(struct ordo_choice *choice, const struct ordo_fit_data *s,
                        double *slope_deviation);

#endif
