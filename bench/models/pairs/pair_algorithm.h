/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_algorithm.h: algorithms whose cost depends on two sizes, in families. They count their own
 * steps (algorithm.h).
 *
 * `run(n, m, r)` returns the number of cells that a profiler would call the size of the input
 * (rms). Labels name the cost in n and m; "|" separates labels that are as right. "none" is a label
 * of algorithms of which one of n, m and rms explains the cost, or no function of two does.
 */
#ifndef BENCH_MODELS_PAIR_ALGORITHM_H
#define BENCH_MODELS_PAIR_ALGORITHM_H

#include "models/algorithm.h"

struct pair_algorithm {
    const char *name;
    double (*run)(size_t n, size_t m, struct random_numbers *r);
    const char *labels; /* with n and m known */
    bool rms_is_enough; /* if rms is known, too, "none" is right */
    size_t n_least, n_most, m_least, m_most;
};

struct pair_family {
    const char *name;
    const struct pair_algorithm *algorithms;
    size_t n;
};

extern const struct pair_family *const pair_families[];
extern const size_t n_pair_families;
extern const size_t n_first_pair_families; /* on which the rules were made; the others come after */

#define PAIR_FAMILY(family, ...)                                                                   \
    static const struct pair_algorithm family##_algorithms[] = {__VA_ARGS__};                      \
    const struct pair_family family##_family = {                                                   \
        #family, family##_algorithms, sizeof family##_algorithms / sizeof *family##_algorithms}

#define PAIR(name, labels, rms_is_enough, n_least, n_most, m_least, m_most)                        \
    { #name, name, labels, rms_is_enough, n_least, n_most, m_least, m_most }

#endif
