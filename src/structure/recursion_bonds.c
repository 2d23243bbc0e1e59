/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recursion_bonds.c: the place of a re-entry's context is its recursion, and the place of its
 * caller's context is the loop that it was called from. All edges from that loop up to the
 * recursion become bonds.
 */
#include "structure/recursion_bonds.h"
#include "base/memory.h"

#include <stdlib.h>

static void find_accesses(const struct ordo_profile *p, const struct ordo_repetition_tree *t,
                          bool *accesses) {
    for (uint32_t i = 0; i < p->n_facts; i++) {
        const struct ordo_fact *f = &p->facts[i];
        uint32_t node = t->place[f->context];
        if (f->input != ORDO_INPUT_NONE && node != UINT32_MAX &&
            (f->reads || f->writes || f->creations))
            accesses[node] = true;
    }
}

/* Returns the node that the context was called from, if it re-enters its recursion from a node
 * below the recursion; otherwise UINT32_MAX. */
static uint32_t entered_from(const struct ordo_profile *p, const struct ordo_repetition_tree *t,
                             uint32_t context) {
    const struct ordo_context *c = &p->contexts[context];
    if (c->parent == UINT32_MAX || !t->repeats[context]) return UINT32_MAX;
    uint32_t header = t->place[context], from = t->place[c->parent];
    if (header == UINT32_MAX || from == UINT32_MAX || from == header ||
        t->nodes[header].kind != ORDO_REPETITION_RECURSION)
        return UINT32_MAX;
    for (uint32_t up = t->nodes[from].parent; up != UINT32_MAX; up = t->nodes[up].parent)
        if (up == header) return from;
    return UINT32_MAX;
}

void ordo_recursion_bonds_add(const struct ordo_profile *p, const struct ordo_repetition_tree *t,
                              enum ordo_bond *bond) {
    bool *accesses = ordo_memory_new((size_t)t->n_nodes + 1, sizeof *accesses);
    find_accesses(p, t, accesses);
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        uint32_t from = entered_from(p, t, i), header = t->place[i];
        bool any = false;
        if (from == UINT32_MAX) continue;
        for (uint32_t up = from; up != header; up = t->nodes[up].parent) any |= accesses[up];
        if (!any && !accesses[header]) continue;
        for (uint32_t up = from; up != header; up = t->nodes[up].parent)
            if (!bond[up]) bond[up] = ORDO_BOND_RECURSION;
    }
    free(accesses);
}
