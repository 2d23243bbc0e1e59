/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * candidate.c: the table of candidates, and the rules that a fitted sum must obey.
 *
 * The prior slightly prefers the most common classes of programs (1, n, n log n, n^2). Among the
 * sums of a class, plain ones have the greatest weight.
 */
#include "model/fit/candidate.h"

#include <math.h>

#define T(t) ORDO_TERM_##t
#define ROW(growth, prior, n, ...)                                                                 \
    { ORDO_GROWTH_##growth, n, {__VA_ARGS__}, prior }

const struct ordo_candidate ordo_candidates[] = {
    ROW(1, 0.5, 1, T(1)),
    ROW(LOG, -1.0, 2, T(LOG), T(1)),
    ROW(SQRT, -1.5, 1, T(SQRT)),
    ROW(SQRT, -1.5, 2, T(SQRT), T(1)),
    ROW(SQRT, -2.0, 3, T(SQRT), T(LOG), T(1)),
    ROW(N, 0.0, 1, T(N)),
    ROW(N, 0.0, 2, T(N), T(1)),
    ROW(N, -1.0, 2, T(N), T(SQRT)),
    ROW(N, -1.0, 3, T(N), T(SQRT), T(1)),
    ROW(N, -1.0, 3, T(N), T(LOG), T(1)),
    ROW(N_LOG, -0.2, 2, T(N_LOG), T(N)),
    ROW(N_LOG, -0.4, 3, T(N_LOG), T(N), T(1)),
    ROW(N_SQRT, -1.8, 1, T(N_SQRT)),
    ROW(N_SQRT, -2.0, 2, T(N_SQRT), T(1)),
    ROW(N_SQRT, -1.8, 2, T(N_SQRT), T(N)),
    ROW(N_SQRT, -2.0, 3, T(N_SQRT), T(N), T(1)),
    ROW(N2, -0.2, 1, T(N2)),
    ROW(N2, -1.0, 2, T(N2), T(1)),
    ROW(N2, -0.2, 2, T(N2), T(N)),
    ROW(N2, -0.5, 3, T(N2), T(N), T(1)),
    ROW(N2, -1.5, 3, T(N2), T(N_LOG), T(N)),
    ROW(N2, -2.0, 4, T(N2), T(N_LOG), T(N), T(1)),
    ROW(N2_LOG, -0.5, 2, T(N2_LOG), T(N2)),
    ROW(N2_LOG, -0.8, 3, T(N2_LOG), T(N2), T(1)),
    ROW(N2_LOG, -0.7, 3, T(N2_LOG), T(N2), T(N)),
    ROW(N2_LOG, -1.0, 4, T(N2_LOG), T(N2), T(N), T(1)),
    ROW(N3, -0.5, 1, T(N3)),
    ROW(N3, -1.5, 2, T(N3), T(1)),
    ROW(N3, -1.5, 2, T(N3), T(N2)),
    ROW(N3, -1.5, 2, T(N3), T(N)),
    ROW(N3, -1.5, 3, T(N3), T(N2), T(N)),
    ROW(N3, -2.0, 3, T(N3), T(N), T(1)),
    ROW(N3, -2.0, 3, T(N3), T(N2), T(1)),
    ROW(N3, -2.0, 4, T(N3), T(N2), T(N), T(1)),
};
const size_t ordo_n_candidates = sizeof ordo_candidates / sizeof *ordo_candidates;

const struct ordo_candidate ordo_exponentials[] = {
    ROW(EXP, -2.0, 0, 0),
    ROW(EXP, -2.0, 1, T(1)),
    ROW(EXP, -2.5, 1, T(N)),
    ROW(EXP, -3.0, 1, T(N2)),
    ROW(EXP, -3.0, 2, T(N), T(1)),
    ROW(EXP, -3.5, 2, T(N2), T(1)),
    ROW(EXP, -3.5, 3, T(N2), T(N), T(1)),
};
const size_t ordo_n_exponentials = sizeof ordo_exponentials / sizeof *ordo_exponentials;

#define ZERO 1e-9             /* of the cost at n_max: rounding error of a coefficient that is 0 */
#define LEAST_SHARE 0.06      /* least share of the leading term in the cost at n_max */
#define LEAST_ROOT 0.15       /* the same for n sqrt n, which bends like digits that get longer */
#define LEAST_LOG_RISE 0.03   /* least rise by a logarithm, as a share of that cost */
#define GREATEST_LOGARITHM 32 /* L in n (L + ln u); above it, n log n looks like n */
/* What negative terms may subtract, relative to the leading term at n_min. Sizes include cells
 * that every call reads. Therefore a line may begin at any size, and a square where half of the
 * size is such cells. */
#define MOST_SUBTRACTED 0.55
#define MOST_SUBTRACTED_N 0.98
#define MOST_SUBTRACTED_N2 0.95
#define MOST_SUBTRACTED_N3 0.8 /* as in n (n - 1) (n - 2) from n = 3 on */

static bool has_logarithm(const struct ordo_candidate *c) {
    return c->growth == ORDO_GROWTH_LOG || c->growth == ORDO_GROWTH_N_LOG ||
           c->growth == ORDO_GROWTH_N2_LOG;
}

/* Checks a g ln u + b g, which equals a g (L + ln u) with L = b / a: the logarithm of n / (n_max
 * exp(-L)). */
static bool logarithm_makes_sense(const struct ordo_candidate *c, const double *coef, double span,
                                  double total) {
    double l = coef[1] / coef[0];
    if (!(coef[0] > 0) || !(l > 0.9 * span)) return false;
    if (c->growth == ORDO_GROWTH_LOG) return coef[0] * span >= LEAST_LOG_RISE * total;
    return l <= GREATEST_LOGARITHM && coef[1] >= LEAST_SHARE * total;
}

static double most_subtracted(enum ordo_growth g) {
    switch (g) {
    case ORDO_GROWTH_N:
        return MOST_SUBTRACTED_N;
    case ORDO_GROWTH_N2:
        return MOST_SUBTRACTED_N2;
    case ORDO_GROWTH_N3:
        return MOST_SUBTRACTED_N3;
    default:
        return MOST_SUBTRACTED;
    }
}

bool ordo_candidate_makes_sense(const struct ordo_candidate *c, const double *coef,
                                const double bottom[ORDO_TERMS], bool whole) {
    double total = 0, low = 0, taken = 0, lead;
    unsigned first = 1;
    for (unsigned k = 0; k < c->n_terms; k++) {
        total += c->term[k] == ORDO_TERM_LOG || c->term[k] == ORDO_TERM_N_LOG ||
                         c->term[k] == ORDO_TERM_N2_LOG
                     ? 0
                     : coef[k];
        low += coef[k] * bottom[c->term[k]];
    }
    if (!(total > 0) || !(low > 0)) return false;
    if (has_logarithm(c)) {
        if (!logarithm_makes_sense(c, coef, -bottom[ORDO_TERM_LOG], total)) return false;
        lead = coef[0] * bottom[c->term[0]] + coef[1] * bottom[c->term[1]];
        first = 2;
    } else {
        double least = c->growth == ORDO_GROWTH_N_SQRT ? LEAST_ROOT : LEAST_SHARE;
        if (!(coef[0] >= least * total)) return false;
        lead = coef[0] * bottom[c->term[0]];
    }
    for (unsigned k = first; k < c->n_terms; k++) {
        bool integer =
            c->term[k] == ORDO_TERM_1 || c->term[k] == ORDO_TERM_N || c->term[k] == ORDO_TERM_N2;
        bool may_be_taken = integer && (whole || c->growth == ORDO_GROWTH_N);
        if (coef[k] < -ZERO * total && !may_be_taken) return false;
        if (coef[k] < 0) taken -= coef[k] * bottom[c->term[k]];
    }
    return taken <= most_subtracted(c->growth) * lead;
}
