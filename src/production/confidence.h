/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * confidence.h: 95 % intervals of counts.
 *
 * Units:   those of the arguments
 * Threads: pure, reentrant
 * Sources: log-normal: A. Chao, Estimating the population size for capture-recapture data with
 *          unequal catchability, 1987; score interval of a share, solved for the number instead:
 *          E. B. Wilson, Probable inference ... and statistical inference, Journal of the American
 *          Statistical Association 22, 1927
 */
#ifndef ORDO_CONFIDENCE_H
#define ORDO_CONFIDENCE_H

struct ordo_confidence {
    double low, high;
};

/* Returns the interval of `seen` + `unseen`, where unseen >= 0 was estimated with the standard
 * deviation `deviation`. */
struct ordo_confidence ordo_confidence_unseen(double seen, double unseen, double deviation);

/* Returns the interval of a number of things, of which each was counted with probability `share`,
 * and `counted` were counted. */
struct ordo_confidence ordo_confidence_counted(double counted, double share);

/* Returns the interval of a value with two independent errors, whose intervals around it are a and
 * b. */
struct ordo_confidence ordo_confidence_both(double value, struct ordo_confidence a,
                                            struct ordo_confidence b);

/* Returns the two-sided 95 % point of Student's t with `freedom` >= 1 degrees of freedom. */
double ordo_confidence_student(double freedom);

#endif
