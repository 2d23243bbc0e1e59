/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_analysis.h: the clusters of a trend, and three models of cost for each cluster and
 * feature: a power function, a line, and Ordo's own cost function, which decides rankings.
 *
 * The cost of a cluster on a workload is the sum of its members' costs. A cluster is costly if its
 * cost exceeds a given share of some workload's total.
 *
 * Shapes:  fits[n_clusters * n_features]; columns are the workloads that are ok
 * Units:   costs in executed basic blocks
 * Errors:  ORDO_BAD_INPUT: no workload is ok, or an option is invalid
 * Memory:  free it with ordo_trend_analysis_free; it refers to the trend, which must outlive it
 * Threads: pure, reentrant; the same trend and options give the same analysis
 * Source:  Goldsmith, Aiken, Wilkerson, Measuring Empirical Computational Complexity, 2007,
 *          section 4
 */
#ifndef ORDO_TREND_ANALYSIS_H
#define ORDO_TREND_ANALYSIS_H

#include "base/status.h"
#include "model/fit/model.h"
#include "trend/bootstrap.h"
#include "trend/clusters.h"
#include "trend/trend.h"

#define ORDO_TREND_COSTLY 0.02

/* Sizes to predict at. The last ones are the sizes of bands, from the least above 0 to ten times
 * the greatest. */
enum {
    ORDO_TREND_AT_F95X2,
    ORDO_TREND_AT_F95X10,
    ORDO_TREND_AT_ASKED,
    ORDO_TREND_AT_BAND,
    ORDO_TREND_ATS = ORDO_TREND_AT_BAND + 13
};

struct ordo_trend_form_fit {
    struct ordo_trend_line line;
    struct ordo_trend_intervals intervals;
    double at[ORDO_TREND_ATS]; /* predicted cost; NaN: no prediction */
};

struct ordo_trend_fit {
    struct ordo_trend_form_fit power, linear;
    struct ordo_model model;
    double at[ORDO_TREND_ATS]; /* predicted by the model; NaN: no prediction */
};

struct ordo_trend_options {
    double alpha, sigma, costly; /* 0.02, 10, 0.02 */
    uint32_t min_points;         /* 0: the least number that can be fitted */
    uint32_t draws;              /* draws of the bootstrap */
    uint64_t seed;
    bool bands;          /* also compute intervals at the sizes of bands; otherwise they are NaN */
    const double *asked; /* by feature: a size to predict at, or NaN; NULL: none */
};

#define ORDO_TREND_OPTIONS                                                                         \
    {                                                                                              \
        ORDO_CLUSTERS_ALPHA, ORDO_CLUSTERS_SIGMA, ORDO_TREND_COSTLY, 0, ORDO_BOOTSTRAP_DRAWS,      \
            ORDO_BOOTSTRAP_SEED, false, NULL                                                       \
    }

struct ordo_trend_analysis {
    struct ordo_arena *arena; /* of all that follows, except clusters */
    const struct ordo_trend *trend;
    uint32_t n_columns;
    uint32_t *column; /* workload of each column */
    double *feature;  /* [n_features * n_columns] */
    double *total;    /* [n_columns]: cost of all locations, each once */
    double *f95;      /* [n_features]: 95th percentile, nearest rank */
    double *at;       /* [n_features * ORDO_TREND_ATS]: sizes to predict at */
    struct ordo_clusters clusters;
    double *cost;     /* [n_clusters * n_columns] */
    double *max_cost; /* [n_clusters] */
    bool *costly;     /* [n_clusters] */
    uint32_t n_costly;
    double costly_share; /* share of all cost in the locations of costly clusters, each once */
    struct ordo_trend_fit *fits;
    uint32_t *best; /* [n_clusters]: feature that explains the cluster best; UINT32_MAX: none */
};

enum ordo_status ordo_trend_analyse(const struct ordo_trend *t,
                                    const struct ordo_trend_options *options,
                                    struct ordo_trend_analysis **out, struct ordo_error *error);
void ordo_trend_analysis_free(struct ordo_trend_analysis *a); /* NULL is allowed */

enum ordo_trend_sort { ORDO_TREND_BY_PREDICTED, ORDO_TREND_BY_MAX, ORDO_TREND_BY_POWER };

/* Sorts the numbers of the clusters into order[n_clusters], greatest first. BY_MAX is the paper's
 * order. BY_PREDICTED: by ordo_trend_prediction, the clusters of one feature after those of
 * another, because ten times one feature is not ten times the other; clusters without a prediction
 * come last, by their greatest cost. */
void ordo_trend_rank(const struct ordo_trend_analysis *a, enum ordo_trend_sort by, uint32_t *order);

/* Returns the cost that the fit predicts at one of its sizes (ORDO_TREND_AT_...); NaN if nothing
 * supports it: some workloads never execute the cluster, the interval of the power function there
 * spans more than a factor of ORDO_TREND_WIDEST, or the size or the cost would be below 0. */
double ordo_trend_prediction_at(const struct ordo_trend_fit *fit, unsigned at);

/* Returns that of a cluster at ten times the 95th percentile of the best feature; NaN if no feature
 * explains the cluster, too. */
double ordo_trend_prediction(const struct ordo_trend_analysis *a, uint32_t cluster);
#define ORDO_TREND_WIDEST 4

#endif
