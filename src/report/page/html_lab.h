/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_lab.h: the laboratory as one self-contained HTML file: the page of web/, the experiments and
 * their counts, and the sources. docs/html-data.md describes the parts.
 *
 * Errors:  as in html_document.h
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_HTML_LAB_H
#define ORDO_HTML_LAB_H

#include "base/status.h"
#include "lab/lab.h"

#include <stdbool.h>
#include <stdio.h>

struct ordo_html_lab {
    const struct ordo_lab *lab;
    const char *name; /* for people: the source files */
    bool with_sources;
};

enum ordo_status ordo_html_lab_write(FILE *out, const struct ordo_html_lab *lab,
                                     struct ordo_error *error);

#endif
