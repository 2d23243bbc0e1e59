/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_cells.h: the parts of a model as short texts for people.
 *
 * Threads: reentrant
 */
#ifndef ORDO_GROWTH_CELLS_H
#define ORDO_GROWTH_CELLS_H

#include "analysis/analysis.h"
#include "base/text.h"

/* Appends a cost with three significant digits and a unit; below 10 million all its digits. */
void ordo_growth_cost_add(struct ordo_text *t, double cost);

/* Appends "n^2 99 %", or two classes: "n or n log n 98 %"; "at least n 94 %" if three
 * sizes show that; "?" if there is no class. */
void ordo_growth_class_add(struct ordo_text *t, const struct ordo_model *m);

/* Appends the class of the mean, and that of the worst case if it is certainly higher: "n 98 %,
 * worst n^2". */
void ordo_growth_classes_add(struct ordo_text *t, const struct ordo_series_model *m);

/* Returns what a number of a cost metric counts: "blocks", "bytes allocated", "bytes in use". */
const char *ordo_growth_unit(const char *cost);

/* Appends "1.98..2.01"; for exponential growth "x1.62 per n+1"; "-" if there is no exponent. */
void ordo_growth_exponent_add(struct ordo_text *t, const struct ordo_model *m);

/* Appends the interval of the slope at the largest sizes. The model has an exponent. */
void ordo_growth_top_exponent_add(struct ordo_text *t, const struct ordo_model *m);

/* Appends "0.25 n^2"; "-" if there is no formula. */
void ordo_growth_formula_add(struct ordo_text *t, const struct ordo_model *m);

/* Appends "0.25 n^2 + 3.1 n" with at most two terms and three digits; "-" if there is no formula.
 */
void ordo_growth_formula_add_short(struct ordo_text *t, const struct ordo_model *m);

/* Returns whether the remedy is the same for all models. */
bool ordo_growth_remedy_is_general(enum ordo_model_warning warning);

/* Appends what to do about one warning of a model. Names the sizes to record next if that helps. */
void ordo_growth_remedy_add(struct ordo_text *t, const struct ordo_model *m,
                            enum ordo_model_warning warning);

/* Returns whether the runs show that the size is about the same whatever the input: no recording
 * can then show how the cost depends on it. */
bool ordo_growth_size_stays(const struct ordo_analysis *a, uint32_t series);
/* Says so, and what to look at. */
void ordo_growth_of_input_add(struct ordo_text *t, const struct ordo_analysis *a, uint32_t scope);

#endif
