/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * figure_file.h: the figure of one scope, as a file.
 *
 * Errors:  those of loading and drawing; `path` is not touched before the profile and the scope
 *          were found
 */
#ifndef ORDO_FIGURE_FILE_H
#define ORDO_FIGURE_FILE_H

#include "base/status.h"

/* Writes the figure of the scope `name` of a profile to `path`, an .svg or a .png. metric NULL: the
 * size that explains its cost best. */
enum ordo_status ordo_figure_file_write(const char *path, const char *profile, const char *name,
                                        const char *metric, struct ordo_error *error);

#endif
