/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate.h: what the sampled executions of a scope say about all of them: how many distinct cells
 * a run read, and means and totals per execution.
 *
 * Shapes:  s[n]: the samples of ONE scope of ONE process, in the order of their ends. Those that
 * are marked partial are passed over. Series that were thinned out may be given: only neighbours
 * whose `samples` are consecutive are compared with each other, and means and totals are those of
 * `sums`, in which none is missing up to the last. Units:   cells; executions; whatever
 * `cost` counts. Intervals are of 95 % Errors:  never fail. What the samples do not support has a
 * reason: its value and interval are then the best guess, and a report says the reason instead
 * Threads: pure, reentrant; no allocation       Cost: O(n)
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
    uint64_t iterations; /* likewise */
    uint64_t own;        /* iterations of this one */
    uint64_t cost, size; /* of this one; size: rms of loops, depth of recursions */
    uint64_t rms;
    uint32_t level;   /* a cell is tracked with probability 2^-level */
    uint32_t tracked; /* its tracked cells */
    uint32_t again;   /* of these, those of the sample before as well */
    uint32_t before;  /* tracked cells of the sample before */
    uint32_t all;     /* distinct tracked cells of all samples up to this one */
    uint32_t once;    /* of these, those of exactly one sample */
    uint32_t twice;   /* of exactly two */
    uint32_t samples; /* how many, this one included */
    struct ordo_execution_sums {
        double n, own, cost, size; /* of all these samples, thinned out ones included */
    } sums;
    bool second;  /* the execution after the sample before: the two are a pair */
    bool partial; /* incomplete, abandoned or left: its own numbers mean nothing */
};

/* Why an estimate is refused. */
enum ordo_estimate_reason {
    ORDO_ESTIMATE_GOOD = 0,
    ORDO_ESTIMATE_FEW,       /* too few samples or pairs */
    ORDO_ESTIMATE_NO_COMMON, /* no cell was captured twice: nothing bounds the number from above */
    ORDO_ESTIMATE_DEPENDENT, /* neighbours share more, or less, than independent draws would */
    ORDO_ESTIMATE_UNEQUAL,   /* some cells are met far more often than others: at least so many */
    ORDO_ESTIMATE_WIDE,      /* its interval spans more than a factor of 4 */
    ORDO_ESTIMATE_BIASED,    /* sampled executions are not like the others (iterations, which are
                                exact for all, differ): most often long ones were abandoned */
};
#define ORDO_ESTIMATE_REASONS 7

/* How a number was come by. */
enum ordo_estimate_method {
    ORDO_ESTIMATE_EXACT = 0, /* every execution was sampled and every cell tracked */
    ORDO_ESTIMATE_TRACKED,   /* cells of the sampled executions, by those that are tracked */
    ORDO_ESTIMATE_RECAPTURE, /* N1 N2 / M with Chapman's correction, pooled over pairs */
    ORDO_ESTIMATE_CAPTURES,  /* executions that resemble draws: by cells captured once, twice */
    ORDO_ESTIMATE_DISCOVERY, /* executions that move on: by what each finds after its neighbour */
    ORDO_ESTIMATE_COVERAGE,  /* executions that move about: by what is still new to a sample */
    ORDO_ESTIMATE_MEAN,      /* by the mean of the samples */
    ORDO_ESTIMATE_RATIO,     /* by the samples' ratio to iterations, which are known */
};
#define ORDO_ESTIMATE_METHODS 8

struct ordo_estimate {
    double value, low, high; /* low <= value <= high, finite */
    enum ordo_estimate_reason reason;
    enum ordo_estimate_method method;
};

/* Distinct cells of all executions, each a random draw of the same cells: N1 N2 / M of pairs of
 * consecutive executions, with Chapman's correction. Right for such draws only (docs/estimates.md);
 * DEPENDENT when distant samples contradict. */
struct ordo_estimate ordo_estimate_recapture(const struct ordo_execution_sample *s, size_t n);

/* Distinct cells of the sampled executions up to `s`: tracked cells times 2^level. */
struct ordo_estimate ordo_estimate_sampled(const struct ordo_execution_sample *s);

/* Distinct cells of all `executions` up to the end of the last sample or later: the default. */
struct ordo_estimate ordo_estimate_run(const struct ordo_execution_sample *s, size_t n,
                                       uint64_t executions);

/* The estimators that ordo_estimate_run chooses from, for comparison. */
struct ordo_estimate ordo_estimate_captures(const struct ordo_execution_sample *s, size_t n,
                                            uint64_t executions);
struct ordo_estimate ordo_estimate_discovery(const struct ordo_execution_sample *s, size_t n,
                                             uint64_t executions);
struct ordo_estimate ordo_estimate_coverage(const struct ordo_execution_sample *s, size_t n,
                                            uint64_t executions);

/* The run so far, at up to `max` moments, from the second sample to the last one, dense at first
 * and then in equal ratios of executions: (distinct cells, iterations) are points of the run.
 * Returns how many were written. */
struct ordo_run_point {
    uint64_t executions, iterations; /* up to and with the sample */
    struct ordo_estimate cells;
};
size_t ordo_estimate_run_points(const struct ordo_execution_sample *s, size_t n,
                                struct ordo_run_point *out, size_t max);

/* The exponent of the run's distinct cells over executions between two parts of it, 0 to 1: 0 when
 * all executions read the same cells, 1 when each reads others. Refused estimates are left out. NAN
 * when fewer than two are left. */
double ordo_estimate_growth(const struct ordo_run_point *points, size_t n, double from, double to);

/* Mean of a field over all executions, of which there were `executions` with `iterations` in all:
 * exact numbers (iterations: 0 when not known, as of recursions). By the mean or the ratio, as a
 * total. BIASED when the samples' own iterations contradict the known ones, unless the field is
 * proportional to iterations. */
enum ordo_sampled_field { ORDO_SAMPLED_SIZE, ORDO_SAMPLED_COST, ORDO_SAMPLED_OWN };
struct ordo_estimate ordo_estimate_mean(const struct ordo_execution_sample *s, size_t n,
                                        enum ordo_sampled_field field, uint64_t executions,
                                        uint64_t iterations);

/* Total of a field over all executions, by their mean or by the ratio to iterations, whichever is
 * surer. */
struct ordo_estimate ordo_estimate_total(const struct ordo_execution_sample *s, size_t n,
                                         enum ordo_sampled_field field, uint64_t executions,
                                         uint64_t iterations);

/* Short words for reports ("too few samples"), and for the methods ("captures"). */
const char *ordo_estimate_reason_text(enum ordo_estimate_reason r);
const char *ordo_estimate_method_name(enum ordo_estimate_method m);

#endif
