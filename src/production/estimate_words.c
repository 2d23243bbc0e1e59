/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_words.c: names of the reasons and methods of estimates, indexed by the enumerations of
 * estimate.h.
 */
#include "production/estimate.h"

static const char *const REASONS[] = {
    "",
    "too few samples",
    "samples have no cell in common",
    "what an execution reads depends on the executions before it",
    "some cells are read far more often than others",
    "its 95 % interval spans more than a factor of 4",
    "sampled executions are not like the others",
};

static const char *const METHODS[] = {
    "exact", "tracked", "recapture", "captures", "discovery", "coverage", "mean", "ratio",
};

_Static_assert(sizeof REASONS / sizeof *REASONS == ORDO_ESTIMATE_REASONS, "a word for each reason");
_Static_assert(sizeof METHODS / sizeof *METHODS == ORDO_ESTIMATE_METHODS, "a word for each method");

const char *ordo_estimate_reason_text(enum ordo_estimate_reason r) {
    return (unsigned)r < ORDO_ESTIMATE_REASONS ? REASONS[r] : "unknown";
}

const char *ordo_estimate_method_name(enum ordo_estimate_method m) {
    return (unsigned)m < ORDO_ESTIMATE_METHODS ? METHODS[m] : "unknown";
}
