/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * power_fit.c: each class, and each exponent of a grid, is fitted in three forms by least squares
 * of relative errors. With few points no form can be chosen, so all of them count, each by its
 * likelihood.
 */
#include "analysis/power_fit.h"

#include <math.h>
#include <string.h>

enum form { PURE, WITH_CONSTANT, WITH_LINE, FORMS };

#define LEAST_EXPONENT 0.0
#define MOST_EXPONENT 4.0
#define STEPS 81
#define LEAST_SHARE 0.2  /* of the leading term in the greatest sum: with less it is not seen */
#define STEEP 5.0        /* least log-log slope of an exponential at the largest size */
#define EXTRA 0.3        /* prior of a second coefficient */
#define UNSEEN 0.75      /* by which an exponent may exceed the steepest slope in a prediction */
#define SEEN_AT_MOST 3.0 /* exponent of a prediction where no class fits: steps are by chance */
#define PRECISE 0.02     /* noise of sums that are as good as exact: their fit sees small terms */
#define BY_CHANCE 0.25   /* what inputs alone make of the difference of two slopes */
#define SLOWER 0.1       /* less slope in the upper half than in the lower: growth slows down */
#define FASTER 0.5 /* what the degree of a class may exceed the slope of growth that slows down */
#define STEEP_IN_BOTH 1.5 /* slopes of both halves that leave no doubt, even if they differ */
#define CLEARLY 1.5       /* least exponent of growth beyond n log n that has no class */
#define TRIED 3.5         /* deviations from every class at which no class is as likely as one */

/* One form with its coefficients. */
struct fitted {
    double b, rest; /* sum = b g(n) + rest, or + rest n */
    double squares; /* of the relative errors, in units of the noise */
};

static double second_term(enum form form, double n) {
    return form == WITH_CONSTANT ? 1 : n;
}

/* Fits sum = b g + rest h, by least squares of errors relative to the sum. Negative parts are
 * impossible: a form with one is as unlikely as can be. */
static struct fitted fit(const double *g, const double *size, const double *sum, size_t n,
                         enum form form, double noise) {
    struct fitted f = {.squares = INFINITY};
    double gg = 0, gh = 0, hh = 0, gy = 0, hy = 0;
    for (size_t i = 0; i < n; i++) {
        double x = g[i] / sum[i], z = form == PURE ? 0 : second_term(form, size[i]) / sum[i];
        gg += x * x, gh += x * z, hh += z * z, gy += x, hy += z;
    }
    double determinant = gg * hh - gh * gh;
    if (form == PURE) {
        f.b = gy / gg;
    } else {
        if (!(determinant > 1e-12 * gg * hh)) return f;
        f.b = (gy * hh - hy * gh) / determinant;
        f.rest = (hy * gg - gy * gh) / determinant;
    }
    if (!(f.b > 0) || f.rest < 0) return f;
    if (form != PURE && f.b * g[n - 1] < LEAST_SHARE * sum[n - 1]) return f;
    f.squares = 0;
    for (size_t i = 0; i < n; i++) {
        double y = f.b * g[i] + (form == PURE ? 0 : f.rest * second_term(form, size[i]));
        double off = log(y / sum[i]) / hypot(noise, 1 / sum[i]); /* sums are whole numbers */
        f.squares += off * off;
    }
    return f;
}

/* Returns the likelihood of the form. A further coefficient has to earn its place. */
static double likelihood(const struct fitted *f, enum form form, size_t n) {
    double prior = form == PURE ? 1 : EXTRA / sqrt((double)n);
    return isfinite(f->squares) ? prior * exp(-f->squares / 2) : 0;
}

static bool is_possible(enum form form, double degree) {
    return form != WITH_LINE || degree > 1;
}

/* Returns the log-log slope between two of the sums. */
static double slope(const double *size, const double *sum, size_t from, size_t to) {
    return log(sum[to] / sum[from]) / log(size[to] / size[from]);
}

size_t ordo_power_middle(const double *size, size_t n) {
    size_t k = 1;
    while (k + 2 < n && size[k] * size[k + 1] <= size[0] * size[n - 1]) k++;
    return k;
}

double ordo_power_straight(const double *size, const double *sum, size_t n) {
    if (n < 2) return 1;
    double whole = slope(size, sum, 0, n - 1);
    if (n > 2) {
        size_t middle = ordo_power_middle(size, n);
        double lower = slope(size, sum, 0, middle), upper = slope(size, sum, middle, n - 1);
        double slower = 2 * fmax(lower - upper - BY_CHANCE, 0);
        if (upper < lower) whole = fmin(upper, fmax(upper - slower, 1));
    }
    return fmin(whole, SEEN_AT_MOST);
}

/* Returns the rate of an exponential through the first and the last sum; 0 if it is not clearly
 * steeper than all powers, at the largest size and between the two largest. */
static double rate_of(const double *size, const double *sum, size_t n) {
    double rate = log(sum[n - 1] / sum[0]) / (size[n - 1] - size[0]);
    bool steep = rate * size[n - 1] >= STEEP && slope(size, sum, n - 2, n - 1) > MOST_EXPONENT;
    return steep ? rate : 0;
}

/* Returns the class's value relative to an unknown coefficient. `rate`: of exponentials. */
static double value(enum ordo_growth g, double n, double largest, double rate) {
    return g == ORDO_GROWTH_EXP ? exp(rate * (n - largest)) : ordo_growth_value(g, n);
}

/* What a fit is used for. `g` is a class, or ORDO_GROWTH_NONE for the power p. */
typedef void use_fit(void *context, enum ordo_growth g, double p, enum form form,
                     const struct fitted *f, double likelihood);

static void over_classes(const double *size, const double *sum, size_t n, double noise,
                         use_fit *use, void *context) {
    double v[ORDO_POWER_POINTS], rate = rate_of(size, sum, n);
    for (int c = 0; c < ORDO_GROWTH_NONE; c++) {
        enum ordo_growth g = (enum ordo_growth)c;
        double degree = ordo_growth_degree(g);
        for (size_t i = 0; i < n; i++) v[i] = value(g, size[i], size[n - 1], rate);
        for (int form = 0; form < FORMS; form++) {
            if (!is_possible((enum form)form, degree)) continue;
            if (g == ORDO_GROWTH_1 && form != PURE) continue;
            if (g == ORDO_GROWTH_EXP && (!(rate > 0) || form != PURE)) continue;
            struct fitted f = fit(v, size, sum, n, (enum form)form, noise);
            use(context, g, degree, (enum form)form, &f, likelihood(&f, (enum form)form, n));
        }
    }
}

struct classes {
    double weight[ORDO_GROWTHS];
};

static void add_class(void *context, enum ordo_growth g, double p, enum form form,
                      const struct fitted *f, double weight) {
    struct classes *x = context;
    (void)p, (void)form, (void)f;
    x->weight[g] += weight;
}

static bool slows_down(const struct ordo_power_fit *f) {
    return f->upper < f->lower - SLOWER;
}

static void find_classes(const double *size, const double *sum, size_t n, double noise,
                         struct ordo_power_fit *out) {
    struct classes x = {0};
    double total = 0;
    over_classes(size, sum, n, noise, add_class, &x);
    for (int c = 0; c < ORDO_GROWTH_NONE; c++) total += out->probability[c] = x.weight[c];
    double none = exp(-TRIED * TRIED / 2);
    out->probability[ORDO_GROWTH_NONE] = none;
    total += none;
    out->growth = ORDO_GROWTH_NONE;
    for (int c = 0; c < ORDO_GROWTHS; c++) {
        out->probability[c] /= total;
        if (out->probability[c] > out->probability[out->growth]) out->growth = (enum ordo_growth)c;
    }
}

static double exponent_of(size_t step) {
    return LEAST_EXPONENT + (MOST_EXPONENT - LEAST_EXPONENT) * (double)step / (STEPS - 1);
}

/* Calls `use` with every exponent and form, its fit and its likelihood. */
static void over_exponents(const double *size, const double *sum, size_t n, double noise,
                           use_fit *use, void *context) {
    double g[ORDO_POWER_POINTS];
    for (size_t k = 0; k < STEPS; k++) {
        double p = exponent_of(k);
        for (size_t i = 0; i < n; i++) g[i] = pow(size[i] / size[n - 1], p);
        for (int form = 0; form < FORMS; form++) {
            if (!is_possible((enum form)form, p)) continue;
            struct fitted f = fit(g, size, sum, n, (enum form)form, noise);
            use(context, ORDO_GROWTH_NONE, p, (enum form)form, &f,
                likelihood(&f, (enum form)form, n));
        }
    }
}

static void add_exponent(void *context, enum ordo_growth g, double p, enum form form,
                         const struct fitted *f, double weight) {
    double *weights = context;
    (void)g, (void)form, (void)f;
    weights[(size_t)lround((p - LEAST_EXPONENT) / (MOST_EXPONENT - LEAST_EXPONENT) *
                           (STEPS - 1))] += weight;
}

static void find_exponent(const double *size, const double *sum, size_t n, double noise,
                          struct ordo_power_fit *out) {
    double weights[STEPS] = {0}, total = 0, so_far = 0;
    over_exponents(size, sum, n, noise, add_exponent, weights);
    for (size_t k = 0; k < STEPS; k++)
        total += weights[k], out->exponent += weights[k] * exponent_of(k);
    if (!(total > 0)) { /* no power fits: say what was measured */
        out->exponent = out->slope;
        out->low = fmin(out->slope, 1), out->high = fmax(out->slope, MOST_EXPONENT);
        return;
    }
    out->exponent /= total;
    double half = (MOST_EXPONENT - LEAST_EXPONENT) / (STEPS - 1) / 2;
    out->low = LEAST_EXPONENT, out->high = MOST_EXPONENT;
    for (size_t k = 0; k < STEPS; k++) {
        double next = so_far + weights[k] / total;
        if (so_far < 0.025 && next >= 0.025) out->low = exponent_of(k) - half;
        if (so_far < 0.975 && next >= 0.975) out->high = exponent_of(k) + half;
        so_far = next;
    }
}

double ordo_power_deviation(const double *size, const double *sum, size_t n) {
    double x = 0, y = 0, xx = 0, xy = 0, squares = 0;
    for (size_t i = 0; i < n; i++) x += log(size[i]) / (double)n, y += log(sum[i]) / (double)n;
    for (size_t i = 0; i < n; i++) {
        xx += (log(size[i]) - x) * (log(size[i]) - x);
        xy += (log(size[i]) - x) * (log(sum[i]) - y);
    }
    for (size_t i = 0; i < n; i++) {
        double off = log(sum[i]) - y - xy / xx * (log(size[i]) - x);
        squares += off * off;
    }
    return sqrt(squares / (double)(n - 2));
}

void ordo_power_fit(const double *size, const double *sum, size_t n, double noise,
                    struct ordo_power_fit *out) {
    memset(out, 0, sizeof *out);
    out->growth = ORDO_GROWTH_NONE;
    if (n >= 2) out->slope = slope(size, sum, n - 2, n - 1);
    if (n < 3) return;
    bool wide = size[n - 1] >= ORDO_POWER_RANGE * size[0];
    if (!wide && !(rate_of(size, sum, n) > 0)) return;
    out->known = true;
    out->mean_slope = slope(size, sum, 0, n - 1);
    size_t middle = ordo_power_middle(size, n);
    out->lower = slope(size, sum, 0, middle);
    out->upper = slope(size, sum, middle, n - 1);
    find_classes(size, sum, n, noise, out);
    find_exponent(size, sum, n, noise, out);
}

/* Removes the classes that are faster than growth that slows down. */
static void remove_faster(struct ordo_power_fit *f) {
    double rest = 0;
    for (int c = 0; c < ORDO_GROWTHS; c++) {
        bool class = c != ORDO_GROWTH_EXP && c != ORDO_GROWTH_NONE;
        if (class && ordo_growth_degree((enum ordo_growth)c) > f->upper + FASTER)
            f->probability[c] = 0;
        rest += f->probability[c];
    }
    f->growth = ORDO_GROWTH_NONE;
    for (int c = 0; c < ORDO_GROWTHS; c++) {
        f->probability[c] /= rest;
        if (f->probability[c] > f->probability[f->growth]) f->growth = (enum ordo_growth)c;
    }
}

void ordo_power_fit_runs(const double *size, const double *sum, size_t n, double noise,
                         struct ordo_power_fit *out) {
    ordo_power_fit(size, sum, n, noise, out);
    if (!out->known || out->growth == ORDO_GROWTH_EXP) return;
    double most = fmax(out->lower, out->upper);
    if (slows_down(out)) remove_faster(out);
    if (noise > PRECISE && out->exponent > most + UNSEEN) {
        /* The fit sees terms that grow faster than anything that was measured. */
        memset(out->probability, 0, sizeof out->probability);
        out->growth = ORDO_GROWTH_NONE;
        out->probability[ORDO_GROWTH_NONE] = 1;
        out->exponent = out->low = out->high = out->mean_slope;
    }
    if (out->growth != ORDO_GROWTH_NONE) {
        out->high = fmax(fmin(out->high, most + UNSEEN), out->exponent);
        return;
    }
    /* Where no class fits, the growth changes over the range. */
    bool steep = fmin(out->lower, out->upper) >= STEEP_IN_BOTH;
    out->low = fmin(out->low, steep ? out->upper : ordo_power_straight(size, sum, n));
    out->high = fmax(out->high, most);
}

struct prediction {
    const struct ordo_power_fit *f;
    double at, largest;
    double rate;                 /* of exponentials */
    bool explosive;              /* 2^n is more likely than all other classes */
    double weight, sum, squares; /* of the logarithms: errors are factors */
};

static void add_prediction(void *context, enum ordo_growth g, double p, enum form form,
                           const struct fitted *f, double weight) {
    struct prediction *x = context;
    if (!(weight > 0) || (g == ORDO_GROWTH_EXP && !x->explosive)) return;
    if (g != ORDO_GROWTH_NONE && x->f->known && x->f->probability[g] <= 0) return;
    double y = f->b * (g == ORDO_GROWTH_NONE ? pow(x->at / x->largest, p)
                                             : value(g, x->at, x->largest, x->rate));
    if (form != PURE) y += f->rest * second_term(form, x->at);
    x->weight += weight;
    x->sum += weight * log(y);
    x->squares += weight * log(y) * log(y);
}

/* Returns the greatest log-log slope between neighbours, at least 0. */
static double steepest(const double *size, const double *sum, size_t n) {
    double most = 0;
    for (size_t i = 1; i < n; i++) most = fmax(most, slope(size, sum, i - 1, i));
    return most;
}

struct ordo_power_value ordo_power_fit_at(const double *size, const double *sum, size_t n,
                                          double noise, const struct ordo_power_fit *f, double at) {
    struct prediction x = {.f = f, .at = at, .largest = size[n - 1]};
    if (n >= 3) {
        x.rate = rate_of(size, sum, n);
        x.explosive = f->probability[ORDO_GROWTH_EXP] > 0.5;
        over_classes(size, sum, n, noise, add_prediction, &x);
    }
    bool of_no_class = n >= 3 && (x.weight < exp(-TRIED * TRIED / 2) ||
                                  (f->known && f->growth == ORDO_GROWTH_NONE));
    if (of_no_class) {
        x = (struct prediction){.f = f, .at = at, .largest = size[n - 1]};
        over_exponents(size, sum, n, noise, add_prediction, &x);
    }
    if (x.weight > 0) {
        /* No faster than was nearly seen: a few points allow for terms that are not there. */
        double most =
            of_no_class ? ordo_power_straight(size, sum, n) : steepest(size, sum, n) + UNSEEN;
        double seen = log(sum[n - 1]) + most * log(at / size[n - 1]);
        bool beyond = at > size[n - 1];
        double mean = fmin(x.sum / x.weight, x.explosive || !beyond ? INFINITY : seen),
               variance = x.squares / x.weight - x.sum / x.weight * x.sum / x.weight;
        double spread = 1.96 * sqrt(fmax(variance, 0) + noise * noise);
        return (struct ordo_power_value){exp(mean), exp(mean - spread), exp(mean + spread)};
    }
    double mean = sum[n - 1] * pow(at / size[n - 1], ordo_power_straight(size, sum, n));
    return (struct ordo_power_value){mean, NAN, NAN};
}

double ordo_power_fit_outgrows(const struct ordo_power_fit *f) {
    double p = 0;
    for (int g = ORDO_GROWTH_N_SQRT; g < ORDO_GROWTH_NONE; g++) p += f->probability[g];
    return p + (f->low > CLEARLY ? f->probability[ORDO_GROWTH_NONE] : 0);
}
