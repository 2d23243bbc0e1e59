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

void ordo_trend_words_location(struct ordo_text *t, const struct ordo_location *l) {
    if (l->line) {
        add_tame(t, l->file);
        ordo_text_print(t, ":%u ", l->line);
        add_tame(t, l->routine);
    } else {
        add_tame(t, l->routine);
        ordo_text_print(t, " block %u", l->ordinal);
    }
}

void ordo_trend_words_cluster(struct ordo_text *t, const struct ordo_trend_analysis *a,
                              uint32_t cluster) {
    const struct ordo_cluster *c = &a->clusters.cluster[cluster];
    if (c->of_feature) {
        ordo_text_add(t, "feature ");
        add_tame(t, a->trend->features[c->representative]);
    } else {
        ordo_trend_words_location(t, &a->trend->locations[c->representative]);
    }
}
