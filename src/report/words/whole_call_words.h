/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * whole_call_words.h: cost functions of two sizes and by caller, as text for people.
 *
 * Threads: reentrant
 */
#ifndef ORDO_WHOLE_CALL_WORDS_H
#define ORDO_WHOLE_CALL_WORDS_H

#include "analysis/profile_models.h"
#include "base/text.h"

/* Appends "n·m"; with `ascii`, "n*m". */
void ordo_pair_class_add(struct ordo_text *t, const struct ordo_scope_pair *pair, bool ascii);

/* Appends "4.5 n·m + 3 n": at most `most` terms, numbers with so many digits. */
void ordo_pair_formula_add(struct ordo_text *t, const struct ordo_scope_pair *pair, unsigned most,
                           int digits, bool ascii);

/* Appends "n is arg:rows, m is rms". */
void ordo_pair_sizes_add(struct ordo_text *t, const struct ordo_scope_pair *pair);

/* Appends how much better this is than a function of one size: "costs are within 2 % (by one size:
 * 45 %)". */
void ordo_errors_add(struct ordo_text *t, double error, double alone, const char *instead);

/* Appends the classes, that of the most expensive caller first: "n^2, n by caller". */
void ordo_callers_class_add(struct ordo_text *t, const struct ordo_scope_callers *callers);

/* Appends "n^2 when called from build; n when called from lookup". */
void ordo_callers_add(struct ordo_text *t, const struct ordo_profile *p,
                      const struct ordo_scope_callers *callers, bool ascii);

/* Appends "build"; "outside of recorded code" if nothing that was recorded calls it. */
void ordo_population_name_add(struct ordo_text *t, const struct ordo_profile *p,
                              const struct ordo_population *x, bool ascii);

#endif
