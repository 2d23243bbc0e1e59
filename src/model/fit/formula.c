/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * formula.c: leaves out terms that are not noticeable anywhere between n_min and n_max. A short
 * formula has the leading term and, of the others, the one that is greatest at n_max.
 */
#include "model/fit/formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NOTICEABLE 0.002

enum { DIGITS = 4, DIGITS_SHORT = 3 };

static void write_term(char *out, size_t size, const struct ordo_model *m,
                       const struct ordo_model_term *t, const char *v, int digits) {
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
            snprintf(out, size, "%.*g^%s", digits, m->base_of_term, v);
        else
            snprintf(out, size, "%s!", v);
        break;
    default:
        snprintf(out, size, "%s", "");
        break;
    }
}

void ordo_formula_term(char *out, size_t size, const struct ordo_model *m,
                       const struct ordo_model_term *t, const char *variable) {
    write_term(out, size, m, t, variable, DIGITS);
}

static double value_of(const struct ordo_model *m, const struct ordo_model_term *t, double n) {
    struct ordo_model one = *m;
    one.n_terms = 1;
    one.term[0] = *t;
    return fabs(ordo_model_value(&one, n));
}

static bool is_noticeable(const struct ordo_model *m, const struct ordo_model_term *t) {
    double low = m->n_break > m->n_min ? m->n_break : m->n_min;
    return value_of(m, t, m->n_max) > NOTICEABLE * ordo_model_value(m, m->n_max) ||
           value_of(m, t, low) > NOTICEABLE * fabs(ordo_model_value(m, low));
}

/* Returns the number of terms that are shown, and their indices in `shown`, in the model's order.
 */
static unsigned choose_terms(const struct ordo_model *m, unsigned *shown) {
    unsigned n = 0;
    for (unsigned k = 0; k < m->n_terms; k++)
        if (m->n_terms == 1 || is_noticeable(m, &m->term[k])) shown[n++] = k;
    return n;
}

/* Leaves the first term and the one that is greatest at n_max. */
static unsigned shorten(const struct ordo_model *m, unsigned *shown, unsigned n) {
    for (unsigned k = 2; k < n; k++)
        if (value_of(m, &m->term[shown[k]], m->n_max) > value_of(m, &m->term[shown[1]], m->n_max))
            shown[1] = shown[k];
    return n < 2 ? n : 2;
}

/* Writes the number with three digits; below a million as a decimal number. */
static void write_short(char *out, size_t size, double x) {
    double unit = x >= 1 ? pow(10, floor(log10(x)) - 2) : 1;
    if (x >= 999.5 && x < 999500)
        snprintf(out, size, "%.0f", round(x / unit) * unit);
    else
        snprintf(out, size, "%.*g", DIGITS_SHORT, x);
}

static void write_formula(char *out, size_t size, const struct ordo_model *m, const char *variable,
                          bool is_short) {
    size_t used = 0;
    char name[96], number[32];
    unsigned shown[ORDO_MODEL_TERMS], n_shown = choose_terms(m, shown);
    if (is_short) n_shown = shorten(m, shown, n_shown);
    out[0] = '\0';
    for (unsigned k = 0; k < n_shown && used + 1 < size; k++) {
        const struct ordo_model_term *t = &m->term[shown[k]];
        write_term(name, sizeof name, m, t, variable, is_short ? DIGITS_SHORT : DIGITS);
        const char *sign = t->coefficient < 0 ? (used ? " - " : "-") : used ? " + " : "";
        if (is_short)
            write_short(number, sizeof number, fabs(t->coefficient));
        else
            snprintf(number, sizeof number, "%.*g", DIGITS, fabs(t->coefficient));
        int n = snprintf(out + used, size - used, "%s%s%s%s", sign, number, *name ? " " : "", name);
        if (n < 0 || (size_t)n >= size - used) {
            out[used] = '\0';
            return;
        }
        used += (size_t)n;
    }
    if (!used && m->growth == ORDO_GROWTH_1) snprintf(out, size, "0");
}

void ordo_formula_write(char *out, size_t size, const struct ordo_model *m, const char *variable) {
    write_formula(out, size, m, variable, false);
}

void ordo_formula_write_short(char *out, size_t size, const struct ordo_model *m,
                              const char *variable) {
    write_formula(out, size, m, variable, true);
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
    {ORDO_MODEL_MIXTURE, "mixture",
     "nothing to do: calls of one size follow one of two cost functions; the mean holds as long as "
     "both are as frequent, the worst case always"},
    {ORDO_MODEL_NO_SIZE, "no-size",
     "this size is 0 in all calls, which other inputs will not change: look at another size "
     "metric, "
     "or at the scope around"},
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
