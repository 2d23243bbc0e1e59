/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model.h: computes a cost function from the points of a scope. docs/models.md describes the
 * method.
 *
 * Shapes:  points in any order; impossible points (n, count or cost not finite or negative, count
 *          0) are left out, and also n = 0, to which no cost function is relative
 * Units:   cost and sizes in the caller's units. Class and exponent do not depend on them (except
 *          for exponentials).
 * Memory:  *out is plain data, owned by the caller
 * Threads: pure, reentrant; the same points give the same model, whatever their order
 * Cost:    about 20 to 60 microseconds at 24 points; linear in the number of points
 */
#ifndef ORDO_MODEL_H
#define ORDO_MODEL_H

#include "model/fit/growth.h"

#include <stddef.h>

/* Increased when the same points may give another model. Models cached under an older version are
 * computed again. */
#define ORDO_MODEL_VERSION 26

struct ordo_model_point {
    double n, count;
    double min, max, sum, sumsq; /* of the costs seen at n */
};

/* Why a model is limited; a closed list. */
enum ordo_model_warning {
    ORDO_MODEL_FEW_SIZES = 1,     /* fewer than 4 distinct sizes above 0 */
    ORDO_MODEL_NARROW_SIZES = 2,  /* sizes span less than a factor of 1.5 (no class) or a decade */
    ORDO_MODEL_NO_RELATION = 4,   /* cost does not follow the size */
    ORDO_MODEL_FALLING = 8,       /* cost falls with the size */
    ORDO_MODEL_AMBIGUOUS = 16,    /* no class is likely enough, or the sizes do not show it */
    ORDO_MODEL_CLUSTERED = 32,    /* sizes lie in too few groups */
    ORDO_MODEL_OUTLIERS = 64,     /* points far from their neighbours were left out */
    ORDO_MODEL_TWO_REGIMES = 128, /* smaller sizes behave differently */
    ORDO_MODEL_LOG_UNSURE = 256,  /* likely both with and without the logarithm */
    ORDO_MODEL_ZERO_COST = 512,   /* sizes whose cost is 0 were left out */
    ORDO_MODEL_OVERTAKES = 1024, /* the mean would overtake the worst case, which is not reported */
    ORDO_MODEL_LARGEST_DIFFER = 2048, /* the largest sizes behave differently */
    ORDO_MODEL_NO_SIZE = 4096, /* in place of the first: all sizes are 0, and will be with other
                                  inputs (set by those who know what the sizes are) */
    ORDO_MODEL_MIXTURE = 8192, /* calls follow one of two functions, and this is their mean */
    ORDO_MODEL_LAST_WARNING = ORDO_MODEL_MIXTURE,
};

#define ORDO_MODEL_TERMS 5

/* A prediction is for so many times the largest size unless another factor is asked for. Classes,
 * exponents and warnings never depend on the factor. */
#define ORDO_MODEL_FACTOR 10.0

struct ordo_model_term {
    enum ordo_growth growth; /* ORDO_GROWTH_EXP: coefficient * base^n, or * n! if base is 0 */
    double coefficient;      /* logarithms to base 2 */
};

struct ordo_model {
    enum ordo_growth growth;          /* of the term that dominates at n_max */
    double posterior[ORDO_GROWTHS];   /* sums to 1 */
    double n_min, n_max;              /* range of sizes used; 0, 0: none */
    size_t n_points;                  /* number of distinct sizes used */
    bool has_exponent;                /* any class except "none" and exponentials */
    double exponent, low, high;       /* log-log slope from sqrt(n_min n_max) to n_max, 95 % */
    double top, top_low, top_high;    /* log-log slope at n_max, 95 %; with has_exponent */
    bool has_later;                   /* a term of a higher class takes over by 10 n_max */
    enum ordo_growth later;           /* its class */
    double later_from;                /* the size from which on it is more than all other terms */
    bool has_least;                   /* no class, and three sizes that show a bound */
    enum ordo_growth least;           /* the cost grows at least so (least_growth.h) */
    bool has_base;                    /* exponentials */
    double base, base_low, base_high; /* growth per step of n at n_max */
    bool has_r2;
    double r2; /* explained share of the variance of log cost */
    bool has_prediction;
    double at, predicted, predicted_low, predicted_high; /* at: ordo_model_size_at() */
    unsigned n_terms;                                    /* above n_break */
    struct ordo_model_term term[ORDO_MODEL_TERMS];
    double base_of_term; /* of ORDO_GROWTH_EXP terms; 0: factorial */
    double n_break;      /* 0: one regime */
    unsigned warnings;   /* enum ordo_model_warning */
};

/* The unit of cost. The prior on the size of coefficients needs a known unit. */
enum ordo_cost_unit { ORDO_UNIT_UNKNOWN, ORDO_UNIT_BLOCKS };

/* What the points are: all activations, a random sample of them, or checkpoints of a run. The
 * sizes of checkpoints begin at 0, so a bend there is not a line that begins above 0. */
enum ordo_points { ORDO_POINTS_ALL, ORDO_POINTS_SAMPLED, ORDO_POINTS_CHECKPOINTS };

/* Fits the mean cost. */
void ordo_model_fit(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                    struct ordo_model *out);

/* Fits the mean cost of points that are what `are` says, and predicts at `factor` times the largest
 * size; factor > 1. */
void ordo_model_fit_as(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                       enum ordo_points are, double factor, struct ordo_model *out);

/* Fits the mean cost of a population of which these activations are a random sample. Class
 * probabilities are only as certain as other samples of it would agree. Costs as much as two dozen
 * fits. */
void ordo_model_fit_sampled(const struct ordo_model_point *points, size_t n,
                            enum ordo_cost_unit unit, struct ordo_model *out);

/* Fits the worst case: the upper envelope of the greatest costs. */
void ordo_model_fit_worst(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                          struct ordo_model *out);

/* The same, with a prediction at `factor` times the largest size; factor > 1. */
void ordo_model_fit_worst_as(const struct ordo_model_point *points, size_t n,
                             enum ordo_cost_unit unit, double factor, struct ordo_model *out);

/* Reports no class after all ("ambiguous"); keeps the probabilities. */
void ordo_model_retract(struct ordo_model *m);

/* Returns the model's cost at n; NaN for "none". */
double ordo_model_value(const struct ordo_model *m, double n);

/* Returns the size that a prediction for `factor` times the largest size is for: that size; for
 * exponentials n_max + 5, whatever the factor. */
double ordo_model_size_at(const struct ordo_model *m, double factor);

#endif
