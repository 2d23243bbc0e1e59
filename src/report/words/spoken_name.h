/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spoken_name.h: names shortened for people and made safe for a terminal.
 *
 * Memory:  appends to the caller's text
 * Threads: pure
 */
#ifndef ORDO_SPOKEN_NAME_H
#define ORDO_SPOKEN_NAME_H

#include "base/text.h"

#include <stdbool.h>

/* Returns the terminal columns that s takes: one per UTF-8 sequence. */
size_t ordo_spoken_columns(const char *s);

/* Appends s with '?' in place of control characters. */
void ordo_spoken_text_add(struct ordo_text *t, const char *s);

/* Appends a routine's name like ordo_spoken_text_add, without template arguments if it is longer
 * than 40 columns: `std::map<...>::operator[]`. ascii: three dots, not an ellipsis character. */
void ordo_spoken_name_add(struct ordo_text *t, const char *name, bool ascii);

#endif
