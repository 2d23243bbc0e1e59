/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * output_guard.h: what is checked of an output's name before any work is done for it, so that no
 * recording is lost to a folder that is missing, and none is replaced, as in `ordo report --html
 * ordo.data`.
 */
#ifndef ORDO_OUTPUT_GUARD_H
#define ORDO_OUTPUT_GUARD_H

#include "base/status.h"

/* Returns ORDO_BAD_INPUT if there is a profile at `path`; a file that cannot be read is no error.
 * what: the output, such as "the page", for the message. */
enum ordo_status ordo_output_guard(const char *path, const char *what, struct ordo_error *error);

/* How an output is written. */
enum ordo_output_way {
    ORDO_OUTPUT_IN_PLACE, /* an existing file is opened and overwritten */
    ORDO_OUTPUT_RENAMED,  /* a new file replaces an existing one */
};

/* Returns ORDO_ENVIRONMENT unless a file can be written at `path`, which is the value of `option`,
 * such as "-o". To find out, creates a file in the folder and removes it. A device or a pipe at
 * `path` is no error. */
enum ordo_status ordo_output_check_place(const char *path, const char *option,
                                         enum ordo_output_way way, struct ordo_error *error);

#endif
