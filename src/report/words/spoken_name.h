/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spoken_name.h: names as a person says them, safe for a terminal.
 *
 * Memory:  appends to the caller's text
 * Threads: pure
 */
#ifndef ORDO_SPOKEN_NAME_H
#define ORDO_SPOKEN_NAME_H

#include "base/text.h"

/* Columns of a terminal that s takes: one per character, none for the rest of a UTF-8 sequence. */
size_t ordo_spoken_columns(const char *s);

/* s with '?' for control characters. */
void ordo_spoken_text_add(struct ordo_text *t, const char *s);

/* The same for a routine's name; of one longer than 40 columns template arguments are left out:
 * `std::map<...>::operator[]`. ascii: the dots are three, not one character. */
void ordo_spoken_name_add(struct ordo_text *t, const char *name, bool ascii);

#endif
