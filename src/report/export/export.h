/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export.h: a profile in formats that other tools read. An exporter is one function and one line of
 * the table in export.c.
 *
 * Costs are the measured ones or, if `predicted`, those that the analysis predicts at its factor:
 * of the size of the run if a series of runs shows it; else of every size, with the same number of
 * calls, a scope's own cost by the model of its own cost, an inclusive cost by the model of its
 * total. A cost without a model stays as measured.
 *
 * Shapes:  a completely loaded profile and its analysis
 * Errors:  ORDO_ENVIRONMENT if writing fails
 * Threads: reentrant, except for `out`
 */
#ifndef ORDO_EXPORT_H
#define ORDO_EXPORT_H

#include "analysis/analysis.h"
#include "base/status.h"
#include <stdbool.h>
#include <stdio.h>

struct ordo_export_request {
    const struct ordo_profile *profile;
    const struct ordo_analysis *analysis;
    const char *name; /* of the profile, for people */
    bool predicted;
};

struct ordo_export_format {
    const char *name;
    const char *summary;
    bool binary;
    void (*write)(FILE *out, const struct ordo_export_request *r); /* errors: those of the stream */
};

extern const struct ordo_export_format ordo_export_formats[];
extern const size_t ordo_n_export_formats;

/* The comment in the header of a gzip file that an exporter writes. */
#define ORDO_EXPORT_GZIP_COMMENT "ordo"

/* Writes the export and flushes. */
enum ordo_status ordo_export_write(FILE *out, const struct ordo_export_format *format,
                                   const struct ordo_export_request *r, struct ordo_error *error);

/* The exporters, each in export_NAME.c. */
void ordo_export_csv(FILE *out, const struct ordo_export_request *r);
void ordo_export_callgrind(FILE *out, const struct ordo_export_request *r);
void ordo_export_pprof(FILE *out, const struct ordo_export_request *r);
void ordo_export_speedscope(FILE *out, const struct ordo_export_request *r);
void ordo_export_flamegraph(FILE *out, const struct ordo_export_request *r);

#endif
