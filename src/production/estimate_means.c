/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Means and totals by strata of time. The sampler's interval changes while a program runs (it backs
 * off), so that equal weights would let the beginning speak for all: samples are taken in strata of
 * consecutive ones, each with the number of executions that it stands for. Within a stratum pairs
 * are clusters, because consecutive executions resemble each other.
 *
 * A total is the mean times executions, or the samples' ratio to iterations times iterations, which
 * are known of every execution: whichever has less variance. The ratio is that of all strata
 * together, because strata of few samples would each add its bias.
 *
 * A line through the samples (the regression estimator) says what executions of all iterations
 * would be; what it differs by is added to intervals. Where the samples' own iterations contradict
 * the known ones, executions that are unlike the samples are missing: most often the few that are
 * far longer. What these are can be said only if it is proportional to iterations, which it is
 * taken to be when the line says the same as the ratio.
 * Invariant: every sample that is not partial is in one stratum, and the strata's executions are
 * all.
 */
#include "production/confidence.h"
#include "production/estimate.h"

#include <math.h>

enum { LEAST_CLUSTERS = 5, STRATUM_CLUSTERS = 8, MOST_STRATA = 64 };
static const double PROPORTIONAL = 0.1; /* what a line and the ratio may differ by */

/* Sums over clusters: m samples, y of the field, x of iterations. */
struct stratum {
    double clusters, m, y, x;
    double mm, my, mx, yy, xy, xx; /* sums of products over clusters */
};

struct totals {
    double mean, mean_variance; /* sums over strata of executions times mean */
    double own, own_variance;   /* as `mean`, of iterations */
    double covariance;          /* of `mean` and `own` */
    double samples, clusters, strata;
    double executions, iterations; /* known ones, of all strata */
};

static double field_of(const struct ordo_execution_sample *s, enum ordo_sampled_field field) {
    switch (field) {
    case ORDO_SAMPLED_RMS:
        return (double)s->rms;
    case ORDO_SAMPLED_SIZE:
        return (double)s->size;
    case ORDO_SAMPLED_COST:
        return (double)s->cost;
    default:
        return (double)s->own;
    }
}

static void add_cluster(struct stratum *t, double m, double y, double x) {
    t->clusters++;
    t->m += m;
    t->y += y;
    t->x += x;
    t->mm += m * m;
    t->my += m * y;
    t->mx += m * x;
    t->yy += y * y;
    t->xy += x * y;
    t->xx += x * x;
}

/* Covariance of the sums of a and of b over the sum of m, each times that sum, from sums of
 * products over clusters. */
static double covariance(double clusters, double ab, double a, double am, double b, double bm,
                         double mm) {
    if (clusters < 2) return 0;
    return clusters / (clusters - 1) * (ab - a * bm - b * am + a * b * mm);
}

static void settle(struct stratum *t, double executions, double iterations, struct totals *sum) {
    if (!(t->m > 0)) return;
    double left = executions > t->m ? 1 - t->m / executions : 0; /* of a finite number */
    double mean = t->y / t->m, own = t->x / t->m;
    double per = executions / t->m, scale = left * per * per;
    sum->mean += executions * mean;
    sum->own += executions * own;
    sum->mean_variance +=
        scale * fmax(0, covariance(t->clusters, t->yy, mean, t->my, mean, t->my, t->mm));
    sum->own_variance +=
        scale * fmax(0, covariance(t->clusters, t->xx, own, t->mx, own, t->mx, t->mm));
    sum->covariance += scale * covariance(t->clusters, t->xy, mean, t->my, own, t->mx, t->mm);
    sum->samples += t->m;
    sum->clusters += t->clusters;
    sum->strata++;
    sum->executions += executions;
    sum->iterations += iterations;
    *t = (struct stratum){.clusters = 0};
}

static size_t count_clusters(const struct ordo_execution_sample *s, size_t n) {
    size_t clusters = 0;
    for (size_t i = 0; i < n; i++)
        if (!s[i].partial && !(s[i].second && i && !s[i - 1].partial)) clusters++;
    return clusters;
}

static struct totals totals_of(const struct ordo_execution_sample *s, size_t n,
                               enum ordo_sampled_field field, double executions,
                               double iterations) {
    struct totals sum = {.strata = 0};
    struct stratum t = {.clusters = 0};
    size_t clusters = count_clusters(s, n), each = clusters / MOST_STRATA + 1, done = 0;
    if (each < STRATUM_CLUSTERS) each = STRATUM_CLUSTERS;
    double from = 0, from_iterations = 0;
    for (size_t i = 0; i < n;) {
        if (s[i].partial) {
            i++;
            continue;
        }
        size_t last = i + 1 < n && s[i + 1].second && !s[i + 1].partial ? i + 1 : i;
        double m = 0, y = 0, x = 0;
        for (size_t j = i; j <= last; j++) {
            m++;
            y += field_of(&s[j], field);
            x += (double)s[j].own;
        }
        add_cluster(&t, m, y, x);
        done++;
        /* The last stratum takes what would be too few for one of its own. */
        if (t.clusters >= (double)each && clusters - done >= each) {
            double to = (double)s[last].executions + 1;
            double to_iterations = (double)(s[last].iterations + s[last].own);
            settle(&t, to > from + t.m ? to - from : t.m,
                   to_iterations > from_iterations ? to_iterations - from_iterations : t.x, &sum);
            from = to;
            from_iterations = to_iterations;
        }
        i = last + 1;
    }
    double left = executions - from, left_iterations = iterations - from_iterations;
    settle(&t, left > t.m ? left : t.m, left_iterations > 0 ? left_iterations : 0, &sum);
    return sum;
}

/* Iterations are known of all executions: what the samples say of them must not be far off. */
static bool biased(const struct totals *sum, double iterations) {
    double off = fabs(sum->own - iterations);
    return off > 0.1 * iterations && off > 4 * sqrt(sum->own_variance);
}

/* What the samples say of executions that have all `iterations`, by a line through them. Without
 * two lengths of executions there is no line: then as much as if all were proportional, or nothing.
 */
static double by_line(const struct totals *sum, double iterations) {
    if (sum->own_variance > 0)
        return sum->mean + sum->covariance / sum->own_variance * (iterations - sum->own);
    return sum->own > 0 ? sum->mean * iterations / sum->own : sum->mean;
}

static struct ordo_estimate estimate(double value, double variance, double systematic,
                                     const struct totals *sum, enum ordo_estimate_method method) {
    struct ordo_estimate e = {.value = value, .low = value, .high = value, .method = method};
    bool all = sum->samples >= sum->executions;
    if (all) {
        e.method = ORDO_ESTIMATE_EXACT;
        return e;
    }
    double freedom = fmax(sum->clusters - sum->strata, 1);
    double half = ordo_confidence_student(freedom) * sqrt(fmax(variance, 0));
    half = hypot(half, systematic);
    e.low = value > half ? value - half : 0;
    e.high = value + half;
    if (sum->clusters < LEAST_CLUSTERS)
        e.reason = ORDO_ESTIMATE_FEW;
    else if (e.high > 4 * e.low)
        e.reason = ORDO_ESTIMATE_WIDE;
    return e;
}

static struct ordo_estimate total_of(const struct totals *sum, double executions,
                                     double iterations) {
    double scale = executions / sum->executions, variance = sum->mean_variance;
    double mean = sum->mean * scale;
    if (!(iterations > 0) || !(sum->own > 0))
        return estimate(mean, variance * scale * scale, 0, sum, ORDO_ESTIMATE_MEAN);
    double r = sum->mean / sum->own, of = iterations / sum->own;
    double ratio = r * iterations;
    double residual = variance - 2 * r * sum->covariance + r * r * sum->own_variance;
    double line = by_line(sum, iterations);
    bool off = biased(sum, iterations), known = sum->own_variance > 0;
    bool proportional = known && fabs(line - ratio) <= PROPORTIONAL * ratio;
    if (off ? proportional : residual * of * of < variance * scale * scale)
        return estimate(ratio, residual * of * of, fabs(line - ratio), sum, ORDO_ESTIMATE_RATIO);
    struct ordo_estimate e =
        estimate(mean, variance * scale * scale, fabs(line - mean), sum, ORDO_ESTIMATE_MEAN);
    if (off && e.reason != ORDO_ESTIMATE_FEW) e.reason = ORDO_ESTIMATE_BIASED;
    return e;
}

static const struct ordo_estimate NOTHING = {.reason = ORDO_ESTIMATE_FEW,
                                             .method = ORDO_ESTIMATE_MEAN};

struct ordo_estimate ordo_estimate_mean(const struct ordo_execution_sample *s, size_t n,
                                        enum ordo_sampled_field field, uint64_t executions,
                                        uint64_t iterations) {
    struct totals sum = totals_of(s, n, field, (double)executions, (double)iterations);
    if (!(sum.executions > 0)) return NOTHING;
    struct ordo_estimate e = total_of(&sum, sum.executions, sum.iterations);
    e.value /= sum.executions;
    e.low /= sum.executions;
    e.high /= sum.executions;
    return e;
}

struct ordo_estimate ordo_estimate_total(const struct ordo_execution_sample *s, size_t n,
                                         enum ordo_sampled_field field, uint64_t executions,
                                         uint64_t iterations) {
    struct totals sum = totals_of(s, n, field, (double)executions, (double)iterations);
    if (!(sum.executions > 0)) return NOTHING;
    return total_of(&sum, (double)executions, (double)iterations);
}
