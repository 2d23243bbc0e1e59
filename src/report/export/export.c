/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export.c: the table of formats.
 */
#include "report/export/export.h"

#include "base/stream.h"
#include "report/json/json.h"

#include <string.h>

/* ordo_export_write reports errors of the stream, and an analysis has points. */
static void json(FILE *out, const struct ordo_export_request *r) {
    ordo_json_write(out, r->analysis, NULL);
}

const struct ordo_export_format ordo_export_formats[] = {
    {"json", "everything, as `ordo report --json`", false, json},
    {"csv", "the points, one a row", false, ordo_export_csv},
    {"callgrind", "for kcachegrind and callgrind_annotate", false, ordo_export_callgrind},
    {"pprof", "for the pprof tool: protocol buffer, gzip", true, ordo_export_pprof},
    {"speedscope", "for speedscope", false, ordo_export_speedscope},
    {"flamegraph", "collapsed stacks, for flamegraph.pl and similar tools", false,
     ordo_export_flamegraph},
};
const size_t ordo_n_export_formats = sizeof ordo_export_formats / sizeof *ordo_export_formats;

enum ordo_status ordo_export_write(FILE *out, const struct ordo_export_format *format,
                                   const struct ordo_export_request *r, struct ordo_error *error) {
    format->write(out, r);
    return ordo_stream_end(out, "the export", error);
}
