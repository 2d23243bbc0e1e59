/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * findings_json.h: findings, the prediction of the run, and a scope's growth over runs, as
 * docs/report.schema.json describes them.
 */
#ifndef ORDO_FINDINGS_JSON_H
#define ORDO_FINDINGS_JSON_H

#include "analysis/profile_models.h"
#include "report/json/json_out.h"

/* Writes the fields `findings` and `prediction` of the document. */
void ordo_findings_json_write(struct ordo_json_out *j, const struct ordo_analysis *a);

/* Writes the field `run_growth` of a scope; nothing if there is no series of runs. */
void ordo_run_growth_json_write(struct ordo_json_out *j, const struct ordo_analysis *a,
                                uint32_t scope);

#endif
