/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a process did after its recording stopped is not in the tree; contexts past the bound
 * neither.
 */
#include "report/tree_warnings.h"

void ordo_tree_warnings_add(struct ordo_text *text, const struct ordo_profile *p,
                            const struct ordo_repetition_tree *t) {
    uint32_t n = 0, why = 0;
    for (uint32_t i = 0; i < p->n_processes; i++)
        if (p->processes[i].stop && !n++) why = p->processes[i].stop;
    if (n)
        ordo_text_print(text,
                        "The tree is cut: the recording of %u process%s stopped early (%s); `ordo "
                        "report` tells more.\n",
                        n, n == 1 ? "" : "es", ordo_stop_name(why));
    if (t->truncated)
        ordo_text_add(text, "The tree is cut: the program has more calling contexts than Ordo "
                            "keeps. What lies deeper is missing.\n");
}
