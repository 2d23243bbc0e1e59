/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_words.c: formats locations and clusters; names come from programs and may hold any byte.
 */
#include "report/words/trend_words.h"

#include "model/fit/formula.h"

#include <math.h>

static void add_tame(struct ordo_text *t, const char *s) {
    for (; *s; s++) {
        char c = (unsigned char)*s < ' ' || *s == 127 ? '?' : *s;
        ordo_text_add_bytes(t, &c, 1);
    }
}

static const struct ordo_location *location_of(const struct ordo_trend_analysis *a,
                                               uint32_t cluster) {
    const struct ordo_cluster *c = &a->clusters.cluster[cluster];
    return c->of_feature ? NULL : &a->trend->locations[c->representative];
}

void ordo_trend_words_name(struct ordo_text *t, const struct ordo_trend_analysis *a,
                           uint32_t cluster) {
    const struct ordo_location *l = location_of(a, cluster);
    if (l) {
        add_tame(t, l->routine);
        return;
    }
    ordo_text_add(t, "feature ");
    add_tame(t, a->trend->features[a->clusters.cluster[cluster].representative]);
}

void ordo_trend_words_place(struct ordo_text *t, const struct ordo_trend_analysis *a,
                            uint32_t cluster) {
    const struct ordo_location *l = location_of(a, cluster);
    if (!l) return;
    add_tame(t, l->file);
    if (l->line)
        ordo_text_print(t, ":%u", l->line);
    else
        ordo_text_print(t, "%sblock %u of the routine", *l->file ? ", " : "", l->ordinal);
}

const char *ordo_trend_words_none(const struct ordo_model *m) {
    static const struct {
        enum ordo_model_warning warning;
        const char *words;
    } reasons[] = {{ORDO_MODEL_NO_SIZE, "x is always 0"},
                   {ORDO_MODEL_FEW_SIZES, "x has too few values"},
                   {ORDO_MODEL_NARROW_SIZES, "values of x are too close"},
                   {ORDO_MODEL_CLUSTERED, "values of x form few groups"},
                   {ORDO_MODEL_FALLING, "falls as x grows"},
                   {ORDO_MODEL_NO_RELATION, "does not follow x"},
                   {ORDO_MODEL_AMBIGUOUS, "several classes fit"}};
    if (m->growth != ORDO_GROWTH_NONE) return "";
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (m->warnings & reasons[i].warning) return reasons[i].words;
    return "no class fits";
}

void ordo_trend_words_wanted(struct ordo_text *t, const struct ordo_trend_analysis *a,
                             uint32_t feature) {
    enum { DECADE = 10 };
    const double *x = a->feature + (size_t)feature * a->n_columns;
    double low = INFINITY, high = 0;
    for (uint32_t k = 0; k < a->n_columns; k++) {
        if (!(x[k] > 0)) continue;
        low = fmin(low, x[k]);
        high = fmax(high, x[k]);
    }
    double wanted = high > 0 ? floor(low * DECADE > high ? low * DECADE : high * DECADE) : 1;
    ordo_text_add(t, "add workloads of about ");
    add_tame(t, a->trend->features[feature]);
    ordo_text_print(t, " = %.6g", wanted);
}

void ordo_trend_words_remedy(struct ordo_text *t, const struct ordo_trend_analysis *a,
                             uint32_t feature, enum ordo_model_warning warning) {
    enum advice { NOTHING, OTHER_SIZES, OTHER_FEATURE };
    static const struct {
        enum ordo_model_warning warning;
        const char *words;
        enum advice advice; /* follows the words */
    } remedies[] = {
        {ORDO_MODEL_NO_SIZE, "this feature is 0 in all workloads: ", OTHER_SIZES},
        {ORDO_MODEL_FEW_SIZES, "there are too few values of this feature: ", OTHER_SIZES},
        {ORDO_MODEL_NARROW_SIZES, "the values of this feature are too close: ", OTHER_SIZES},
        {ORDO_MODEL_AMBIGUOUS, "several classes fit about equally well: ", OTHER_SIZES},
        {ORDO_MODEL_LOG_UNSURE, "the class may or may not have a logarithm: ", OTHER_SIZES},
        {ORDO_MODEL_NO_RELATION, "cost does not follow this feature: ", OTHER_FEATURE},
        {ORDO_MODEL_FALLING, "cost falls with this feature: ", OTHER_FEATURE},
        {ORDO_MODEL_LARGEST_DIFFER,
         "the largest workloads behave differently: look at what differs in them, or ",
         OTHER_FEATURE},
        {ORDO_MODEL_CLUSTERED,
         "the values of this feature form few groups: add workloads between them", NOTHING},
        {ORDO_MODEL_ZERO_COST, "nothing to do: workloads that never execute it were left out",
         NOTHING},
        {ORDO_MODEL_MIXTURE,
         "nothing to do: workloads of one size follow one of two cost functions; the mean holds "
         "as long as both are as frequent",
         NOTHING}};
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++) {
        if (remedies[i].warning != warning) continue;
        ordo_text_add(t, remedies[i].words);
        if (remedies[i].advice == OTHER_SIZES) ordo_trend_words_wanted(t, a, feature);
        if (remedies[i].advice == OTHER_FEATURE)
            ordo_text_add(t, "compute a feature from others (`--feature 'a*b'`), or read one "
                             "(`--feature-file`)");
        return;
    }
    ordo_text_add(t, ordo_model_warning_remedy(warning));
}
