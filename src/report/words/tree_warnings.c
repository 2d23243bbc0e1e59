/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tree_warnings.c: says that recording stopped early, that the number of calling contexts passed
 * its bound, or that a routine's first calls were not counted because it was taken for one that
 * does not recur (abi.h: ordo_unframed).
 */
#include "report/words/tree_warnings.h"

bool ordo_tree_recurred_late(const struct ordo_profile_scope *s) {
    return s->kind == ORDO_PROFILE_ROUTINE && s->flags & ORDO_PROFILE_LATE;
}

static void add_late(struct ordo_text *text, const struct ordo_profile *p) {
    const struct ordo_profile_scope *first = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (ordo_tree_recurred_late(&p->scopes[i]) && !n++) first = &p->scopes[i];
    if (!n) return;
    ordo_text_print(text, "%s (%s:%u)", first->name, first->file, first->line);
    if (n > 1) ordo_text_print(text, " and %u other routine%s", n - 1, n == 2 ? "" : "s");
    ordo_text_print(text,
                    " %s called many times before %s first called %s; those calls are not counted. "
                    "To count them, record with ORDO_STRUCTURE_EFFORT=all.\n",
                    n == 1 ? "was" : "were", n == 1 ? "it" : "they",
                    n == 1 ? "itself" : "themselves");
}

void ordo_tree_warnings_add(struct ordo_text *text, const struct ordo_profile *p,
                            const struct ordo_repetition_tree *t) {
    uint32_t n = 0, why = 0;
    for (uint32_t i = 0; i < p->n_processes; i++)
        if (p->processes[i].stop && !n++) why = p->processes[i].stop;
    if (n)
        ordo_text_print(text,
                        "The tree is incomplete: the recording of %u process%s stopped early (%s); "
                        "`ordo report` has details.\n",
                        n, n == 1 ? "" : "es", ordo_stop_name(why));
    if (t->truncated)
        ordo_text_add(text,
                      "The tree is incomplete: the program has more calling contexts than Ordo "
                      "keeps. Deeper ones are missing.\n");
    add_late(text, p);
}
