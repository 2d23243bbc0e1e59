/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * json.h: a complete profile as one JSON document, described by docs/report.schema.json.
 *
 * Shapes:  needs the analysis of a profile loaded with ORDO_LOAD_ALL; scopes are in the order of
 *          their cost
 * Units:   as in profile.h; integers above 2^53 are decimal strings; bytes that are not UTF-8 are
 *          written as U+FFFD; a metric that was not measured is absent
 * Errors:  ORDO_BAD_INPUT for a summary; ORDO_ENVIRONMENT if writing fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_JSON_H
#define ORDO_JSON_H

#include "analysis/analysis.h"
#include "base/status.h"
#include <stdio.h>

struct ordo_library_fold;

/* Grows when a field changes its name or meaning; readers ignore new fields. */
#define ORDO_JSON_SCHEMA 2

enum ordo_status ordo_json_write(FILE *out, const struct ordo_analysis *a,
                                 struct ordo_error *error);

/* Writes the document without its long parts: a series has `series`, its number in p->series,
 * instead of `points`; children have no `by_size`; there are no `contexts`. The HTML report keeps
 * those in separate parts. Own costs are those of `fold`, except of scopes that have no row in it,
 * which are marked; NULL: code of libraries has rows. */
enum ordo_status ordo_json_write_outline(FILE *out, const struct ordo_analysis *a,
                                         const struct ordo_library_fold *fold,
                                         struct ordo_error *error);

#endif
