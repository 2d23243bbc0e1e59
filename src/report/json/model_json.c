/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model_json.c: writes fields in the order of docs/report.schema.json.
 */
#include "report/json/model_json.h"

#include "model/fit/formula.h"
#include "model/fit/least_growth.h"
#include "model/fit/reported.h"

#include <math.h>

void ordo_model_json_number(struct ordo_json_out *j, const char *key, bool known, double v) {
    if (known && isfinite(v))
        ordo_json_number(j, key, v);
    else
        ordo_json_null(j, key);
}

void ordo_model_json_interval(struct ordo_json_out *j, const char *key, bool known, double low,
                              double high) {
    if (!known || !isfinite(low) || !isfinite(high)) {
        ordo_json_null(j, key);
        return;
    }
    ordo_json_begin(j, key, '[');
    ordo_json_number(j, NULL, low);
    ordo_json_number(j, NULL, high);
    ordo_json_end(j, ']');
}

static void write_terms(struct ordo_json_out *j, const struct ordo_model *m) {
    ordo_json_begin(j, "terms", '[');
    for (unsigned k = 0; k < m->n_terms; k++) {
        const struct ordo_model_term *t = &m->term[k];
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "term", ordo_growth_name(t->growth));
        ordo_model_json_number(j, "coefficient", true, t->coefficient);
        if (t->growth == ORDO_GROWTH_EXP)
            ordo_model_json_number(j, "base", m->base_of_term > 0, m->base_of_term);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
}

static void write_warnings(struct ordo_json_out *j, const struct ordo_model *m,
                           ordo_model_remedy_add *remedy, const void *data) {
    struct ordo_text text = {0};
    ordo_json_begin(j, "warnings", '[');
    for (unsigned bit = 1; bit <= m->warnings; bit <<= 1) {
        if (!(m->warnings & bit)) continue;
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "code", ordo_model_warning_code((enum ordo_model_warning)bit));
        ordo_text_clear(&text);
        remedy(&text, (enum ordo_model_warning)bit, data);
        ordo_json_text(j, "remedy", text.bytes);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
    ordo_text_done(&text);
}

static void write_later(struct ordo_json_out *j, const struct ordo_model *m) {
    if (!m->has_later) {
        ordo_json_null(j, "later");
        return;
    }
    ordo_json_begin(j, "later", '{');
    ordo_json_text(j, "class", ordo_growth_name(m->later));
    ordo_json_number(j, "from", m->later_from);
    ordo_json_end(j, '}');
}

static void write_least(struct ordo_json_out *j, const struct ordo_model *m) {
    if (!m->has_least) return;
    ordo_json_begin(j, "at_least", '{');
    ordo_json_text(j, "class", ordo_growth_name(m->least));
    ordo_json_number(j, "probability", ORDO_LEAST_GROWTH_PROBABILITY);
    ordo_json_end(j, '}');
}

static void add_remedy(struct ordo_text *t, enum ordo_model_warning warning, const void *data) {
    (void)data;
    ordo_text_add(t, ordo_model_warning_remedy(warning));
}

void ordo_model_json_write(struct ordo_json_out *j, const struct ordo_model *m) {
    ordo_model_json_write_advised(j, m, add_remedy, NULL);
}

void ordo_model_json_write_advised(struct ordo_json_out *j, const struct ordo_model *m,
                                   ordo_model_remedy_add *remedy, const void *data) {
    char formula[ORDO_FORMULA_BYTES];
    struct ordo_reported reported = ordo_reported(m);
    ordo_json_text(j, "class", ordo_growth_name(m->growth));
    ordo_json_begin(j, "reported", '[');
    for (unsigned i = 0; i < reported.n; i++)
        ordo_json_text(j, NULL, ordo_growth_name(reported.class[i]));
    ordo_json_end(j, ']');
    ordo_json_begin(j, "probabilities", '{');
    for (int g = 0; g < ORDO_GROWTHS; g++)
        if (!j->outline || m->posterior[g] != 0)
            ordo_json_number(j, ordo_growth_name((enum ordo_growth)g), m->posterior[g]);
    ordo_json_end(j, '}');
    ordo_model_json_number(j, "exponent", m->has_exponent, m->exponent);
    ordo_model_json_interval(j, "ci", m->has_exponent, m->low, m->high);
    ordo_model_json_number(j, "exponent_at_top", m->has_exponent, m->top);
    ordo_model_json_interval(j, "ci_at_top", m->has_exponent, m->top_low, m->top_high);
    write_later(j, m);
    write_least(j, m);
    ordo_model_json_number(j, "base", m->has_base, m->base);
    ordo_model_json_interval(j, "base_ci", m->has_base, m->base_low, m->base_high);
    ordo_model_json_number(j, "r2", m->has_r2, m->r2);
    ordo_model_json_number(j, "pred", m->has_prediction, m->predicted);
    ordo_model_json_number(j, "pred_at", m->has_prediction, m->at);
    ordo_model_json_interval(j, "pred_ci", m->has_prediction, m->predicted_low, m->predicted_high);
    ordo_formula_write(formula, sizeof formula, m, "n");
    if (*formula)
        ordo_json_text(j, "formula", formula);
    else
        ordo_json_null(j, "formula");
    write_terms(j, m);
    ordo_model_json_number(j, "from", m->n_break > 0, m->n_break);
    write_warnings(j, m, remedy, data);
}
