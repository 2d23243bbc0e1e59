/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "report/words/whole_call_words.h"

#include "model/fit/two_size_formula.h"
#include "report/words/spoken_name.h"

#include <math.h>

void ordo_pair_class_add(struct ordo_text *t, const struct ordo_scope_pair *pair, bool ascii) {
    char class[ORDO_TWO_SIZE_CLASS_BYTES];
    ordo_two_size_class_write(class, sizeof class, &pair->fit, !ascii);
    ordo_text_add(t, class);
}

void ordo_pair_formula_add(struct ordo_text *t, const struct ordo_scope_pair *pair, unsigned most,
                           int digits, bool ascii) {
    char formula[ORDO_TWO_SIZE_FORMULA_BYTES];
    ordo_two_size_formula_write(formula, sizeof formula, &pair->fit, !ascii, most, digits);
    ordo_text_add(t, formula);
}

void ordo_pair_sizes_add(struct ordo_text *t, const struct ordo_scope_pair *pair) {
    ordo_text_add(t, "n is ");
    ordo_spoken_text_add(t, pair->n);
    ordo_text_add(t, ", m is ");
    ordo_spoken_text_add(t, pair->m);
}

static void add_error(struct ordo_text *t, double error) {
    double percent = fmax(ceil(100 * error), 1);
    ordo_text_print(t, percent >= 100 ? "100 %% and more" : "%.0f %%", percent);
}

void ordo_errors_add(struct ordo_text *t, double error, double alone, const char *instead) {
    ordo_text_add(t, "typical error ");
    add_error(t, error);
    ordo_text_print(t, ", %s ", instead);
    add_error(t, alone);
}

void ordo_callers_class_add(struct ordo_text *t, const struct ordo_scope_callers *callers) {
    unsigned shown = 0;
    for (uint32_t k = 0; k < callers->n_populations; k++) {
        enum ordo_growth g = callers->population[k].mean.growth;
        if (shown >> g & 1) continue;
        ordo_text_print(t, "%s%s", shown ? ", " : "", ordo_growth_name(g));
        shown |= 1u << g;
    }
    ordo_text_add(t, " by caller");
}

void ordo_population_name_add(struct ordo_text *t, const struct ordo_profile *p,
                              const struct ordo_population *x, bool ascii) {
    if (x->caller == ORDO_SCOPE_NONE_INDEX)
        ordo_text_add(t, "outside of recorded code");
    else
        ordo_spoken_name_add(t, p->scopes[x->caller].name, ascii);
}

void ordo_callers_add(struct ordo_text *t, const struct ordo_profile *p,
                      const struct ordo_scope_callers *callers, bool ascii) {
    for (uint32_t k = 0; k < callers->n_populations; k++) {
        const struct ordo_population *x = &callers->population[k];
        ordo_text_print(t, "%s%s when called from ", k ? "; " : "",
                        ordo_growth_name(x->mean.growth));
        ordo_population_name_add(t, p, x, ascii);
    }
}
