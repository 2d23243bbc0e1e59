/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_case.h: calls with several sizes and the truth about their cost.
 *
 * Size 0 is n and size 1 is m; then come sizes that have nothing to do with the cost, if there are
 * any, and rms, if it is known.
 */
#ifndef BENCH_MODELS_PAIR_CASE_H
#define BENCH_MODELS_PAIR_CASE_H

#include "model/fit/two_sizes.h"
#include "models/labelled_case.h"
#include "models/pairs/pair_algorithm.h"
#include "models/size_grid.h"

enum { PAIR_CALLS = 64 };

struct pair_case {
    char about[200];
    struct ordo_call calls[PAIR_CALLS];
    size_t n;
    unsigned sizes;
    unsigned char preference[ORDO_CALL_SIZES];
    const char *labels;
    bool none_is_right; /* too few calls, dependent sizes, or one size is enough */
};

/* Runs the algorithm with sizes of its range. */
void pair_case_make(struct pair_case *c, const struct pair_algorithm *a, struct random_numbers *r);

/* Makes calls of a case whose cost depends on one size at most, and adds sizes that have nothing
 * else to do with the cost. */
void pair_case_of_one_size(struct pair_case *c, const struct labelled_case *from,
                           struct random_numbers *r);

#endif
