/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_csv.c: features come first, in the trend's order, then locations.
 */
#include "report/export/trend_csv.h"

#include "base/stream.h"
#include "report/export/csv_text.h"

#include <inttypes.h>

static bool ok(const struct ordo_trend *t, uint32_t w) {
    return t->workloads[w].status == ORDO_WORKLOAD_OK;
}

static void write_titles(FILE *out, const struct ordo_trend *t) {
    fputs("kind,name,file,line,column,block", out);
    for (uint32_t w = 0; w < t->n_workloads; w++) {
        if (!ok(t, w)) continue;
        putc_unlocked(',', out);
        ordo_csv_text_write(out, t->workloads[w].name);
    }
    fputs("\r\n", out);
}

static void write_feature(FILE *out, const struct ordo_trend *t, uint32_t f) {
    fputs("feature,", out);
    ordo_csv_text_write(out, t->features[f]);
    fputs(",,,,", out);
    for (uint32_t w = 0; w < t->n_workloads; w++)
        if (ok(t, w)) fprintf(out, ",%.17g", t->values[(size_t)f * t->n_workloads + w]);
    fputs("\r\n", out);
}

static void write_location(FILE *out, const struct ordo_trend *t, uint32_t i) {
    const struct ordo_location *l = &t->locations[i];
    fputs("location,", out);
    ordo_csv_text_write(out, l->routine);
    putc_unlocked(',', out);
    ordo_csv_text_write(out, l->file);
    fprintf(out, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32, l->line, l->column, l->ordinal);
    for (uint32_t w = 0; w < t->n_workloads; w++)
        if (ok(t, w)) fprintf(out, ",%" PRIu64, t->counts[(size_t)i * t->n_workloads + w]);
    fputs("\r\n", out);
}

enum ordo_status ordo_trend_csv_write(FILE *out, const struct ordo_trend *t,
                                      struct ordo_error *error) {
    write_titles(out, t);
    for (uint32_t f = 0; f < t->n_features; f++) write_feature(out, t, f);
    for (uint32_t i = 0; i < t->n_locations; i++) write_location(out, t, i);
    return ordo_stream_end(out, "the export", error);
}
