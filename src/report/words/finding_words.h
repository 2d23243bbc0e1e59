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
void ordo_finding_title_add(struct ordo_text *t, const struct ordo_finding *f);
/* "loop in f", "f", "recursion f" */
void ordo_finding_scope_add(struct ordo_text *t, const struct ordo_profile *p, uint32_t scope,
                            bool ascii);
/* "95 % of these runs; at 10x the input 99 % of a run that takes 96 times as long" */
void ordo_finding_share_add(struct ordo_text *t, const struct ordo_findings *all,
                            const struct ordo_finding *f);
/* "linear in each call, called 14,000 times from loop in g; exponent 1.97..2.00 over 3 runs, by
 * bytes read" */
void ordo_finding_reason_add(struct ordo_text *t, const struct ordo_profile *p,
                             const struct ordo_findings *all, const struct ordo_finding *f,
                             bool ascii);

#endif
