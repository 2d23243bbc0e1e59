/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * negative_case.c: costs that no function of the size describes, or sizes that show none.
 */
#include "models/made_case.h"
#include "models/size_grid.h"

#include <math.h>

enum negative { CLOUD, WALK, NARROW, TWO_GROUPS, TOO_FEW, FALLING, HUMP, NEGATIVES };

const char *const negative_kinds[] = {"cloud",   "random walk", "narrow range", "two groups",
                                      "too few", "falling",     "hump"};
const size_t n_negative_kinds = NEGATIVES;

static size_t draw_sizes(enum negative kind, struct random_numbers *r, double *size) {
    static const enum size_grid grids[] = {GRID_GEOMETRIC, GRID_EQUAL, GRID_LOG, GRID_UNIFORM};
    enum size_grid grid = grids[random_below(r, 4)];
    double low = floor(log_uniform(r, 3, 3000));
    size_t n = 0, many = 0;
    switch (kind) {
    case NARROW: {
        double high = low * random_between(r, 1.02, 1.3) + 2;
        for (double k = low; k <= high && n < 60; k += ceil((high - low) / 50)) size[n++] = k;
        while (n > 1 && size[n - 1] / size[0] > 1.35) n--;
        return n;
    }
    case TWO_GROUPS:
        many = 3 + random_below(r, 4);
        for (size_t i = 0; i < many; i++) size[n++] = low + (double)i;
        low = floor(low * log_uniform(r, 20, 1000));
        many = 1 + random_below(r, 4);
        for (size_t i = 0; i < many; i++) size[n++] = low + (double)i;
        return n;
    case TOO_FEW:
        many = 1 + random_below(r, 3);
        for (size_t i = 0; i < many; i++) {
            size[n++] = low;
            low = floor(low * log_uniform(r, 1.5, 50)) + 1;
        }
        return n;
    default:
        do n = size_grid_make(r, grid, 2, 1e6, size);
        while (n < 12 || size[n - 1] / size[0] < 20);
        return n;
    }
}

void negative_case_make(struct labelled_case *c, size_t kind, struct random_numbers *r) {
    static double size[LABELLED_POINTS], count[LABELLED_POINTS];
    size_t n = draw_sizes((enum negative)kind, r, size);
    double walk = 0, sigma = random_between(r, 0.8, 2), scale = log_uniform(r, 300, 1e6);
    double power = random_between(r, 0.5, 2.5), first = log(size[0]),
           span = log(size[n - 1]) - first;
    call_counts_make(r, (enum call_counts)random_below(r, CALLS_ZIPF), n, count);
    *c = (struct labelled_case){.family = negative_kinds[kind],
                                .group = negative_kinds[kind],
                                .grid = "negative",
                                .noise = "none possible",
                                .n = n,
                                .truth = ORDO_GROWTH_NONE,
                                .classes = CLASS_BIT(ORDO_GROWTH_NONE),
                                .accept = CLASS_BIT(ORDO_GROWTH_NONE),
                                .worst = ORDO_GROWTH_NONE,
                                .exponent = NAN,
                                .at = NAN,
                                .predicted = NAN};
    /* The mean of a cloud does not depend on n, and what falls is bounded by a constant. */
    if (kind == CLOUD || kind == FALLING) c->accept |= CLASS_BIT(ORDO_GROWTH_1);
    for (size_t i = 0; i < n; i++) {
        double t = span > 0 ? (log(size[i]) - first) / span : 0, shared = 0;
        switch ((enum negative)kind) {
        case CLOUD:
            shared = scale * exp(sigma * random_normal(r));
            break;
        case WALK:
            walk += random_normal(r) * sigma * 2 / sqrt((double)n);
            shared = scale * exp(walk);
            break;
        case FALLING:
            shared = scale * exp(-power * span * t / 3);
            break;
        case HUMP:
            shared = scale * exp(power * 2 * sin(M_PI * t) - 1.5 * t);
            break;
        default:
            shared = scale * pow(size[i] / size[0], power);
        }
        c->points[i] = (struct ordo_model_point){.n = size[i]};
        for (double k = 0; k < count[i]; k++) {
            double cost = shared * exp(0.03 * random_normal(r));
            point_add(&c->points[i], fmax(1, floor(cost + 0.5)));
        }
    }
}
