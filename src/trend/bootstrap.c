/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bootstrap.c: the bootstrap as matrix products.
 *
 * A draw is a row of weights: how often each workload was drawn. A fit needs five weighted sums
 * (1, x, x^2, y, x y) of it. They are scalar products of the row with columns that do not depend
 * on the draw, so all draws of a batch of costs are one matrix product. The sums of 1, x and x^2
 * are shared by all costs, and the sum of y by all features. A pair that leaves points out (zeros
 * have no logarithm) has five columns of its own, where these points are 0.
 *
 * x and y are centred first, so that the sums lose no digits. Invariant: columns are laid out as
 * b->column numbers them.
 */
#include "trend/bootstrap.h"

#include "base/arena.h"
#include "base/map.h"
#include "base/memory.h"
#include "trend/dot_products.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 64, SUM_1 = 0, SUM_X, SUM_XX, SUM_Y, SUM_XY, SUMS };

struct boot {
    struct ordo_arena *arena; /* of all arrays */
    const struct ordo_bootstrap_input *in;
    enum ordo_trend_form form;
    size_t stride;
    double *weights;  /* [draws * stride] */
    double *x;        /* [n_features * n], centred; 0 where the feature cannot be used */
    double *x_middle; /* [n_features] */
    bool *x_used;     /* [n_features * n] */
    bool *x_whole;    /* [n_features]: all used */
    double *shared;   /* [3 * n_features * draws]: sums of 1, x, x^2 */
    double *columns, *sums;
    double *y, *fitted;
    size_t (*column)[SUMS]; /* [BATCH * n_features]: index of each sum; SIZE_MAX: shared */
};

static double transformed(const struct boot *b, double v) {
    return b->form == ORDO_TREND_POWER ? log(v) : v;
}

/* Returns an index below n: the high half of n times 64 random bits, which has no bias that
 * matters. */
static size_t draw_index(uint64_t *state, size_t n) {
    *state += 0x9e3779b97f4a7c15u;
    return (size_t)((unsigned __int128)ordo_map_mix(*state) * n >> 64);
}

static void draw(struct boot *b) {
    uint64_t state = b->in->seed;
    for (uint32_t r = 0; r < b->in->draws; r++)
        for (size_t i = 0; i < b->in->n; i++)
            b->weights[r * b->stride + draw_index(&state, b->in->n)] += 1;
}

static void centre_features(struct boot *b) {
    size_t n = b->in->n;
    for (size_t f = 0; f < b->in->n_features; f++) {
        double sum = 0;
        size_t used = 0;
        for (size_t i = 0; i < n; i++) {
            double v = b->in->x[f * n + i];
            if (!(b->x_used[f * n + i] = ordo_trend_line_uses(b->form, v, 1))) continue;
            b->x[f * n + i] = transformed(b, v);
            sum += b->x[f * n + i];
            used++;
        }
        b->x_whole[f] = used == n;
        b->x_middle[f] = used ? sum / (double)used : 0;
        for (size_t i = 0; i < n; i++)
            if (b->x_used[f * n + i]) b->x[f * n + i] -= b->x_middle[f];
    }
}

/* Computes the sums of 1, x and x^2 over all points. */
static void share(struct boot *b) {
    size_t n = b->in->n, n_features = b->in->n_features;
    double *columns = ordo_memory_new(3 * n_features * b->stride + 1, sizeof *columns);
    for (size_t f = 0; f < n_features; f++) {
        double *one = columns + 3 * f * b->stride, *x = one + b->stride, *xx = x + b->stride;
        for (size_t i = 0; i < n; i++) {
            one[i] = 1;
            x[i] = b->x[f * n + i];
            xx[i] = x[i] * x[i];
        }
    }
    ordo_dot_products(columns, 3 * n_features, b->weights, b->in->draws, b->stride, b->shared);
    free(columns);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct ordo_trend_interval middle_part(double *v, size_t n, bool power) {
    struct ordo_trend_interval i = {NAN, NAN};
    if (!n) return i;
    qsort(v, n, sizeof *v, by_value);
    size_t cut = n / 40; /* 2.5 % */
    i.low = power ? exp(v[cut]) : v[cut];
    i.high = power ? exp(v[n - 1 - cut]) : v[n - 1 - cut];
    return i;
}

/* Computes the intervals. sums[k] has the sums of one kind, one per draw. */
static void conclude(struct boot *b, size_t f, double y_middle, const double *const sums[SUMS],
                     struct ordo_trend_intervals *out) {
    const struct ordo_bootstrap_input *in = b->in;
    bool power = b->form == ORDO_TREND_POWER;
    double *slope = b->fitted, *level = slope + in->draws, *value = level + in->draws;
    size_t n = 0;
    for (uint32_t r = 0; r < in->draws; r++) {
        double w = sums[SUM_1][r], x = sums[SUM_X][r], xx = sums[SUM_XX][r];
        double spread = w * xx - x * x;
        if (!(spread > 1e-12 * w * xx)) continue;
        slope[n] = (w * sums[SUM_XY][r] - x * sums[SUM_Y][r]) / spread;
        level[n] = (sums[SUM_Y][r] - slope[n] * x) / w + y_middle;
        n++;
    }
    out->n_draws = (uint32_t)n;
    for (size_t i = 0; i < n; i++) value[i] = level[i] - slope[i] * b->x_middle[f];
    out->a = middle_part(value, n, power);
    for (size_t k = 0; k < ORDO_BOOTSTRAP_AT; k++) {
        double at = k < in->n_at ? in->at[f * in->n_at + k] : NAN;
        bool can = isfinite(at) && ordo_trend_line_uses(b->form, at, 1);
        for (size_t i = 0; can && i < n; i++)
            value[i] = level[i] + slope[i] * (transformed(b, at) - b->x_middle[f]);
        out->at[k] = middle_part(value, can ? n : 0, power);
    }
    out->b = middle_part(slope, n, false);
}

/* Fills the columns of one cost from number `next` on. Returns the number after them. */
static size_t lay_columns(struct boot *b, const double *y, size_t next, double *y_middle,
                          size_t (*column)[SUMS]) {
    size_t n = b->in->n, used = 0;
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        bool use = ordo_trend_line_uses(b->form, 1, y[i]);
        b->y[i] = use ? transformed(b, y[i]) : NAN;
        if (use) sum += b->y[i], used++;
    }
    *y_middle = used ? sum / (double)used : 0;
    double *own = b->columns + next * b->stride;
    size_t y_column = next;
    for (size_t i = 0; i < n; i++) own[i] = isnan(b->y[i]) ? 0 : b->y[i] - *y_middle;
    next++;
    for (size_t f = 0; f < b->in->n_features; f++) {
        const double *x = b->x + f * n;
        bool whole = used == n && b->x_whole[f];
        double *at = b->columns + next * b->stride;
        column[f][SUM_1] = whole ? SIZE_MAX : next + 1;
        column[f][SUM_X] = whole ? SIZE_MAX : next + 2;
        column[f][SUM_XX] = whole ? SIZE_MAX : next + 3;
        column[f][SUM_Y] = whole ? y_column : next + 4;
        column[f][SUM_XY] = next;
        next += whole ? 1 : SUMS;
        for (size_t i = 0; i < n; i++) {
            bool use = b->x_used[f * n + i] && !isnan(b->y[i]);
            double v = use ? own[i] : 0;
            at[i] = x[i] * v;
            if (whole) continue;
            at[b->stride + i] = use;
            at[2 * b->stride + i] = use ? x[i] : 0;
            at[3 * b->stride + i] = use ? x[i] * x[i] : 0;
            at[4 * b->stride + i] = v;
        }
    }
    return next;
}

static void run_batch(struct boot *b, size_t first, size_t n_costs,
                      struct ordo_trend_intervals *out) {
    const struct ordo_bootstrap_input *in = b->in;
    double middle[BATCH];
    size_t n_columns = 0;
    for (size_t c = 0; c < n_costs; c++)
        n_columns = lay_columns(b, in->y + (first + c) * in->n, n_columns, &middle[c],
                                b->column + c * in->n_features);
    ordo_dot_products(b->columns, n_columns, b->weights, in->draws, b->stride, b->sums);
    for (size_t c = 0; c < n_costs; c++)
        for (size_t f = 0; f < in->n_features; f++) {
            const size_t *column = b->column[c * in->n_features + f];
            const double *sums[SUMS];
            for (size_t s = 0; s < SUMS; s++)
                sums[s] = column[s] == SIZE_MAX ? b->shared + (3 * f + s) * in->draws
                                                : b->sums + column[s] * in->draws;
            conclude(b, f, middle[c], sums, &out[(first + c) * in->n_features + f]);
        }
}

static void prepare(struct boot *b) {
    const struct ordo_bootstrap_input *in = b->in;
    size_t columns = BATCH * (1 + (size_t)SUMS * in->n_features);
    b->stride = ordo_dot_stride(in->n);
    b->weights = ordo_arena_array(b->arena, in->draws * b->stride + 1, sizeof *b->weights);
    b->x = ordo_arena_array(b->arena, in->n_features * in->n + 1, sizeof *b->x);
    b->x_used = ordo_arena_array(b->arena, in->n_features * in->n + 1, sizeof *b->x_used);
    b->x_middle = ordo_arena_array(b->arena, in->n_features + 1, sizeof *b->x_middle);
    b->x_whole = ordo_arena_array(b->arena, in->n_features + 1, sizeof *b->x_whole);
    b->shared = ordo_arena_array(b->arena, 3 * in->n_features * in->draws + 1, sizeof *b->shared);
    b->columns = ordo_arena_array(b->arena, columns * b->stride + 1, sizeof *b->columns);
    b->sums = ordo_arena_array(b->arena, columns * in->draws + 1, sizeof *b->sums);
    b->y = ordo_arena_array(b->arena, in->n + 1, sizeof *b->y);
    b->fitted = ordo_arena_array(b->arena, 3 * (size_t)in->draws + 1, sizeof *b->fitted);
    b->column = ordo_arena_array(b->arena, BATCH * in->n_features + 1, sizeof *b->column);
}

void ordo_bootstrap(enum ordo_trend_form form, const struct ordo_bootstrap_input *in,
                    struct ordo_trend_intervals *out) {
    struct boot b = {.arena = ordo_arena_new(), .in = in, .form = form};
    prepare(&b);
    draw(&b);
    centre_features(&b);
    share(&b);
    for (size_t c = 0; c < in->n_costs; c += BATCH)
        run_batch(&b, c, in->n_costs - c < BATCH ? in->n_costs - c : BATCH, out);
    ordo_arena_free(b.arena);
}
