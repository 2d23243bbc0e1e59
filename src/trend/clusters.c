/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * clusters.c: clusters by matrix products.
 *
 * If rows are scaled to mean 0 and length 1, R^2 of two rows is the square of their scalar
 * product. Locations are processed in batches by falling variance. One matrix product gives a
 * batch's R^2 with all representatives so far; representatives from within the batch are compared
 * one by one.
 *
 * Invariant: a location is compared with every feature and with every representative of greater
 * variance, and becomes a representative only if it fits none.
 */
#include "trend/clusters.h"

#include "base/memory.h"
#include "base/vector.h"
#include "trend/dot_products.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 96 };

struct ranked {
    double variance;
    uint32_t location;
};

struct belonging {
    uint32_t cluster, location;
};

struct work {
    size_t n_workloads, stride;
    double limit; /* least R^2 of a member */
    struct ordo_clusters *out;
    double *representatives; /* one row of length 1 per cluster */
    size_t clusters_capacity, rows_capacity;
    struct belonging *pairs;
    size_t n_pairs, pairs_capacity;
};

static double mean_of(const double *row, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += row[i];
    return sum / (double)n;
}

/* Returns the sum of squared deviations from the mean. */
static double deviation(const double *row, size_t n) {
    double mean = mean_of(row, n), sum = 0;
    for (size_t i = 0; i < n; i++) sum += (row[i] - mean) * (row[i] - mean);
    return sum;
}

/* Scales the row to mean 0 and length 1, in to[stride]. A constant row becomes zeros, which fit
 * nothing. */
static void normalise(const double *row, size_t n, size_t stride, double *to) {
    double mean = mean_of(row, n), sum = 0;
    for (size_t i = 0; i < n; i++) {
        to[i] = row[i] - mean;
        sum += to[i] * to[i];
    }
    double scale = sum > 0 ? 1 / sqrt(sum) : 0;
    for (size_t i = 0; i < n; i++) to[i] *= scale;
    for (size_t i = n; i < stride; i++) to[i] = 0;
}

double ordo_clusters_r2(const double *x, const double *y, size_t n) {
    if (!n) return 0;
    double mx = mean_of(x, n), my = mean_of(y, n), xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xx > 0 && yy > 0 ? xy / xx * (xy / yy) : 0;
}

static int by_falling_variance(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    if (x->variance != y->variance) return x->variance > y->variance ? -1 : 1;
    return (x->location > y->location) - (x->location < y->location);
}

/* Classifies locations that do not vary, and sorts the others by falling variance. */
static size_t rank(const double *locations, size_t n, size_t n_workloads, double sigma,
                   struct ordo_clusters *out, struct ranked *ranked) {
    size_t n_ranked = 0;
    for (size_t i = 0; i < n; i++) {
        const double *row = locations + i * n_workloads;
        bool constant = true;
        for (size_t k = 1; k < n_workloads && constant; k++) constant = row[k] == row[0];
        double variance = constant ? 0 : deviation(row, n_workloads) / (double)(n_workloads - 1);
        if (constant) {
            out->variation[i] = ORDO_VARIATION_CONSTANT;
            out->n_constant++;
        } else if (sqrt(variance) < sigma) {
            out->variation[i] = ORDO_VARIATION_LITTLE;
            out->n_little++;
        } else {
            out->variation[i] = ORDO_VARIATION_VARYING;
            out->n_varying++;
            ranked[n_ranked++] = (struct ranked){variance, (uint32_t)i};
        }
    }
    qsort(ranked, n_ranked, sizeof *ranked, by_falling_variance);
    return n_ranked;
}

static void add_cluster(struct work *w, bool of_feature, uint32_t representative,
                        const double *row) {
    size_t n = (size_t)w->out->n + 1, row_bytes = w->stride * sizeof *row;
    w->out->cluster =
        ordo_vector_reserve(w->out->cluster, &w->clusters_capacity, n, sizeof *w->out->cluster);
    w->representatives = ordo_vector_reserve(w->representatives, &w->rows_capacity, n, row_bytes);
    w->out->cluster[w->out->n] =
        (struct ordo_cluster){.of_feature = of_feature, .representative = representative};
    memcpy(w->representatives + w->out->n * w->stride, row, w->stride * sizeof *row);
    w->out->n++;
}

static void add_member(struct work *w, uint32_t cluster, uint32_t location) {
    w->pairs = ordo_vector_reserve(w->pairs, &w->pairs_capacity, w->n_pairs + 1, sizeof *w->pairs);
    w->pairs[w->n_pairs++] = (struct belonging){cluster, location};
}

/* Places a batch. `products` are those of its rows with the first n_known representatives. */
static void place(struct work *w, const struct ranked *batch, size_t n, const double *rows,
                  const double *products, uint32_t n_known) {
    for (size_t i = 0; i < n; i++) {
        const double *row = rows + i * w->stride;
        bool placed = false;
        for (uint32_t c = 0; c < w->out->n; c++) {
            double r = 0;
            if (c < n_known)
                r = products[i * n_known + c];
            else
                ordo_dot_products(row, 1, w->representatives + c * w->stride, 1, w->stride, &r);
            if (r * r <= w->limit) continue;
            add_member(w, c, batch[i].location);
            placed = true;
        }
        if (placed) continue;
        add_cluster(w, false, batch[i].location, row);
        add_member(w, w->out->n - 1, batch[i].location);
    }
}

static void place_all(struct work *w, const double *locations, const struct ranked *ranked,
                      size_t n) {
    double *rows = ordo_memory_new(BATCH * w->stride, sizeof *rows), *products = NULL;
    for (size_t first = 0; first < n; first += BATCH) {
        size_t m = n - first < BATCH ? n - first : BATCH;
        uint32_t n_known = w->out->n;
        free(products);
        products = ordo_memory_new((size_t)BATCH * n_known + 1, sizeof *products);
        for (size_t i = 0; i < m; i++)
            normalise(locations + ranked[first + i].location * w->n_workloads, w->n_workloads,
                      w->stride, rows + i * w->stride);
        ordo_dot_products(rows, m, w->representatives, n_known, w->stride, products);
        place(w, ranked + first, m, rows, products, n_known);
    }
    free(products);
    free(rows);
}

/* Groups members by cluster, in the order in which they were placed, and removes empty clusters. */
static void settle(struct work *w) {
    struct ordo_clusters *out = w->out;
    uint32_t *number = ordo_memory_new((size_t)out->n + 1, sizeof *number), kept = 0, at = 0;
    out->member = ordo_memory_new(w->n_pairs + 1, sizeof *out->member);
    for (size_t i = 0; i < w->n_pairs; i++) out->cluster[w->pairs[i].cluster].n++;
    for (uint32_t c = 0; c < out->n; c++) {
        if (!out->cluster[c].n) continue;
        number[c] = kept;
        out->cluster[kept] = out->cluster[c];
        out->cluster[kept].first = at;
        at += out->cluster[kept].n;
        out->cluster[kept++].n = 0;
    }
    out->n = kept;
    out->n_members = w->n_pairs;
    for (size_t i = 0; i < w->n_pairs; i++) {
        struct ordo_cluster *c = &out->cluster[number[w->pairs[i].cluster]];
        out->member[c->first + c->n++] = w->pairs[i].location;
    }
    free(number);
}

static void add_features(struct work *w, const double *features, size_t n) {
    double *row = ordo_memory_new(w->stride + 1, sizeof *row);
    for (size_t f = 0; f < n; f++) {
        normalise(features + f * w->n_workloads, w->n_workloads, w->stride, row);
        add_cluster(w, true, (uint32_t)f, row);
    }
    free(row);
}

void ordo_clusters_make(const double *features, size_t n_features, const double *locations,
                        size_t n_locations, size_t n_workloads, double alpha, double sigma,
                        struct ordo_clusters *out) {
    *out = (struct ordo_clusters){0};
    struct work w = {.n_workloads = n_workloads,
                     .stride = ordo_dot_stride(n_workloads),
                     .limit = 1 - alpha,
                     .out = out};
    struct ranked *ranked = ordo_memory_new(n_locations + 1, sizeof *ranked);
    out->variation = ordo_memory_new(n_locations + 1, sizeof *out->variation);
    size_t n = rank(locations, n_locations, n_workloads, sigma, out, ranked);
    if (n) {
        add_features(&w, features, n_features);
        place_all(&w, locations, ranked, n);
    }
    settle(&w);
    free(ranked);
    free(w.representatives);
    free(w.pairs);
}

void ordo_clusters_done(struct ordo_clusters *c) {
    free(c->cluster);
    free(c->member);
    free(c->variation);
    *c = (struct ordo_clusters){0};
}
