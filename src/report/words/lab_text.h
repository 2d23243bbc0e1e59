/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_text.h: the source text of a statement of the laboratory; reasons and remedies of models.
 *
 * Memory:  appends to the caller's text
 * Threads: pure
 */
#ifndef ORDO_LAB_TEXT_H
#define ORDO_LAB_TEXT_H

#include "base/text.h"
#include "lab/lab.h"
#include "model/fit/model.h"

/* Appends the statement's source on one line, with runs of blanks as one blank, safe for a
 * terminal. Appends its kind in brackets if the source is not available or too short. */
void ordo_lab_text_add(struct ordo_text *t, const struct ordo_lab *lab,
                       const struct ordo_lab_statement *s);

/* Returns why a model has no class, for a cell of a table: "too few sizes"; "" if it has one. */
const char *ordo_lab_none_words(const struct ordo_model *m);

/* Returns what to do about a warning: an experiment's sizes are those of its declaration. */
const char *ordo_lab_remedy(enum ordo_model_warning warning);

#endif
