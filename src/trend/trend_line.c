/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_line.c: sums deviations from the means, so that large sizes and costs lose no digits.
 */
#include "trend/trend_line.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ordo_trend_line_uses(enum ordo_trend_form form, double x, double y) {
    return form == ORDO_TREND_LINEAR || (x > 0 && y > 0);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts v and returns the number of distinct values. */
static size_t distinct(double *v, size_t n) {
    size_t found = n > 0;
    qsort(v, n, sizeof *v, by_value);
    for (size_t i = 1; i < n; i++) found += v[i] != v[i - 1];
    return found;
}

static void regress(struct ordo_trend_line *l, const double *x, const double *y, size_t n) {
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < n; i++) mx += x[i], my += y[i];
    mx /= (double)n;
    my /= (double)n;
    for (size_t i = 0; i < n; i++) {
        double u = x[i] - mx, v = y[i] - my;
        xx += u * u;
        xy += u * v;
        yy += v * v;
    }
    l->b = xy / xx;
    l->a = my - l->b * mx;
    l->r2 = yy > 0 ? xy / xx * (xy / yy) : 1;
    if (l->r2 > 1) l->r2 = 1;
}

struct ordo_trend_line ordo_trend_line_fit(enum ordo_trend_form form, const double *x,
                                           const double *y, size_t n, size_t min_points) {
    struct ordo_trend_line l = {.a = NAN, .b = NAN, .r2 = NAN};
    double *u = ordo_memory_new(3 * n + 1, sizeof *u);
    double *v = u + n, *sorted = v + n;
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (!ordo_trend_line_uses(form, x[i], y[i])) continue;
        u[m] = form == ORDO_TREND_POWER ? log(x[i]) : x[i];
        v[m] = form == ORDO_TREND_POWER ? log(y[i]) : y[i];
        sorted[m++] = x[i];
    }
    l.n_points = m;
    l.n_left_out = n - m;
    l.n_distinct = distinct(sorted, m);
    l.has =
        m >= min_points && m >= ORDO_TREND_MIN_POINTS && l.n_distinct >= ORDO_TREND_MIN_DISTINCT;
    if (l.has) {
        regress(&l, u, v, m);
        if (form == ORDO_TREND_POWER) l.a = exp(l.a);
    }
    free(u);
    return l;
}

double ordo_trend_line_value(enum ordo_trend_form form, const struct ordo_trend_line *l, double x) {
    return form == ORDO_TREND_POWER ? l->a * pow(x, l->b) : l->a + l->b * x;
}

bool ordo_trend_percentile(const double *x, size_t n, double percent, double *value) {
    if (!n) return false;
    double *sorted = ordo_memory_new(n, sizeof *sorted);
    memcpy(sorted, x, n * sizeof *x);
    qsort(sorted, n, sizeof *sorted, by_value);
    /* percent * n comes first: 95 * n / 100 is exact where 0.95 * n is not. */
    size_t rank = (size_t)ceil(percent * (double)n / 100);
    *value = sorted[rank ? rank - 1 : 0];
    free(sorted);
    return true;
}
