/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * acceptance.c: weighted least squares of all small sums, by normal equations of columns that are
 * scaled to 1 at the largest size.
 */
#include "models/acceptance.h"

#include "models/labelled_case.h"

#include <math.h>

enum { TERMS = 3, BASES = 40, BINS = 24, MOST_SIZES = 100 };
static const double FLOOR = 0.01, POSSIBLE = 9, LEAD = 0.25;

struct sum {
    size_t n;
    enum ordo_growth term[TERMS]; /* the leading one is last */
    double base;
};

static double term_at(const struct sum *s, size_t k, double n, double top) {
    if (s->term[k] == ORDO_GROWTH_EXP) return exp((n - top) * log(s->base));
    return ordo_growth_value(s->term[k], n) / ordo_growth_value(s->term[k], top);
}

/* Solves a symmetric system of at most three unknowns. Returns false if it is singular. */
static bool solve(double a[TERMS][TERMS + 1], size_t n, double *x) {
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[best][k])) best = i;
        for (size_t j = 0; j <= n; j++) {
            double t = a[k][j];
            a[k][j] = a[best][j];
            a[best][j] = t;
        }
        if (fabs(a[k][k]) < 1e-13) return false;
        for (size_t i = k + 1; i < n; i++) {
            double f = a[i][k] / a[k][k];
            for (size_t j = k; j <= n; j++) a[i][j] -= f * a[k][j];
        }
    }
    for (size_t k = n; k-- > 0;) {
        x[k] = a[k][n];
        for (size_t j = k + 1; j < n; j++) x[k] -= a[k][j] * x[j];
        x[k] /= a[k][k];
    }
    return true;
}

/* How many sizes share a bin: their lack of fit is the same one. */
static size_t bin_of(const struct evidence *e, size_t i) {
    double span = log(e->size[e->n - 1] / e->size[0]);
    return span > 0 ? (size_t)(log(e->size[i] / e->size[0]) / span * (BINS - 0.001)) : 0;
}

static double sum_deviance(const struct evidence *e, const struct sum *s) {
    double a[TERMS][TERMS + 1] = {{0}}, x[TERMS], top = e->size[e->n - 1], deviance = 0;
    size_t in_bin[BINS] = {0};
    for (size_t i = 0; i < e->n; i++) in_bin[bin_of(e, i)]++;
    double scale = 0;
    for (size_t i = 0; i < e->n; i++) {
        double variance = e->sd[i] * e->sd[i] + FLOOR * FLOOR * (double)in_bin[bin_of(e, i)];
        double row[TERMS + 1];
        for (size_t k = 0; k < s->n; k++) row[k] = term_at(s, k, e->size[i], top) / e->cost[i];
        row[s->n] = 1;
        for (size_t k = 0; k < s->n; k++)
            for (size_t j = 0; j <= s->n; j++) a[k][j] += row[k] * row[j] / variance;
    }
    /* A small size weighs more, as errors are relative; the scale keeps the pivot test meaningful.
     */
    for (size_t k = 0; k < s->n; k++) scale = fmax(scale, a[k][k]);
    for (size_t k = 0; k < s->n && scale > 0; k++)
        for (size_t j = 0; j <= s->n; j++) a[k][j] /= scale;
    if (!solve(a, s->n, x)) return INFINITY;
    double lower = 0, at_least = 0, at_top = 0;
    for (size_t k = 0; k < s->n; k++) {
        bool constant = s->term[k] == ORDO_GROWTH_1;
        if (!constant && x[k] < 0) return INFINITY;
        at_top += x[k];
        at_least += x[k] * term_at(s, k, e->size[0], top);
        if (constant) lower = x[k];
    }
    if (at_top <= 0 || x[s->n - 1] < LEAD * at_top) return INFINITY;
    if (at_least <= 0 || (lower < 0 && at_least < 0.1 * (at_least - lower))) return INFINITY;
    for (size_t i = 0; i < e->n; i++) {
        double variance = e->sd[i] * e->sd[i] + FLOOR * FLOOR * (double)in_bin[bin_of(e, i)];
        double fitted = 0;
        for (size_t k = 0; k < s->n; k++) fitted += x[k] * term_at(s, k, e->size[i], top);
        double error = fitted / e->cost[i] - 1;
        deviance += error * error / variance;
    }
    return deviance;
}

/* Tries a term alone, with a constant, with a lower term, and with both. */
static double with_lower(const struct evidence *e, enum ordo_growth class, enum ordo_growth lower,
                         double base) {
    struct sum s = {.n = 1, .term = {class}, .base = base};
    double best = sum_deviance(e, &s);
    if (class == ORDO_GROWTH_1) return best;
    s = (struct sum){.n = 2, .term = {ORDO_GROWTH_1, class}, .base = base};
    best = fmin(best, sum_deviance(e, &s));
    if (lower == ORDO_GROWTH_1) return best;
    s = (struct sum){.n = 2, .term = {lower, class}, .base = base};
    best = fmin(best, sum_deviance(e, &s));
    s = (struct sum){.n = 3, .term = {ORDO_GROWTH_1, lower, class}, .base = base};
    return fmin(best, sum_deviance(e, &s));
}

double class_deviance(const struct evidence *e, enum ordo_growth class) {
    static const enum ordo_growth lower[] = {
        [ORDO_GROWTH_1] = ORDO_GROWTH_1,      [ORDO_GROWTH_LOG] = ORDO_GROWTH_1,
        [ORDO_GROWTH_SQRT] = ORDO_GROWTH_LOG, [ORDO_GROWTH_N] = ORDO_GROWTH_SQRT,
        [ORDO_GROWTH_N_LOG] = ORDO_GROWTH_N,  [ORDO_GROWTH_N_SQRT] = ORDO_GROWTH_N,
        [ORDO_GROWTH_N2] = ORDO_GROWTH_N,     [ORDO_GROWTH_N2_LOG] = ORDO_GROWTH_N2,
        [ORDO_GROWTH_N3] = ORDO_GROWTH_N2,    [ORDO_GROWTH_EXP] = ORDO_GROWTH_N,
    };
    if (class != ORDO_GROWTH_EXP) return with_lower(e, class, lower[class], 2);
    double best = INFINITY;
    for (int k = 0; k < BASES; k++)
        best =
            fmin(best, with_lower(e, class, ORDO_GROWTH_N, 1.05 * exp(k * log(6 / 1.05) / BASES)));
    return best;
}

/* Returns the set of possible classes. */
static unsigned possible_classes(const struct evidence *e, enum ordo_growth truth, bool seen) {
    double best = seen ? class_deviance(e, truth) : 0, scale = 1;
    /* If the true class leaves more than the noise within sizes, there is noise between them. */
    if (seen && isfinite(best) && e->n > TERMS) scale = fmax(1, best / (double)(e->n - TERMS));
    if (!isfinite(best)) return CLASS_BIT(ORDO_GROWTH_NONE);
    unsigned set = 0;
    for (int g = 0; g < ORDO_GROWTH_NONE; g++)
        if ((class_deviance(e, (enum ordo_growth)g) - best) / scale <= POSSIBLE)
            set |= CLASS_BIT(g);
    return set;
}

static bool has_other_degree(unsigned set, enum ordo_growth truth) {
    for (int g = 0; g < ORDO_GROWTHS; g++)
        if (set & CLASS_BIT(g) &&
            (g == ORDO_GROWTH_NONE ||
             ordo_growth_degree((enum ordo_growth)g) != ordo_growth_degree(truth)))
            return true;
    return false;
}

struct thinned {
    double size[MOST_SIZES], cost[MOST_SIZES], sd[MOST_SIZES];
};

/* Joins neighbouring sizes by geometric means, so that thousands cost no more than a hundred. */
static struct evidence thinned_evidence(const struct evidence *e, struct thinned *t) {
    size_t group = (e->n + MOST_SIZES - 1) / MOST_SIZES, n = 0;
    if (group < 2) return *e;
    for (size_t i = 0; i < e->n; n++) {
        double size = 0, cost = 0, variance = 0, k = 0;
        for (; k < (double)group && i < e->n; k++, i++) {
            size += log(e->size[i]);
            cost += log(e->cost[i]);
            variance += e->sd[i] * e->sd[i];
        }
        t->size[n] = exp(size / k);
        t->cost[n] = exp(cost / k);
        t->sd[n] = sqrt(variance) / k;
    }
    return (struct evidence){n, t->size, t->cost, t->sd, e->lead};
}

unsigned accepted_classes(const struct evidence *all, enum ordo_growth truth, bool seen) {
    struct thinned memory;
    struct evidence thin = thinned_evidence(all, &memory);
    const struct evidence *e = &thin;
    unsigned accept = CLASS_BIT(truth), none = CLASS_BIT(ORDO_GROWTH_NONE);
    double span =
        truth == ORDO_GROWTH_EXP ? e->cost[e->n - 1] / e->cost[0] : e->size[e->n - 1] / e->size[0];
    if (e->n < 6 || span < 3 || e->lead < 0.25) accept |= none;
    if (e->n < 3) return accept;
    unsigned possible = possible_classes(e, truth, seen);
    if (has_other_degree(possible, truth)) accept |= none;
    for (int g = 0; g < ORDO_GROWTH_NONE; g++)
        if (possible & CLASS_BIT(g) &&
            ordo_growth_degree((enum ordo_growth)g) <= ordo_growth_degree(truth))
            accept |= CLASS_BIT(g);
    struct evidence below = *e;
    below.n--;
    if (has_other_degree(possible_classes(&below, truth, seen), truth)) accept |= none;
    return accept;
}
