/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * two_sizes.h: the cost of calls as a function of two of their sizes, where no one size explains it
 * (docs/models.md, "Two sizes").
 *
 * Shapes:  calls in any order; a size that is not above 0, or NaN, is not known
 * Units:   cost and sizes in the caller's units
 * Memory:  *out is plain data, owned by the caller
 * Threads: pure, reentrant; the same calls give the same result, whatever their order
 * Cost:    about 10 microseconds if one size explains the cost, else about a millisecond for each
 *          pair of sizes
 */
#ifndef ORDO_TWO_SIZES_H
#define ORDO_TWO_SIZES_H

#include "model/fit/model.h"

#include <stdbool.h>
#include <stddef.h>

#define ORDO_CALL_SIZES 11 /* rms, depth, input and eight arguments */
#define ORDO_TWO_SIZE_TERMS 6

struct ordo_call {
    double size[ORDO_CALL_SIZES], cost;
};

/* coefficient * of_n(n) * of_m(m) */
struct ordo_two_size_term {
    double coefficient;
    enum ordo_growth of_n, of_m;
};

/* Why there is no function of two sizes. */
enum ordo_two_sizes_why {
    ORDO_TWO_SIZES_KNOWN,    /* there is one */
    ORDO_TWO_SIZES_FEW,      /* too few calls that differ in their sizes */
    ORDO_TWO_SIZES_ALONE,    /* one size explains the cost */
    ORDO_TWO_SIZES_TOGETHER, /* no two sizes vary, and independently enough */
    ORDO_TWO_SIZES_NONE,     /* no function of two sizes explains the cost much better */
    ORDO_TWO_SIZES_UNSURE,   /* several do, which differ by more than a logarithm */
};

struct ordo_two_sizes {
    enum ordo_two_sizes_why why;
    unsigned n, m;      /* which sizes they are; only if KNOWN, as all that follows */
    unsigned n_leading; /* terms that make the class: 1: a product; 2: a sum */
    unsigned n_terms;   /* the leading ones first */
    struct ordo_two_size_term term[ORDO_TWO_SIZE_TERMS];
    double probability; /* of the class, among functions of one size and of two */
    double error;       /* typical error of ln cost, of calls that were left out of the fit */
    double alone;       /* the same of the best function of one size */
    size_t calls;       /* with different sizes */
    double n_min, n_max, m_min, m_max;
};

/* Finds the function. `preference` has a rank for each of the `sizes` sizes: of pairs that explain
 * the cost about equally well, the one with lower ranks is chosen. n and m are in ascending
 * order. */
void ordo_two_sizes_fit(const struct ordo_call *calls, size_t n, unsigned sizes,
                        const unsigned char *preference, enum ordo_cost_unit unit,
                        struct ordo_two_sizes *out);

/* Exchanges n and m. */
void ordo_two_sizes_swap(struct ordo_two_sizes *t);

double ordo_two_sizes_value(const struct ordo_two_sizes *t, double n, double m);

/* Returns the power with which the cost grows if both sizes grow in proportion, without
 * logarithms. */
double ordo_two_sizes_degree(const struct ordo_two_sizes *t);

/* Returns the class of that growth, with logarithms; ORDO_GROWTH_NONE if no class is the same. */
enum ordo_growth ordo_two_sizes_growth(const struct ordo_two_sizes *t);

#endif
