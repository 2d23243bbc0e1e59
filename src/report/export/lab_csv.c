/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_csv.c: writes the rows. An experiment that ended before its first size has none.
 */
#include "report/export/lab_csv.h"

#include "base/stream.h"
#include "report/export/csv_text.h"

#include <inttypes.h>

static void write_text(FILE *out, const char *s) {
    ordo_csv_text_write(out, s);
    putc_unlocked(',', out);
}

static void write_counts(FILE *out, const struct ordo_lab_point *p) {
    fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.17g", p->min, p->max, p->sum, p->sumsq);
}

static void write_row(FILE *out, const struct ordo_lab *lab, const struct ordo_lab_experiment *e,
                      size_t statement, size_t size) {
    const struct ordo_lab_statement *s = &lab->statements[statement];
    const struct ordo_lab_point *own = &e->own[statement].points[size];
    write_text(out, e->id);
    write_text(out, e->function);
    write_text(out, e->input);
    fprintf(out, "%" PRIu64 ",%s,", e->seed, ordo_lab_end_name(e->end));
    write_text(out, lab->files[s->file]);
    fprintf(out, "%u,%u,%u,%u,%s,", s->line, s->column, s->end_line, s->end_column,
            ordo_lab_kind_name(s->kind));
    write_text(out, s->function);
    fprintf(out, "%" PRIu64 ",%" PRIu64, own->n, own->count);
    write_counts(out, own);
    write_counts(out, &e->inclusive[statement].points[size]);
    fputs("\r\n", out);
}

enum ordo_status ordo_lab_csv_write(FILE *out, const struct ordo_lab *lab,
                                    struct ordo_error *error) {
    fputs("experiment,function,input,seed,status,file,line,col,end_line,end_col,kind,in_function,"
          "n,count,own_min,own_max,own_sum,own_sumsq,"
          "inclusive_min,inclusive_max,inclusive_sum,inclusive_sumsq\r\n",
          out);
    for (size_t i = 0; i < lab->n_experiments; i++) {
        const struct ordo_lab_experiment *e = &lab->experiments[i];
        for (size_t s = 0; s < lab->n_statements; s++)
            for (size_t k = 0; k < e->n_sizes; k++) write_row(out, lab, e, s, k);
    }
    return ordo_stream_end(out, "the CSV file", error);
}
