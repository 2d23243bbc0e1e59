/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_file.h: writes the HTML report of profiles, or another page, to a file.
 *
 * Errors:  those of loading and writing, which begin with the file's name
 */
#ifndef ORDO_PAGE_FILE_H
#define ORDO_PAGE_FILE_H

#include "analysis/analyse.h"
#include "base/status.h"
#include <stdbool.h>
#include <stdio.h>

/* Checks before any work that a page can be written to `html`, the value of `option`, and that no
 * other file is there. */
enum ordo_status ordo_page_file_check(const char *html, const char *option,
                                      struct ordo_error *error);

/* Writes the page of the profile at `path` to `html` ("-": stdout), compared with the profile at
 * `other` unless that is NULL; both are analysed with the options. If writing fails, an older file
 * at `html` is unchanged. */
enum ordo_status ordo_page_file_write(const char *html, const char *path, const char *other,
                                      bool with_sources, const struct ordo_analyse_options *options,
                                      struct ordo_error *error);

typedef enum ordo_status ordo_page_writer(FILE *out, const void *data, struct ordo_error *error);

/* Calls `writer` to write a page to `html`, in the same way. */
enum ordo_status ordo_page_file_place(const char *html, ordo_page_writer *writer, const void *data,
                                      struct ordo_error *error);

#endif
