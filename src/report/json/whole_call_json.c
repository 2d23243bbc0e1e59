/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "report/json/whole_call_json.h"

#include "model/fit/two_size_formula.h"
#include "report/json/model_json.h"

static void write_size(struct ordo_json_out *j, const char *key, const char *metric, double least,
                       double most) {
    ordo_json_begin(j, key, '{');
    ordo_json_text(j, "metric", metric);
    ordo_json_number(j, "min", least);
    ordo_json_number(j, "max", most);
    ordo_json_end(j, '}');
}

void ordo_pair_json_write(struct ordo_json_out *j, const char *key,
                          const struct ordo_scope_pair *pair) {
    const struct ordo_two_sizes *f = &pair->fit;
    char text[ORDO_TWO_SIZE_FORMULA_BYTES];
    ordo_json_begin(j, key, '{');
    ordo_two_size_class_write(text, sizeof text, f, false);
    ordo_json_text(j, "class", text);
    write_size(j, "n", pair->n, f->n_min, f->n_max);
    write_size(j, "m", pair->m, f->m_min, f->m_max);
    ordo_json_number(j, "probability", f->probability);
    ordo_two_size_formula_write(text, sizeof text, f, false, ORDO_TWO_SIZE_TERMS, 4);
    ordo_json_text(j, "formula", text);
    ordo_json_begin(j, "terms", '[');
    for (unsigned k = 0; k < f->n_terms; k++) {
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "n", ordo_growth_name(f->term[k].of_n));
        ordo_json_text(j, "m", ordo_growth_name(f->term[k].of_m));
        ordo_model_json_number(j, "coefficient", true, f->term[k].coefficient);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
    ordo_json_integer(j, "calls", f->calls);
    ordo_json_number(j, "error", f->error);
    ordo_json_number(j, "error_of_one_size", f->alone);
    ordo_json_end(j, '}');
}

void ordo_population_json_caller(struct ordo_json_out *j, const struct ordo_profile *p,
                                 const struct ordo_population *x) {
    if (x->caller == ORDO_SCOPE_NONE_INDEX)
        ordo_json_null(j, "caller");
    else
        ordo_json_id(j, "caller", p->scopes[x->caller].id);
}

static void write_model(struct ordo_json_out *j, const struct ordo_model *m) {
    ordo_json_begin(j, "model", '{');
    ordo_model_json_write(j, m);
    ordo_json_end(j, '}');
}

void ordo_callers_json_write(struct ordo_json_out *j, const struct ordo_profile *p,
                             const struct ordo_scope_callers *callers) {
    ordo_json_begin(j, "by_caller", '{');
    ordo_json_text(j, "metric", callers->n);
    ordo_json_number(j, "error", callers->error);
    ordo_json_number(j, "error_of_one_function", callers->together);
    ordo_json_begin(j, "populations", '[');
    for (uint32_t k = 0; k < callers->n_populations; k++) {
        const struct ordo_population *x = &callers->population[k];
        ordo_json_begin(j, NULL, '{');
        ordo_population_json_caller(j, p, x);
        ordo_json_number(j, "share", x->share);
        ordo_json_integer(j, "calls", x->calls);
        write_model(j, &x->mean);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
    ordo_json_end(j, '}');
}

void ordo_argument_json_write(struct ordo_json_out *j, const struct ordo_loop_argument *x) {
    ordo_json_begin(j, "by_argument", '{');
    ordo_json_text(j, "metric", x->n);
    ordo_json_integer(j, "calls", x->calls);
    ordo_json_integer(j, "distinct", x->mean.n_points);
    ordo_json_number(j, "min", x->mean.n_min);
    ordo_json_number(j, "max", x->mean.n_max);
    write_model(j, &x->mean);
    ordo_json_end(j, '}');
}
