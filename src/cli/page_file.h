/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_file.h: the HTML report, of profiles or of what a writer writes, as a file.
 *
 * Errors:  those of loading and writing, with the file's name in front
 */
#ifndef ORDO_PAGE_FILE_H
#define ORDO_PAGE_FILE_H

#include "base/status.h"
#include <stdbool.h>
#include <stdio.h>

/* Writes the page of the profile at `path`, and of the one at `other` beside it unless NULL, to
 * `html` ("-": stdout). An older file at `html` stays as it is when writing fails. */
enum ordo_status ordo_page_file_write(const char *html, const char *path, const char *other,
                                      bool with_sources, struct ordo_error *error);

typedef enum ordo_status ordo_page_writer(FILE *out, const void *data, struct ordo_error *error);

/* The same for what `writer` writes. */
enum ordo_status ordo_page_file_place(const char *html, ordo_page_writer *writer, const void *data,
                                      struct ordo_error *error);

#endif
