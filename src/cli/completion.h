/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * completion.h: makes completion scripts for shells from the option tables of the subcommands.
 */
#ifndef ORDO_COMPLETION_H
#define ORDO_COMPLETION_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the script for bash, zsh or fish. Returns false for any other shell. */
bool ordo_completion_write(FILE *out, const char *shell);

#endif
