/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_json.h: the parts of the JSON report that only production profiles have
 * (docs/report.schema.json).
 *
 * Threads: reentrant, except for the stream
 */
#ifndef ORDO_PRODUCTION_JSON_H
#define ORDO_PRODUCTION_JSON_H

#include "analysis/analysis.h"
#include "report/json/json_out.h"

/* Writes the document's "production"; nothing for other profiles. */
void ordo_production_json_write(struct ordo_json_out *j, const struct ordo_analysis *a);

/* Writes a scope's "production"; nothing for other profiles. */
void ordo_production_json_scope(struct ordo_json_out *j, const struct ordo_analysis *a,
                                uint32_t scope);

#endif
