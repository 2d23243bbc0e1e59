/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Means and totals by strata of time. The sampler's interval changes while a program runs (it backs
 * off), so that equal weights would let the beginning speak for all: samples are taken in strata of
 * consecutive ones, each with the number of executions that it stands for. Within a stratum
 * clusters are what lies between the ends of two pairs: a pair, because consecutive executions
 * resemble each other, or several where pairs in between were thinned out, which are in the sums.
 *
 * A total is the mean times executions, or the samples' ratio to iterations times iterations, which
 * are known of every execution: whichever has less variance. The ratio is that of all strata
 * together, because strata of few samples would each add its bias.
 *
 * A line through the samples (the regression estimator) says what executions of all iterations
 * would be; what it differs by is added to intervals. Where the samples' own iterations contradict
 * the known ones, executions that are unlike the samples are missing: most often the few that are
 * far longer. What these are can be said only if it is proportional to iterations, which it is
 * taken to be when the line says the same as the ratio, and only while the samples have seen half
 * of the iterations: then the interval reaches to what the samples alone say. Invariant: every
 * sample up to the last of the series is in one stratum, and the strata's executions are all.
 */
#include "production/confidence.h"
#include "production/estimate.h"

#include <math.h>

enum { LEAST_CLUSTERS = 5, STRATUM_CLUSTERS = 8, MOST_STRATA = 64 };
static const double PROPORTIONAL = 0.1; /* what a line and the ratio may differ by */
static const double FURTHEST = 2;       /* known iterations over those that samples account for */

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

static double sum_of(const struct ordo_execution_sums *s, enum ordo_sampled_field field) {
    switch (field) {
    case ORDO_SAMPLED_SIZE:
        return s->size;
    case ORDO_SAMPLED_COST:
        return s->cost;
    default:
        return s->own;
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

struct series {
    const struct ordo_execution_sample *s;
    size_t n;
    enum ordo_sampled_field field;
};

struct cluster {
    double m, y, x; /* samples; sums of the field and of iterations over them */
    size_t next;    /* the first sample after it */
    struct ordo_execution_sums end;
};

/* The cluster after *c; false: there is none. All zero: before the first. */
static bool next_cluster(const struct series *q, struct cluster *c) {
    for (size_t i = c->next; i < q->n; i++) {
        const struct ordo_execution_sample *s = &q->s[i];
        bool goes_on = i + 1 < q->n && s[1].second && !s[1].partial;
        if (s->partial || goes_on || !(s->sums.n > c->end.n)) continue;
        c->m = s->sums.n - c->end.n;
        c->y = fmax(sum_of(&s->sums, q->field) - sum_of(&c->end, q->field), 0);
        c->x = fmax(s->sums.own - c->end.own, 0);
        c->next = i + 1;
        c->end = s->sums;
        return true;
    }
    return false;
}

static struct totals totals_of(const struct series *q, double executions, double iterations) {
    struct totals sum = {.strata = 0};
    struct stratum t = {.clusters = 0};
    struct cluster c = {.m = 0};
    size_t clusters = 0, done = 0;
    while (next_cluster(q, &c)) clusters++;
    size_t each = clusters / MOST_STRATA + 1;
    if (each < STRATUM_CLUSTERS) each = STRATUM_CLUSTERS;
    double from = 0, from_iterations = 0;
    c = (struct cluster){.m = 0};
    while (next_cluster(q, &c)) {
        const struct ordo_execution_sample *last = &q->s[c.next - 1];
        add_cluster(&t, c.m, c.y, c.x);
        done++;
        /* The last stratum takes what would be too few for one of its own. */
        if (t.clusters >= (double)each && clusters - done >= each) {
            double to = (double)last->executions + 1;
            double to_iterations = (double)(last->iterations + last->own);
            settle(&t, to > from + t.m ? to - from : t.m,
                   to_iterations > from_iterations ? to_iterations - from_iterations : t.x, &sum);
            from = to;
            from_iterations = to_iterations;
        }
    }
    double left = executions - from, left_iterations = iterations - from_iterations;
    settle(&t, left > t.m ? left : t.m, left_iterations > 0 ? left_iterations : 0, &sum);
    return sum;
}

/* To another number of executions, of which the strata are taken to be shares. */
static void scale_to(struct totals *sum, double executions) {
    double by = executions / sum->executions;
    sum->mean *= by;
    sum->own *= by;
    sum->mean_variance *= by * by;
    sum->own_variance *= by * by;
    sum->covariance *= by * by;
    sum->executions = executions;
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

/* A total: `each` times executions and `rate` times iterations. */
struct candidate {
    double value, variance, each, rate;
    enum ordo_estimate_method method;
};

/* How much further the interval reaches on the side of the samples' tail (negative: below): few
 * executions that are far larger than the others are missing from most samples of a population, so
 * that Student's interval comes to lie on one side of the truth (N. J. Johnson 1978). */
static double skewness(const struct series *q, const struct totals *sum, const struct candidate *k,
                       double point) {
    struct cluster c = {.m = 0};
    double cubes = 0, weight = sum->executions / sum->samples;
    if (!(k->variance > 0)) return 0;
    while (next_cluster(q, &c)) {
        double e = weight * (c.y - k->each * c.m - k->rate * c.x);
        cubes += e * e * e;
    }
    return cubes / (6 * k->variance) * (1 + 2 * point * point);
}

/* What no pair showed may still be so in one of as many. */
static double unseen(const struct totals *sum, double value) {
    double left = fmax(0, 1 - sum->samples / sum->executions);
    return 2 * value / sum->samples * sqrt(left);
}

static struct ordo_estimate estimate(const struct series *q, const struct totals *sum,
                                     const struct candidate *k, double line) {
    double value = k->value;
    struct ordo_estimate e = {.value = value, .low = value, .high = value, .method = k->method};
    if (sum->samples >= sum->executions) {
        e.method = ORDO_ESTIMATE_EXACT;
        return e;
    }
    double point = ordo_confidence_student(fmax(sum->clusters - sum->strata, 1));
    double half = point * hypot(sqrt(fmax(k->variance, 0)), unseen(sum, value));
    half = hypot(half, fabs(line - value));
    double further = skewness(q, sum, k, point);
    e.low = fmax(0, value - half + fmin(further, 0));
    e.high = value + half + fmax(further, 0);
    if (sum->clusters < LEAST_CLUSTERS)
        e.reason = ORDO_ESTIMATE_FEW;
    else if (e.high > 4 * e.low)
        e.reason = ORDO_ESTIMATE_WIDE;
    return e;
}

static struct ordo_estimate reach_to(struct ordo_estimate e, double value) {
    e.low = fmin(e.low, value);
    e.high = fmax(e.high, value);
    return e;
}

static struct ordo_estimate total_of(const struct series *q, struct totals sum, double executions,
                                     double iterations) {
    scale_to(&sum, executions);
    struct candidate mean = {sum.mean, sum.mean_variance, sum.mean / executions, 0,
                             ORDO_ESTIMATE_MEAN};
    if (!(iterations > 0) || !(sum.own > 0)) return estimate(q, &sum, &mean, mean.value);
    double r = sum.mean / sum.own, of = iterations / sum.own;
    double residual = sum.mean_variance - 2 * r * sum.covariance + r * r * sum.own_variance;
    struct candidate ratio = {r * iterations, residual * of * of, 0, r, ORDO_ESTIMATE_RATIO};
    double line = by_line(&sum, iterations);
    bool off = biased(&sum, iterations), known = sum.own_variance > 0;
    bool proportional =
        known && of <= FURTHEST && fabs(line - ratio.value) <= PROPORTIONAL * ratio.value;
    if (off && proportional) return reach_to(estimate(q, &sum, &ratio, line), mean.value);
    if (!off && ratio.variance < mean.variance) return estimate(q, &sum, &ratio, line);
    struct ordo_estimate e = estimate(q, &sum, &mean, line);
    if (off && e.reason != ORDO_ESTIMATE_FEW) e.reason = ORDO_ESTIMATE_BIASED;
    return e;
}

static const struct ordo_estimate NOTHING = {.reason = ORDO_ESTIMATE_FEW,
                                             .method = ORDO_ESTIMATE_MEAN};

struct ordo_estimate ordo_estimate_mean(const struct ordo_execution_sample *s, size_t n,
                                        enum ordo_sampled_field field, uint64_t executions,
                                        uint64_t iterations) {
    struct series q = {s, n, field};
    struct totals sum = totals_of(&q, (double)executions, (double)iterations);
    if (!(sum.executions > 0)) return NOTHING;
    struct ordo_estimate e = total_of(&q, sum, sum.executions, sum.iterations);
    e.value /= sum.executions;
    e.low /= sum.executions;
    e.high /= sum.executions;
    return e;
}

struct ordo_estimate ordo_estimate_total(const struct ordo_execution_sample *s, size_t n,
                                         enum ordo_sampled_field field, uint64_t executions,
                                         uint64_t iterations) {
    struct series q = {s, n, field};
    struct totals sum = totals_of(&q, (double)executions, (double)iterations);
    if (!(sum.executions > 0)) return NOTHING;
    return total_of(&q, sum, fmax((double)executions, sum.samples), (double)iterations);
}
