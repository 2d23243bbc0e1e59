/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_words.h: names of locations and clusters of a trend; reasons and remedies of its models.
 *
 * Memory:  *t is the caller's
 * Threads: pure
 */
#ifndef ORDO_TREND_WORDS_H
#define ORDO_TREND_WORDS_H

#include "base/text.h"
#include "trend/trend_analysis.h"

/* Appends what the cluster's representative is: the routine of a block, or "feature bytes". Control
 * characters become '?'. */
void ordo_trend_words_name(struct ordo_text *t, const struct ordo_trend_analysis *a,
                           uint32_t cluster);

/* Appends where it is: "sort.c:12", or "sort.c, block 3 of the routine" if the line is not known;
 * nothing for a feature. */
void ordo_trend_words_place(struct ordo_text *t, const struct ordo_trend_analysis *a,
                            uint32_t cluster);

/* Returns why a model has no class, for a cell of a table: "does not follow x", where x is the
 * feature; "" if it has one. */
const char *ordo_trend_words_none(const struct ordo_model *m);

/* Appends which workloads are missing: "add workloads of about n = 5000". That is ten times the
 * least value above 0 or, if that was measured, ten times the greatest. */
void ordo_trend_words_wanted(struct ordo_text *t, const struct ordo_trend_analysis *a,
                             uint32_t feature);

/* Appends what to do about a warning of a model by the feature: "add workloads of about n = 5000".
 */
void ordo_trend_words_remedy(struct ordo_text *t, const struct ordo_trend_analysis *a,
                             uint32_t feature, enum ordo_model_warning warning);

#endif
