/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * warnings.h: what a reader of a profile must know before relying on it: a fixed list of codes,
 * each with its remedy. Warnings are computed from the profile, never stored.
 *
 * Memory:  the list belongs to the caller, ended by ordo_warnings_done
 * Threads: pure, reentrant
 */
#ifndef ORDO_WARNINGS_H
#define ORDO_WARNINGS_H

#include "report/words/warning.h"

struct ordo_run_totals;

/* Finds all warnings of a profile, which may be a summary. run: what is known about a production
 * profile's run, or NULL. Warnings about scopes are limited to those with at least 1 % of the run's
 * cost. */
void ordo_warnings_find(const struct ordo_profile *p, const struct ordo_run_totals *run,
                        struct ordo_warnings *out);
void ordo_warnings_done(struct ordo_warnings *w);

/* Returns "few-sizes", ... */
const char *ordo_warning_code_name(enum ordo_warning_code code);

/* Returns the remedy. It depends on how the profile was recorded. */
const char *ordo_warning_remedy(const struct ordo_profile *p, enum ordo_warning_code code);

#endif
