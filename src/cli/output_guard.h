/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * output_guard.h: what is checked of an output's name before any work is done for it, so that no
 * recording is lost to a folder that is missing, and Ordo replaces nothing but earlier outputs of
 * its own: `ordo lab sort.c -o sort.c` and `ordo report --html ordo.data` are mistakes.
 *
 * A page, a profile, a trend and most exports begin in a way that no other file does. A picture and
 * a gzip file get a mark. Collapsed stacks have no place for one: they are recognised by the form
 * of all lines.
 */
#ifndef ORDO_OUTPUT_GUARD_H
#define ORDO_OUTPUT_GUARD_H

#include "base/status.h"
#include <stdbool.h>

enum ordo_output_kind {
    ORDO_OUTPUT_PAGE,
    ORDO_OUTPUT_DATABASE, /* a profile or a trend */
    ORDO_OUTPUT_EXPORT,
    ORDO_OUTPUT_FIGURE,
};

/* The marks of pictures: a comment, and a chunk of a PNG file, both after the file's first part. */
#define ORDO_SVG_MARK "<!-- ordo -->\n"
#define ORDO_PNG_MARK                                                                              \
    "\0\0\0\x0d"                                                                                   \
    "tEXtSoftware\0Ordo"                                                                           \
    "\x72\x31\x81\xb4"
enum { ORDO_PNG_MARK_AT = 33 };

/* Returns whether there is nothing at `path` that could be lost: no file, an empty one, a device or
 * a pipe, or what Ordo wrote as an output of this kind. */
bool ordo_output_is_earlier(const char *path, enum ordo_output_kind kind);

/* Returns whether `path` is a profile or a trend. */
bool ordo_output_is_database(const char *path);

/* Returns ORDO_BAD_INPUT if the file at `path`, the value of `option`, would be lost, because it is
 * not an earlier output of this kind. An earlier profile or trend becomes PATH.old, so the same
 * holds for that file. */
enum ordo_status ordo_output_guard(const char *path, const char *option, enum ordo_output_kind kind,
                                   struct ordo_error *error);

/* Returns whether both paths lead to one file, whatever they are called. */
bool ordo_output_is_same_file(const char *path, const char *other);

/* Returns ORDO_BAD_INPUT if `path` and `input` are one file. */
enum ordo_status ordo_output_check_input(const char *path, const char *option, const char *input,
                                         struct ordo_error *error);

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
