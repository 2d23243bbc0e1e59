/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bagging.c: fits samples drawn from the sample.
 *
 * In a drawn sample, the count of each size is a Poisson variable whose mean is the original
 * count. The mean cost of that size is drawn from a log-normal distribution, which stays above 0,
 * with the variance of a mean of that many calls. A size with a single activation is missing from
 * about a third of the drawn samples. Therefore a result that depends on one distant point loses
 * probability.
 *
 * Invariant: draws depend only on the sorted sample, not on the order of the points that it was
 * made from.
 */
#include "model/fit/bagging.h"

#include "base/map.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MANY 50.0         /* above this mean, a Poisson variable is nearly normal */
enum { LEAST_SIZES = 4 }; /* as for any fit */

struct draws {
    uint64_t next;
};

/* Returns a number in (0, 1). */
static double uniform(struct draws *d) {
    return ((double)(ordo_map_mix(++d->next) >> 11) + 0.5) * 0x1p-53;
}

static double normal(struct draws *d) {
    double radius = sqrt(-2 * log(uniform(d)));
    return radius * cos(2 * acos(-1) * uniform(d));
}

static double poisson(struct draws *d, double mean) {
    if (mean > MANY) return fmax(0, round(mean + sqrt(mean) * normal(d)));
    double bound = exp(-mean), product = uniform(d), n = 0;
    for (; product > bound; n++) product *= uniform(d);
    return n;
}

static size_t draw(struct draws *d, const struct ordo_fit_data *s, struct ordo_observation *out) {
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        struct ordo_observation o = s->o[i];
        o.count = poisson(d, o.count);
        if (!(o.count > 0)) continue;
        if (o.variance > 0) {
            double v = log1p(o.variance / o.mean / o.mean / o.count);
            o.mean *= exp(sqrt(v) * normal(d) - v / 2);
        }
        o.max = o.mean;
        out[n++] = o;
    }
    return n;
}

struct bags {
    struct ordo_choice choice;
    struct ordo_fit_data sample;
    double sum[ORDO_GROWTHS];
    double slope[ORDO_BAGS];
    unsigned n, n_slopes;
};

/* Adds the log-log slope of the best curve, over the same sizes for every drawn sample. */
static void add_slope(struct bags *b, const struct ordo_fit_data *whole) {
    const struct ordo_curve *best = &b->choice.c[b->choice.best].curve;
    double width = whole->span / 2, top = whole->n_max / b->sample.n_max;
    double rise = log(ordo_curve_value(best, top) / ordo_curve_value(best, top * exp(-width)));
    if (!(width > 0) || !isfinite(rise)) return;
    b->slope[b->n_slopes++] = rise / width;
}

/* Fits one drawn sample and adds its probabilities. A sample with too few sizes is ignored. */
static void add(struct bags *b, const struct ordo_fit_data *whole, double slack_power,
                const struct ordo_observation *o, size_t n) {
    if (n < LEAST_SIZES) return;
    ordo_fit_data_init(&b->sample, o, n);
    b->sample.in_blocks = whole->in_blocks;
    b->choice.n = 0;
    if (b->sample.n >= LEAST_SIZES) ordo_choice_make_as(&b->choice, &b->sample, slack_power);
    if (b->choice.n) {
        for (int g = 0; g < ORDO_GROWTHS; g++) b->sum[g] += b->choice.probability[g];
        b->n++;
        add_slope(b, whole);
    }
    ordo_fit_data_done(&b->sample);
}

static int by_value(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Returns half the range of the middle two thirds of the slopes, which is the standard deviation
 * of a normal variable. The outer slopes are ignored, because a sample without the largest sizes
 * may be steep beyond its own sizes. */
static double slope_deviation_of(struct bags *b) {
    qsort(b->slope, b->n_slopes, sizeof *b->slope, by_value);
    unsigned outside = b->n_slopes / 6;
    return b->n_slopes < 2 ? 0 : (b->slope[b->n_slopes - 1 - outside] - b->slope[outside]) / 2;
}

static void weigh(struct ordo_choice *choice, const struct bags *b) {
    if (!b->n) return;
    for (size_t i = 0; i < choice->n; i++) {
        enum ordo_growth g = choice->c[i].growth;
        if (choice->probability[g] > 0)
            choice->c[i].probability *= b->sum[g] / b->n / choice->probability[g];
    }
    for (int g = 0; g < ORDO_GROWTHS; g++) choice->probability[g] = b->sum[g] / b->n;
}

void ordo_bagging_weigh(struct ordo_choice *choice, const struct ordo_fit_data *s,
                        double *slope_deviation) {
    struct bags *b = ordo_memory_new(1, sizeof *b);
    struct ordo_observation *o = ordo_memory_new(s->n + 1, sizeof *o);
    struct draws d = {.next = 0};
    for (int k = 0; k < ORDO_BAGS; k++) add(b, s, choice->slack_power, o, draw(&d, s, o));
    weigh(choice, b);
    *slope_deviation = slope_deviation_of(b);
    free(b);
    free(o);
}
