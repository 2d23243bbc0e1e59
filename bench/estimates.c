/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimates.c: benchmark of the estimators of a run's distinct cells, for executions whose cells
 * are disjoint, identical, nested, sliding, random and more; prints Markdown.
 *
 * Usage: estimates [REPETITIONS]     of each case and rate; 60 by default
 */
#include "support/sampled_loop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { E = 20000, MOST = 4096, RATES = 4, MOST_REPETITIONS = 10000 };
static const uint32_t RATE[RATES] = {1, 10, 100, 1000};

static const struct {
    const char *name;
    struct loop_case c;
} CASES[] = {
    {"identical: the same 200 cells", {LOOP_IDENTICAL, E, 200, 0}},
    {"disjoint: 50 of its own", {LOOP_DISJOINT, E, 50, 0}},
    {"nested prefix: cells 0 to i (MySQL#27287)", {LOOP_PREFIX, E, 0, 0}},
    {"nested suffix: cells i to E", {LOOP_SUFFIX, E, 0, 0}},
    {"sliding window of 50, by 1", {LOOP_SLIDING, E, 50, 1}},
    {"sliding window of 50, by 10", {LOOP_SLIDING, E, 50, 10}},
    {"sliding window of 1,000, by 1", {LOOP_SLIDING, E, 1000, 1}},
    {"window of 50 in a ring of 5,000", {LOOP_RING, E, 50, 5000}},
    {"window of 50, walking at random by up to 5", {LOOP_WALK, E, 50, 5}},
    {"random: 100 of 200", {LOOP_RANDOM, E, 100, 200}},
    {"random: 100 of 1,000", {LOOP_RANDOM, E, 100, 1000}},
    {"random: 100 of 10,000", {LOOP_RANDOM, E, 100, 10000}},
    {"random: 20 of 20,000", {LOOP_RANDOM, E, 20, 20000}},
    {"random: 20 of 200,000", {LOOP_RANDOM, E, 20, 200000}},
    {"random blocks of 50 in 5,000", {LOOP_BLOCKS, E, 50, 5000}},
    {"skewed: 50 draws of 20,000 by 1/rank", {LOOP_SKEWED, E, 50, 20000}},
    {"alternating: two arrays of 200", {LOOP_ALTERNATING, E, 200, 0}},
    {"filling: 20 of the first 20 + i", {LOOP_FILLING, E, 20, 0}},
};
enum { N_CASES = sizeof CASES / sizeof *CASES };

enum {
    PAPER,
    RECAPTURE,
    CAPTURES,
    DISCOVERY,
    COVERAGE,
    DEFAULT,
    MEAN,
    ESTIMATORS,
};
static const char *const TITLES[ESTIMATORS] = {
    "N1 N2 / M", "Chapman", "captures", "discovery", "coverage", "**the default**", "mean rms",
};

struct outcome {
    double ratio[MOST_REPETITIONS]; /* estimate over truth */
    size_t n, given, right;         /* given: no reason against; right: truth in its interval */
    size_t missed_right;            /* not estimated although within 10 % */
    size_t method[ORDO_ESTIMATE_METHODS];
};

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const struct outcome *o, double q) {
    return o->ratio[(size_t)(q * ((double)o->n - 1) + 0.5)];
}

static void add(struct outcome *o, struct ordo_estimate e, double truth) {
    o->ratio[o->n++] = e.value / truth;
    o->method[e.method]++;
    if (e.reason) {
        o->missed_right += fabs(e.value / truth - 1) <= 0.1;
        return;
    }
    o->given++;
    o->right += e.low <= truth * (1 + 1e-9) && truth <= e.high * (1 + 1e-9);
}

static void run(const struct loop_case *c, uint32_t rate, uint64_t seed, struct outcome *o) {
    struct sampled_loop l;
    if (!sampled_loop_run(c, rate, MOST, seed, &l)) {
        fprintf(stderr, "estimates: out of memory\n");
        exit(1);
    }
    uint64_t all = (uint64_t)l.executions;
    add(&o[PAPER], (struct ordo_estimate){.value = l.paper, .low = l.paper, .high = l.paper},
        l.union_cells);
    add(&o[RECAPTURE], ordo_estimate_recapture(l.samples, l.n), l.union_cells);
    add(&o[CAPTURES], ordo_estimate_captures(l.samples, l.n, all), l.union_cells);
    add(&o[DISCOVERY], ordo_estimate_discovery(l.samples, l.n, all), l.union_cells);
    add(&o[COVERAGE], ordo_estimate_coverage(l.samples, l.n, all), l.union_cells);
    add(&o[DEFAULT], ordo_estimate_run(l.samples, l.n, all), l.union_cells);
    add(&o[MEAN], ordo_estimate_mean(l.samples, l.n, ORDO_SAMPLED_SIZE, all, (uint64_t)l.iterations),
        l.mean_rms);
    sampled_loop_done(&l);
}

static void show_number(double v) {
    if (!isfinite(v))
        printf("∞");
    else if (v == 0 || (v >= 0.995 && v < 99.5))
        printf("%.2f", v);
    else if (v >= 99.5)
        printf("%.0f", v);
    else
        printf("%.2g", v);
}

static void show(struct outcome *o, bool judged) {
    qsort(o->ratio, o->n, sizeof *o->ratio, ascending);
    printf(" ");
    show_number(quantile(o, 0.5));
    double low = quantile(o, 0.05), high = quantile(o, 0.95);
    if (high - low > 0.004 || !isfinite(high)) {
        printf(" (");
        show_number(low);
        printf("–");
        show_number(high);
        printf(")");
    }
    if (judged && o->given < o->n)
        printf(", %.0f %% not estimated", 100.0 * (double)(o->n - o->given) / (double)o->n);
    printf(" |");
}

int main(int argc, char **argv) {
    int repetitions = argc > 1 ? atoi(argv[1]) : 60;
    if (repetitions < 1 || repetitions > MOST_REPETITIONS) {
        fprintf(stderr, "estimates: repetitions from 1 to %d\n", MOST_REPETITIONS);
        return 2;
    }
    printf(
        "# Estimates of a run's distinct cells, compared with the truth\n\n"
        "`make bench-estimates`: %d repetitions of %d executions each; sketches hold %d cells.\n"
        "Numbers are the estimate divided by the truth: the median and (5 %%–95 %%). \"Mean rms\" "
        "is the same\n"
        "for the mean size of an execution. \"Method\" is the method that the default chose, and "
        "how often its\n"
        "95 %% interval contained the truth when it gave an estimate. \"N1 N2 / M\" is the mean "
        "over pairs.\n",
        repetitions, E, MOST);
    static struct outcome o[ESTIMATORS];
    size_t given[RATES] = {0}, right[RATES] = {0}, close[RATES] = {0}, of[RATES] = {0};
    for (int r = 0; r < RATES; r++) {
        printf("\n## One execution in %u\n\n|  |", RATE[r]);
        for (int e = 0; e < ESTIMATORS; e++) printf(" %s |", TITLES[e]);
        printf(" method |\n|---|");
        for (int e = 0; e <= ESTIMATORS; e++) printf("---|");
        printf("\n");
        for (size_t i = 0; i < N_CASES; i++) {
            for (int e = 0; e < ESTIMATORS; e++) o[e] = (struct outcome){.n = 0};
            int times = RATE[r] == 1 ? 1 : repetitions;
            for (int k = 0; k < times; k++) run(&CASES[i].c, RATE[r], (uint64_t)k * 1000003 + i, o);
            printf("| %s |", CASES[i].name);
            for (size_t k = 0; k < o[DEFAULT].n; k++)
                close[r] += fabs(o[DEFAULT].ratio[k] - 1) <= 0.1;
            for (int e = 0; e < ESTIMATORS; e++) show(&o[e], e == DEFAULT);
            int method = 0;
            for (int m = 0; m < ORDO_ESTIMATE_METHODS; m++)
                if (o[DEFAULT].method[m] > o[DEFAULT].method[method]) method = m;
            printf(" %s", ordo_estimate_method_name((enum ordo_estimate_method)method));
            if (o[DEFAULT].given)
                printf(", %.0f %%", 100.0 * (double)o[DEFAULT].right / (double)o[DEFAULT].given);
            printf(" |\n");
            given[r] += o[DEFAULT].given;
            right[r] += o[DEFAULT].right;
            of[r] += o[DEFAULT].n;
            fflush(stdout);
        }
    }
    printf("\n## Over all cases\n\n| rate | estimated | truth in the interval | within 10 %% "
           "|\n|---|---|---|---|\n");
    for (int r = 0; r < RATES; r++)
        printf("| 1/%u | %.0f %% | %.0f %% | %.0f %% |\n", RATE[r],
               100.0 * (double)given[r] / (double)of[r],
               100.0 * (double)right[r] / (double)given[r],
               100.0 * (double)close[r] / (double)of[r]);
    return 0;
}
