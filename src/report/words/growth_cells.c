/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth_cells.c: formats the parts of a model for table cells.
 */
#include "report/words/growth_cells.h"

#include "base/numerals.h"
#include "model/fit/formula.h"
#include "model/fit/least_growth.h"
#include "model/fit/reported.h"

#include <math.h>
#include <string.h>

#define INPUT_VARIES 2.0 /* the largest run's size is at least so many times the smallest run's */
#define STAYS 1.25       /* and the sizes of a scope differ by no more than this factor */
#define SURE 0.9         /* probability of the class of a worst case beside that of the mean */

void ordo_growth_cost_add(struct ordo_text *t, double cost) {
    char numeral[ORDO_NUMERAL_BYTES];
    if (!isfinite(cost))
        ordo_text_add(t, "-");
    else if (cost >= 0 && cost < 18e18 && (cost >= 1000 || cost == floor(cost)))
        ordo_text_add(t, ordo_numeral_short(numeral, (uint64_t)llround(fmin(cost, 9e18))));
    else
        ordo_text_print(t, "%.3g", cost);
}

void ordo_growth_class_add(struct ordo_text *t, const struct ordo_model *m) {
    if (m->growth == ORDO_GROWTH_NONE) {
        if (m->has_least)
            ordo_text_print(t, "at least %s %.0f %%", ordo_growth_name(m->least),
                            100 * ORDO_LEAST_GROWTH_PROBABILITY);
        else
            ordo_text_add(t, "?");
        return;
    }
    struct ordo_reported s = ordo_reported(m);
    for (unsigned i = 0; i < s.n; i++)
        ordo_text_print(t, "%s%s", i ? " or " : "", ordo_growth_name(s.class[i]));
    ordo_text_print(t, " %.0f %%", fmin(100 * s.probability, 99));
    if (m->has_later) ordo_text_print(t, ", later %s", ordo_growth_name(m->later));
}

void ordo_growth_classes_add(struct ordo_text *t, const struct ordo_series_model *m) {
    ordo_growth_class_add(t, &m->mean);
    enum ordo_growth worst = m->worst.growth;
    if (worst == ORDO_GROWTH_NONE || !m->costs_differ) return;
    if (m->worst.posterior[worst] < SURE || m->worst.posterior[worst] < m->mean.posterior[worst])
        return;
    if (m->mean.growth != ORDO_GROWTH_NONE &&
        ordo_growth_degree(worst) <= ordo_growth_degree(m->mean.growth))
        return;
    ordo_text_print(t, ", worst %s", ordo_growth_name(worst));
}

/* Decimals of a bound of the exponent: none for wide intervals, which say nothing precise. */
static int digits_of(double bound) {
    return fabs(bound) < 10 ? 2 : 0;
}

const char *ordo_growth_unit(const char *cost) {
    if (strcmp(cost, "allocated") == 0) return "bytes allocated";
    return strcmp(cost, "peak") == 0 ? "bytes in use" : cost;
}

void ordo_growth_exponent_add(struct ordo_text *t, const struct ordo_model *m) {
    if (m->has_base)
        ordo_text_print(t, "x%.3g per n+1", m->base);
    else if (m->has_exponent)
        ordo_text_print(t, "%.*f..%.*f", digits_of(m->low), m->low, digits_of(m->high), m->high);
    else
        ordo_text_add(t, "-");
}

void ordo_growth_top_exponent_add(struct ordo_text *t, const struct ordo_model *m) {
    ordo_text_print(t, "%.*f..%.*f", digits_of(m->top_low), m->top_low, digits_of(m->top_high),
                    m->top_high);
}

void ordo_growth_formula_add(struct ordo_text *t, const struct ordo_model *m) {
    char formula[ORDO_FORMULA_BYTES];
    ordo_formula_write(formula, sizeof formula, m, "n");
    ordo_text_add(t, *formula ? formula : "-");
}

void ordo_growth_formula_add_short(struct ordo_text *t, const struct ordo_model *m) {
    char formula[ORDO_FORMULA_BYTES];
    ordo_formula_write_short(formula, sizeof formula, m, "n");
    ordo_text_add(t, *formula ? formula : "-");
}

static void add_sizes(struct ordo_text *t, double a, double b, double c) {
    char numeral[ORDO_NUMERAL_BYTES];
    double sizes[] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        double n = fmin(fmax(ceil(sizes[i]), 1), 9e18);
        ordo_text_print(t, "%s%s",
                        i == 0   ? ""
                        : i == 2 ? " and "
                                 : ", ",
                        ordo_numeral_short(numeral, (uint64_t)n));
    }
}

bool ordo_growth_size_stays(const struct ordo_analysis *a, uint32_t series) {
    const struct ordo_series *s = &a->profile->series[series];
    const struct ordo_run_growths *g = &a->findings.runs;
    if (g->series.n < 2 || g->series.size[g->series.n - 1] < INPUT_VARIES * g->series.size[0])
        return false;
    return g->scope[s->scope.i].n >= 2 && (double)s->n_max <= STAYS * (double)s->n_min;
}

void ordo_growth_of_input_add(struct ordo_text *t, const struct ordo_analysis *a, uint32_t scope) {
    ordo_text_add(t, "this size does not change with the input, whatever is recorded: look at ");
    ordo_text_add(t, a->findings.runs.scope[scope].cost.known
                         ? "the scope's growth over the input, above"
                         : "another size, or at the scope's callees");
}

bool ordo_growth_remedy_is_general(enum ordo_model_warning warning) {
    static const unsigned with_sizes = ORDO_MODEL_FEW_SIZES | ORDO_MODEL_NARROW_SIZES |
                                       ORDO_MODEL_AMBIGUOUS | ORDO_MODEL_LOG_UNSURE |
                                       ORDO_MODEL_OVERTAKES | ORDO_MODEL_CLUSTERED;
    return !(warning & with_sizes);
}

void ordo_growth_remedy_add(struct ordo_text *t, const struct ordo_model *m,
                            enum ordo_model_warning warning) {
    double low = m->n_min, high = m->n_max;
    const char *remedy = ordo_model_warning_remedy(warning);
    if (ordo_growth_remedy_is_general(warning) || !(high > 0)) {
        ordo_text_add(t, remedy);
        return;
    }
    ordo_text_print(t, "%.*s: record inputs of sizes ", (int)strcspn(remedy, ":"), remedy);
    if (warning == ORDO_MODEL_CLUSTERED) {
        ordo_text_add(t, "between the groups, about ");
        add_sizes(t, low * pow(high / low, 0.25), sqrt(low * high), low * pow(high / low, 0.75));
    } else if (high < 10 * low) {
        ordo_text_add(t, "about ");
        add_sizes(t, high * 2, high * 4, high * 10);
    } else {
        ordo_text_add(t, "about ");
        add_sizes(t, sqrt(low * high), high * 3, high * 10);
    }
    ordo_text_add(t, ", and join the profiles with `ordo merge`");
}
