/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * report_names.h: checks that a profile has what the options of a report name: the size metric, and
 * parts of files, routines and callers.
 *
 * Errors:  ORDO_BAD_INPUT: the profile has no such name; the message lists the ones that it has
 * Threads: pure, reentrant
 */
#ifndef ORDO_REPORT_NAMES_H
#define ORDO_REPORT_NAMES_H

#include "base/status.h"
#include "report/terminal/table.h"

/* scope: the scope that is shown alone, which must have the metric, or ORDO_SCOPE_NONE_INDEX. A
 * summary of the profile is enough. */
enum ordo_status ordo_report_names_check(const struct ordo_profile *p, uint32_t scope,
                                         const struct ordo_table_options *o,
                                         struct ordo_error *error);

#endif
