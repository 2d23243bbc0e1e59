/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_document.h: the HTML report as a document: the page, and inside it parts of data and one
 * index of them (docs/html-data.md). The caller decides what the parts are.
 *
 * Errors:  ORDO_ENVIRONMENT if this build has no page or writing fails; those of
 *          the caller. `out` then holds a part of the file
 * Memory:  a part between begin and end holds an open stream; end releases it, whatever the outcome
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_HTML_DOCUMENT_H
#define ORDO_HTML_DOCUMENT_H

#include "base/status.h"
#include "report/json/json_out.h"
#include <stdio.h>

struct ordo_html_part {
    FILE *out;
    unsigned profile;
    FILE *block;            /* the open part's stream */
    struct ordo_json_out j; /* writes into it */
};

/* Begins the part ordo-PROFILE-WHAT-NUMBER. */
void ordo_html_part_begin(struct ordo_html_part *x, const char *what, uint64_t number);
enum ordo_status ordo_html_part_end(struct ordo_html_part *x, struct ordo_error *error);

/* Writes the parts, and into the index what the page needs to find them. */
typedef enum ordo_status ordo_html_parts_write(struct ordo_html_part *x,
                                               struct ordo_json_out *index, const void *data,
                                               struct ordo_error *error);

enum ordo_status ordo_html_document_write(FILE *out, ordo_html_parts_write *parts, const void *data,
                                          struct ordo_error *error);

#endif
