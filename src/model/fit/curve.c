/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * curve.c: iteratively reweighted least squares.
 *
 * The last step has the precision of the kernel (least_squares.h). Earlier steps use normal
 * equations, unless columns are nearly dependent. The variance of a bin is f^2 (v + lack slack): v
 * is its noise, with the floor; slack belongs to the bin; lack is one number for the curve. In
 * addition, bins have the weights of a t distribution with 5 degrees of freedom. The variance is
 * updated by the EM step for t scales, with n - p degrees of freedom.
 *
 * Invariant: f > 0 at every fitted bin, so that residuals can be relative.
 */
#include "model/fit/curve.h"

#include "model/fit/least_squares.h"
#include "model/fit/normal_equations.h"

#include <math.h>
#include <string.h>

#define FREEDOM 5.0
#define PRECISE 1e-3 /* relative error of a size */
#define CLEARLY 3.0  /* so many times more: a lower term that dominates a higher one */
#define FIRST_LACK 0.01
#define CONVERGED 0.02 /* relative change of the curve and of its variance */

static double rise_value(const struct ordo_curve *c, double u) {
    if (c->rise == ORDO_RISE_FACTORIAL) return exp(lgamma(u * c->n_max + 1) - lgamma(c->n_max + 1));
    return exp(c->rate * (u - 1));
}

static double rise_of_bin(const struct ordo_curve *c, const struct ordo_fit_data *s,
                          const struct ordo_bin *b) {
    if (b->n == 1) return rise_value(c, b->u);
    double sum = 0;
    for (size_t i = b->first; i < b->first + b->n; i++) sum += rise_value(c, s->o[i].n / s->n_max);
    return sum / (double)b->n;
}

static bool makes_sense(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    const struct ordo_bin *lowest = &s->bin[c->first];
    if (c->rise == ORDO_RISE_NONE)
        return ordo_candidate_makes_sense(c->candidate, c->coef, lowest->at, c->first == 0);
    double total = 0, low = rise_value(c, lowest->u) * c->coef[0], taken = 0;
    for (unsigned k = 0; k < c->columns; k++) {
        bool constant = k && c->candidate->term[k - 1] == ORDO_TERM_1;
        if (c->coef[k] < 0 && !(constant && c->columns == 2)) return false;
        if (c->coef[k] < 0) taken -= c->coef[k];
        total += fabs(c->coef[k]);
    }
    return c->coef[0] >= 0.15 * total && taken <= 0.8 * low; /* as in fib: a phi^n - b */
}

struct work {
    double x[ORDO_BINS * ORDO_COLUMNS], y[ORDO_BINS], w[ORDO_BINS], f[ORDO_BINS];
    double scratch[ORDO_BINS * (ORDO_COLUMNS + 1)];
};

double ordo_curve_slack(const struct ordo_curve *c, const struct ordo_bin *b) {
    return c->candidate->growth <= ORDO_GROWTH_SQRT ? 1 : b->slack;
}

static double variance_at(const struct ordo_curve *c, const struct ordo_fit_data *s, size_t i) {
    const struct ordo_bin *b = &s->bin[c->first + i];
    return b->variance + c->lack * ordo_curve_slack(c, b);
}

/* Computes the residuals. Returns the greatest relative change of the curve. */
static double move(struct ordo_curve *c, struct work *k) {
    size_t p = c->columns;
    double change = 0;
    for (size_t i = 0; i < c->n; i++) {
        double f = 0;
        for (size_t j = 0; j < p; j++) f += c->coef[j] * k->x[i * p + j];
        if (!(f > 0.05 * k->y[i])) f = 0.05 * k->y[i];
        double over = 1 / f, moved = fabs(f - k->f[i]) * over;
        if (moved > change) change = moved;
        k->f[i] = f;
        c->residual[i] = k->y[i] * over - 1;
    }
    return change;
}

/* Does the EM step of the variance, from the residuals. Returns whether the variance has
 * converged. A t distribution gives a standardised residual z the weight (FREEDOM + 1) / (FREEDOM
 * + z^2). */
static bool relax(struct ordo_curve *c, const struct ordo_fit_data *s) {
    double weighted_squares = 0, weights = 0;
    for (size_t i = 0; i < c->n; i++) {
        const struct ordo_bin *b = &s->bin[c->first + i];
        double slack = ordo_curve_slack(c, b), v = b->variance + c->lack * slack;
        double square = c->residual[i] * c->residual[i];
        double heavy = FREEDOM * v + square, over = 1 / (v * heavy);
        weighted_squares += (FREEDOM + 1) * square * v * over;
        weights += heavy * over * slack;
    }
    double freedom = c->n > c->columns ? (double)(c->n - c->columns) : 0.5, before = c->lack;
    double floor = ORDO_NOISE_FLOOR * ORDO_NOISE_FLOOR;
    c->lack = fmax(0, c->lack + (weighted_squares / freedom - 1) * (double)c->n / weights);
    return fabs(c->lack - before) <= CONVERGED * (c->lack + floor);
}

static bool solve_roughly(struct ordo_curve *c, const struct work *k) {
    struct ordo_normal_equations e = {.target = {0}};
    unsigned p = c->columns;
    for (size_t i = 0; i < c->n; i++) {
        const double *x = &k->x[i * p];
        for (unsigned a = 0; a < p; a++) {
            double wx = k->w[i] * x[a];
            for (unsigned b = 0; b <= a; b++) e.product[a][b] += wx * x[b];
            e.target[a] += wx * k->y[i];
        }
    }
    return ordo_normal_equations_solve(&e, p, c->coef);
}

/* Does one step. `precise`: to the precision of the kernel, with the covariance. */
static bool iterate(struct ordo_curve *c, const struct ordo_fit_data *s, struct work *k,
                    bool robust, bool precise) {
    for (size_t i = 0; i < c->n; i++) {
        double v = variance_at(c, s, i), r = c->residual[i];
        k->w[i] = robust ? (FREEDOM + 1) / ((FREEDOM * v + r * r) * k->f[i] * k->f[i])
                         : 1 / (v * k->f[i] * k->f[i]);
    }
    if (!precise && solve_roughly(c, k)) return true;
    return ordo_least_squares_fit(k->x, k->y, k->w, c->n, c->columns, false, k->scratch, c->coef,
                                  c->covariance, NULL);
}

static void judge(struct ordo_curve *c, const struct ordo_fit_data *s, const struct work *k) {
    double sum = 0, product = 1;
    const double over_floor = 1 / (ORDO_NOISE_FLOOR * ORDO_NOISE_FLOOR);
    for (size_t i = 0; i < c->n; i++) {
        double v = variance_at(c, s, i), r = c->residual[i];
        double t = 1 + r * r / (FREEDOM * v);
        product *= k->f[i] / k->y[i] * sqrt(v * over_floor) * (t * t * t);
        if (i % 8 == 7 || i + 1 == c->n) {
            sum -= log(product);
            product = 1;
        }
    }
    c->log_likelihood = sum;
}

static bool start(struct ordo_curve *c, const struct ordo_fit_data *s, struct work *k) {
    c->columns = c->candidate->n_terms + (c->rise != ORDO_RISE_NONE);
    c->n_max = s->n_max;
    if (c->n < c->columns || !c->columns) return false;
    const struct ordo_bin *bin = &s->bin[c->first];
    unsigned column = 0;
    for (size_t i = 0; i < c->n; i++) {
        k->y[i] = bin[i].y;
        k->f[i] = bin[i].smooth;
    }
    if (c->rise != ORDO_RISE_NONE) {
        column = 1;
        for (size_t i = 0; i < c->n; i++) k->x[i * c->columns] = rise_of_bin(c, s, &bin[i]);
    }
    for (unsigned t = 0; t < c->candidate->n_terms; t++, column++)
        for (size_t i = 0; i < c->n; i++)
            k->x[i * c->columns + column] = bin[i].term[c->candidate->term[t]];
    c->lack = FIRST_LACK;
    memset(c->residual, 0, c->n * sizeof *c->residual);
    return true;
}

/* Does at most `iterations` steps, fewer if the curve stops moving. */
static bool approach(struct ordo_curve *c, const struct ordo_fit_data *s, struct work *k,
                     int iterations) {
    for (int i = 0; i < iterations; i++) {
        if (!iterate(c, s, k, i > 0, false)) return false;
        bool is_still = move(c, k) < CONVERGED;
        if (relax(c, s) && is_still && i > 0) break;
    }
    return true;
}

bool ordo_curve_fit(struct ordo_curve *c, const struct ordo_fit_data *s, int iterations) {
    struct work k;
    if (!start(c, s, &k) || !approach(c, s, &k, iterations - 1)) return false;
    if (!iterate(c, s, &k, iterations > 1, true)) return false;
    move(c, &k);
    relax(c, s);
    judge(c, s, &k);
    return isfinite(c->log_likelihood) && makes_sense(c, s);
}

bool ordo_curve_sketch(struct ordo_curve *c, const struct ordo_fit_data *s, int iterations) {
    struct work k;
    if (!start(c, s, &k) || !approach(c, s, &k, iterations) || !makes_sense(c, s)) return false;
    judge(c, s, &k);
    return isfinite(c->log_likelihood);
}

void ordo_gram_init(struct ordo_gram *g, const struct ordo_fit_data *s, size_t first) {
    memset(g, 0, sizeof *g);
    for (size_t i = first; i < s->n_bins; i++) {
        const struct ordo_bin *b = &s->bin[i];
        double column[ORDO_TERMS + 1], v = b->variance + FIRST_LACK * b->slack;
        double w = 1 / (v * b->smooth * b->smooth);
        memcpy(column, b->term, sizeof b->term);
        column[ORDO_TERMS] = b->y;
        for (int j = 0; j <= ORDO_TERMS; j++)
            for (int k = 0; k <= j; k++) g->product[j][k] += w * column[j] * column[k];
    }
    for (int j = 0; j <= ORDO_TERMS; j++)
        for (int k = 0; k < j; k++) g->product[k][j] = g->product[j][k];
}

static bool solve_gram(const struct ordo_gram *g, struct ordo_curve *c) {
    struct ordo_normal_equations e;
    for (unsigned i = 0; i < c->columns; i++) {
        const double *row_of = g->product[c->candidate->term[i]];
        for (unsigned j = 0; j <= i; j++) e.product[i][j] = row_of[c->candidate->term[j]];
        e.target[i] = row_of[ORDO_TERMS];
    }
    return ordo_normal_equations_solve(&e, c->columns, c->coef);
}

bool ordo_curve_compare(struct ordo_curve *c, const struct ordo_fit_data *s,
                        const struct ordo_gram *g) {
    struct work k;
    c->columns = c->candidate->n_terms;
    bool solved = solve_gram(g, c);
    if (solved && !makes_sense(c, s)) return false; /* most: before anything else is computed */
    if (!start(c, s, &k)) return false;
    if (!solved && (!iterate(c, s, &k, false, true) || !makes_sense(c, s))) return false;
    move(c, &k);
    relax(c, s);
    relax(c, s);
    judge(c, s, &k);
    return isfinite(c->log_likelihood);
}

double ordo_curve_rise(const struct ordo_curve *c, double u) {
    return c->rise == ORDO_RISE_NONE ? 0 : c->coef[0] * rise_value(c, u);
}

static double value(const struct ordo_curve *c, double u, const double term[ORDO_TERMS]) {
    if (c->has_low && u < c->u_break) return exp(c->low_log + c->low_power * term[ORDO_TERM_LOG]);
    double f = 0;
    unsigned column = 0;
    if (c->rise != ORDO_RISE_NONE) f = c->coef[column++] * rise_value(c, u);
    for (unsigned t = 0; t < c->candidate->n_terms; t++)
        f += c->coef[column++] * term[c->candidate->term[t]];
    return f;
}

double ordo_curve_value(const struct ordo_curve *c, double u) {
    double term[ORDO_TERMS];
    ordo_terms_get(u, term);
    return value(c, u, term);
}

double ordo_curve_value_of_bin(const struct ordo_curve *c, const struct ordo_bin *b) {
    return value(c, b->u, b->at);
}

/* The growing terms by degree: the power of n in halves, and the exponential column. */
enum { DEGREES = 8, RISE = 7 };

static unsigned halves(enum ordo_term t) {
    static const unsigned char of[ORDO_TERMS] = {0, 0, 1, 2, 2, 3, 4, 4, 6};
    return of[t];
}

/* Sets part[d] to the value at u of the terms of each degree, and of the constant to *constant. A
 * logarithm of u is 0 at n_max: the constant is a part of the logarithm of n. */
static void split_value(const struct ordo_curve *c, double u, double part[DEGREES],
                        double *constant) {
    double term[ORDO_TERMS];
    unsigned column = 0;
    bool has_log = false;
    for (unsigned t = 0; t < c->candidate->n_terms; t++)
        has_log |= c->candidate->term[t] == ORDO_TERM_LOG;
    ordo_terms_get(u, term);
    memset(part, 0, DEGREES * sizeof *part);
    *constant = 0;
    if (c->rise != ORDO_RISE_NONE) part[RISE] = c->coef[column++] * rise_value(c, u);
    for (unsigned t = 0; t < c->candidate->n_terms; t++, column++) {
        enum ordo_term k = c->candidate->term[t];
        double value = c->coef[column] * term[k];
        if (k == ORDO_TERM_1 && !has_log)
            *constant += value;
        else
            part[halves(k)] += value;
    }
}

enum ordo_growth ordo_curve_class(const struct ordo_curve *c) {
    static const enum ordo_growth plain[DEGREES] = {
        ORDO_GROWTH_LOG, ORDO_GROWTH_SQRT, ORDO_GROWTH_N,  ORDO_GROWTH_N_SQRT,
        ORDO_GROWTH_N2,  ORDO_GROWTH_NONE, ORDO_GROWTH_N3, ORDO_GROWTH_EXP};
    double part[DEGREES], constant;
    unsigned most = 0;
    if (c->candidate->growth == ORDO_GROWTH_1) return ORDO_GROWTH_1;
    split_value(c, 1, part, &constant);
    for (unsigned d = 1; d < DEGREES; d++)
        if (part[d] > 0 && CLEARLY * part[d] >= part[most]) most = d;
    for (unsigned t = 0; t < c->candidate->n_terms; t++) {
        enum ordo_term k = c->candidate->term[t];
        if (k == ORDO_TERM_N_LOG && most == 2) return ORDO_GROWTH_N_LOG;
        if (k == ORDO_TERM_N2_LOG && most == 4) return ORDO_GROWTH_N2_LOG;
    }
    return plain[most];
}

/* Returns whether the terms of the candidate's class are more than all others at u. */
static bool leads(const struct ordo_curve *c, double u) {
    double part[DEGREES], others;
    unsigned lead = c->rise != ORDO_RISE_NONE ? RISE : halves(c->candidate->term[0]);
    split_value(c, u, part, &others);
    for (unsigned d = 0; d < DEGREES; d++)
        if (d != lead) others += part[d];
    return part[lead] > others;
}

double ordo_curve_takeover(const struct ordo_curve *c, double most) {
    double low = 0, high = log(most); /* of ln u */
    if (leads(c, 1)) return 1;
    if (!leads(c, most)) return INFINITY;
    while (high - low > PRECISE) {
        double middle = (low + high) / 2;
        if (leads(c, exp(middle)))
            high = middle;
        else
            low = middle;
    }
    return exp(high);
}

double ordo_curve_level(const struct ordo_curve *c, double u) {
    if (c->has_low && u < c->u_break) return 0;
    double term[ORDO_TERMS], f = 0;
    unsigned column = c->rise != ORDO_RISE_NONE;
    ordo_terms_get(u, term);
    for (unsigned t = 0; t < c->candidate->n_terms; t++, column++)
        if (c->candidate->term[t] <= ORDO_TERM_SQRT)
            f += c->coef[column] * term[c->candidate->term[t]];
    return f;
}

double ordo_curve_slope(const struct ordo_curve *c, double u, double *standard_error) {
    double low[ORDO_TERMS], top[ORDO_TERMS], gradient[ORDO_COLUMNS];
    double f_low = ordo_curve_value(c, u), f_top = ordo_curve_value(c, 1), width = -log(u);
    bool below = c->has_low && u < c->u_break;
    unsigned column = 0;
    ordo_terms_get(u, low);
    ordo_terms_get(1, top);
    if (c->rise != ORDO_RISE_NONE) {
        gradient[0] = (1 / f_top - (below ? 0 : rise_value(c, u) / f_low)) / width;
        column = 1;
    }
    for (unsigned t = 0; t < c->candidate->n_terms; t++, column++) {
        unsigned k = c->candidate->term[t];
        gradient[column] = (top[k] / f_top - (below ? 0 : low[k] / f_low)) / width;
    }
    double variance = 0;
    for (unsigned a = 0; a < c->columns; a++)
        for (unsigned b = 0; b < c->columns; b++)
            variance += gradient[a] * c->covariance[a * c->columns + b] * gradient[b];
    *standard_error = sqrt(fmax(variance, 0));
    return log(f_top / f_low) / width;
}
