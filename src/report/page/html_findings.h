/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_findings.h: what the page shows of the findings in addition to the outline: the words of the
 * terminal report, and the curves of their plots (docs/html-data.md).
 *
 * Threads: as in json_out.h
 */
#ifndef ORDO_HTML_FINDINGS_H
#define ORDO_HTML_FINDINGS_H

#include "analysis/analysis.h"
#include "report/json/json_out.h"

/* Writes the document; findings are in the order of the outline. */
void ordo_html_findings_write(struct ordo_json_out *j, const struct ordo_analysis *a);

#endif
