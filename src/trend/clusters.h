/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * clusters.h: groups locations whose costs vary together over many workloads.
 *
 * A cluster is a representative, which is a feature or a location, and the locations that fit it
 * linearly with R^2 > 1 - alpha. A location may belong to several clusters. Locations that hardly
 * vary belong to no cluster.
 *
 * Shapes:  features[n_features * n_workloads], locations[n_locations * n_workloads], row-major
 * Memory:  ordo_clusters_done frees the contents of *out
 * Threads: pure, reentrant; the same matrix gives the same clusters
 * Cost:    2 * varying locations * clusters * workloads operations
 * Source:  Goldsmith, Aiken, Wilkerson, Measuring Empirical Computational Complexity, 2007,
 *          section 4.1. A cluster of a feature that no location fits is left out.
 */
#ifndef ORDO_CLUSTERS_H
#define ORDO_CLUSTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORDO_CLUSTERS_ALPHA 0.02
#define ORDO_CLUSTERS_SIGMA 10.0

enum ordo_variation {
    ORDO_VARIATION_CONSTANT, /* the same cost on all workloads */
    ORDO_VARIATION_LITTLE,   /* standard deviation below sigma */
    ORDO_VARIATION_VARYING,
};

struct ordo_cluster {
    bool of_feature;
    uint32_t representative; /* feature or location */
    uint32_t first, n;       /* range in member[]: locations by falling variance, then by number */
};

struct ordo_clusters {
    struct ordo_cluster *cluster; /* features first, then by falling variance */
    uint32_t n;
    uint32_t *member;
    size_t n_members;
    uint8_t *variation; /* enum ordo_variation, per location */
    uint32_t n_constant, n_little, n_varying;
};

/* Makes the clusters. 0 < alpha < 0.5; sigma >= 0 is the least (bias-corrected) standard deviation
 * of a location that is clustered. */
void ordo_clusters_make(const double *features, size_t n_features, const double *locations,
                        size_t n_locations, size_t n_workloads, double alpha, double sigma,
                        struct ordo_clusters *out);

void ordo_clusters_done(struct ordo_clusters *c);

/* Returns R^2 of the linear fit of y to x; 0 if either is constant. */
double ordo_clusters_r2(const double *x, const double *y, size_t n);

#endif
