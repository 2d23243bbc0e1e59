/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * finding_words.h: findings in words.
 *
 * Memory:  appends to the caller's text
 * Threads: pure
 */
#ifndef ORDO_FINDING_WORDS_H
#define ORDO_FINDING_WORDS_H

#include "analysis/finding.h"
#include "base/text.h"

/* "n^2 over the input", "n^2 in each call", "2^n over the input" */
void ordo_finding_title_add(struct ordo_text *t, const struct ordo_profile *p,
                            const struct ordo_finding *f, bool ascii);
/* "loop in f", "f", "recursion f" */
void ordo_finding_scope_add(struct ordo_text *t, const struct ordo_profile *p, uint32_t scope,
                            bool ascii);
/* "95 % of the largest run; at 10x the input 99 % of a run that costs 96 times as much" */
void ordo_finding_share_add(struct ordo_text *t, const struct ordo_findings *all,
                            const struct ordo_finding *f);
/* How many times as much: "9.6", "101" */
void ordo_finding_factor_add(struct ordo_text *t, double factor);
/* "one call grows linearly with the input; 14,000 calls from loop in g (line 7);
 * exponent 1.97..2.00 over 3 runs; n is bytes read; n^2 with probability 99 %" */
void ordo_finding_reason_add(struct ordo_text *t, const struct ordo_profile *p,
                             const struct ordo_findings *all, const struct ordo_finding *f,
                             bool ascii);

#endif
