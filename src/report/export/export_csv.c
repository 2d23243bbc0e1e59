/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export_csv.c: writes RFC 4180; the encoding is UTF-8 if the names are. If costs are predicted, a
 * row has the factor times n and the model's mean cost there; least, greatest and squares are not
 * predicted and are empty.
 */
#include "base/numerals.h"
#include "report/export/csv_text.h"
#include "report/export/export.h"

#include <inttypes.h>
#include <math.h>

static void scope_columns(FILE *out, const struct ordo_profile *p,
                          const struct ordo_series *series) {
    const struct ordo_profile_scope *s = &p->scopes[series->scope.i];
    fprintf(out, "%016" PRIx64 ",%s,", s->id,
            series->unit ? "recursion" : ordo_profile_kind_name(s->kind));
    ordo_csv_text_write(out, s->name);
    putc_unlocked(',', out);
    ordo_csv_text_write(out, p->scopes[s->routine.i].name);
    putc_unlocked(',', out);
    ordo_csv_text_write(out, s->file);
    fprintf(out, ",%u,", s->line);
    ordo_csv_text_write(out, series->metric);
    putc_unlocked(',', out);
    ordo_csv_text_write(out, series->cost);
}

static double size_of(const struct ordo_series *series, const struct ordo_point *x) {
    if (!series->bucketed || x->sum_n == UINT64_MAX) return (double)x->n;
    return (double)x->sum_n / (double)x->count;
}

/* n: the larger size */
static void predicted(FILE *out, const struct ordo_model *m, double n, const struct ordo_point *x) {
    double v = ordo_model_value(m, n);
    fprintf(out, ",%.17g,%" PRIu64 ",,,", n, x->count);
    if (isfinite(v)) fprintf(out, "%.17g", v * (double)x->count);
    fputs(",\r\n", out);
}

static void measured(FILE *out, const struct ordo_series *series, const struct ordo_point *x) {
    char squares[ORDO_NUMERAL_BYTES];
    if (series->bucketed)
        fprintf(out, ",%.17g", size_of(series, x));
    else
        fprintf(out, ",%" PRIu64, x->n);
    fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s\r\n", x->count, x->min,
            x->max, x->sum, ordo_numeral_wide(squares, x->sumsq_high, x->sumsq_low));
}

void ordo_export_csv(FILE *out, const struct ordo_export_request *r) {
    const struct ordo_profile *p = r->profile;
    fputs("scope,kind,name,routine,file,line,size_metric,cost_metric,n,count,min,max,sum,sumsq\r\n",
          out);
    for (uint32_t i = 0; i < p->n_series; i++) {
        const struct ordo_series *series = &p->series[i];
        for (uint64_t k = 0; k < series->points.n; k++) {
            const struct ordo_point *x = &p->points[series->points.first + k];
            scope_columns(out, p, series);
            if (r->predicted)
                predicted(out, &r->analysis->series[i].mean,
                          r->analysis->factor * size_of(series, x), x);
            else
                measured(out, series, x);
        }
    }
}
