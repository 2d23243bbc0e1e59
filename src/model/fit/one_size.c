/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * one_size.c: a curve that no candidate describes (steps, an exponential) is still a function of
 * the size, which its neighbours show. Few calls have no near neighbours; then candidates are
 * better.
 */
#include "model/fit/one_size.h"

#include "base/memory.h"
#include "model/fit/growth.h"
#include "model/fit/left_out.h"
#include "model/fit/straight_line.h"

#include <math.h>
#include <stdlib.h>

enum { NEIGHBOURS = 3 }; /* to each side */

struct call {
    double size, cost; /* logarithms */
};

static int by_size(const void *a, const void *b) {
    const struct call *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Returns what the neighbours of call i say about its cost. */
static double of_neighbours(const struct call *c, size_t n, size_t i) {
    struct ordo_straight_line line = {0};
    size_t first = i > NEIGHBOURS ? i - NEIGHBOURS : 0,
           last = i + NEIGHBOURS < n ? i + NEIGHBOURS : n - 1;
    for (size_t k = first; k <= last; k++)
        if (k != i) ordo_straight_line_add(&line, c[k].size - c[i].size, c[k].cost);
    double level = ordo_straight_line_slope(&line).level;
    return isfinite(level) ? level : line.y / line.n;
}

static double error_of_neighbours(const double *size, const double *cost, size_t n) {
    struct call *c = ordo_memory_new(n, sizeof *c);
    double sum = 0;
    for (size_t i = 0; i < n; i++) c[i] = (struct call){log(size[i]), log(cost[i])};
    qsort(c, n, sizeof *c, by_size);
    for (size_t i = 0; i < n; i++) {
        double error = fmin(fabs(c[i].cost - of_neighbours(c, n, i)), 1);
        sum += error * error;
    }
    free(c);
    return sqrt(sum / (double)n);
}

/* Columns are the classes from 1 to n^3. */
static double error_of_functions(const double *size, const double *cost, size_t n) {
    static const unsigned char lower[][2] = {{0, 0},
                                             {ORDO_GROWTH_1, 0},
                                             {ORDO_GROWTH_N, 0},
                                             {ORDO_GROWTH_1, ORDO_GROWTH_N},
                                             {ORDO_GROWTH_N, ORDO_GROWTH_N2}};
    static const unsigned char many[] = {0, 1, 1, 2, 2};
    enum { CLASSES = ORDO_GROWTH_N3 + 1 };
    double *columns = ordo_memory_new(n * CLASSES, sizeof *columns), least = 1;
    for (size_t i = 0; i < n; i++)
        for (int g = 0; g < CLASSES; g++)
            columns[i * CLASSES + (size_t)g] = ordo_growth_value((enum ordo_growth)g, size[i]);
    struct ordo_left_out l;
    ordo_left_out_init(&l, columns, CLASSES, cost, n);
    for (unsigned g = 0; g < CLASSES; g++)
        for (size_t k = 0; k < sizeof many / sizeof *many; k++) {
            struct ordo_left_out_sum s = {.n = 1 + many[k], .column = {(unsigned char)g}};
            for (unsigned j = 0; j < many[k]; j++) s.column[j + 1] = lower[k][j];
            if (ordo_left_out_fit(&l, &s) && s.rest < least * least)
                least = fmin(least, ordo_left_out_error(&l, &s));
        }
    ordo_left_out_done(&l);
    free(columns);
    return least;
}

double ordo_one_size_error(const double *size, const double *cost, size_t n) {
    if (n < 2) return 1;
    return fmin(error_of_neighbours(size, cost, n), error_of_functions(size, cost, n));
}
