/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * source_root.h: finds the source root. File names are recorded relative to it, so that the
 * profiles of two checkouts match.
 *
 * The source root is the nearest folder at or above the source's folder that contains .git;
 * otherwise the working directory, if the source is below it; otherwise the source's folder.
 *
 * Shapes:  source: a path, or "-" for stdin, whose folder is the working directory
 * Memory:  the caller frees the result, an absolute path without symbolic links
 * Errors:  NULL if the working directory cannot be determined
 */
#ifndef ORDO_SOURCE_ROOT_H
#define ORDO_SOURCE_ROOT_H

char *ordo_source_root_find(const char *source);

#endif
