/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_json.h: the laboratory's experiments as JSON (docs/lab.schema.json).
 *
 * Shapes:  models are those in the struct; nothing is fitted here
 * Errors:  ORDO_ENVIRONMENT if writing to `out` fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_LAB_JSON_H
#define ORDO_LAB_JSON_H

#include "base/status.h"
#include "lab/lab.h"
#include "report/json/json_out.h"

#include <stdio.h>

#define ORDO_LAB_JSON_SCHEMA 2

enum ordo_status ordo_lab_json_write(FILE *out, const struct ordo_lab *lab,
                                     struct ordo_error *error);

/* Writes an experiment's fields, except its statements, into the open object. */
void ordo_lab_json_experiment(struct ordo_json_out *j, const struct ordo_lab *lab,
                              const struct ordo_lab_experiment *e);

/* Writes a model's fields, with a laboratory's remedies, into the open object. */
void ordo_lab_json_model(struct ordo_json_out *j, const struct ordo_model *m);

/* Writes a statement's place and kind into the open object. */
void ordo_lab_json_statement(struct ordo_json_out *j, const struct ordo_lab *lab,
                             const struct ordo_lab_statement *s);

#endif
