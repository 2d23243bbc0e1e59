/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_recapture.c: mark and recapture over pairs of consecutive executions.
 *
 * A pair marks n1 cells and captures n2, of which m are marked. N is n1 n2 / m; (n1 + 1)(n2 + 1) /
 * (m + 1) - 1 is unbiased if n1 + n2 >= N and is always finite (Chapman). Several pairs are pooled
 * as sums (Schnabel), because a mean of ratios would be dominated by the pairs that share least.
 * Counts of tracked cells, a share 2^-level of all, give an N that is too small by that share.
 */
#include "production/confidence.h"
#include "production/estimate.h"
#include "production/neighbours.h"

#include <math.h>

struct pairs {
    size_t n;
    double products, common;
    double least; /* greatest number of cells that one pair read */
    double scale; /* greatest 2^level */
    const struct ordo_execution_sample *one;
};

static struct pairs pairs_of(const struct ordo_execution_sample *s, size_t n) {
    struct pairs p = {.n = 0};
    for (size_t i = 0; i < n; i++) {
        if (s[i].partial || !s[i].second) continue;
        double scale = ldexp(1, (int)s[i].level);
        double seen = ((double)s[i].before + s[i].tracked - s[i].again) * scale;
        p.n++;
        p.one = &s[i];
        p.products += (double)s[i].before * s[i].tracked * scale;
        p.common += s[i].again;
        if (seen > p.least) p.least = seen;
        if (scale > p.scale) p.scale = scale;
    }
    return p;
}

/* Returns one pair's estimate and sets its standard deviation. */
static double chapman(const struct pairs *p, double *deviation) {
    double n1 = p->one->before, n2 = p->one->tracked, m = p->one->again;
    double variance = (n1 + 1) * (n2 + 1) * (n1 - m) * (n2 - m) / ((m + 1) * (m + 1) * (m + 2));
    *deviation = sqrt(variance) * p->scale;
    return ((n1 + 1) * (n2 + 1) / (m + 1) - 1) * p->scale;
}

/* Returns the pooled estimate and sets its standard deviation. The m are hypergeometric: the
 * variance of their sum is that of Poisson counts, minus what two captures of a finite number must
 * share. */
static double schnabel(const struct pairs *p, const struct ordo_execution_sample *s, size_t n,
                       double *deviation) {
    double value = p->products / (p->common + 1), variance = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i].partial || !s[i].second) continue;
        double cells = ldexp(value, -(int)s[i].level), n1 = s[i].before, n2 = s[i].tracked;
        if (cells > n1 && cells > n2)
            variance += n1 * n2 / cells * (1 - n1 / cells) * (1 - n2 / cells);
    }
    *deviation = value * sqrt(variance) / (p->common + 1);
    return value;
}

struct ordo_estimate ordo_estimate_recapture(const struct ordo_execution_sample *s, size_t n) {
    struct ordo_estimate e = {.method = ORDO_ESTIMATE_RECAPTURE, .reason = ORDO_ESTIMATE_FEW};
    struct pairs p = pairs_of(s, n);
    if (!p.n) return e;
    double deviation;
    e.value = p.n == 1 ? chapman(&p, &deviation) : schnabel(&p, s, n, &deviation);
    if (e.value < p.least) e.value = p.least;
    struct ordo_confidence c = ordo_confidence_unseen(p.least, e.value - p.least, deviation);
    c = ordo_confidence_both(e.value, c, ordo_confidence_counted(e.value / p.scale, 1 / p.scale));
    e.low = c.low;
    e.high = c.high;
    enum ordo_neighbours_verdict v = ordo_neighbours_of(s, n).verdict;
    e.reason = ORDO_ESTIMATE_GOOD;
    if (p.common < 1)
        e.reason = ORDO_ESTIMATE_NO_COMMON;
    else if (v == ORDO_NEIGHBOURS_MOVING || v == ORDO_NEIGHBOURS_ALTERNATING)
        e.reason = ORDO_ESTIMATE_DEPENDENT;
    else if (e.high > 4 * e.low)
        e.reason = ORDO_ESTIMATE_WIDE;
    return e;
}
