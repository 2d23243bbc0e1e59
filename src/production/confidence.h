/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * confidence.h: 95 % intervals of counts.
 *
 * Units:   those of the numbers given
 * Threads: pure, reentrant
 * Sources: log-normal: A. Chao, Estimating the population size for capture-recapture data with
 *          unequal catchability, 1987; score interval of a share: E. B. Wilson, Probable inference,
 *          the law of succession, and statistical inference, 1927, solved for the number instead
 */
#ifndef ORDO_CONFIDENCE_H
#define ORDO_CONFIDENCE_H

struct ordo_confidence {
    double low, high;
};

/* Of `seen` + `unseen`, when unseen >= 0 was estimated with the standard deviation `deviation`. */
struct ordo_confidence ordo_confidence_unseen(double seen, double unseen, double deviation);

/* Of a number of things each of which is counted with probability `share`, `counted` of them. */
struct ordo_confidence ordo_confidence_counted(double counted, double share);

/* Of a value with two independent errors, whose intervals around it are a and b. */
struct ordo_confidence ordo_confidence_both(double value, struct ordo_confidence a,
                                            struct ordo_confidence b);

/* The two-sided 95 % point of Student's t with `freedom` >= 1 degrees of freedom. */
double ordo_confidence_student(double freedom);

#endif
