/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * left_out.h: linear sums of columns that are fitted to costs, and how well they predict a cost
 * that was left out of the fit.
 *
 * A sum with more columns always comes nearer to the costs that it is fitted to. It predicts a cost
 * that was left out better only if the columns have to do with the costs. So errors of left-out
 * costs compare sums with few and many columns without a price per column.
 *
 * Shapes:  n costs above 0; columns[i * k + c] is column c at cost i; all finite
 * Units:   errors are of ln cost, so 0.1 is about 10 %; an error above 1 counts as 1
 * Memory:  ordo_left_out_done frees what ordo_left_out_init allocated
 * Threads: pure, reentrant
 * Source:  relative least squares; prediction errors by the diagonal of the hat matrix (Allen, The
 *          relationship between variable selection and data augmentation, 1974)
 */
#ifndef ORDO_LEFT_OUT_H
#define ORDO_LEFT_OUT_H

#include <stdbool.h>
#include <stddef.h>

#define ORDO_LEFT_OUT_COLUMNS 24
#define ORDO_LEFT_OUT_SUM 6 /* columns of one sum */

struct ordo_left_out {
    size_t n;
    unsigned k;
    const double *columns, *cost;
    double *weighted; /* columns divided by the costs that are expected */
    double *target;   /* costs divided by them */
    double product[ORDO_LEFT_OUT_COLUMNS][ORDO_LEFT_OUT_COLUMNS];
    double with_target[ORDO_LEFT_OUT_COLUMNS];
    double squares; /* of the target */
};

struct ordo_left_out_sum {
    unsigned n;
    unsigned char column[ORDO_LEFT_OUT_SUM];
    double coef[ORDO_LEFT_OUT_SUM];
    double inverse[ORDO_LEFT_OUT_SUM][ORDO_LEFT_OUT_SUM]; /* of the matrix of products */
    double rest; /* mean of the squared relative errors of the costs that it was fitted to */
};

/* Starts with errors relative to the costs. The columns and costs must outlive it. */
void ordo_left_out_init(struct ordo_left_out *l, const double *columns, unsigned k,
                        const double *cost, size_t n);
void ordo_left_out_done(struct ordo_left_out *l);

/* Makes errors relative to what the sum says, where that is near the cost. Costs that deviate
 * downwards then weigh no more than those that deviate upwards. */
void ordo_left_out_weigh(struct ordo_left_out *l, const struct ordo_left_out_sum *s);

/* Fits s->n columns. Returns false if there are not more costs than columns, or if the columns are
 * nearly dependent. */
bool ordo_left_out_fit(const struct ordo_left_out *l, struct ordo_left_out_sum *s);

/* Returns the root of the mean squared error of costs that were left out. */
double ordo_left_out_error(const struct ordo_left_out *l, const struct ordo_left_out_sum *s);

/* Returns the value of the sum at cost i. */
double ordo_left_out_value(const struct ordo_left_out *l, const struct ordo_left_out_sum *s,
                           size_t i);

#endif
