/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * output_guard.h: keeps an output from replacing a profile, as in `ordo report --html ordo.data`.
 *
 * Errors:  ORDO_BAD_INPUT if there is a profile at `path`; a file that cannot be read is no error
 */
#ifndef ORDO_OUTPUT_GUARD_H
#define ORDO_OUTPUT_GUARD_H

#include "base/status.h"

/* Checks `path` before it is written. what: the output, such as "the page", for the message. */
enum ordo_status ordo_output_guard(const char *path, const char *what, struct ordo_error *error);

#endif
