/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fit_line.h: one line of `ordo fit`: points as JSON in, a model as JSON out.
 *
 * In:      {"id":ANY,"points":[[n,count,min,max,sum,sumsq],...]} or [n,cost] points; numbers, or
 *          decimal strings for numbers that a double cannot hold; other fields are ignored
 * Out:     docs/models.md
 * Errors:  ORDO_BAD_INPUT: what is wrong and where in the line
 * Memory:  ordo_fit_line_done frees what ordo_fit_line_read allocated, also after an error
 * Threads: reentrant
 */
#ifndef ORDO_FIT_LINE_H
#define ORDO_FIT_LINE_H

#include "base/status.h"
#include "model/fit/model.h"
#include "report/json/json_out.h"

struct ordo_fit_line {
    char *id; /* as JSON text; NULL if there is no id */
    struct ordo_model_point *points;
    size_t n;
};

enum ordo_status ordo_fit_line_read(const char *line, size_t bytes, struct ordo_fit_line *out,
                                    struct ordo_error *error);
void ordo_fit_line_done(struct ordo_fit_line *line);

/* Fits the points and writes the model as one line. */
void ordo_fit_line_answer(struct ordo_json_out *j, const struct ordo_fit_line *line,
                          const char *unit);

/* Writes {"line":NUMBER,"id":...,"error":"..."}. */
void ordo_fit_line_fail(struct ordo_json_out *j, const struct ordo_fit_line *line, uint64_t number,
                        const char *error);

#endif
