/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * csv_text.h: one field of text in CSV (RFC 4180).
 *
 * Errors:  the stream's; look at ferror once, at the end
 * Threads: reentrant, but for `out`
 */
#ifndef ORDO_CSV_TEXT_H
#define ORDO_CSV_TEXT_H

#include <stdio.h>

/* Quoted where it must be. Before what a spreadsheet would take for a formula stands an
 * apostrophe. */
void ordo_csv_text_write(FILE *out, const char *s);

#endif
