/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_text.h: a statement of the laboratory as it is written.
 *
 * Memory:  appends to the caller's text
 * Threads: pure
 */
#ifndef ORDO_LAB_TEXT_H
#define ORDO_LAB_TEXT_H

#include "base/text.h"
#include "lab/lab.h"

/* Its source on one line, blanks of any length as one, safe for a terminal; its kind in brackets
 * where the source is not at hand or does not reach that far. */
void ordo_lab_text_add(struct ordo_text *t, const struct ordo_lab *lab,
                       const struct ordo_lab_statement *s);

#endif
