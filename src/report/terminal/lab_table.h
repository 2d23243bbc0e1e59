/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_table.h: the laboratory's results for a terminal. For each experiment: how it ended, its
 * sizes, the function's cost, and the statements executed most often at the largest size.
 *
 * Lines above a table are broken at the terminal's width, or at 100 columns.
 *
 * Units:   counts are means over the repetitions at that size
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_LAB_TABLE_H
#define ORDO_LAB_TABLE_H

#include "base/status.h"
#include "lab/lab.h"

#include <stdbool.h>
#include <stdio.h>

struct ordo_lab_table_options {
    uint32_t limit; /* at most so many statements of an experiment; 0: all */
    uint32_t width; /* of the terminal in columns; 0: not a terminal, no row is cut */
    bool color;     /* ANSI escapes */
    bool ascii;     /* no character outside of ASCII */
};

enum ordo_status ordo_lab_table_write(FILE *out, const struct ordo_lab *lab,
                                      const struct ordo_lab_table_options *options,
                                      struct ordo_error *error);

#endif
