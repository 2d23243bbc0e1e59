/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_warnings.h: what a reader of a production profile must know about its samples.
 *
 * Errors:  those of `add`, passed on
 * Threads: reentrant if `add` is
 */
#ifndef ORDO_PRODUCTION_WARNINGS_H
#define ORDO_PRODUCTION_WARNINGS_H

#include "base/text.h"
#include "model/run/run_totals.h"
#include "report/words/warning.h"

/* Receives warnings. `add` takes ownership of the text; scope: ORDO_SCOPE_NONE_INDEX if the warning
 * is about the whole profile. */
struct ordo_warning_sink {
    void (*add)(void *to, enum ordo_warning_code code, uint32_t scope, struct ordo_text *text);
    void *to;
};

/* Finds the warnings; none in other profiles than production profiles. order: scopes by cost;
 * run: NULL if unknown. */
void ordo_production_warnings_find(const struct ordo_profile *p, const struct ordo_run_totals *run,
                                   const uint32_t *order, const struct ordo_warning_sink *sink);

#endif
