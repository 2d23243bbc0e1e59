/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * message.h: what ordo says on stderr, one line at a time: "ordo record: a.data: cannot ...".
 *
 * Threads: one
 */
#ifndef ORDO_MESSAGE_H
#define ORDO_MESSAGE_H

#include "base/status.h"

/* The subcommand that is running, for the front of every line. */
void ordo_message_command(const char *name);

/* Lines begin with plain "ordo:" from now on: `record` and `run` promise it for failures of
 * Ordo's own. */
void ordo_message_plain(void);

void ordo_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A remark that is no failure: begins with the subcommand even after ordo_message_plain. */
void ordo_message_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints `error` and returns the exit status that is documented for it. */
int ordo_message_error(const struct ordo_error *error);

/* Prints the line and where the manual is; returns 2, the exit status of wrong usage. */
int ordo_message_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
