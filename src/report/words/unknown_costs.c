/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * unknown_costs.c: recursions whose samples were given up come first, because they are known to
 * take long; then those that were entered most often.
 */
#include "report/words/unknown_costs.h"

#include "base/memory.h"
#include "report/words/spoken_name.h"

#include <stdlib.h>

enum { MOST_NAMES = 3 };

/* Returns whether the routine was entered as a recursion whose cost is not known. */
static bool is_unknown(const struct ordo_run_totals *run, const struct ordo_profile *p,
                       uint32_t routine) {
    const struct ordo_run_scope *s = &run->scope[routine];
    return p->scopes[routine].kind == ORDO_PROFILE_ROUTINE && s->cost_is_least &&
           s->gate->executions;
}

/* Returns whether gate a is to be named before gate b. */
static bool is_before(const struct ordo_gated_scope *a, const struct ordo_gated_scope *b) {
    if (!a->given_up != !b->given_up) return a->given_up;
    return a->executions > b->executions;
}

void ordo_unknown_costs_add(struct ordo_text *t, const struct ordo_analysis *a, bool ascii) {
    const struct ordo_profile *p = a->profile;
    uint32_t first[MOST_NAMES], n = 0;
    for (uint32_t i = 0; a->run && i < p->n_scopes; i++) {
        if (!is_unknown(a->run, p, i)) continue;
        uint32_t k = n < MOST_NAMES ? n : MOST_NAMES;
        n++;
        for (; k && is_before(a->run->scope[i].gate, a->run->scope[first[k - 1]].gate); k--)
            if (k < MOST_NAMES) first[k] = first[k - 1];
        if (k < MOST_NAMES) first[k] = i;
    }
    if (!n) return;
    ordo_text_add(t, "What these recursions cost is not known: ");
    for (uint32_t k = 0; k < n && k < MOST_NAMES; k++) {
        if (k) ordo_text_add(t, ", ");
        ordo_spoken_name_add(t, p->scopes[first[k]].name, ascii);
    }
    if (n > MOST_NAMES) ordo_text_print(t, " and %u more", n - MOST_NAMES);
    ordo_text_add(t, ".\nPlain code does not count all that they do, and samples do not show "
                     "all of it. The run costs\nmore than is shown, and shares are of that. "
                     "Record with a higher --rate or --budget, or an ordinary\nbuild (`ordo cc` "
                     "without --production).");
}
