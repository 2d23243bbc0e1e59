/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm.h: algorithms that count their own steps, in families.
 *
 * An algorithm is a routine `run(n, r)`. It makes its input from the random numbers, calls
 * begin_steps(), and then does its work with a STEP at the start of every basic block, callees
 * included. What precedes begin_steps() costs nothing, as if the caller had done it.
 *
 * Memory:  scratch memory is zero at first and belongs to the call: run_algorithm() takes it back
 * Threads: none; the counter and the scratch memory are global
 */
#ifndef BENCH_MODELS_ALGORITHM_H
#define BENCH_MODELS_ALGORITHM_H

#include "model/cases.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern uint64_t steps_taken;
#define STEP (steps_taken++)

/* Takes back all scratch memory and sets the counter to 0. */
void start_run(void);

/* Starts counting; the entry of the routine is the first step. */
void begin_steps(void);

void *scratch(size_t count, size_t size);
int *scratch_ints(size_t n);
double *scratch_reals(size_t n);

size_t below(struct random_numbers *r, size_t n); /* n may be 0: returns 0 */
bool chance(struct random_numbers *r, double probability);
int *random_ints(struct random_numbers *r, size_t n, size_t range);    /* each in [0, range) */
int *permutation(struct random_numbers *r, size_t n);                  /* of 0..n-1 */
int *ascending(size_t n);                                              /* 0..n-1 */
char *random_text(struct random_numbers *r, size_t n, size_t letters); /* from 'a' on */
void swap_ints(int *a, int *b);

/* Sorts a[*less .. *more] into keys below the pivot, equal to it and above it, and counts the
 * steps. Sets *less and *more to the first and the last of the equal ones. */
void part_in_three(int *a, int pivot, long *less, long *more);

/* How an algorithm's cost varies. */
enum algorithm_trait {
    SAME_COST = 1,  /* a function of n alone */
    POLYNOMIAL = 2, /* SAME_COST, and a polynomial of degree 3 at most from `least` on */
    STAIRS = 4,     /* steps at certain sizes (powers of two), so that a local slope says little */
    ARGUMENT = 8,   /* n is an argument, not a number of cells: it is known exactly */
    TAILS = 16,     /* rare calls carry much of the mean, so few calls do not show it */
};

struct algorithm {
    const char *name;
    void (*run)(size_t n, struct random_numbers *r);
    enum ordo_growth mean;
    enum ordo_growth also;  /* another class that is as right, or ORDO_GROWTH_NONE */
    enum ordo_growth worst; /* of the envelope; ORDO_GROWTH_NONE: not known */
    size_t least, most;     /* sizes; at 10 * most the algorithm must still be affordable */
    unsigned traits;
};

struct algorithm_family {
    const char *name;
    const struct algorithm *algorithms;
    size_t n;
};

extern const struct algorithm_family *const algorithm_families[];
extern const size_t n_algorithm_families;

/* The next call of below() or chance() uses this number of [0, 1) instead of a random one. Where
 * the first draw decides about the cost, evenly spread numbers give a far more precise mean. */
void plan_first_draw(double unit);

/* Runs the algorithm once and returns its steps. */
double run_algorithm(const struct algorithm *a, size_t n, struct random_numbers *r);

/* Returns how many numbers of scratch memory the last run used. */
double numbers_made(void);

#define FAMILY(family, ...)                                                                        \
    static const struct algorithm family##_algorithms[] = {__VA_ARGS__};                           \
    const struct algorithm_family family##_family = {                                              \
        #family, family##_algorithms, sizeof family##_algorithms / sizeof *family##_algorithms}

/* A row of a family's table: the envelope has the class of the mean. */
#define ROW(name, growth, least, most, traits)                                                     \
    {                                                                                              \
#name, name, ORDO_GROWTH_##growth, ORDO_GROWTH_NONE, ORDO_GROWTH_##growth, least, most,    \
            traits                                                                                 \
    }
/* A row with another acceptable class and the class of the envelope. */
#define ROW_ALSO(name, growth, also, worst, least, most, traits)                                   \
    {                                                                                              \
#name, name, ORDO_GROWTH_##growth, ORDO_GROWTH_##also, ORDO_GROWTH_##worst, least, most,   \
            traits                                                                                 \
    }

#endif
