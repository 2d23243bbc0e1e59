/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stream.h: reads lines, and ends what was written to a stream.
 *
 * Errors:  ORDO_ENVIRONMENT; `what` names the thing ("the report"); errno is that of the failure
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_STREAM_H
#define ORDO_STREAM_H

#include "base/status.h"
#include "base/text.h"

#include <stdio.h>
#include <sys/types.h>

/* Reads a line with its newline into *line, whose size is *room and which the caller frees. Returns
 * its length; -1 at the end or after an error of the stream. */
ssize_t ordo_stream_line(FILE *in, char **line, size_t *room);

/* Flushes the stream and reports errors of everything written to it. */
enum ordo_status ordo_stream_end(FILE *out, const char *what, struct ordo_error *error);

/* Writes the text, frees its contents and ends the stream. */
enum ordo_status ordo_stream_write(FILE *out, struct ordo_text *t, const char *what,
                                   struct ordo_error *error);

#endif
