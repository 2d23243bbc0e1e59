/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_sources.h: the source files of an HTML report: the index's array "files", and one part per
 * text that could be read.
 *
 * Errors:  for a file that cannot be read, the index has the reason
 * Memory:  files are sorted in place; each is written once
 * Threads: reentrant, except for the parts' stream
 */
#ifndef ORDO_HTML_SOURCES_H
#define ORDO_HTML_SOURCES_H

#include "report/page/html_document.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ordo_html_sources {
    const char **files; /* names as in the data */
    size_t n_files;
    const char *const *roots; /* where relative names are looked up */
    size_t n_roots;
    uint64_t end_ns; /* of the recording; files changed later are marked; 0: not known */
    bool with_text;
};

enum ordo_status ordo_html_sources_write(struct ordo_html_part *x, struct ordo_json_out *index,
                                         const struct ordo_html_sources *s,
                                         struct ordo_error *error);

#endif
