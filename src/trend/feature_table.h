/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * feature_table.h: a CSV file of features: its first line has their names, its first column the
 * names of the workloads.
 *
 * Errors:  ORDO_ENVIRONMENT: the file cannot be opened; ORDO_BAD_INPUT: a line is not as described.
 *          Messages begin with the name of the option and the file
 * Memory:  free it with ordo_feature_table_done, also after an error
 * Threads: reentrant
 */
#ifndef ORDO_FEATURE_TABLE_H
#define ORDO_FEATURE_TABLE_H

#include "base/status.h"
#include "base/words.h"

struct ordo_feature_table {
    struct ordo_words features;
    struct ordo_words workloads; /* by row; a workload may occur twice, and the later row counts */
    size_t *line;                /* by row: its line in the file, from 1 on */
    double *values; /* [rows * features]; NAN: the cell is empty or the row ends before it */
};

/* Reads the file that was given by `option`, such as "--table". */
enum ordo_status ordo_feature_table_read(const char *option, const char *file,
                                         struct ordo_feature_table *out, struct ordo_error *error);
void ordo_feature_table_done(struct ordo_feature_table *t);

#endif
