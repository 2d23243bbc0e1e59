/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_nesting.c: walks the tree of calling contexts and counts the open scopes on the path.
 *
 * The walk is iterative, because a path may have as many nodes as the tree if a cycle of calls was
 * not known when its files were compiled. The callees of a recursive routine are below its first
 * occurrence, so a loop within itself is found there too.
 */
#include "model/run/run_nesting.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

static void find_recursions(const struct ordo_profile *p, uint32_t *recursion) {
    memset(recursion, 0xff, p->n_scopes * sizeof *recursion);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind != ORDO_PROFILE_RECURSION) continue;
        for (uint64_t k = 0; k < s->members.n; k++)
            recursion[p->members[s->members.first + k].i] = i;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind == ORDO_PROFILE_LOOP && !ordo_scope_is_none(s->routine))
            recursion[i] = recursion[s->routine.i];
    }
}

struct walk {
    const struct ordo_profile *p;
    uint32_t *child;   /* of contexts: first child; child[n_contexts]: first root */
    uint32_t *sibling; /* of contexts: next sibling */
    uint32_t *open;    /* of scopes: number of contexts on the path */
};

static void list_children(struct walk *w) {
    uint32_t n = w->p->n_contexts;
    for (uint32_t i = 0; i <= n; i++) w->child[i] = NONE;
    for (uint32_t i = n; i-- > 0;) {
        uint32_t parent = w->p->contexts[i].parent;
        uint32_t *first = &w->child[parent < n ? parent : n];
        w->sibling[i] = *first;
        *first = i;
    }
}

/* Returns the context after `at` in the walk. Contexts that end before it are no longer open. */
static uint32_t next_context(struct walk *w, uint32_t at) {
    if (w->child[at] != NONE) return w->child[at];
    while (at < w->p->n_contexts) {
        w->open[w->p->contexts[at].scope.i]--;
        if (w->sibling[at] != NONE) return w->sibling[at];
        at = w->p->contexts[at].parent;
    }
    return NONE;
}

static void find_in_itself(struct walk *w, struct ordo_run_nesting *out) {
    const struct ordo_profile *p = w->p;
    list_children(w);
    for (uint32_t i = w->child[p->n_contexts]; i != NONE; i = next_context(w, i)) {
        uint32_t scope = p->contexts[i].scope.i;
        if (!w->open[scope]++)
            out->outermost[scope] += p->contexts[i].cost;
        else if (p->scopes[scope].kind == ORDO_PROFILE_LOOP)
            out->in_itself[scope] = true;
    }
    for (uint32_t i = 0; p->contexts_truncated && i < p->n_scopes; i++)
        out->outermost[i] = UINT64_MAX;
}

void ordo_run_nesting_find(const struct ordo_profile *p, struct ordo_run_nesting *out) {
    size_t contexts = (size_t)p->n_contexts + 1, scopes = (size_t)p->n_scopes + 1;
    struct walk w = {.p = p,
                     .child = ordo_memory_new(contexts, sizeof *w.child),
                     .sibling = ordo_memory_new(contexts, sizeof *w.sibling),
                     .open = ordo_memory_new(scopes, sizeof *w.open)};
    *out = (struct ordo_run_nesting){.recursion = ordo_memory_new(scopes, sizeof *out->recursion),
                                     .in_itself = ordo_memory_new(scopes, sizeof *out->in_itself),
                                     .outermost = ordo_memory_new(scopes, sizeof *out->outermost)};
    find_recursions(p, out->recursion);
    find_in_itself(&w, out);
    free(w.child);
    free(w.sibling);
    free(w.open);
}

void ordo_run_nesting_done(struct ordo_run_nesting *n) {
    free(n->recursion);
    free(n->in_itself);
    free(n->outermost);
}
