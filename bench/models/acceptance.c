/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * acceptance.c: weighted least squares of all small sums, by normal equations of columns that are
 * scaled to 1 at the largest size.
 */
#include "models/acceptance.h"

#include "models/labelled_case.h"

#include <math.h>

enum { TERMS = 3, BASES = 40, BINS = 24, MOST_SIZES = 100 };
static const double FLOOR = 0.01, POSSIBLE = 9, LEAD = 0.2, THIRD_TERM = 3;

struct sum {
    size_t n;
    enum ordo_growth term[TERMS]; /* the leading one is last */
    double base;
    double power; /* if not 0, the leading term is this power of n */
};

static double term_at(const struct sum *s, size_t k, double n, double top) {
    if (s->power > 0 && k + 1 == s->n) return pow(n / top, s->power);
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

/* The evidence with the variance of each relative error. */
struct weighed {
    const struct evidence *e;
    double variance[MOST_SIZES];
};

static struct weighed weighed_evidence(const struct evidence *e) {
    struct weighed w = {.e = e};
    size_t in_bin[BINS] = {0};
    for (size_t i = 0; i < e->n; i++) in_bin[bin_of(e, i)]++;
    for (size_t i = 0; i < e->n; i++) {
        double near = 0;
        for (size_t k = 0; k < e->n; k++) near += fabs(log2(e->size[k] / e->size[i])) < 0.25;
        w.variance[i] = e->sd[i] * e->sd[i] + FLOOR * FLOOR * (double)in_bin[bin_of(e, i)] +
                        e->shared * e->shared * near;
    }
    return w;
}

/* Returns whether the coefficients (costs at the largest size) make sense. */
static bool plausible(const struct evidence *e, const struct sum *s, const double *x) {
    double lower = 0, at_least = 0, at_top = 0, top = e->size[e->n - 1];
    for (size_t k = 0; k < s->n; k++) {
        bool constant = s->term[k] == ORDO_GROWTH_1;
        if (!constant && x[k] < 0) return false;
        at_top += x[k];
        at_least += x[k] * term_at(s, k, e->size[0], top);
        if (constant) lower = x[k];
    }
    return at_top > 0 && x[s->n - 1] >= LEAD * at_top && at_least > 0 &&
           (lower >= 0 || at_least >= 0.1 * (at_least - lower));
}

static double sum_deviance(const struct weighed *w, const struct sum *s) {
    const struct evidence *e = w->e;
    double a[TERMS][TERMS + 1] = {{0}}, x[TERMS], top = e->size[e->n - 1];
    double deviance = 0, scale = 0;
    for (size_t i = 0; i < e->n; i++) {
        double row[TERMS + 1];
        for (size_t k = 0; k < s->n; k++) row[k] = term_at(s, k, e->size[i], top) / e->cost[i];
        row[s->n] = 1;
        for (size_t k = 0; k < s->n; k++)
            for (size_t j = 0; j <= s->n; j++) a[k][j] += row[k] * row[j] / w->variance[i];
    }
    /* Pivots are compared with 1. */
    for (size_t k = 0; k < s->n; k++) scale = fmax(scale, a[k][k]);
    for (size_t k = 0; k < s->n && scale > 0; k++)
        for (size_t j = 0; j <= s->n; j++) a[k][j] /= scale;
    if (!solve(a, s->n, x) || !plausible(e, s, x)) return INFINITY;
    for (size_t i = 0; i < e->n; i++) {
        double fitted = 0;
        for (size_t k = 0; k < s->n; k++) fitted += x[k] * term_at(s, k, e->size[i], top);
        double error = fitted / e->cost[i] - 1;
        deviance += error * error / w->variance[i];
    }
    return deviance;
}

/* Tries the leading term of a sum alone, with a constant, with a lower term, and with both. */
static double with_lower(const struct weighed *w, struct sum s, enum ordo_growth lower) {
    enum ordo_growth class = s.term[0];
    s.n = 1;
    double best = sum_deviance(w, &s);
    if (class == ORDO_GROWTH_1) return best;
    s.n = 2;
    s.term[1] = class;
    s.term[0] = ORDO_GROWTH_1;
    best = fmin(best, sum_deviance(w, &s));
    if (lower == ORDO_GROWTH_1) return best;
    s.term[0] = lower;
    best = fmin(best, sum_deviance(w, &s));
    s = (struct sum){3, {ORDO_GROWTH_1, lower, class}, s.base, s.power};
    return fmin(best, THIRD_TERM + sum_deviance(w, &s));
}

static double deviance_of(const struct weighed *w, enum ordo_growth class) {
    static const enum ordo_growth lower[] = {
        [ORDO_GROWTH_1] = ORDO_GROWTH_1,      [ORDO_GROWTH_LOG] = ORDO_GROWTH_1,
        [ORDO_GROWTH_SQRT] = ORDO_GROWTH_LOG, [ORDO_GROWTH_N] = ORDO_GROWTH_SQRT,
        [ORDO_GROWTH_N_LOG] = ORDO_GROWTH_N,  [ORDO_GROWTH_N_SQRT] = ORDO_GROWTH_N,
        [ORDO_GROWTH_N2] = ORDO_GROWTH_N,     [ORDO_GROWTH_N2_LOG] = ORDO_GROWTH_N2,
        [ORDO_GROWTH_N3] = ORDO_GROWTH_N2,    [ORDO_GROWTH_EXP] = ORDO_GROWTH_N,
    };
    struct sum s = {.term = {class}};
    if (class != ORDO_GROWTH_EXP) return with_lower(w, s, lower[class]);
    double best = INFINITY;
    for (int k = 0; k < BASES; k++) {
        s.base = 1.05 * exp(k * log(6 / 1.05) / BASES);
        best = fmin(best, with_lower(w, s, ORDO_GROWTH_N));
    }
    return best;
}

double class_deviance(const struct evidence *e, enum ordo_growth class) {
    struct weighed w = weighed_evidence(e);
    return deviance_of(&w, class);
}

/* Returns the deviance of the best power from 3.5 to 20, with lower terms. */
static double steep_power_deviance(const struct weighed *w) {
    double best = INFINITY;
    for (double power = 3.5; power <= 20; power += 0.5) {
        struct sum s = {.term = {ORDO_GROWTH_EXP}, .power = power};
        best = fmin(best, with_lower(w, s, ORDO_GROWTH_N));
    }
    return best;
}

/* Returns the set of possible classes; "none" is in it if what is possible has no class. */
static unsigned possible_classes(const struct evidence *e, enum ordo_growth truth, bool seen) {
    struct weighed w = weighed_evidence(e);
    double best = seen ? deviance_of(&w, truth) : 0, scale = 1;
    /* If the true class leaves more than the noise within sizes, there is noise between them. */
    if (seen && isfinite(best) && e->n > TERMS) scale = fmax(1, best / (double)(e->n - TERMS));
    if (!isfinite(best)) return CLASS_BIT(ORDO_GROWTH_NONE);
    unsigned set = 0;
    for (int g = 0; g < ORDO_GROWTH_NONE; g++)
        if ((deviance_of(&w, (enum ordo_growth)g) - best) / scale <= POSSIBLE) set |= CLASS_BIT(g);
    if (truth == ORDO_GROWTH_EXP && (steep_power_deviance(&w) - best) / scale <= POSSIBLE)
        set |= CLASS_BIT(ORDO_GROWTH_NONE);
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
    return (struct evidence){n, t->size, t->cost, t->sd, e->lead, e->shared};
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
