/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_words.c: formats locations and clusters; names come from programs and may hold any byte.
 */
#include "report/words/trend_words.h"

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
