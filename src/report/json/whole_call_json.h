/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * whole_call_json.h: cost functions of two sizes and by caller, as fields of the report
 * (docs/report.schema.json).
 */
#ifndef ORDO_WHOLE_CALL_JSON_H
#define ORDO_WHOLE_CALL_JSON_H

#include "analysis/profile_models.h"
#include "report/json/json_out.h"

/* Writes the field `key`: "two_sizes", or "two_run_sizes". */
void ordo_pair_json_write(struct ordo_json_out *j, const char *key,
                          const struct ordo_scope_pair *pair);

/* Writes the field "by_caller". */
void ordo_callers_json_write(struct ordo_json_out *j, const struct ordo_profile *p,
                             const struct ordo_scope_callers *callers);

/* Writes the field "caller". */
void ordo_population_json_caller(struct ordo_json_out *j, const struct ordo_profile *p,
                                 const struct ordo_population *x);

/* Writes a loop's cost by an argument of its routine as "by_argument". */
void ordo_argument_json_write(struct ordo_json_out *j, const struct ordo_loop_argument *x);

#endif
