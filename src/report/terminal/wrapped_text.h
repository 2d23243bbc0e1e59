/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * wrapped_text.h: makes the lines of a text fit a terminal.
 *
 * Units:   columns of the terminal; escape sequences have none
 * Threads: reentrant
 */
#ifndef ORDO_WRAPPED_TEXT_H
#define ORDO_WRAPPED_TEXT_H

#include "base/text.h"

/* Breaks lines that are wider than `width` columns at blanks. What follows is indented by two
 * columns more than the line, or as far as the text behind the line's number. A word that is too
 * wide by itself is divided. width 0: nothing changes. */
void ordo_wrapped_text_fit(struct ordo_text *t, unsigned width);

#endif
