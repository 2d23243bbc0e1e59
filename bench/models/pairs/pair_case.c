/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_case.c: n and m are independent, on a grid, or related by a power with noise.
 */
#include "models/pairs/pair_case.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum relation { INDEPENDENT, ON_A_GRID, RELATED, MOSTLY_SMALL, RELATIONS };
static const char *const relations[] = {"independent", "grid", "related", "mostly small"};

static double draw_between(double low, double high, double unit) {
    return floor(low * pow(high / low, unit) + 0.5);
}

static double limited(double x) {
    return fmin(fmax(x, 0), 1);
}

static void draw_sizes(enum relation relation, double noise, struct random_numbers *r, double *u,
                       double *v) {
    *u = random_unit(r);
    *v = random_unit(r);
    if (relation == ON_A_GRID) {
        *u = floor(5 * *u) / 4;
        *v = floor(5 * *v) / 4;
    } else if (relation == RELATED) {
        *v = limited(*u + noise * random_normal(r));
    } else if (relation == MOSTLY_SMALL) {
        *u *= *u;
        *v *= *v;
    }
}

/* Adds sizes that have nothing to do with the cost. Returns the number of sizes. */
static unsigned add_others(struct pair_case *c, unsigned sizes, struct random_numbers *r) {
    unsigned others = (unsigned)random_below(r, 3);
    for (unsigned k = 0; k < others; k++, sizes++) {
        double high = log_uniform(r, 2, 10000), kind = random_unit(r);
        c->preference[sizes] = 0;
        for (size_t i = 0; i < c->n; i++)
            c->calls[i].size[sizes] = kind < 0.2   ? floor(high)
                                      : kind < 0.4 ? (double)i + 1
                                                   : floor(log_uniform(r, 1, high));
    }
    return sizes;
}

void pair_case_make(struct pair_case *c, const struct pair_algorithm *a, struct random_numbers *r) {
    enum relation relation = (enum relation)random_below(r, RELATIONS);
    double noise = random_between(r, 0.1, 0.5), few = random_unit(r), rms[PAIR_CALLS];
    *c = (struct pair_case){.labels = a->labels, .sizes = 2};
    c->n = few < 0.2 ? 6 + random_below(r, 10) : 16 + random_below(r, PAIR_CALLS - 15);
    double n_low = (double)a->n_least, n_high = (double)a->n_most, m_low = (double)a->m_least,
           m_high = (double)a->m_most;
    bool wide = random_unit(r) < 0.7;
    if (!wide) { /* a part of the range */
        n_low = n_high / random_between(r, 3, fmin(20, n_high / n_low));
        m_low = m_high / random_between(r, 3, fmin(20, m_high / m_low));
    }
    for (size_t i = 0; i < c->n; i++) {
        double u, v;
        draw_sizes(relation, noise, r, &u, &v);
        double n = draw_between(n_low, n_high, u), m = draw_between(m_low, m_high, v);
        c->calls[i].size[0] = n;
        c->calls[i].size[1] = m;
        start_run();
        rms[i] = a->run((size_t)n, (size_t)m, r);
        c->calls[i].cost = (double)steps_taken;
    }
    c->sizes = add_others(c, c->sizes, r);
    bool has_rms = random_unit(r) < 0.6;
    if (has_rms) {
        double cell = random_unit(r) < 0.5 ? 1 : 2, always = (double)random_below(r, 20);
        for (size_t i = 0; i < c->n; i++) c->calls[i].size[c->sizes] = ceil(rms[i] / cell) + always;
        c->preference[c->sizes++] = 2;
    }
    c->none_is_right = c->n < 16 || !wide || (relation == RELATED && noise < 0.2) ||
                       (has_rms && a->rms_is_enough) || strstr(a->labels, "none");
    snprintf(c->about, sizeof c->about,
             "%s, %zu calls, %s (%.2f), n %g to %g, m %g to %g, %u sizes%s", a->name, c->n,
             relations[relation], noise, n_low, n_high, m_low, m_high, c->sizes,
             has_rms ? " with rms" : "");
}

/* The cost of one call: the mean, or somewhere between the least and the greatest. */
static double draw_cost(const struct ordo_model_point *p, bool mean, struct random_numbers *r) {
    if (mean || p->count < 2) return p->sum / p->count;
    return random_between(r, p->min, p->max);
}

void pair_case_of_one_size(struct pair_case *c, const struct labelled_case *from,
                           struct random_numbers *r) {
    bool mean = random_unit(r) < 0.5;
    size_t many = 6 + random_below(r, PAIR_CALLS - 5);
    *c = (struct pair_case){.labels = "none", .sizes = 1, .none_is_right = true};
    for (size_t k = 0; k < many; k++) {
        const struct ordo_model_point *p =
            &from->points[from->n <= many ? k % from->n : random_below(r, from->n)];
        c->calls[c->n].size[0] = p->n;
        c->calls[c->n++].cost = draw_cost(p, mean, r);
    }
    /* Another measure of the same size: a power of it, with cells and noise. */
    double power = random_between(r, 0.3, 2), noise = log_uniform(r, 0.01, 1),
           cells = (double)random_below(r, 40);
    if (random_unit(r) < 0.7) {
        for (size_t i = 0; i < c->n; i++)
            c->calls[i].size[c->sizes] =
                floor(pow(c->calls[i].size[0], power) * exp(noise * random_normal(r)) + cells) + 1;
        c->preference[c->sizes++] = 2;
    }
    c->sizes = add_others(c, c->sizes, r);
    if (c->sizes < 2) {
        for (size_t i = 0; i < c->n; i++) c->calls[i].size[1] = floor(log_uniform(r, 1, 1000));
        c->sizes = 2;
    }
    snprintf(c->about, sizeof c->about, "%.100s, %zu calls, %u sizes, power %.2f noise %.2f",
             from->about, c->n, c->sizes, power, noise);
}
