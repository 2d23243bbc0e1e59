/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_json.h: the laboratory's experiments as JSON (docs/lab.schema.json).
 *
 * Shapes:  models are those of the struct; nothing is fitted here
 * Errors:  ORDO_ENVIRONMENT when writing to `out` fails
 * Threads: reentrant, but for `out`
 */
#ifndef ORDO_LAB_JSON_H
#define ORDO_LAB_JSON_H

#include "base/status.h"
#include "lab/lab.h"
#include "report/json/json_out.h"

#include <stdio.h>

#define ORDO_LAB_JSON_SCHEMA 1

enum ordo_status ordo_lab_json_write(FILE *out, const struct ordo_lab *lab,
                                     struct ordo_error *error);

/* The fields of an experiment but its statements, into the object that is open. */
void ordo_lab_json_experiment(struct ordo_json_out *j, const struct ordo_lab *lab,
                              const struct ordo_lab_experiment *e);

/* The fields of where a statement stands and what it is, into the object that is open. */
void ordo_lab_json_statement(struct ordo_json_out *j, const struct ordo_lab *lab,
                             const struct ordo_lab_statement *s);

#endif
