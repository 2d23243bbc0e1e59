/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_means.c: benchmark of the estimate of the mean size of all executions, when a few
 * executions are far longer than the others; prints Markdown, after estimates.c.
 *
 * Usage: estimate_means [REPETITIONS]     of each case and rate; 400 by default
 */
#include "support/sampled_loop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { E = 100000, RATES = 3, MOST_REPETITIONS = 10000 };
static const double RATE[RATES] = {10, 100, 1000};

static uint64_t draw(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static double uniform(uint64_t *state) {
    return ((double)(draw(state) >> 11) + 0.5) / 9007199254740992.0;
}

/* Iterations of execution i. */
static uint64_t even(uint64_t *state, uint64_t i) {
    (void)i;
    return 1 + draw(state) % 20;
}

static uint64_t pareto(uint64_t *state, uint64_t i) {
    (void)i;
    double x = pow(uniform(state), -1 / 1.5);
    return x < E ? (uint64_t)x : E;
}

/* A table that doubles: at every power of two, an execution as long as the table. */
static uint64_t doubling(uint64_t *state, uint64_t i) {
    (void)state;
    return i && !(i & (i - 1)) ? i : 2;
}

static uint64_t mixed(uint64_t *state, uint64_t i) {
    return doubling(state, i) + draw(state) % 30;
}

/* Size as a function of the iterations. */
static double linear(double own, double noise) {
    (void)noise;
    return own;
}
static double shifted(double own, double noise) {
    return own + 5 + 4 * noise;
}
static double root(double own, double noise) {
    return sqrt(own) * (10 + 4 * noise);
}
static double square(double own, double noise) {
    (void)noise;
    return own * own;
}

static const struct {
    const char *name;
    uint64_t (*own)(uint64_t *state, uint64_t i);
    double (*size)(double own, double noise);
} CASES[] = {
    {"1 to 20 iterations, size: iterations and about 5", even, shifted},
    {"few long ones (Pareto, 1.5), size: iterations", pareto, linear},
    {"few long ones (Pareto, 1.5), size: iterations and about 5", pareto, shifted},
    {"few long ones (Pareto, 1.5), size: about 10 roots", pareto, root},
    {"few long ones (Pareto, 1.5), size: squares", pareto, square},
    {"a table that doubles, else 2, size: iterations", doubling, linear},
    {"a table that doubles, else 2, size: iterations and about 5", doubling, shifted},
    {"a table that doubles, else 2 to 31, size: iterations", mixed, linear},
    {"a table that doubles, else 2 to 31, size: iterations and about 5", mixed, shifted},
};

struct outcome {
    double plain[MOST_REPETITIONS], given[MOST_REPETITIONS];
    size_t n, n_given, right;
};

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t n, double q) {
    return n ? sorted[(size_t)(q * ((double)n - 1) + 0.5)] : NAN;
}

/* Pairs of consecutive executions, one execution in `rate` on average. */
static void run(size_t c, double rate, uint64_t seed, struct outcome *o) {
    static struct ordo_execution_sample s[E];
    uint64_t state = seed, iterations = 0, next = (uint64_t)(-log(uniform(&state)) * 2 * rate);
    double sum = 0, sampled = 0;
    size_t n = 0;
    for (uint64_t i = 0; i < E; i++) {
        uint64_t own = CASES[c].own(&state, i);
        uint64_t size = (uint64_t)CASES[c].size((double)own, 2 * uniform(&state) - 1);
        bool second = n && s[n - 1].executions + 1 == i && !s[n - 1].second;
        sum += (double)size;
        if (second || i >= next) {
            s[n] = (struct ordo_execution_sample){
                .executions = i, .iterations = iterations, .own = own, .size = size, .rms = size};
            s[n].cost = own;
            s[n].second = second;
            s[n].samples = (uint32_t)n + 1;
            n++;
            sampled += (double)size;
            if (second) next = i + 1 + (uint64_t)(-log(uniform(&state)) * (2 * rate - 2));
        }
        iterations += own;
    }
    double truth = sum / E;
    sampled_loop_sum_up(s, n);
    struct ordo_estimate e = ordo_estimate_mean(s, n, ORDO_SAMPLED_SIZE, E, iterations);
    o->plain[o->n++] = n ? sampled / (double)n / truth : 0;
    if (e.reason) return;
    o->given[o->n_given++] = e.value / truth;
    o->right += e.low <= truth * (1 + 1e-9) && truth <= e.high * (1 + 1e-9);
}

static void show(double *x, size_t n) {
    qsort(x, n, sizeof *x, ascending);
    if (!n) {
        printf(" – |");
        return;
    }
    printf(" %.2f (%.2f–%.2f) |", quantile(x, n, 0.5), quantile(x, n, 0.05), quantile(x, n, 0.95));
}

int main(int argc, char **argv) {
    int repetitions = argc > 1 ? atoi(argv[1]) : 400;
    static struct outcome o;
    size_t given = 0, right = 0;
    if (repetitions < 1 || repetitions > MOST_REPETITIONS) {
        fprintf(stderr, "estimate_means: repetitions from 1 to %d\n", MOST_REPETITIONS);
        return 2;
    }
    printf("\n## Mean sizes of all executions\n\n%d repetitions of %d executions each, in pairs. "
           "Numbers are the estimate divided by the truth: the median and (5 %%–95 %%).\n",
           repetitions, E);
    for (int r = 0; r < RATES; r++) {
        printf("\n| one in %.0f | mean of the samples | estimate | not estimated | truth in the "
               "interval |\n|---|---|---|---|---|\n",
               RATE[r]);
        for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
            o.n = o.n_given = o.right = 0;
            for (int k = 0; k < repetitions; k++) run(c, RATE[r], (uint64_t)(k + 1) * 7919 + c, &o);
            printf("| %s |", CASES[c].name);
            show(o.plain, o.n);
            show(o.given, o.n_given);
            printf(" %.0f %% |", 100 * (double)(o.n - o.n_given) / (double)o.n);
            if (o.n_given)
                printf(" %.0f %% |\n", 100 * (double)o.right / (double)o.n_given);
            else
                printf(" – |\n");
            given += o.n_given;
            right += o.right;
        }
    }
    printf("\nOf all estimates, %.0f %% have the truth in their interval.\n",
           100 * (double)right / (double)given);
    return 0;
}
