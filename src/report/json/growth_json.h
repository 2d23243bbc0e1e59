/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_json.h: the fields of the JSON report that come from models.
 */
#ifndef ORDO_GROWTH_JSON_H
#define ORDO_GROWTH_JSON_H

#include "base/text.h"
#include "analysis/analysis.h"
#include "report/json/json_out.h"

/* Writes "model" and "worst" of a series. An outline has no "worst" if it is the same. */
void ordo_growth_json_series(struct ordo_json_out *j, const struct ordo_series_model *m);

/* Writes "best_size", "share_at_10x", "explosive", "predicted_total" and "cause" of a scope. */
void ordo_growth_json_scope(struct ordo_json_out *j, const struct ordo_analysis *a, uint32_t scope);

/* Appends "n^2 through the loop at parse.c:120"; nothing if there is no cause. */
void ordo_growth_cause_add(struct ordo_text *t, const struct ordo_analysis *a, uint32_t scope,
                           bool ascii);

#endif
