/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fitted_sample.h: points of one activation each, and their models.
 */
#ifndef FITTED_SAMPLE_H
#define FITTED_SAMPLE_H

#include "model/fit/model.h"

#include "support/unit.h"

#include <float.h>
#include <math.h>

enum { MOST = 4000 };

struct sample {
    struct ordo_model_point p[MOST];
    size_t n;
};

static inline void add(struct sample *s, double n, double cost) {
    s->p[s->n++] = (struct ordo_model_point){n, 1, cost, cost, cost, cost * cost};
}

/* Makes a sample of n pairs of size and cost, or of those before a size of 0. */
static inline struct sample pairs(const double (*p)[2], size_t n) {
    struct sample s = {.n = 0};
    for (size_t i = 0; i < n && p[i][0] > 0; i++) add(&s, p[i][0], p[i][1]);
    return s;
}

static inline struct ordo_model fit(const struct sample *s) {
    struct ordo_model m;
    ordo_model_fit(s->p, s->n, ORDO_UNIT_UNKNOWN, &m);
    return m;
}

/* Checks what must hold for every model, whatever the points. */
static inline void assert_sane(const struct ordo_model *m) {
    double sum = 0;
    for (int g = 0; g < ORDO_GROWTHS; g++) {
        assert_true(m->posterior[g] >= 0 && m->posterior[g] <= 1 + 1e-12);
        sum += m->posterior[g];
    }
    assert_true(fabs(sum - 1) < 1e-9);
    assert_true((int)m->growth >= 0 && m->growth < ORDO_GROWTHS);
    assert_true(m->has_exponent == (m->growth != ORDO_GROWTH_NONE && m->growth != ORDO_GROWTH_EXP));
    assert_true(m->has_base == (m->growth == ORDO_GROWTH_EXP));
    if (m->has_exponent) {
        assert_true(isfinite(m->exponent) && isfinite(m->low) && isfinite(m->high));
        assert_true(m->low <= m->exponent && m->exponent <= m->high);
    }
    if (m->has_base)
        assert_true(isfinite(m->base) && m->base_low <= m->base && m->base <= m->base_high);
    if (m->has_r2) assert_true(m->r2 >= 0 && m->r2 <= 1);
    if (m->has_prediction) assert_true(isfinite(m->predicted) && m->predicted > 0);
    assert_true(m->n_terms <= ORDO_MODEL_TERMS);
    assert_true(!m->has_later || ordo_growth_degree(m->later) > ordo_growth_degree(m->growth));
    if (!m->has_exponent) return;
    assert_true(m->top_low <= m->top && m->top <= m->top_high);
    /* The formula's slope at the largest sizes is in the interval of such slopes. */
    double slope =
        log(ordo_model_value(m, m->n_max) / ordo_model_value(m, 0.9 * m->n_max)) / -log(0.9);
    if (m->n_break < 0.9 * m->n_max && isfinite(slope))
        assert_true(m->top_low - 1e-6 <= slope && slope <= m->top_high + 1e-6);
}

#endif
