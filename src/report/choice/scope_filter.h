/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_filter.h: which scopes a report shows.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_SCOPE_FILTER_H
#define ORDO_SCOPE_FILTER_H

#include "analysis/analysis.h"

struct ordo_scope_filter {
    const char *file;    /* NULL, or a part of the file's path */
    const char *routine; /* NULL, or a part of the routine's name; also "loop in PART" */
    const char *caller;  /* NULL, or a part of the name of a direct caller; also "loop in PART" */
    double
        min_share; /* of the predicted run if there is an analysis, else as measured; in [0, 1] */
};

/* Returns whether the filter shows the scope. analysis may be NULL. */
bool ordo_scope_filter_passes(const struct ordo_scope_filter *f, const struct ordo_profile *p,
                              const struct ordo_analysis *analysis, uint32_t scope);

#endif
