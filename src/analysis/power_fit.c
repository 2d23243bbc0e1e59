/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * power_fit.c: each class, and each exponent of a grid, is fitted in three or four forms by least
 * squares of relative errors, in units of what is expected of them. With few points no form can be
 * chosen, so all of them count, each by its likelihood.
 */
#include "analysis/power_fit.h"

#include <math.h>
#include <string.h>

enum form { PURE, WITH_CONSTANT, WITH_LINE, SHIFTED, FORMS };

#define LEAST_EXPONENT 0.0
#define MOST_EXPONENT 4.0
#define STEPS 81
#define LEAST_SHARE 0.2 /* of the leading term in the greatest sum: with less it is not seen */
#define STEEP 5.0       /* least log-log slope of an exponential at the largest size */
#define EXTRA 0.3       /* prior of a second coefficient */
#define RARE 0.5        /* prior of n sqrt n, n^2 log n and n^3: few totals of programs are so */
#define SHIFTS 24   /* constant parts of the sizes that are tried, up to nearly the smallest size */
#define UNSEEN 0.75 /* by which an exponent may exceed the steepest slope in a prediction */
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
    double b, rest; /* sum = b g(n - shift) + rest, or + rest n */
    double shift;
    double squares; /* of the relative errors, in units of the noise */
};

static bool has_second_term(enum form form) {
    return form == WITH_CONSTANT || form == WITH_LINE;
}

static double second_term(enum form form, double n) {
    return form == WITH_CONSTANT ? 1 : n;
}

/* Returns the standard deviation of log(sum) of point i. Sums are whole numbers. */
static double deviation_of(const struct ordo_power_sums *s, size_t i) {
    double even = hypot(s->noise, 1 / s->sum[i]);
    return s->chance ? hypot(even, s->chance[i]) : even;
}

/* Fits sum = b g + rest h, by least squares of errors relative to the sum. Negative parts are
 * impossible: a form with one is as unlikely as can be. */
static struct fitted fit(const double *g, const struct ordo_power_sums *s, enum form form) {
    struct fitted f = {.squares = INFINITY};
    double gg = 0, gh = 0, hh = 0, gy = 0, hy = 0;
    bool second = has_second_term(form);
    for (size_t i = 0; i < s->n; i++) {
        /* Sums that differ in chance weigh by it; others weigh alike. */
        double unit = s->chance ? deviation_of(s, i) : 1, of = s->sum[i] * unit;
        double x = g[i] / of, z = second ? second_term(form, s->size[i]) / of : 0;
        gg += x * x, gh += x * z, hh += z * z, gy += x / unit, hy += z / unit;
    }
    double determinant = gg * hh - gh * gh;
    if (!second) {
        f.b = gy / gg;
    } else {
        if (!(determinant > 1e-12 * gg * hh)) return f;
        f.b = (gy * hh - hy * gh) / determinant;
        f.rest = (hy * gg - gy * gh) / determinant;
    }
    if (!(f.b > 0) || f.rest < 0) return f;
    if (second && f.b * g[s->n - 1] < LEAST_SHARE * s->sum[s->n - 1]) return f;
    f.squares = 0;
    for (size_t i = 0; i < s->n; i++) {
        double y = f.b * g[i] + (second ? f.rest * second_term(form, s->size[i]) : 0);
        double off = log(y / s->sum[i]) / deviation_of(s, i);
        f.squares += off * off;
    }
    return f;
}

/* Returns the likelihood of the form. A further coefficient has to earn its place. */
static double likelihood(const struct fitted *f, enum form form, size_t n) {
    double prior = form == PURE ? 1 : EXTRA / sqrt((double)n);
    return isfinite(f->squares) ? prior * exp(-f->squares / 2) : 0;
}

static bool is_possible(const struct ordo_power_sums *s, enum form form, double degree) {
    if (form == SHIFTED) return s->may_shift && degree >= 1;
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
        bool steep = fmin(lower, upper) >= STEEP_IN_BOTH && upper >= lower / 2;
        if (upper < lower) whole = steep ? upper : fmin(upper, fmax(upper - slower, 1));
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

/* A leading term: of a class, or with ORDO_GROWTH_NONE the power p of the size. */
struct term {
    enum ordo_growth class;
    double p;
    double largest, rate; /* the largest size; of exponentials */
};

/* Returns the term's value relative to an unknown coefficient. */
static double value(const struct term *l, double n) {
    if (l->class == ORDO_GROWTH_NONE) return pow(n / l->largest, l->p);
    if (l->class == ORDO_GROWTH_EXP) return exp(l->rate * (n - l->largest));
    return ordo_growth_value(l->class, n);
}

static struct fitted fit_at(const struct term *l, const struct ordo_power_sums *s, enum form form,
                            double shift) {
    double g[ORDO_POWER_POINTS];
    for (size_t i = 0; i < s->n; i++) g[i] = value(l, s->size[i] - shift);
    struct fitted f = fit(g, s, form);
    f.shift = shift;
    return f;
}

static struct fitted fit_term(const struct term *l, const struct ordo_power_sums *s,
                              enum form form) {
    struct fitted best = {.squares = INFINITY};
    if (form != SHIFTED) return fit_at(l, s, form, 0);
    for (int k = 1; k < SHIFTS; k++) {
        struct fitted f = fit_at(l, s, form, s->size[0] * k / SHIFTS);
        if (f.squares < best.squares) best = f;
    }
    return best;
}

/* What a fit is used for. */
typedef void use_fit(void *context, const struct term *l, enum form form, const struct fitted *f,
                     double likelihood);

static double prior_of(enum ordo_growth class) {
    bool rare =
        class == ORDO_GROWTH_N_SQRT || class == ORDO_GROWTH_N2_LOG || class == ORDO_GROWTH_N3;
    return rare ? RARE : 1;
}

static void over_forms(const struct term *l, const struct ordo_power_sums *s, double degree,
                       use_fit *use, void *context) {
    for (int form = 0; form < FORMS; form++) {
        if (!is_possible(s, (enum form)form, degree)) continue;
        bool alone = l->class == ORDO_GROWTH_1 || l->class == ORDO_GROWTH_EXP;
        if (alone && form != PURE) continue;
        struct fitted f = fit_term(l, s, (enum form)form);
        double weight = prior_of(l->class) * likelihood(&f, (enum form)form, s->n);
        use(context, l, (enum form)form, &f, weight);
    }
}

static void over_classes(const struct ordo_power_sums *s, use_fit *use, void *context) {
    struct term l = {.largest = s->size[s->n - 1], .rate = rate_of(s->size, s->sum, s->n)};
    for (int c = 0; c < ORDO_GROWTH_NONE; c++) {
        l.class = (enum ordo_growth)c;
        if (l.class == ORDO_GROWTH_EXP && !(l.rate > 0)) continue;
        over_forms(&l, s, ordo_growth_degree(l.class), use, context);
    }
}

struct classes {
    double weight[ORDO_GROWTHS];
};

static void add_class(void *context, const struct term *l, enum form form, const struct fitted *f,
                      double weight) {
    struct classes *x = context;
    (void)form, (void)f;
    x->weight[l->class] += weight;
}

static bool slows_down(const struct ordo_power_fit *f) {
    return f->upper < f->lower - SLOWER;
}

static void find_classes(const struct ordo_power_sums *s, struct ordo_power_fit *out) {
    struct classes x = {0};
    double total = 0;
    over_classes(s, add_class, &x);
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
static void over_exponents(const struct ordo_power_sums *s, use_fit *use, void *context) {
    struct term l = {.class = ORDO_GROWTH_NONE, .largest = s->size[s->n - 1]};
    for (size_t k = 0; k < STEPS; k++) {
        l.p = exponent_of(k);
        over_forms(&l, s, l.p, use, context);
    }
}

static void add_exponent(void *context, const struct term *l, enum form form,
                         const struct fitted *f, double weight) {
    double *weights = context;
    (void)form, (void)f;
    weights[(size_t)lround((l->p - LEAST_EXPONENT) / (MOST_EXPONENT - LEAST_EXPONENT) *
                           (STEPS - 1))] += weight;
}

static void find_exponent(const struct ordo_power_sums *s, struct ordo_power_fit *out) {
    double weights[STEPS] = {0}, total = 0, so_far = 0;
    over_exponents(s, add_exponent, weights);
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

void ordo_power_fit(const struct ordo_power_sums *s, struct ordo_power_fit *out) {
    const double *size = s->size, *sum = s->sum;
    size_t n = s->n;
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
    find_classes(s, out);
    find_exponent(s, out);
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

void ordo_power_fit_runs(const struct ordo_power_sums *s, struct ordo_power_fit *out) {
    ordo_power_fit(s, out);
    if (!out->known || out->growth == ORDO_GROWTH_EXP) return;
    double most = fmax(out->lower, out->upper);
    if (slows_down(out)) remove_faster(out);
    if (s->noise > PRECISE && out->exponent > most + UNSEEN) {
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
    out->low = fmin(out->low, ordo_power_straight(s->size, s->sum, s->n));
    out->high = fmax(out->high, most);
}

struct prediction {
    const struct ordo_power_fit *f;
    double at;
    bool explosive;              /* 2^n is more likely than all other classes */
    double weight, sum, squares; /* of the logarithms: errors are factors */
};

static void add_prediction(void *context, const struct term *l, enum form form,
                           const struct fitted *f, double weight) {
    struct prediction *x = context;
    if (!(weight > 0) || (l->class == ORDO_GROWTH_EXP && !x->explosive)) return;
    if (l->class != ORDO_GROWTH_NONE && x->f->known && x->f->probability[l->class] <= 0) return;
    double y = f->b * value(l, x->at - f->shift);
    if (has_second_term(form)) y += f->rest * second_term(form, x->at);
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

struct ordo_power_value ordo_power_fit_at(const struct ordo_power_sums *s,
                                          const struct ordo_power_fit *f, double at) {
    const double *size = s->size, *sum = s->sum;
    const size_t n = s->n;
    struct prediction x = {.f = f, .at = at};
    if (n >= 3) {
        x.explosive = f->probability[ORDO_GROWTH_EXP] > 0.5;
        over_classes(s, add_prediction, &x);
    }
    bool of_no_class = n >= 3 && (x.weight < exp(-TRIED * TRIED / 2) ||
                                  (f->known && f->growth == ORDO_GROWTH_NONE));
    if (of_no_class) {
        x = (struct prediction){.f = f, .at = at};
        over_exponents(s, add_prediction, &x);
    }
    if (x.weight > 0) {
        /* No faster than was nearly seen: a few points allow for terms that are not there. */
        double most =
            of_no_class ? ordo_power_straight(size, sum, n) : steepest(size, sum, n) + UNSEEN;
        double seen = log(sum[n - 1]) + most * log(at / size[n - 1]);
        bool beyond = at > size[n - 1];
        double mean = fmin(x.sum / x.weight, x.explosive || !beyond ? INFINITY : seen),
               variance = x.squares / x.weight - x.sum / x.weight * x.sum / x.weight;
        double spread = 1.96 * sqrt(fmax(variance, 0) + s->noise * s->noise);
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
