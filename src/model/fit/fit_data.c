/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fit_data.c: turns observations into bins.
 *
 * 1. Sort by n and join equal n.
 * 2. If one activation dominates a mean (its cost is more than 8 times the mean of the others),
 *    replace the mean by that of the others; at a few n at most.
 * 3. Drop an n whose mean is far from a Theil-Sen line through its six neighbours, if only few are.
 *    An exponential may begin at the two largest n. They are kept if there are fewer than 20 n;
 *    otherwise they are dropped only beyond a factor of 3.
 * 4. Estimate the noise: the pooled variance within n; and between n, by second differences of log
 *    cost (Rice), robustly.
 * 5. Make bins of equal width in log n, or one for each n if these are few. The response and every
 *    column are averaged with the same weights, so that curvature within a bin causes no bias.
 *
 * Invariant: nothing here depends on the order of the input or on the units of n and cost.
 */
#include "model/fit/fit_data.h"

#include "base/memory.h"
#include "model/fit/straight_line.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_SLACKENING 0.01 /* smaller u get no more slack: one tiny size must not have all */
#define SLOPE_SLACK 1.5       /* how much the log-log slope may change from one n to the next */

enum { NEIGHBOURS = 3, PAIRS = NEIGHBOURS * (2 * NEIGHBOURS - 1) };

static void fill_terms(double u, double l, double out[ORDO_TERMS]) {
    double r = sqrt(u);
    out[ORDO_TERM_1] = 1;
    out[ORDO_TERM_LOG] = l;
    out[ORDO_TERM_SQRT] = r;
    out[ORDO_TERM_N] = u;
    out[ORDO_TERM_N_LOG] = u * l;
    out[ORDO_TERM_N_SQRT] = u * r;
    out[ORDO_TERM_N2] = u * u;
    out[ORDO_TERM_N2_LOG] = u * u * l;
    out[ORDO_TERM_N3] = u * u * u;
}

void ordo_terms_get(double u, double out[ORDO_TERMS]) {
    fill_terms(u, log(u), out);
}

static int compare(double a, double b) {
    return (a > b) - (a < b);
}

static int by_value(const void *a, const void *b) {
    return compare(*(const double *)a, *(const double *)b);
}

static int by_size(const void *a, const void *b) {
    const struct ordo_observation *x = a, *y = b;
    int c = compare(x->n, y->n);
    if (!c) c = compare(x->count, y->count);
    if (!c) c = compare(x->mean, y->mean);
    if (!c) c = compare(x->max, y->max);
    return c ? c : compare(x->variance, y->variance);
}

static double median(double *v, size_t n) {
    if (!n) return 0;
    if (n > 32) {
        qsort(v, n, sizeof *v, by_value);
    } else {
        for (size_t i = 1; i < n; i++) {
            double x = v[i];
            size_t k = i;
            for (; k && v[k - 1] > x; k--) v[k] = v[k - 1];
            v[k] = x;
        }
    }
    return n & 1 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

bool ordo_observation_is_sound(const struct ordo_observation *o) {
    return o->n > 0 && isfinite(o->n) && o->count > 0 && isfinite(o->count) && o->mean >= 0 &&
           isfinite(o->mean) && !isnan(o->max) && !isnan(o->variance);
}

static void join(struct ordo_observation *a, const struct ordo_observation *b) {
    double count = a->count + b->count, difference = b->mean - a->mean;
    double squares = (a->variance > 0 ? a->variance * (a->count - 1) : 0) +
                     (b->variance > 0 ? b->variance * (b->count - 1) : 0) +
                     difference * difference * a->count * b->count / count;
    a->mean += difference * b->count / count;
    a->variance = count > 1 ? squares / (count - 1) : -1;
    a->max = fmax(a->max, b->max);
    a->count = count;
}

static void take(struct ordo_fit_data *s, const struct ordo_observation *o, size_t n) {
    bool sorted = true;
    s->o = ordo_memory_new(n + 1, sizeof *s->o);
    for (size_t i = 0; i < n; i++) {
        if (!ordo_observation_is_sound(&o[i])) continue;
        if (s->n && by_size(&s->o[s->n - 1], &o[i]) > 0) sorted = false;
        s->o[s->n++] = o[i];
    }
    if (!sorted) qsort(s->o, s->n, sizeof *s->o, by_size);
    size_t kept = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (kept && s->o[kept - 1].n == s->o[i].n)
            join(&s->o[kept - 1], &s->o[i]);
        else
            s->o[kept++] = s->o[i];
    }
    s->n_distinct = kept;
    s->n = 0;
    for (size_t i = 0; i < kept; i++) {
        if (s->o[i].mean > 0)
            s->o[s->n++] = s->o[i];
        else
            s->n_zero++;
    }
}

/* Replaces means that one activation dominates. A maximum that is not part of the mean, because its
 * activation was not kept, would need more squares than the variance has. */
static void trim_single_calls(struct ordo_fit_data *s) {
    size_t n = 0, most = s->n / 20 > 2 ? s->n / 20 : 2;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < s->n; i++) {
            struct ordo_observation *o = &s->o[i];
            if (o->count < 2 || !isfinite(o->max)) continue;
            double rest = (o->mean * o->count - o->max) / (o->count - 1);
            if (!(rest > 0) || !(o->max > 8 * rest)) continue;
            double count = o->count - 1, difference = o->max - rest;
            double needed = difference * difference * count / (count + 1);
            double squares = o->variance * count - needed;
            if (o->variance >= 0 && squares < -1e-6 * needed) continue;
            if (pass == 0) {
                n++;
                continue;
            }
            o->variance = count > 1 ? fmax(squares, 0) / (count - 1) : -1;
            o->mean = o->max = rest;
            o->count = count;
        }
        if (!n || n > most) return;
    }
}

/* Returns the log cost at i that its neighbours predict: a line of median slope through their
 * medians. */
static double expected_log(const struct ordo_fit_data *s, const double *x, const double *y,
                           size_t i) {
    size_t at[2 * NEIGHBOURS], k = 0;
    size_t first = i > NEIGHBOURS ? i - NEIGHBOURS : 0;
    if (first + 2 * NEIGHBOURS + 1 > s->n) first = s->n - (2 * NEIGHBOURS + 1);
    for (size_t j = first; k < 2 * NEIGHBOURS; j++)
        if (j != i) at[k++] = j;
    double slope[PAIRS], rest[2 * NEIGHBOURS];
    size_t n = 0;
    for (size_t a = 0; a < k; a++)
        for (size_t b = a + 1; b < k; b++)
            slope[n++] = (y[at[b]] - y[at[a]]) / (x[at[b]] - x[at[a]]);
    double m = median(slope, n);
    for (size_t a = 0; a < k; a++) rest[a] = y[at[a]] + m * (x[i] - x[at[a]]);
    return median(rest, k);
}

static void drop_outliers(struct ordo_fit_data *s) {
    if (s->n < 2 * NEIGHBOURS + 2) return;
    double *x = ordo_memory_new(4 * s->n, sizeof *x);
    double *y = x + s->n, *off = y + s->n, *sorted = off + s->n;
    for (size_t i = 0; i < s->n; i++) {
        x[i] = s->o[i].log_n;
        y[i] = s->o[i].log_mean;
    }
    for (size_t i = 0; i < s->n; i++) {
        off[i] = y[i] - expected_log(s, x, y, i);
        sorted[i] = fabs(off[i]);
    }
    double bound = fmax(6 * 1.4826 * median(sorted, s->n), log(1.6));
    size_t n = 0, kept = 0, most = s->n < 12 ? 1 : s->n < 80 ? 2 : s->n / 40;
    for (size_t i = 0; i < s->n; i++) {
        double gap =
            fmin(i ? x[i] - x[i - 1] : INFINITY, i + 1 < s->n ? x[i + 1] - x[i] : INFINITY);
        double own = bound + SLOPE_SLACK * gap;
        if (i + 2 >= s->n) own = s->n < 20 ? INFINITY : fmax(own, log(3));
        off[i] = fabs(off[i]) > own;
        n += off[i] > 0;
    }
    if (n <= most) {
        for (size_t i = 0; i < s->n; i++)
            if (!(off[i] > 0)) s->o[kept++] = s->o[i];
        s->n_dropped = s->n - kept;
        s->n = kept;
    }
    free(x);
}

static void estimate_within(struct ordo_fit_data *s) {
    double squares = 0, freedom = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct ordo_observation *o = &s->o[i];
        if (o->count < 2 || o->variance < 0) continue;
        double relative = sqrt(o->variance) / o->mean;
        relative *= relative;
        if (!isfinite(relative)) continue;
        if (relative < 1e-10) relative = 0; /* a sum of squares has about 15 digits */
        double weight = fmin(o->count - 1, 1e4);
        squares += weight * relative;
        freedom += weight;
    }
    s->within = freedom > 0 ? squares / freedom : -1;
}

/* Estimates the variance between n: the median of squared second differences of log cost, each in
 * units of one mean's variance. A median, because a few jumps show nothing about noise. */
static void estimate_between(struct ordo_fit_data *s) {
    s->between = 0;
    if (s->n < 4) return;
    double *d = ordo_memory_new(s->n, sizeof *d), known = 0;
    size_t n = 0;
    for (size_t i = 1; i + 1 < s->n; i++) {
        const struct ordo_observation *a = &s->o[i - 1], *b = &s->o[i], *c = &s->o[i + 1];
        double t = (b->log_n - a->log_n) / (c->log_n - a->log_n);
        double e = b->log_mean - (1 - t) * a->log_mean - t * c->log_mean;
        d[n++] = e * e / (1 + t * t + (1 - t) * (1 - t));
    }
    if (s->within > 0)
        for (size_t i = 0; i < s->n; i++) known += s->within / s->o[i].count / (double)s->n;
    double total = median(d, n) / 0.455; /* median of chi-square with one degree of freedom */
    s->between = fmax(0, total - known);
    free(d);
}

static double pilot_slope(const struct ordo_fit_data *s) {
    struct ordo_straight_line line = {0};
    for (size_t i = 0; i < s->n; i++)
        ordo_straight_line_add(&line, s->o[i].log_n - s->o[s->n - 1].log_n,
                               s->o[i].log_mean - s->o[0].log_mean);
    struct ordo_slope growth = ordo_straight_line_slope(&line);
    return growth.spread > 0 ? fmin(fmax(growth.slope, -1), 4) : 0;
}

static void fill_bin(struct ordo_fit_data *s, struct ordo_bin *b, double slope) {
    double total = 0, information = 0, term[ORDO_TERMS];
    memset(b->term, 0, sizeof b->term);
    for (size_t i = b->first; i < b->first + b->n; i++) {
        const struct ordo_observation *o = &s->o[i];
        double u = o->n / s->n_max, l = log(u);
        double variance = 1e-6 + s->between + (s->within > 0 ? s->within / o->count : 0);
        double w = b->n > 1 ? exp(-slope * l) / variance : 1;
        fill_terms(u, l, term);
        for (int k = 0; k < ORDO_TERMS; k++) b->term[k] += w * term[k];
        b->u += w * u;
        b->y += w * o->mean / s->reference;
        b->weight += o->count;
        total += w;
        information += 1 / variance;
    }
    for (int k = 0; k < ORDO_TERMS; k++) b->term[k] /= total;
    b->u /= total;
    b->y /= total;
    b->variance = 1 / information + ORDO_NOISE_FLOOR * ORDO_NOISE_FLOOR;
    b->log_u = log(b->u);
    b->log_y = log(b->y);
    fill_terms(b->u, b->log_u, b->at);
}

static void smooth_bins(struct ordo_fit_data *s) {
    for (size_t k = 0; k < s->n_bins; k++) {
        struct ordo_bin *b = &s->bin[k];
        b->smooth = b->y;
        if (k == 0 || k + 1 == s->n_bins) continue;
        double t = (b->log_u - b[-1].log_u) / (b[1].log_u - b[-1].log_u);
        b->smooth = exp(0.5 * (b->log_y + (1 - t) * b[-1].log_y + t * b[1].log_y));
    }
}

void ordo_fit_data_set_slack(struct ordo_fit_data *s, double power) {
    double sum = 0;
    for (size_t k = 0; k < s->n_bins; k++)
        sum += s->bin[k].slack = pow(fmax(s->bin[k].u, LEAST_SLACKENING), -power);
    for (size_t k = 0; k < s->n_bins; k++) s->bin[k].slack *= (double)s->n_bins / sum;
}

static void fill_bins(struct ordo_fit_data *s) {
    double slope = pilot_slope(s);
    bool each = s->n <= ORDO_BINS;
    int last = -1;
    for (size_t i = 0; i < s->n; i++) {
        double part = s->span > 0 && !each ? log(s->o[i].n / s->n_min) / s->span : 0;
        int k = each ? (int)i : (int)(part * ORDO_BINS);
        if (k >= ORDO_BINS) k = ORDO_BINS - 1;
        if (k != last) s->bin[s->n_bins++] = (struct ordo_bin){.first = i};
        last = k;
        s->bin[s->n_bins - 1].n++;
    }
    for (size_t k = 0; k < s->n_bins; k++) fill_bin(s, &s->bin[k], slope);
    smooth_bins(s);
    ordo_fit_data_set_slack(s, 0);
}

static void prepare(struct ordo_fit_data *s) {
    if (s->n < 2) return;
    s->n_min = s->o[0].n;
    s->n_max = s->o[s->n - 1].n;
    s->span = log(s->n_max / s->n_min);
    for (size_t i = 0; i < s->n; i++) {
        s->o[i].log_n = log(s->o[i].n);
        s->o[i].log_mean = log(s->o[i].mean);
    }
    drop_outliers(s);
    double logs = 0; /* the geometric mean scales with the unit and cannot overflow */
    for (size_t i = 0; i < s->n; i++) logs += s->o[i].log_mean / (double)s->n;
    s->reference = exp(logs);
    estimate_within(s);
    estimate_between(s);
    fill_bins(s);
}

void ordo_fit_data_init(struct ordo_fit_data *s, const struct ordo_observation *o, size_t n) {
    memset(s, 0, sizeof *s);
    take(s, o, n);
    trim_single_calls(s);
    prepare(s);
}

void ordo_fit_data_done(struct ordo_fit_data *s) {
    free(s->o);
    s->o = NULL;
}
