/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * size_grid.c: a range is drawn first, in logarithms, then the sizes in it.
 */
#include "models/size_grid.h"

#include "models/labelled_case.h"

#include <math.h>
#include <stdlib.h>

const char *size_grid_name(enum size_grid grid) {
    static const char *const names[] = {"powers",  "all", "geometric", "equal", "log",
                                        "uniform", "few", "many",      "far",   "narrow"};
    return names[grid];
}

double log_uniform(struct random_numbers *r, double low, double high) {
    return low < high ? exp(random_between(r, log(low), log(high))) : low;
}

static int ascending_numbers(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

size_t size_grid_make(struct random_numbers *r, enum size_grid grid, double least, double most,
                      double *n) {
    double high = log_uniform(r, fmin(most, fmax(8 * least, most / 40)), most);
    double low = log_uniform(r, least, fmax(least, high / 8));
    size_t many = (size_t)log_uniform(r, 7, 120), k = 0;
    switch (grid) {
    case GRID_ALL:
        high = fmin(high, low + log_uniform(r, 10, 500));
        many = (size_t)(high - low) + 1;
        break;
    case GRID_FEW:
        many = 3 + random_below(r, 4);
        break;
    case GRID_MANY:
        many = (size_t)log_uniform(r, 400, LABELLED_POINTS);
        break;
    case GRID_NARROW:
        low = fmax(least, high / random_between(r, 2, 10));
        many = (size_t)log_uniform(r, 7, 60);
        break;
    case GRID_FAR:
        many = 5 + random_below(r, 20);
        break;
    default:
        break;
    }
    if (many > LABELLED_POINTS) many = LABELLED_POINTS;
    low = floor(low);
    bool even = random_unit(r) < 0.5;
    double near = low * random_between(r, 1.2, 2.5);
    for (size_t i = 0; i < many; i++) {
        double t = many > 1 ? (double)i / (double)(many - 1) : 1;
        switch (grid) {
        case GRID_POWERS:
            n[i] = exp2(ceil(log2(low)) + (double)i);
            break;
        case GRID_ALL:
            n[i] = low + (double)i;
            break;
        case GRID_GEOMETRIC:
        case GRID_FEW:
            n[i] = low * pow(high / low, t);
            break;
        case GRID_EQUAL:
            n[i] = low + (high - low) * t;
            break;
        case GRID_UNIFORM:
            n[i] = random_between(r, low, high);
            break;
        case GRID_FAR:
            n[i] = i + 1 < many ? random_between(r, low, near) : high;
            break;
        case GRID_NARROW:
            n[i] = even ? low + (high - low) * t : random_between(r, low, high);
            break;
        default:
            n[i] = log_uniform(r, low, high);
            break;
        }
        n[i] = floor(n[i] + 1e-9);
    }
    qsort(n, many, sizeof *n, ascending_numbers);
    for (size_t i = 0; i < many; i++)
        if (n[i] <= most && n[i] >= least && (!k || n[i] > n[k - 1])) n[k++] = n[i];
    if (!k) n[k++] = floor(least);
    return k;
}

void call_counts_make(struct random_numbers *r, enum call_counts kind, size_t n, double *count) {
    double same = floor(log_uniform(r, 2, 60)), large = log_uniform(r, 100, 5000);
    double exponent = random_between(r, 0.7, 1.5);
    for (size_t i = 0; i < n; i++) {
        switch (kind) {
        case CALLS_ONE:
            count[i] = 1;
            break;
        case CALLS_SAME:
            count[i] = same;
            break;
        case CALLS_RANDOM:
            count[i] = 1 + (double)random_below(r, 40);
            break;
        case CALLS_ZIPF:
            count[i] =
                1 + floor(large * pow((double)i + 1, -exponent) * random_between(r, 0.5, 1.5));
            break;
        default:
            count[i] = floor(random_between(r, 0.2, 1) * large) + 1;
            break;
        }
    }
}
