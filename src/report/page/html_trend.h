/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_trend.h: a trend as one self-contained HTML file: the page of web/, the JSON report of the
 * trend, and the sources of blocks whose counts vary. docs/html-data.md describes the parts.
 *
 * Shapes:  an analysis with bands
 * Errors:  as in html_document.h
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_HTML_TREND_H
#define ORDO_HTML_TREND_H

#include "base/status.h"
#include "trend/trend_analysis.h"

#include <stdio.h>

struct ordo_html_trend {
    const struct ordo_trend_analysis *analysis;
    enum ordo_trend_sort sort;
    const char *name; /* for people: the file's name */
    uint64_t end_ns;  /* when the trend was written; 0: not known */
    bool with_sources;
};

enum ordo_status ordo_html_trend_write(FILE *out, const struct ordo_html_trend *trend,
                                       struct ordo_error *error);

#endif
