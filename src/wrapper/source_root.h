/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * source_root.h: the folder that a source's file names are recorded relative to, so that the
 * profiles of two checkouts match.
 *
 * The nearest folder at or above the source's own that contains .git; else the compile folder, if
 * the source lies below it; else the source's own folder.
 *
 * Shapes:  source: a path, "-" for stdin (then the compile folder counts as the source's)
 * Memory:  the caller frees the result, an absolute path without symbolic links
 * Errors:  NULL when the compile folder cannot be named
 */
#ifndef ORDO_SOURCE_ROOT_H
#define ORDO_SOURCE_ROOT_H

char *ordo_source_root_find(const char *source);

#endif
