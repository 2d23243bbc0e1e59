/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * left_out.c: products of all columns are computed once. Each sum is then a small matrix, which is
 * inverted by Cholesky's method on unit columns.
 */
#include "model/fit/left_out.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define DEPENDENT 1e-8      /* a squared pivot of unit columns: 1 - R2 of a column by the others */
#define GREATEST_LEVER 0.95 /* of one cost; above, it decides about its own value */
#define NEAR 2.0            /* most ratio of the value of a sum and the cost */

static void multiply(struct ordo_left_out *l) {
    l->squares = 0;
    for (unsigned a = 0; a < l->k; a++) {
        l->with_target[a] = 0;
        for (unsigned b = 0; b <= a; b++) l->product[a][b] = 0;
    }
    for (size_t i = 0; i < l->n; i++) {
        const double *row = l->weighted + i * l->k;
        for (unsigned a = 0; a < l->k; a++) {
            for (unsigned b = 0; b <= a; b++) l->product[a][b] += row[a] * row[b];
            l->with_target[a] += row[a] * l->target[i];
        }
        l->squares += l->target[i] * l->target[i];
    }
    for (unsigned a = 0; a < l->k; a++)
        for (unsigned b = 0; b < a; b++) l->product[b][a] = l->product[a][b];
}

static void weigh(struct ordo_left_out *l, size_t i, double expected) {
    for (unsigned c = 0; c < l->k; c++)
        l->weighted[i * l->k + c] = l->columns[i * l->k + c] / expected;
    l->target[i] = l->cost[i] / expected;
}

void ordo_left_out_init(struct ordo_left_out *l, const double *columns, unsigned k,
                        const double *cost, size_t n) {
    l->n = n;
    l->k = k;
    l->columns = columns;
    l->cost = cost;
    l->weighted = ordo_memory_new(n * k + 1, sizeof *l->weighted);
    l->target = ordo_memory_new(n + 1, sizeof *l->target);
    for (size_t i = 0; i < n; i++) weigh(l, i, cost[i]);
    multiply(l);
}

void ordo_left_out_done(struct ordo_left_out *l) {
    free(l->weighted);
    free(l->target);
}

double ordo_left_out_value(const struct ordo_left_out *l, const struct ordo_left_out_sum *s,
                           size_t i) {
    double value = 0;
    for (unsigned c = 0; c < s->n; c++) value += s->coef[c] * l->columns[i * l->k + s->column[c]];
    return value;
}

void ordo_left_out_weigh(struct ordo_left_out *l, const struct ordo_left_out_sum *s) {
    for (size_t i = 0; i < l->n; i++) {
        double value = ordo_left_out_value(l, s, i);
        weigh(l, i, fmin(fmax(value, l->cost[i] / NEAR), l->cost[i] * NEAR));
    }
    multiply(l);
}

/* Inverts the matrix of products of the sum's columns. */
static bool invert(const struct ordo_left_out *l, struct ordo_left_out_sum *s) {
    double low[ORDO_LEFT_OUT_SUM][ORDO_LEFT_OUT_SUM] = {{0}},
           back[ORDO_LEFT_OUT_SUM][ORDO_LEFT_OUT_SUM] = {{0}}, scale[ORDO_LEFT_OUT_SUM];
    for (unsigned i = 0; i < s->n; i++) {
        double square = l->product[s->column[i]][s->column[i]];
        if (!(square > 0)) return false;
        scale[i] = 1 / sqrt(square);
    }
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned j = 0; j <= i; j++) {
            double v = l->product[s->column[i]][s->column[j]] * scale[i] * scale[j];
            for (unsigned k = 0; k < j; k++) v -= low[i][k] * low[j][k];
            if (i == j && !(v > DEPENDENT)) return false;
            low[i][j] = i == j ? sqrt(v) : v / low[j][j];
        }
    for (unsigned j = 0; j < s->n; j++) /* the inverse of the triangle, column by column */
        for (unsigned i = j; i < s->n; i++) {
            double v = i == j ? 1 : 0;
            for (unsigned k = j; k < i; k++) v -= low[i][k] * back[k][j];
            back[i][j] = v / low[i][i];
        }
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned j = 0; j <= i; j++) {
            double v = 0;
            for (unsigned k = i; k < s->n; k++) v += back[k][i] * back[k][j];
            s->inverse[i][j] = s->inverse[j][i] = v * scale[i] * scale[j];
        }
    return true;
}

bool ordo_left_out_fit(const struct ordo_left_out *l, struct ordo_left_out_sum *s) {
    if (l->n <= s->n || !invert(l, s)) return false;
    double explained = 0;
    for (unsigned i = 0; i < s->n; i++) {
        s->coef[i] = 0;
        for (unsigned j = 0; j < s->n; j++)
            s->coef[i] += s->inverse[i][j] * l->with_target[s->column[j]];
        explained += s->coef[i] * l->with_target[s->column[i]];
    }
    s->rest = fmax(l->squares - explained, 0) / (double)l->n;
    return true;
}

double ordo_left_out_error(const struct ordo_left_out *l, const struct ordo_left_out_sum *s) {
    double sum = 0;
    for (size_t i = 0; i < l->n; i++) {
        const double *row = l->weighted + i * l->k;
        double value = 0, lever = 0;
        for (unsigned a = 0; a < s->n; a++) {
            double x = row[s->column[a]], part = 0;
            for (unsigned b = 0; b < s->n; b++) part += s->inverse[a][b] * row[s->column[b]];
            lever += x * part;
            value += s->coef[a] * x;
        }
        /* The value that the fit without this cost has here, over the cost. */
        double without =
            1 - (l->target[i] - value) / (1 - fmin(lever, GREATEST_LEVER)) / l->target[i];
        double error = without > 0 ? fmin(fabs(log(without)), 1) : 1;
        sum += error * error;
    }
    return sqrt(sum / (double)l->n);
}
