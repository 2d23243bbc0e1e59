/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * figure_file.h: writes the figure of one scope to a file.
 *
 * Errors:  those of loading and drawing; `path` is written only after the figure was drawn
 */
#ifndef ORDO_FIGURE_FILE_H
#define ORDO_FIGURE_FILE_H

#include "analysis/analyse.h"
#include "base/status.h"

/* Writes the figure of the scope `name` of a profile to `path`, an .svg or .png file. metric: the
 * size metric, or NULL for the one that explains the cost best. The profile is analysed with the
 * options. */
enum ordo_status ordo_figure_file_write(const char *path, const char *profile, const char *name,
                                        const char *metric,
                                        const struct ordo_analyse_options *options,
                                        struct ordo_error *error);

#endif
