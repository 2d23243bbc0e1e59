/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * message.h: messages on stderr, one line each: "ordo record: a.data: cannot ...".
 *
 * Threads: one
 */
#ifndef ORDO_MESSAGE_H
#define ORDO_MESSAGE_H

#include "base/status.h"

/* Sets the subcommand that every line begins with. */
void ordo_message_command(const char *name);

/* Makes error lines begin with "ordo:" without the subcommand, as `record` and `run` document it
 * for errors of Ordo itself. */
void ordo_message_plain(void);

/* Prints an error. */
void ordo_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a remark that is not an error. It begins with the subcommand even after
 * ordo_message_plain. */
void ordo_message_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints `error` and returns its exit status. */
int ordo_message_error(const struct ordo_error *error);

/* Prints an error of usage and how to get help. Returns 2, the exit status of wrong usage. */
int ordo_message_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
