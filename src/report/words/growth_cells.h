/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_cells.h: the pieces of a model as short texts for people.
 *
 * Errors:  as ordo_text's
 * Threads: reentrant
 */
#ifndef ORDO_GROWTH_CELLS_H
#define ORDO_GROWTH_CELLS_H

#include "base/text.h"
#include "model/analysis.h"

/* A cost: three significant digits and a unit, plain below 10 million. */
void ordo_growth_cost_add(struct ordo_text *t, double cost);

/* "n^2 99 %", or two classes, "n or n log n 98 %" (stated.h); "?" for none. */
void ordo_growth_class_add(struct ordo_text *t, const struct ordo_model *m);

/* "1.98..2.01", of exponentials "x1.62 a step"; "-" for none. */
void ordo_growth_exponent_add(struct ordo_text *t, const struct ordo_model *m);

/* "0.25 n^2"; "-" for none. */
void ordo_growth_formula_add(struct ordo_text *t, const struct ordo_model *m);

/* Does the remedy say the same of all models? */
bool ordo_growth_remedy_is_general(enum ordo_model_warning warning);

/* What to do about one warning of a model; names the sizes to record next where that helps. */
void ordo_growth_remedy_add(struct ordo_text *t, const struct ordo_model *m,
                            enum ordo_model_warning warning);

#endif
