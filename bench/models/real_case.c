/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * real_case.c: draws sizes and numbers of calls, runs the algorithm for each call within a budget
 * of work, and then many times more at the sizes that the labels are about.
 *
 * A size that is only proportional is drawn the other way round: the point's size is given, and
 * each call's n is drawn from it. So the mean cost at a size is what calls of that size cost.
 */
#include "models/real_case.h"

#include "models/acceptance.h"
#include "models/size_grid.h"

#include <math.h>
#include <stdio.h>

static const double POINTS_WORK = 4e6, TRUTH_WORK = 8e6, FAR_WORK = 10e6;

enum measure { MEASURE_N, MEASURE_CONSTANT, MEASURE_MULTIPLE, MEASURE_PROPORTIONAL };

struct measured {
    const struct algorithm *a;
    enum measure measure;
    double cells, factor, spread; /* size = factor * n (1 + spread * normal) + cells */
    bool same_cost;
};

static size_t elements_of(const struct measured *m, double size, struct random_numbers *r) {
    double n = (size - m->cells) / m->factor;
    if (m->measure == MEASURE_PROPORTIONAL)
        n *= fmin(1.5, fmax(0.5, 1 + m->spread * random_normal(r)));
    n = floor(n + 0.5);
    return n < (double)m->a->least ? m->a->least : (size_t)n;
}

struct average {
    double n, sum, squares, work;
};

static void run_once(const struct measured *m, double size, struct average *s,
                     struct random_numbers *r) {
    size_t n = elements_of(m, size, r);
    double steps = run_algorithm(m->a, n, r);
    s->n++;
    s->sum += steps;
    s->squares += steps * steps;
    s->work += steps + numbers_made();
}

static double relative_error(const struct average *s) {
    double mean = s->sum / s->n, variance = s->squares / s->n - mean * mean;
    return s->n > 1 ? sqrt(fmax(variance, 0) / (s->n - 1)) / mean : INFINITY;
}

/* Runs sets of calls whose first draws are evenly spread. The error is that of the sets' means. */
static double mean_at(const struct measured *m, double size, double error, double work,
                      struct random_numbers *r) {
    struct average first = {0}, sets = {0};
    run_once(m, size, &first, r);
    if (m->same_cost) return first.sum;
    double dear = first.work;
    for (int k = 0; k < 3; k++) {
        struct average one = {0};
        run_once(m, size, &one, r);
        dear = fmax(dear, one.work);
    }
    double strata = fmin(64, floor(work / dear / 8));
    if (strata < 2) strata = 1;
    /* Nothing is known about what is rare before it has been seen many times. */
    double least = m->a->traits & TAILS ? 20 * size / m->factor / strata : 6;
    while (sets.work < work && (sets.n < least || relative_error(&sets) > error)) {
        struct average set = {0};
        for (double k = 0; k < strata; k++) {
            if (strata > 1) plan_first_draw((k + random_unit(r)) / strata);
            run_once(m, size, &set, r);
        }
        sets.n++;
        sets.sum += set.sum / strata;
        sets.squares += set.sum / strata * (set.sum / strata);
        sets.work += set.work;
    }
    least = fmax(3, m->a->traits & TAILS ? least : 0);
    return sets.n >= least && relative_error(&sets) <= error ? sets.sum / sets.n : NAN;
}

double mean_steps(const struct algorithm *a, size_t n, double error, double work,
                  struct random_numbers *r) {
    struct measured m = {.a = a, .factor = 1, .same_cost = a->traits & (SAME_COST | POLYNOMIAL)};
    return mean_at(&m, (double)n, error, work, r);
}

static struct measured draw_measure(const struct algorithm *a, struct random_numbers *r) {
    struct measured m = {.a = a, .factor = 1, .same_cost = a->traits & (SAME_COST | POLYNOMIAL)};
    double u = random_unit(r);
    if (a->traits & ARGUMENT || u < 0.45) return m;
    if (u < 0.65) {
        m.measure = MEASURE_CONSTANT;
        m.cells = floor(log_uniform(r, 2, 60));
    } else if (u < 0.8) {
        m.measure = MEASURE_MULTIPLE;
        m.factor = 2 + (double)random_below(r, 4);
        m.cells = (double)random_below(r, 6);
    } else {
        m.measure = MEASURE_PROPORTIONAL;
        m.factor = random_between(r, 0.6, 3);
        m.spread = log_uniform(r, 0.005, 0.1);
        m.same_cost = false;
    }
    return m;
}

static size_t draw_sizes(const struct measured *m, enum size_grid grid, struct random_numbers *r,
                         double *size) {
    double least = (double)m->a->least, most = (double)m->a->most;
    if (m->a->mean == ORDO_GROWTH_EXP) {
        size_t n = 0;
        double high = most - (double)random_below(r, 3);
        for (double k = least + (double)random_below(r, 2); k <= high; k++) size[n++] = k;
        return n;
    }
    size_t n = size_grid_make(r, grid, least, most, size);
    /* Sizes are whole numbers of elements. Only a proportional one may be any number. */
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        double x = ceil(size[i] * m->factor + m->cells);
        if (!kept || x > size[kept - 1]) size[kept++] = x;
    }
    return kept;
}

/* Keeps evenly chosen sizes, the largest among them, so that one call of each is affordable. */
static size_t thin_sizes(const struct measured *m, double *size, size_t n,
                         struct random_numbers *r) {
    struct average s = {0};
    run_once(m, size[n - 1], &s, r);
    double affordable = fmax(12, 2 * POINTS_WORK / s.work);
    if ((double)n <= affordable) return n;
    size_t kept = (size_t)affordable;
    for (size_t k = 0; k < kept; k++) size[k] = size[k * (n - 1) / (kept - 1)];
    return kept;
}

static void call_at(const struct measured *m, double size, double count, double work,
                    struct ordo_model_point *p, struct random_numbers *r) {
    struct average s = {0};
    *p = (struct ordo_model_point){.n = size};
    for (double k = 0; k < count && (k == 0 || s.work < work); k++) {
        double before = s.sum;
        run_once(m, size, &s, r);
        point_add(p, s.sum - before);
        if (!m->same_cost) continue;
        p->count = count;
        p->sum *= count;
        p->sumsq *= count;
        return;
    }
}

/* A point of the true growth, in logarithms. */
struct smooth {
    double size, cost;
};

/* Returns the mean over sizes around this one: half an octave to both sides if the cost has stairs,
 * and otherwise so little that only roundings of sizes are levelled out. */
static struct smooth smooth_at(const struct measured *m, double size, double error, double work,
                               size_t sizes, struct random_numbers *r) {
    bool stairs = m->a->traits & STAIRS;
    double width = stairs ? log(2) / 2 : 0.06;
    struct smooth s = {0, 0};
    for (size_t k = 0; k < sizes; k++) {
        double away = width * (2 * ((double)k + 0.5) / (double)sizes - 1);
        double n = (size - m->cells) / m->factor * exp(away);
        double exact = fmax(floor(n + 0.5), (double)m->a->least) * m->factor + m->cells;
        double at = m->measure == MEASURE_PROPORTIONAL ? n * m->factor : exact;
        s.size += log(at) / (double)sizes;
        s.cost += log(mean_at(m, at, error, work, r)) / (double)sizes;
    }
    return s;
}

static double exponent_of(const struct measured *m, double low, double high,
                          struct random_numbers *r) {
    size_t sizes = m->a->traits & STAIRS ? 16 : 5;
    /* The slope must be known to 0.005, so the two errors together may be two thirds of that. */
    double error = 0.0033 * log(high / low) * sqrt((double)sizes / 2);
    double work = TRUTH_WORK / (double)sizes;
    struct smooth below = smooth_at(m, low, error, work, sizes, r);
    struct smooth top = smooth_at(m, high, error, work, sizes, r);
    return (top.cost - below.cost) / (top.size - below.size);
}

/* A polynomial through four sizes; it is exact for POLYNOMIAL algorithms of a plain size. */
static double polynomial_at(const struct measured *m, double size, struct random_numbers *r) {
    double x[4], y[4], value = 0;
    for (int i = 0; i < 4; i++) {
        x[i] = (double)m->a->least + 3 * i;
        y[i] = run_algorithm(m->a, (size_t)x[i], r);
    }
    double n = (double)elements_of(m, size, r);
    for (int i = 0; i < 4; i++) {
        double part = y[i];
        for (int k = 0; k < 4; k++)
            if (k != i) part *= (n - x[k]) / (x[i] - x[k]);
        value += part;
    }
    return value;
}

static void label_far(struct labelled_case *c, const struct measured *m, struct random_numbers *r) {
    double top = c->points[c->n - 1].n;
    bool steep = c->truth == ORDO_GROWTH_EXP;
    c->at = steep ? top + 5 : 10 * top;
    c->predicted = NAN;
    if (m->a->traits & POLYNOMIAL && m->same_cost) {
        c->predicted = polynomial_at(m, c->at, r);
        return;
    }
    struct average s = {0}, t = {0};
    run_once(m, top, &s, r);
    run_once(m, steep ? top - 1 : top / 2, &t, r);
    double growth = fmax(1, s.work / t.work), work = s.work * pow(growth, steep ? 5 : 3.33);
    size_t sizes = m->a->traits & STAIRS ? 6 : 1;
    if (work * (double)sizes > 4 * FAR_WORK) return;
    c->predicted = exp(smooth_at(m, c->at, 0.03, FAR_WORK, sizes, r).cost);
}

static void label_acceptance(struct labelled_case *c, const struct algorithm *a) {
    static double size[LABELLED_POINTS], cost[LABELLED_POINTS], sd[LABELLED_POINTS];
    double calls = 0;
    for (size_t i = 0; i < c->n; i++) {
        const struct ordo_model_point *p = &c->points[i];
        double mean = p->sum / p->count, variance = p->sumsq / p->count - mean * mean;
        size[i] = p->n;
        cost[i] = mean;
        sd[i] = sqrt(fmax(variance, 0) / p->count) / mean;
        calls += p->count;
    }
    /* A size seen once says nothing about its noise; the sizes seen often do. */
    double pooled = 0, known = 0;
    for (size_t i = 0; i < c->n; i++)
        if (c->points[i].count > 1) {
            pooled += sd[i] * sd[i] * c->points[i].count;
            known++;
        }
    for (size_t i = 0; i < c->n && known > 0; i++)
        sd[i] = fmax(sd[i], sqrt(pooled / known / c->points[i].count));
    struct evidence e = {c->n, size, cost, sd, NAN, a->traits & STAIRS ? 0.08 : 0};
    c->accept |= accepted_classes(&e, c->truth, true);
    if (a->traits & TAILS) c->accept |= CLASS_BIT(ORDO_GROWTH_NONE);
}

void real_case_make(struct labelled_case *c, const struct algorithm_family *family,
                    const struct algorithm *a, struct random_numbers *r) {
    static const char *const measures[] = {"plain size", "size with constant", "multiple as size",
                                           "proportional size"};
    static double size[LABELLED_POINTS], count[LABELLED_POINTS];
    enum size_grid grid = (enum size_grid)random_below(r, GRIDS);
    struct measured m = draw_measure(a, r);
    if (a->mean == ORDO_GROWTH_EXP) grid = GRID_ALL;
    size_t n = thin_sizes(&m, size, draw_sizes(&m, grid, r, size), r);
    call_counts_make(r, (enum call_counts)random_below(r, CALL_COUNTS), n, count);
    *c = (struct labelled_case){.real = true,
                                .family = family->name,
                                .group = a->name,
                                .grid = size_grid_name(grid),
                                .noise = measures[m.measure],
                                .n = n,
                                .truth = a->mean,
                                .worst = a->worst,
                                .exponent = NAN};
    snprintf(c->about, sizeof c->about, "%s, size = %.3g n (spread %.3g) + %g", a->name, m.factor,
             m.spread, m.cells);
    for (size_t i = 0; i < n; i++)
        call_at(&m, size[i], count[i], POINTS_WORK / (double)n, &c->points[i], r);
    c->classes = CLASS_BIT(a->mean) | (a->also == ORDO_GROWTH_NONE ? 0 : CLASS_BIT(a->also));
    c->accept = c->classes;
    label_acceptance(c, a);
    double top = size[n - 1], middle = sqrt(size[0] * top);
    if (n > 1 && top > middle && a->mean != ORDO_GROWTH_EXP)
        c->exponent = exponent_of(&m, middle, top, r);
    label_far(c, &m, r);
}
