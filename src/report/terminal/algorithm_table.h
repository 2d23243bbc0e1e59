/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_table.h: the algorithms of a program for a terminal, in the order of the repetition
 * tree, nested as they ran, each with its repetitions.
 *
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_ALGORITHM_TABLE_H
#define ORDO_ALGORITHM_TABLE_H

#include "base/status.h"
#include "report/choice/repetition_filter.h"
#include "structure/algorithms.h"

#include <stdio.h>

struct ordo_algorithm_options {
    bool ascii;
    bool color;       /* algorithms that outgrow n log n in the colours of growth_color.h */
    unsigned width;   /* of the terminal; 0: unknown */
    double min_share; /* of the lines shown: repetition_filter.h */
};

enum ordo_status ordo_algorithm_table_write(FILE *out, const struct ordo_profile *p,
                                            const struct ordo_repetition_tree *t,
                                            const struct ordo_algorithms *a,
                                            const struct ordo_algorithm_options *options,
                                            struct ordo_error *error);

#endif
