/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_warnings.h: what a reader of a production profile must know of its samples.
 *
 * Errors:  what `add` returns is passed on
 * Threads: reentrant, as `add` is
 */
#ifndef ORDO_PRODUCTION_WARNINGS_H
#define ORDO_PRODUCTION_WARNINGS_H

#include "base/text.h"
#include "model/run/run_totals.h"
#include "report/words/warnings.h"

/* Takes over the text of one warning; scope: ORDO_SCOPE_NONE_INDEX for the whole profile. */
struct ordo_warning_sink {
    enum ordo_status (*add)(void *to, enum ordo_warning_code code, uint32_t scope,
                            struct ordo_text *text);
    void *to;
};

/* order: scopes by cost. Nothing for profiles of other builds. run: NULL if it is not known. */
enum ordo_status ordo_production_warnings_find(const struct ordo_profile *p,
                                               const struct ordo_run_totals *run,
                                               const uint32_t *order,
                                               const struct ordo_warning_sink *sink);

#endif
