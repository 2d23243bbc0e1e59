/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_means.c: means and totals from strata of time.
 *
 * The sampler's interval changes while a program runs (it backs off), so equal weights would give
 * the beginning too much weight. Therefore samples are grouped into strata of consecutive samples,
 * each with the number of executions that it stands for. Within a stratum, a cluster is what lies
 * between the ends of two pairs. It is one pair, because consecutive executions resemble each
 * other, or several if pairs between them were removed; the sums include those.
 *
 * A total is the mean times executions, or the samples' ratio to iterations times iterations,
 * which are known of every execution: whichever has less variance. The ratio is that of all strata
 * together, because the ratios of strata with few samples are biased and their biases would add
 * up.
 *
 * A line through the samples (the regression estimator) predicts the total at the known number of
 * iterations. Its difference from the estimate is added to the interval. If the samples' own
 * iterations contradict the known ones, executions that are unlike the samples are missing:
 * usually the few that are far longer. Their part can be estimated only if the field is
 * proportional to iterations. That is assumed if the line agrees with the ratio, and only if the
 * samples account for at least half of the iterations. The interval then extends to the estimate
 * from the samples alone.
 *
 * Invariant: every sample up to the last of the series is in one stratum, and the executions of
 * the strata are all executions.
 */
#include "production/confidence.h"
#include "production/estimate.h"

#include <math.h>

enum { LEAST_CLUSTERS = 5, STRATUM_CLUSTERS = 8, MOST_STRATA = 64 };
static const double PROPORTIONAL = 0.1; /* greatest relative difference between line and ratio */
static const double FURTHEST = 2;       /* known iterations over those of the samples, scaled up */

/* Sums over clusters: m samples, y of the field, x of iterations. */
struct stratum {
    double clusters, m, y, x;
    double mm, my, mx, yy, xy, xx; /* sums of products over clusters */
};

struct totals {
    double mean, mean_variance; /* sums over strata of executions times mean */
    double own, own_variance;   /* the same for iterations */
    double covariance;          /* of `mean` and `own` */
    double samples, clusters, strata;
    double executions, iterations; /* known numbers, of all strata */
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

/* Returns the covariance of sum(a) / sum(m) and sum(b) / sum(m), times sum(m)^2, from sums of
 * products over clusters. */
static double covariance(double clusters, double ab, double a, double am, double b, double bm,
                         double mm) {
    if (clusters < 2) return 0;
    return clusters / (clusters - 1) * (ab - a * bm - b * am + a * b * mm);
}

static void settle(struct stratum *t, double executions, double iterations, struct totals *sum) {
    if (!(t->m > 0)) return;
    double left = executions > t->m ? 1 - t->m / executions : 0; /* correction for a finite
                                                                    population */
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
    size_t next;    /* index of the first sample after it */
    struct ordo_execution_sums end;
};

/* Moves to the cluster after *c; a zeroed *c is before the first. Returns false at the end. */
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
        /* The last stratum includes what would be too few clusters for another one. */
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

/* Scales to another number of executions; the strata are assumed to keep their shares. */
static void scale_to(struct totals *sum, double executions) {
    double by = executions / sum->executions;
    sum->mean *= by;
    sum->own *= by;
    sum->mean_variance *= by * by;
    sum->own_variance *= by * by;
    sum->covariance *= by * by;
    sum->executions = executions;
}

/* Returns whether the samples' estimate of iterations is far from the known number. */
static bool biased(const struct totals *sum, double iterations) {
    double off = fabs(sum->own - iterations);
    return off > 0.1 * iterations && off > 4 * sqrt(sum->own_variance);
}

/* Returns what a line through the samples predicts for executions with `iterations` in total. If
 * all executions have the same length there is no line: the prediction is then proportional to
 * iterations, or the mean if the samples have no iterations. */
static double by_line(const struct totals *sum, double iterations) {
    if (sum->own_variance > 0)
        return sum->mean + sum->covariance / sum->own_variance * (iterations - sum->own);
    return sum->own > 0 ? sum->mean * iterations / sum->own : sum->mean;
}

/* A total: `each` times executions plus `rate` times iterations. */
struct candidate {
    double value, variance, each, rate;
    enum ordo_estimate_method method;
};

/* Returns how much further the interval extends on the side of the samples' tail (negative:
 * below). Few executions that are far larger than the others are missing from most samples of a
 * population, so that Student's interval tends to lie on one side of the truth (N. J. Johnson
 * 1978). */
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

/* Returns the deviation for what no pair showed, which may still happen once in as many pairs. */
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
