/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_words.h: how parts of a trend are called in reports.
 *
 * Memory:  *t is the caller's
 * Threads: pure
 */
#ifndef ORDO_TREND_WORDS_H
#define ORDO_TREND_WORDS_H

#include "base/text.h"
#include "trend/trend_analysis.h"

/* "sort.c:12 insert", "insert block 3" where the line is not known. Control characters become ?. */
void ordo_trend_words_location(struct ordo_text *t, const struct ordo_location *l);

/* The cluster's representative: "feature bytes", or a location. */
void ordo_trend_words_cluster(struct ordo_text *t, const struct ordo_trend_analysis *a,
                              uint32_t cluster);

#endif
