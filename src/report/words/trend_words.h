/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_words.h: names of locations and clusters of a trend.
 *
 * Memory:  *t is the caller's
 * Threads: pure
 */
#ifndef ORDO_TREND_WORDS_H
#define ORDO_TREND_WORDS_H

#include "base/text.h"
#include "trend/trend_analysis.h"

/* Appends "sort.c:12 insert", or "insert block 3" if the line is not known. Control characters
 * become '?'. */
void ordo_trend_words_location(struct ordo_text *t, const struct ordo_location *l);

/* Appends the cluster's representative: "feature bytes", or a location. */
void ordo_trend_words_cluster(struct ordo_text *t, const struct ordo_trend_analysis *a,
                              uint32_t cluster);

#endif
