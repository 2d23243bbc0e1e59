/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mixture.c: fits the least costs, then divides the calls of each size between the two functions so
 * that their mean is right. If that explains the squares of the costs too, there is nothing
 * between the two functions.
 */
#include "model/fit/mixture.h"

#include "base/memory.h"
#include "model/fit/straight_line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define APART 3.0         /* least ratio of the two functions at a size that shows which is meant */
#define NEAR 1.4          /* most ratio of a cost and the function that it follows */
#define NEARLY_ALL 0.9    /* part of the sizes that are explained */
#define LEAST_SIZES 8     /* that show it */
#define LEAST_CALLS 16.0  /* at sizes that show it */
#define LEAST_OF_EACH 4.0 /* calls that follow each function */
#define LEAST_LARGE 2.5   /* calls of the upper half of sizes that follow the upper function */
#define FAR_ABOVE 2.0     /* least costs so far above that of a larger size did not meet it */
#define DOMINATES 3.0     /* most ratio of all else and the term that names the class */
#define DRIFT 0.5   /* most certain change of the upper part over the sizes, as a part of it */
#define CERTAIN 0.9 /* most probability of the class: how often each is met may change */

static int by_size(const void *a, const void *b) {
    const struct ordo_model_point *x = a, *y = b;
    return (x->n > y->n) - (x->n < y->n);
}

/* Fits the least costs. The lower envelope is found from the largest size downwards. */
static bool fit_least(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                      struct ordo_model *out) {
    struct ordo_model_point *least = ordo_memory_new(n + 1, sizeof *least);
    size_t kept = 0, used = 0;
    double most = INFINITY;
    for (size_t i = 0; i < n; i++)
        if (points[i].n > 0 && points[i].min > 0) least[used++] = points[i];
    qsort(least, used, sizeof *least, by_size);
    for (size_t i = used; i-- > 0;) {
        double c = least[i].min;
        if (c > FAR_ABOVE * most) continue;
        most = fmin(most, c);
        least[used - ++kept] = (struct ordo_model_point){least[i].n, 1, c, c, c, c * c};
    }
    ordo_model_fit(least + used - kept, kept, unit, out);
    free(least);
    return out->growth != ORDO_GROWTH_NONE && out->growth != ORDO_GROWTH_EXP;
}

/* How often the upper function is followed. */
struct part {
    double part, error; /* error: standard error of part */
    double least;       /* at the largest sizes, with 97.5 % probability; 0 if few calls show it */
};

/* Returns the lower end of the 95 % interval of a part (E. B. Wilson, Probable inference ... and
 * statistical inference, 1927). */
static double least_part(double part, double calls) {
    const double z = 1.96;
    double middle = part + z * z / (2 * calls),
           half = z * sqrt(part * (1 - part) / calls + z * z / (4 * calls * calls));
    return fmax((middle - half) / (1 + z * z / calls), 0);
}

static double relative(double a, double b) {
    return fmax(a / b, b / a);
}

/* Returns whether the calls of the point follow one of two functions, and sets the part that
 * follows the upper one. */
static bool divide(const struct ordo_model_point *p, double low, double high, double *part) {
    double mean = p->sum / p->count, square = p->sumsq / p->count;
    *part = fmin(fmax((mean - low) / (high - low), 0), 1);
    if (p->count < 2 || !isfinite(square)) {
        *part = mean > sqrt(low * high) ? 1 : 0;
        return relative(mean, *part > 0 ? high : low) <= NEAR;
    }
    double said = *part * high * high + (1 - *part) * low * low;
    return relative(square, said) <= NEAR * NEAR;
}

/* Finds the part of the calls that follow the upper function. Returns false if many do not follow
 * either, or if the part certainly changes with the size. */
static bool find_part(const struct ordo_model_point *points, size_t n, const struct ordo_model *low,
                      const struct ordo_model *high, struct part *out) {
    double from = fmax(low->n_break, high->n_break); /* below, the functions do not hold */
    double sizes = 0, explained = 0, calls = 0, upper = 0, x = 0, xx = 0, xy = 0;
    double middle = sqrt(high->n_min * high->n_max), large = 0, large_upper = 0;
    for (size_t i = 0; i < n; i++) {
        double l = ordo_model_value(low, points[i].n), h = ordo_model_value(high, points[i].n), u;
        if (!(points[i].n > from) || !(points[i].count > 0) || !(l > 0) || !(h >= APART * l))
            continue;
        sizes++;
        if (!divide(&points[i], l, h, &u)) continue;
        double at = log(points[i].n), w = points[i].count;
        explained++;
        calls += w;
        upper += w * u;
        x += w * at;
        xx += w * at * at;
        xy += w * at * u;
        if (points[i].n < middle) continue;
        large += w;
        large_upper += w * u;
    }
    if (sizes < LEAST_SIZES || explained < NEARLY_ALL * sizes || calls < LEAST_CALLS) return false;
    if (upper < LEAST_OF_EACH || calls - upper < LEAST_OF_EACH) return false;
    double p = upper / calls, spread = xx - x * x / calls;
    double slope = spread > 0 ? (xy - x * upper / calls) / spread : 0;
    double error = spread > 0 ? sqrt(p * (1 - p) / spread) : 0;
    if (!(large > 0)) return false;
    *out = (struct part){.part = p, .error = sqrt(p * (1 - p) / calls)};
    if (large_upper >= LEAST_LARGE) out->least = least_part(large_upper / large, large);
    return (fabs(slope) - 2 * error) * log(high->n_max / high->n_min) <= DRIFT * p;
}

static double value(const struct ordo_model *low, const struct ordo_model *high, double part,
                    double n) {
    return part * ordo_model_value(high, n) + (1 - part) * ordo_model_value(low, n);
}

/* Adds part times the terms of m; terms of one class become one. Returns false without room. */
static bool add_terms(struct ordo_model *out, const struct ordo_model *m, double part) {
    for (unsigned k = 0; k < m->n_terms; k++) {
        unsigned i = 0;
        while (i < out->n_terms && out->term[i].growth != m->term[k].growth) i++;
        if (i == ORDO_MODEL_TERMS) return false;
        if (i == out->n_terms)
            out->term[out->n_terms++] = (struct ordo_model_term){m->term[k].growth, 0};
        out->term[i].coefficient += part * m->term[k].coefficient;
    }
    return true;
}

/* Returns whether the upper function names the class of the mean. */
static bool dominates(const struct ordo_model *low, const struct ordo_model *high, double part) {
    double n = high->n_max;
    return DOMINATES * part * ordo_model_value(high, n) >= (1 - part) * ordo_model_value(low, n);
}

static double slope(const struct ordo_model *low, const struct ordo_model *high, double part,
                    double from, double to) {
    return log(value(low, high, part, to) / value(low, high, part, from)) / log(to / from);
}

static void describe(const struct ordo_model *low, const struct ordo_model *high,
                     const struct part *p, struct ordo_model *m) {
    double ends[] = {fmax(p->part - 1.96 * p->error, p->part / 4),
                     fmin(p->part + 1.96 * p->error, 1)};
    double n = high->n_max, middle = sqrt(high->n_min * n), top = 0.9 * n;
    m->has_exponent = true;
    m->exponent = slope(low, high, p->part, middle, n);
    m->top = slope(low, high, p->part, top, n);
    m->low = m->exponent - (high->exponent - high->low);
    m->high = m->exponent + (high->high - high->exponent);
    m->top_low = m->top - (high->top - high->top_low);
    m->top_high = m->top + (high->top_high - high->top);
    for (int i = 0; i < 2; i++) {
        double e = slope(low, high, ends[i], middle, n), t = slope(low, high, ends[i], top, n);
        m->low = fmin(m->low, e), m->high = fmax(m->high, e);
        m->top_low = fmin(m->top_low, t), m->top_high = fmax(m->top_high, t);
    }
    if (!high->has_prediction) return;
    double least = (1 - ends[0]) * ordo_model_value(low, high->at),
           most = (1 - ends[1]) * ordo_model_value(low, high->at);
    m->has_prediction = true;
    m->at = high->at;
    m->predicted = value(low, high, p->part, m->at);
    m->predicted_low = fmin(ends[0] * high->predicted_low + least, m->predicted);
    m->predicted_high = fmax(ends[1] * high->predicted_high + most, m->predicted);
}

bool ordo_mixture_fit(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                      const struct ordo_model *worst, struct ordo_model *mean) {
    struct ordo_model low, m = {0};
    struct part p;
    if (worst->growth == ORDO_GROWTH_NONE || worst->growth == ORDO_GROWTH_EXP ||
        !worst->has_exponent)
        return false;
    if (!fit_least(points, n, unit, &low) ||
        ordo_growth_degree(low.growth) >= ordo_growth_degree(worst->growth))
        return false;
    if (!find_part(points, n, &low, worst, &p)) return false;
    bool upper = dominates(&low, worst, p.part);
    if (upper != dominates(&low, worst, p.least)) return false;
    const struct ordo_model *names = upper ? worst : &low;
    if (!add_terms(&m, names, upper ? p.part : 1 - p.part)) return false;
    if (!add_terms(&m, upper ? &low : worst, upper ? 1 - p.part : p.part)) return false;
    m.growth = names->growth;
    for (int g = 0; g < ORDO_GROWTHS; g++) m.posterior[g] = CERTAIN * names->posterior[g];
    m.posterior[ORDO_GROWTH_NONE] += 1 - CERTAIN;
    m.n_min = mean->n_min;
    m.n_max = mean->n_max;
    m.n_points = mean->n_points;
    m.n_break = fmax(low.n_break, worst->n_break);
    describe(&low, worst, &p, &m);
    m.warnings =
        (mean->warnings & (ORDO_MODEL_ZERO_COST | ORDO_MODEL_NARROW_SIZES)) | ORDO_MODEL_MIXTURE;
    *mean = m;
    return true;
}
