/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * output_guard.h: a forgotten word must not cost a profile: `ordo report --html ordo.data`.
 *
 * Errors:  ORDO_BAD_INPUT when there is a profile at `path`; a path that cannot be read is fine
 */
#ifndef ORDO_OUTPUT_GUARD_H
#define ORDO_OUTPUT_GUARD_H

#include "base/status.h"

/* what: "the page", for the message. */
enum ordo_status ordo_output_guard(const char *path, const char *what, struct ordo_error *error);

#endif
