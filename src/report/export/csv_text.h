/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * csv_text.h: one field of text in CSV (RFC 4180).
 *
 * Errors:  those of the stream; check ferror once, at the end
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_CSV_TEXT_H
#define ORDO_CSV_TEXT_H

#include <stdio.h>

/* Writes s, quoted if necessary. Text that a spreadsheet would take for a formula gets an
 * apostrophe before it. */
void ordo_csv_text_write(FILE *out, const char *s);

#endif
