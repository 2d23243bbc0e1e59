/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pager.h: a report on a terminal goes through a pager.
 *
 * The pager is ORDO_PAGER, else PAGER, else `less -FRX`; none for "" and "cat", or when stdout is
 * no terminal.
 */
#ifndef ORDO_PAGER_H
#define ORDO_PAGER_H

#include <stdbool.h>
#include <stdio.h>

/* Where to write: the pager's input, or stdout. */
FILE *ordo_pager_open(bool wanted);
/* Waits for the pager; nothing for stdout. A pager that was left early is no failure. */
void ordo_pager_close(FILE *out);

#endif
