/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library_fold.h: a view of a profile in which code of libraries has no rows: its own cost belongs
 * to the nearest scope of the user's code around it (analysis/user_code.h).
 *
 * Total costs, calls, sizes and models stay as they are. Own costs change, now and predicted; their
 * sum does not. Of code that no scope of the user's code calls, the outermost scopes keep their
 * rows, except those of the dynamic loader.
 *
 * Shapes:  arrays are parallel to the profile's scopes
 * Memory:  free it with ordo_library_fold_done; the profile and the analysis must outlive it
 * Threads: pure, reentrant
 */
#ifndef ORDO_LIBRARY_FOLD_H
#define ORDO_LIBRARY_FOLD_H

#include "analysis/analysis.h"

struct ordo_library_fold {
    struct ordo_profile profile;   /* the view: scopes have other own costs */
    struct ordo_analysis analysis; /* of that profile; if there is one */
    struct ordo_run_totals run;    /* of that analysis; if there is one */
    bool *folded;                  /* by scope: it has no row */
    bool *loader; /* by scope: without a row, because it is the dynamic loader's; no user's scope is
                     around it, and its own cost stays its own */
    bool *changed; /* by scope: its own cost is another one */
    double *own;   /* by scope: own cost with library routines (analysis/own_cost.h); NULL if there
                      is no analysis */
};

/* Returns whether some scope of a library has costs, so that a view can differ from the profile. */
bool ordo_library_fold_differs(const struct ordo_profile *p);

/* Makes the view. The calling contexts say which scope's calls cost how much. If the profile has
 * none of a scope (it may be a summary), its own cost goes to the caller that it comes from most.
 * a: NULL if there is no analysis. */
void ordo_library_fold_init(struct ordo_library_fold *f, const struct ordo_profile *p,
                            const struct ordo_analysis *a);
void ordo_library_fold_done(struct ordo_library_fold *f);

/* Returns the own cost of a scope that reports show, which JSON has as `own`: that of library
 * routines that the scope calls is part of it (analysis/own_cost.h). In production profiles, it is
 * what samples say. NAN: not known. f: NULL if code of libraries has rows. */
double ordo_reported_own(const struct ordo_analysis *a, const struct ordo_library_fold *f,
                         uint32_t scope);

/* Returns that of all scopes; free it with free. */
double *ordo_reported_owns(const struct ordo_analysis *a, const struct ordo_library_fold *f);

#endif
