/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stream.h: ends what was written to a stream.
 *
 * Errors:  ORDO_ENVIRONMENT; `what` names the thing ("the report"); errno is that of the failure
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_STREAM_H
#define ORDO_STREAM_H

#include "base/status.h"
#include "base/text.h"

#include <stdio.h>

/* Flushes the stream and reports errors of everything written to it. */
enum ordo_status ordo_stream_end(FILE *out, const char *what, struct ordo_error *error);

/* Writes the text, frees its contents and ends the stream. */
enum ordo_status ordo_stream_write(FILE *out, struct ordo_text *t, const char *what,
                                   struct ordo_error *error);

#endif
