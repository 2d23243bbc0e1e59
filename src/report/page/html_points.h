/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_points.h: points and calling contexts as columns, which deflate to half the size of rows.
 * docs/html-data.md says how to read them back; nothing is lost.
 *
 * Threads: as in json_out.h
 */
#ifndef ORDO_HTML_POINTS_H
#define ORDO_HTML_POINTS_H

#include "profile/profile.h"
#include "report/json/json_out.h"

/* Writes one series as an item of an array. */
void ordo_html_points_write(struct ordo_json_out *j, const struct ordo_profile *p,
                            const struct ordo_series *series);

/* Writes the calling context tree as a document. */
void ordo_html_contexts_write(struct ordo_json_out *j, const struct ordo_profile *p);

#endif
