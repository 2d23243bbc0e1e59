/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pager.h: shows a report through a pager if stdout is a terminal.
 *
 * The pager is ORDO_PAGER, or else PAGER, or else `less -FRX`. The values "" and "cat" mean no
 * pager.
 */
#ifndef ORDO_PAGER_H
#define ORDO_PAGER_H

#include <stdbool.h>
#include <stdio.h>

/* Returns the stream to write to: the pager's input, or stdout. */
FILE *ordo_pager_open(bool wanted);
/* Waits for the pager; does nothing for stdout. It is no error if the user left the pager early. */
void ordo_pager_close(FILE *out);

#endif
