/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate.h: estimates for all executions of a scope from its sampled ones: the number of
 * distinct cells that a run read, and means and totals per execution.
 *
 * Shapes:  s[n]: the samples of ONE scope of ONE process, in the order of their ends. Samples
 *          marked partial are ignored. Series from which samples were removed are allowed: only
 *          neighbours whose `samples` are consecutive are compared with each other; means and
 *          totals come from `sums`, which include every sample up to the last
 * Units:   cells; executions; the unit of `cost`. Intervals have a confidence of 95 %
 * Errors:  functions never fail. An estimate that the samples do not support has a reason; its
 *          value and interval are then the best guess, and a report gives the reason instead
 * Threads: pure, reentrant; no allocation
 * Cost:    O(n)
 * Sources: docs/estimates.md. Mark and recapture: the paper on production runs, section
 *          "Approximately profiling loops"; D. G. Chapman, Some properties of the hypergeometric
 *          distribution with applications to zoological sample censuses, 1951; Z. E. Schnabel, The
 *          estimation of the total fish population of a lake, 1938. All executions: A. Chao and
 *          C.-W. Lin, Nonparametric lower bounds for species richness and shared species richness
 *          under sampling without replacement, 2012. Coverage: I. J. Good, The population
 *          frequencies of species and the estimation of population parameters, 1953. Log-normal
 *          intervals: A. Chao, Estimating the population size for capture-recapture data with
 *          unequal catchability, 1987.
 */
#ifndef ORDO_ESTIMATE_H
#define ORDO_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One sampled execution; the fields are those of ordo_raw_sample (abi/raw.def). */
struct ordo_execution_sample {
    uint64_t executions; /* of the scope before this one */
    uint64_t iterations; /* of the scope before this one */
    uint64_t own;        /* iterations of this one */
    uint64_t cost, size; /* of this one; size: rms of loops, depth of recursions */
    uint64_t rms;
    uint32_t level;   /* a cell is tracked with probability 2^-level */
    uint32_t tracked; /* its tracked cells */
    uint32_t again;   /* of these, cells that the previous sample had too */
    uint32_t before;  /* tracked cells of the previous sample */
    uint32_t all;     /* distinct tracked cells of all samples up to this one */
    uint32_t once;    /* of these, cells of exactly one sample */
    uint32_t twice;   /* of these, cells of exactly two samples */
    uint32_t samples; /* number of samples, including this one */
    struct ordo_execution_sums {
        double n, own, cost, size; /* of all these samples, including removed ones */
    } sums;
    bool second;  /* the execution right after the previous sample: the two are a pair */
    bool partial; /* incomplete, given up or left: its own numbers mean nothing */
};

/* Why there is no estimate. */
enum ordo_estimate_reason {
    ORDO_ESTIMATE_GOOD = 0,
    ORDO_ESTIMATE_FEW,       /* too few samples or pairs */
    ORDO_ESTIMATE_NO_COMMON, /* no cell was captured twice, so the number has no upper bound */
    ORDO_ESTIMATE_DEPENDENT, /* neighbours share more, or less, cells than independent draws
                                would */
    ORDO_ESTIMATE_UNEQUAL,   /* some cells are met far more often than others: the value is a
                                lower bound */
    ORDO_ESTIMATE_WIDE,      /* its interval spans more than a factor of 4 */
    ORDO_ESTIMATE_BIASED,    /* sampled executions are not like the others: their iterations
                                differ from those of all, which are exact; usually because long
                                ones were given up */
};
#define ORDO_ESTIMATE_REASONS 7

/* How an estimate was computed. */
enum ordo_estimate_method {
    ORDO_ESTIMATE_EXACT = 0, /* every execution was sampled and every cell tracked */
    ORDO_ESTIMATE_TRACKED,   /* cells of the sampled executions, from the tracked ones */
    ORDO_ESTIMATE_RECAPTURE, /* N1 N2 / M with Chapman's correction, pooled over pairs */
    ORDO_ESTIMATE_CAPTURES,  /* executions like draws: from cells captured once and twice */
    ORDO_ESTIMATE_DISCOVERY, /* executions that move on: from what each finds after its neighbour */
    ORDO_ESTIMATE_COVERAGE,  /* executions that move about: from what is still new to a sample */
    ORDO_ESTIMATE_MEAN,      /* from the mean of the samples */
    ORDO_ESTIMATE_RATIO,     /* from the samples' ratio to iterations, which are known */
};
#define ORDO_ESTIMATE_METHODS 8

struct ordo_estimate {
    double value, low, high; /* low <= value <= high, finite */
    enum ordo_estimate_reason reason;
    enum ordo_estimate_method method;
};

/* Estimates the distinct cells of all executions if each is a random draw of the same cells: N1 N2
 * / M of pairs of consecutive executions, with Chapman's correction. Correct only for such draws
 * (docs/estimates.md); the reason is DEPENDENT if distant samples contradict this. */
struct ordo_estimate ordo_estimate_recapture(const struct ordo_execution_sample *s, size_t n);

/* Estimates the distinct cells of the sampled executions up to `s`: tracked cells times 2^level. */
struct ordo_estimate ordo_estimate_sampled(const struct ordo_execution_sample *s);

/* Estimates the distinct cells of all `executions` up to the end of the last sample or later: the
 * default. */
struct ordo_estimate ordo_estimate_run(const struct ordo_execution_sample *s, size_t n,
                                       uint64_t executions);

/* The estimators that ordo_estimate_run chooses from, for comparison. */
struct ordo_estimate ordo_estimate_captures(const struct ordo_execution_sample *s, size_t n,
                                            uint64_t executions);
struct ordo_estimate ordo_estimate_discovery(const struct ordo_execution_sample *s, size_t n,
                                             uint64_t executions);
struct ordo_estimate ordo_estimate_coverage(const struct ordo_execution_sample *s, size_t n,
                                            uint64_t executions);

/* Computes up to `max` checkpoints of the run, from the second sample to the last one, dense at
 * first and then in equal ratios of executions. (Distinct cells, iterations) are points of the
 * run. Returns how many were written. */
struct ordo_run_point {
    uint64_t executions, iterations; /* up to and including the sample */
    struct ordo_estimate cells;
};
size_t ordo_estimate_run_points(const struct ordo_execution_sample *s, size_t n,
                                struct ordo_run_point *out, size_t max);

/* Returns the exponent of the run's distinct cells over executions, between the shares `from` and
 * `to` of the run (0 to 1). It is 0 if all executions read the same cells, and 1 if each reads
 * others. Points without a valid estimate are left out. Returns NAN if fewer than two are left. */
double ordo_estimate_growth(const struct ordo_run_point *points, size_t n, double from, double to);

/* Estimates the mean of a field over all executions. Their number `executions` and their
 * `iterations` are exact; iterations are 0 if not known, as for recursions. Uses the mean or the
 * ratio, as a total does. The reason is BIASED if the samples' own iterations contradict the known
 * ones, unless the field is proportional to iterations. */
enum ordo_sampled_field { ORDO_SAMPLED_SIZE, ORDO_SAMPLED_COST, ORDO_SAMPLED_OWN };
struct ordo_estimate ordo_estimate_mean(const struct ordo_execution_sample *s, size_t n,
                                        enum ordo_sampled_field field, uint64_t executions,
                                        uint64_t iterations);

/* Estimates the total of a field over all executions, from their mean or from the ratio to
 * iterations, whichever has less variance. */
struct ordo_estimate ordo_estimate_total(const struct ordo_execution_sample *s, size_t n,
                                         enum ordo_sampled_field field, uint64_t executions,
                                         uint64_t iterations);

/* Return short names for reports: of reasons ("too few samples"), and of methods ("captures"). */
const char *ordo_estimate_reason_text(enum ordo_estimate_reason r);
const char *ordo_estimate_method_name(enum ordo_estimate_method m);

#endif
