/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model_json.h: the fields of a model, the same in `ordo fit` and in the report's JSON.
 *
 * Rule: what is unknown is null, never absent and never NaN. An outline has no probabilities of 0.
 */
#ifndef ORDO_MODEL_JSON_H
#define ORDO_MODEL_JSON_H

#include "base/text.h"
#include "model/fit/model.h"
#include "report/json/json_out.h"

/* Writes the fields class, reported, probabilities, exponent, ci, base, base_ci, r2, pred, pred_at,
 * pred_ci, formula, terms, from, warnings into the open object. */
void ordo_model_json_write(struct ordo_json_out *j, const struct ordo_model *m);

/* Appends what the reader should do about a warning. */
typedef void ordo_model_remedy_add(struct ordo_text *t, enum ordo_model_warning warning,
                                   const void *data);

/* The same, with remedies of points that are not activations. */
void ordo_model_json_write_advised(struct ordo_json_out *j, const struct ordo_model *m,
                                   ordo_model_remedy_add *remedy, const void *data);

/* Writes [low, high], or null if it is not known or not finite. */
void ordo_model_json_interval(struct ordo_json_out *j, const char *key, bool known, double low,
                              double high);

/* Writes a number, or null if it is not known or not finite. */
void ordo_model_json_number(struct ordo_json_out *j, const char *key, bool known, double v);

#endif
