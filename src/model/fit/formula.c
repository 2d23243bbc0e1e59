/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * formula.c: leaves out terms that are not noticeable anywhere between n_min and n_max.
 */
#include "model/fit/formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NOTICEABLE 0.002

void ordo_formula_term(char *out, size_t size, const struct ordo_model *m,
                       const struct ordo_model_term *t, const char *v) {
    switch (t->growth) {
    case ORDO_GROWTH_LOG:
        snprintf(out, size, "log2 %s", v);
        break;
    case ORDO_GROWTH_SQRT:
        snprintf(out, size, "sqrt %s", v);
        break;
    case ORDO_GROWTH_N:
        snprintf(out, size, "%s", v);
        break;
    case ORDO_GROWTH_N_LOG:
        snprintf(out, size, "%s log2 %s", v, v);
        break;
    case ORDO_GROWTH_N_SQRT:
        snprintf(out, size, "%s^1.5", v);
        break;
    case ORDO_GROWTH_N2:
        snprintf(out, size, "%s^2", v);
        break;
    case ORDO_GROWTH_N2_LOG:
        snprintf(out, size, "%s^2 log2 %s", v, v);
        break;
    case ORDO_GROWTH_N3:
        snprintf(out, size, "%s^3", v);
        break;
    case ORDO_GROWTH_EXP:
        if (m->base_of_term > 0)
            snprintf(out, size, "%.4g^%s", m->base_of_term, v);
        else
            snprintf(out, size, "%s!", v);
        break;
    default:
        snprintf(out, size, "%s", "");
        break;
    }
}

static bool is_noticeable(const struct ordo_model *m, const struct ordo_model_term *t) {
    struct ordo_model one = *m;
    one.n_terms = 1;
    one.term[0] = *t;
    double low = m->n_break > m->n_min ? m->n_break : m->n_min;
    return fabs(ordo_model_value(&one, m->n_max)) > NOTICEABLE * ordo_model_value(m, m->n_max) ||
           fabs(ordo_model_value(&one, low)) > NOTICEABLE * fabs(ordo_model_value(m, low));
}

void ordo_formula_write(char *out, size_t size, const struct ordo_model *m, const char *variable) {
    size_t used = 0;
    char name[96];
    out[0] = '\0';
    for (unsigned k = 0; k < m->n_terms && used + 1 < size; k++) {
        const struct ordo_model_term *t = &m->term[k];
        if (m->n_terms > 1 && !is_noticeable(m, t)) continue;
        ordo_formula_term(name, sizeof name, m, t, variable);
        const char *sign = t->coefficient < 0 ? (used ? " - " : "-") : used ? " + " : "";
        int n = snprintf(out + used, size - used, "%s%.4g%s%s", sign, fabs(t->coefficient),
                         *name ? " " : "", name);
        if (n < 0 || (size_t)n >= size - used) {
            out[used] = '\0';
            return;
        }
        used += (size_t)n;
    }
    if (!used && m->growth == ORDO_GROWTH_1) snprintf(out, size, "0");
}

static const struct {
    enum ordo_model_warning warning;
    const char *code, *remedy;
} warnings[] = {
    {ORDO_MODEL_FEW_SIZES, "few-sizes",
     "there are too few sizes: record inputs of at least 4, better 8, different sizes and `ordo "
     "merge` them"},
    {ORDO_MODEL_NARROW_SIZES, "narrow-sizes",
     "the range of sizes is narrow: record an input at least ten times larger than the smallest "
     "and `ordo merge` it"},
    {ORDO_MODEL_NO_RELATION, "no-relation",
     "cost does not follow this size: look at another size metric, or at the scope's callees"},
    {ORDO_MODEL_FALLING, "falling-cost", "cost falls with this size: look at another size metric"},
    {ORDO_MODEL_AMBIGUOUS, "ambiguous",
     "several classes fit about equally well: record two more inputs, 2 and 10 times as large as "
     "the largest, and `ordo merge` them"},
    {ORDO_MODEL_CLUSTERED, "clustered-sizes",
     "the sizes form few groups: record sizes between and beyond those seen and `ordo merge` them"},
    {ORDO_MODEL_OUTLIERS, "outliers",
     "nothing to do: costs that differ much from their neighbours were left out of the mean"},
    {ORDO_MODEL_TWO_REGIMES, "two-regimes",
     "the formula holds for larger sizes only; smaller sizes behave differently"},
    {ORDO_MODEL_LOG_UNSURE, "log-unsure",
     "the class may or may not have a logarithm: record an input ten times as large"},
    {ORDO_MODEL_ZERO_COST, "zero-cost", "nothing to do: sizes without cost were left out"},
    {ORDO_MODEL_OVERTAKES, "overtakes-worst",
     "beyond the sizes seen the mean exceeds the worst case, so one model is wrong: record an "
     "input ten times as large"},
    {ORDO_MODEL_LARGEST_DIFFER, "largest-differ",
     "the largest sizes behave differently: look at what differs in those calls, or at another "
     "size metric"},
};

const char *ordo_model_warning_code(enum ordo_model_warning w) {
    for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++)
        if (warnings[i].warning == w) return warnings[i].code;
    return "";
}

const char *ordo_model_warning_remedy(enum ordo_model_warning w) {
    for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++)
        if (warnings[i].warning == w) return warnings[i].remedy;
    return "";
}
