/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cases.c: a grid of sizes, a mean function, noisy calls at every size.
 */
#include "model/cases.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

double random_unit(struct random_numbers *r) {
    return ldexp((double)(random_next(r) >> 11), -53);
}

double random_normal(struct random_numbers *r) {
    double u = 1 - random_unit(r), v = random_unit(r);
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

double random_between(struct random_numbers *r, double low, double high) {
    return low + (high - low) * random_unit(r);
}

static double between_logs(struct random_numbers *r, double low, double high) {
    return exp(random_between(r, log(low), log(high)));
}

const char *case_noise_name(enum case_noise noise) {
    static const char *const names[] = {"exact", "gauss", "uniform", "lognormal", "spikes"};
    return names[noise];
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Makes distinct integer sizes in ascending order. */
static size_t make_sizes(struct random_numbers *r, enum ordo_growth truth, double *n) {
    size_t many = (size_t)between_logs(r, 6, 600), k = 0;
    double low = floor(between_logs(r, 3, 300)), span = between_logs(r, 8, 3000);
    int grid = (int)random_below(r, 7);
    if (truth == ORDO_GROWTH_EXP) {
        low = floor(random_between(r, 2, 8));
        many = 8 + random_below(r, 16);
        grid = 0;
    }
    if (truth == ORDO_GROWTH_N3) span = fmin(span, 300);
    if (grid == 0) span = 1 + (double)many / low;
    double high = low * span;
    for (size_t i = 0; i < many; i++) {
        double t = many > 1 ? (double)i / (double)(many - 1) : 0;
        switch (grid) {
        case 0:
            n[k++] = low + (double)i;
            break;
        case 1:
            n[k++] = low * pow(span, t);
            break;
        case 2:
            n[k++] = low + (high - low) * t;
            break;
        case 3:
            n[k++] = low * pow(span, random_unit(r));
            break;
        case 4:
            n[k++] = random_between(r, low, high);
            break;
        case 5:
            n[k++] = low * pow(2, (double)i);
            break;
        default:
            n[k++] = low * pow(span, pow(random_unit(r), 2));
            break;
        }
        n[k - 1] = floor(n[k - 1]);
        if (grid == 5 && n[k - 1] > high && k >= 6) break;
    }
    qsort(n, k, sizeof *n, by_value);
    size_t kept = 0;
    for (size_t i = 0; i < k; i++)
        if (!kept || n[i] > n[kept - 1]) n[kept++] = n[i];
    return kept;
}

struct mean_function {
    enum ordo_growth term[4];
    double coefficient[4], base;
    size_t n;
};

static double mean_at(const struct mean_function *f, double n) {
    double v = 0;
    for (size_t i = 0; i < f->n; i++)
        v += f->coefficient[i] *
             (f->term[i] == ORDO_GROWTH_EXP ? pow(f->base, n) : ordo_growth_value(f->term[i], n));
    return v;
}

/* Makes a leading term, and lower terms that exceed it below the middle of the range. */
static struct mean_function make_mean(struct random_numbers *r, enum ordo_growth truth,
                                      const double *n, size_t many) {
    struct mean_function f = {.base = random_between(r, 1.4, 3)};
    f.term[0] = truth;
    f.coefficient[0] = between_logs(r, 1, 60);
    f.n = 1;
    double middle = sqrt(n[0] * n[many - 1]);
    double lead = f.coefficient[0] * (truth == ORDO_GROWTH_EXP ? pow(f.base, middle)
                                                               : ordo_growth_value(truth, middle));
    static const enum ordo_growth lower[] = {ORDO_GROWTH_1, ORDO_GROWTH_N, ORDO_GROWTH_N2};
    for (size_t k = 0; k < 3 && f.n < 3; k++) {
        enum ordo_growth g = lower[k];
        if (g >= truth || random_unit(r) < 0.6) continue;
        if (truth == ORDO_GROWTH_N_LOG && g == ORDO_GROWTH_N && random_unit(r) < 0.5) continue;
        f.term[f.n] = g;
        f.coefficient[f.n++] = lead / ordo_growth_value(g, middle) * between_logs(r, 0.02, 1);
    }
    return f;
}

static double draw(struct random_numbers *r, enum case_noise noise, double level) {
    switch (noise) {
    case NOISE_GAUSS:
        return fmax(0.02, 1 + level * random_normal(r));
    case NOISE_UNIFORM:
        return 1 + level * random_between(r, -1.7, 1.7);
    case NOISE_LOGNORMAL:
        return exp(level * random_normal(r) - level * level / 2);
    case NOISE_SPIKES: { /* with probability 0.3 a different amount of work */
        bool more = random_unit(r) < 0.3;
        return 1 + level * (more ? 1.53 : -0.655);
    }
    default:
        return 1;
    }
}

static size_t calls_at(struct random_numbers *r, int kind, size_t i) {
    switch (kind) {
    case 0:
        return 1;
    case 1:
        return 5;
    case 2:
        return 30;
    case 3:
        return 1 + random_below(r, 40);
    default:
        return i < 30 ? 60 / (i + 1) + 1 : 1;
    }
}

static void add_call(struct ordo_model_point *p, double cost) {
    p->min = p->count > 0 ? fmin(p->min, cost) : cost;
    p->max = p->count > 0 ? fmax(p->max, cost) : cost;
    p->count += 1;
    p->sum += cost;
    p->sumsq += cost * cost;
}

static double secant(const struct mean_function *f, double low, double high) {
    double u = sqrt(low * high);
    return log(mean_at(f, high) / mean_at(f, u)) / log(high / u);
}

void model_case_make(struct model_case *c, uint64_t seed, enum ordo_growth truth,
                     enum case_noise noise) {
    static const double levels[] = {0.01, 0.03, 0.1, 0.3, 0.5};
    static double n[CASE_POINTS];
    struct random_numbers r = {seed * 2654435761u + (uint64_t)truth * 97 + (uint64_t)noise};
    double calls = 0;
    c->truth = truth;
    c->noise = noise;
    c->level = noise == NOISE_NONE ? 0 : levels[random_below(&r, 5)];
    c->n = make_sizes(&r, truth, n);
    struct mean_function f = make_mean(&r, truth, n, c->n);
    int kind = (int)random_below(&r, 5);
    for (size_t i = 0; i < c->n; i++) {
        size_t many = calls_at(&r, kind, i);
        c->points[i] = (struct ordo_model_point){.n = n[i]};
        for (size_t k = 0; k < many; k++) {
            double cost = mean_at(&f, n[i]) * draw(&r, noise, c->level);
            add_call(&c->points[i], fmax(1, rint(cost)));
        }
        calls += (double)many;
    }
    c->exponent = secant(&f, n[0], n[c->n - 1]);
    c->at_10x = mean_at(&f, 10 * n[c->n - 1]);
    double span = n[c->n - 1] / n[0];
    c->clear =
        c->n >= 8 && (span >= 10 || truth == ORDO_GROWTH_EXP) && c->level / sqrt(calls / 8) < 0.02;
}

void model_case_branches(struct model_case *c, uint64_t seed, enum ordo_growth lower,
                         enum ordo_growth upper) {
    static double n[CASE_POINTS];
    struct random_numbers r = {seed * 40503 + (uint64_t)lower * 131 + (uint64_t)upper};
    c->truth = upper;
    c->noise = NOISE_NONE;
    c->level = 0;
    do c->n = make_sizes(&r, upper, n);
    while (c->n < 12 || (upper != ORDO_GROWTH_EXP && n[c->n - 1] < 10 * n[0]));
    double a = between_logs(&r, 2, 30), b = between_logs(&r, 2, 30),
           p = random_between(&r, 0.25, 0.75);
    double base = random_between(&r, 1.5, 2.5);
    int kind = (int)random_below(&r, 4);
    for (size_t i = 0; i < c->n; i++) {
        size_t many = calls_at(&r, kind, i);
        c->points[i] = (struct ordo_model_point){.n = n[i]};
        double low = a * ordo_growth_value(lower, n[i]);
        double high =
            b * (upper == ORDO_GROWTH_EXP ? pow(base, n[i]) : ordo_growth_value(upper, n[i])) + low;
        for (size_t k = 0; k < many; k++)
            add_call(&c->points[i], fmax(1, rint(random_unit(&r) < p ? high : low)));
    }
}

void model_case_cells(struct model_case *c, uint64_t seed, enum ordo_growth truth) {
    static double n[CASE_POINTS];
    struct random_numbers r = {seed * 2246822519u + (uint64_t)truth};
    c->truth = truth;
    c->noise = NOISE_NONE;
    c->level = 0;
    do c->n = make_sizes(&r, truth, n);
    while (c->n < 12 || n[c->n - 1] < 30 * n[0]);
    double cells = floor(random_between(&r, 1, 20)), a = between_logs(&r, 1, 10),
           more = a * random_between(&r, 0, 8);
    int kind = (int)random_below(&r, 5);
    for (size_t i = 0; i < c->n; i++) {
        size_t many = calls_at(&r, kind, i);
        c->points[i] = (struct ordo_model_point){.n = n[i] + cells};
        for (size_t k = 0; k < many; k++) {
            double cost = a * ordo_growth_value(truth, n[i]) + more * random_between(&r, -1, 1);
            add_call(&c->points[i], fmax(1, rint(cost)));
        }
    }
}

void model_case_cloud(struct model_case *c, uint64_t seed) {
    static double n[CASE_POINTS];
    struct random_numbers r = {seed * 69069 + 5};
    c->truth = ORDO_GROWTH_NONE;
    c->noise = NOISE_LOGNORMAL;
    c->level = random_between(&r, 1, 2.5);
    c->n = make_sizes(&r, ORDO_GROWTH_N, n);
    for (size_t i = 0; i < c->n; i++) {
        c->points[i] = (struct ordo_model_point){.n = n[i]};
        add_call(&c->points[i], fmax(1, rint(300 * exp(c->level * random_normal(&r)))));
    }
}
