/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * labelled_case.c: writes cases. Names have no characters that JSON would escape.
 */
#include "models/labelled_case.h"

#include <math.h>

static void write_number(FILE *to, const char *name, double x) {
    fprintf(to, ",\"%s\":", name);
    if (isfinite(x))
        fprintf(to, "%.17g", x);
    else
        fputs("null", to);
}

static void write_classes(FILE *to, const char *name, unsigned set) {
    const char *comma = "";
    fprintf(to, ",\"%s\":[", name);
    for (int g = 0; g < ORDO_GROWTHS; g++)
        if (set & CLASS_BIT(g)) {
            fprintf(to, "%s\"%s\"", comma, ordo_growth_name((enum ordo_growth)g));
            comma = ",";
        }
    fputc(']', to);
}

void labelled_case_write(FILE *to, const char *id, const struct labelled_case *c) {
    fprintf(to,
            "{\"id\":\"%s\",\"kind\":\"%s\",\"family\":\"%s\",\"group\":\"%s\",\"grid\":\"%s\","
            "\"noise\":\"%s\",\"desc\":\"%s\",\"points\":[",
            id, c->real ? "real" : "syn", c->family, c->group, c->grid, c->noise, c->about);
    for (size_t i = 0; i < c->n; i++) {
        const struct ordo_model_point *p = &c->points[i];
        fprintf(to, "%s[%.17g,%.17g,%.17g,%.17g,%.17g,%.17g]", i ? "," : "", p->n, p->count, p->min,
                p->max, p->sum, p->sumsq);
    }
    double degree = c->truth == ORDO_GROWTH_NONE || c->truth == ORDO_GROWTH_EXP
                        ? NAN
                        : ordo_growth_degree(c->truth);
    fprintf(to, "],\"truth\":{\"class\":\"%s\"", ordo_growth_name(c->truth));
    write_classes(to, "classes", c->classes);
    write_classes(to, "accept", c->accept);
    write_number(to, "exp_asym", degree);
    write_number(to, "exp_local", c->exponent);
    if (c->worst == ORDO_GROWTH_NONE)
        fputs(",\"max_class\":null", to);
    else
        fprintf(to, ",\"max_class\":\"%s\"", ordo_growth_name(c->worst));
    write_number(to, "pred_at", c->at);
    write_number(to, "pred_true", c->predicted);
    fputs("}}\n", to);
}

void point_add(struct ordo_model_point *p, double cost) {
    if (!p->count || cost < p->min) p->min = cost;
    if (!p->count || cost > p->max) p->max = cost;
    p->count++;
    p->sum += cost;
    p->sumsq += cost * cost;
}
