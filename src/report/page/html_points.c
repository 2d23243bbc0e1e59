/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_points.c: a column holds only what earlier columns do not imply. Sizes: differences.
 * Greatest cost: difference from the least. Sum: excess over count times the least. Sum of squares:
 * excess over sum squared divided by count. Points with one activation, the most frequent kind, are
 * 0 in all of these. A column whose values are all equal is written as that value.
 */
#include "report/page/html_points.h"

#include "base/numerals.h"

#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 wide;

/* A 128-bit magnitude with a sign, because saturated sums can make any difference. */
struct difference {
    bool negative;
    wide size;
};

static struct difference minus(wide a, wide b) {
    return a < b ? (struct difference){true, b - a} : (struct difference){false, a - b};
}

static struct difference column_value(const struct ordo_series *series, const struct ordo_point *x,
                                      unsigned column, uint64_t before) {
    wide square = (wide)x->sumsq_high << 64 | x->sumsq_low;
    switch (column) {
    case 0:
        return minus(x->n, series->bucketed ? 0 : before);
    case 1:
        return minus(x->count, 0);
    case 2:
        return minus(x->min, 0);
    case 3:
        return minus(x->max, x->min);
    case 4:
        return minus(x->sum, (wide)x->count * x->min);
    default:
        return minus(square, x->count ? (wide)x->sum * x->sum / x->count : 0);
    }
}

static void write_difference(struct ordo_json_out *j, struct difference d) {
    char text[ORDO_NUMERAL_BYTES + 1] = "-";
    if (!d.negative) {
        ordo_json_wide(j, NULL, (uint64_t)(d.size >> 64), (uint64_t)d.size);
    } else if (d.size < (wide)1 << 53) {
        ordo_json_signed(j, NULL, -(int64_t)d.size);
    } else {
        ordo_numeral_wide(text + 1, (uint64_t)(d.size >> 64), (uint64_t)d.size);
        ordo_json_text(j, NULL, text);
    }
}

static bool is_constant(const struct ordo_series *series, const struct ordo_point *x, uint64_t n,
                        unsigned column) {
    struct difference first = column_value(series, &x[0], column, 0);
    for (uint64_t i = 1; i < n; i++) {
        struct difference d = column_value(series, &x[i], column, x[i - 1].n);
        if (d.negative != first.negative || d.size != first.size) return false;
    }
    return true;
}

/* Writes the mean sizes of buckets; the lower end of a bucket whose sum of sizes saturated. */
static void write_bucket_sizes(struct ordo_json_out *j, const struct ordo_point *x, uint64_t n) {
    ordo_json_begin(j, NULL, '[');
    for (uint64_t i = 0; i < n; i++) {
        uint64_t mean = x[i].count ? x[i].sum_n / x[i].count : x[i].n;
        if (x[i].sum_n == UINT64_MAX || mean < x[i].n || mean - x[i].n > x[i].n / 128)
            ordo_json_integer(j, NULL, x[i].n);
        else if (x[i].sum_n % x[i].count && mean < (uint64_t)1 << 52)
            ordo_json_number(j, NULL, (double)x[i].sum_n / (double)x[i].count);
        else
            ordo_json_integer(j, NULL, mean);
    }
    ordo_json_end(j, ']');
}

void ordo_html_points_write(struct ordo_json_out *j, const struct ordo_profile *p,
                            const struct ordo_series *series) {
    const struct ordo_point *x = p->points + series->points.first;
    uint64_t n = series->points.n;
    ordo_json_begin(j, NULL, '[');
    ordo_json_integer(j, NULL, n);
    for (unsigned column = 0; n && column < 6; column++) {
        if (column == 0 && series->bucketed) {
            write_bucket_sizes(j, x, n);
            continue;
        }
        if (is_constant(series, x, n, column)) {
            write_difference(j, column_value(series, x, column, 0));
            continue;
        }
        ordo_json_begin(j, NULL, '[');
        for (uint64_t i = 0; i < n; i++)
            write_difference(j, column_value(series, &x[i], column, i ? x[i - 1].n : 0));
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
}

void ordo_html_contexts_write(struct ordo_json_out *j, const struct ordo_profile *p) {
    ordo_json_begin(j, NULL, '{');
    ordo_json_begin(j, "scopes", '[');
    for (uint32_t i = 0; i < p->n_scopes && p->n_contexts; i++)
        ordo_json_id(j, NULL, p->scopes[i].id);
    ordo_json_end(j, ']');
    ordo_json_begin(j, "scope", '[');
    for (uint32_t i = 0; i < p->n_contexts; i++) ordo_json_integer(j, NULL, p->contexts[i].scope.i);
    ordo_json_end(j, ']');
    ordo_json_begin(j, "parent", '[');
    int64_t before = 0;
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        int64_t parent = p->contexts[i].parent == UINT32_MAX ? -1 : (int64_t)p->contexts[i].parent;
        ordo_json_signed(j, NULL, parent - before);
        before = parent;
    }
    ordo_json_end(j, ']');
    ordo_json_begin(j, "calls", '[');
    for (uint32_t i = 0; i < p->n_contexts; i++) ordo_json_integer(j, NULL, p->contexts[i].calls);
    ordo_json_end(j, ']');
    ordo_json_begin(j, "self", '[');
    for (uint32_t i = 0; i < p->n_contexts; i++) ordo_json_integer(j, NULL, p->contexts[i].self);
    ordo_json_end(j, ']');
    ordo_json_end(j, '}');
}
