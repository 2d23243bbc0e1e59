/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_filter.c: matches plain substrings. A part that begins with the word for a kind, as reports
 * print it, matches only scopes of that kind.
 */
#include "report/choice/scope_filter.h"

#include "report/choice/rank.h"

#include <string.h>

static bool has(const char *text, const char *part) {
    return !part || strstr(text, part) != NULL;
}

/* Returns whether the scope's name, or that of its routine, has the part. */
static bool is_named(const struct ordo_profile *p, const struct ordo_profile_scope *s,
                     const char *part) {
    static const char loop[] = "loop in ", recursion[] = "recursion ";
    const char *routine = p->scopes[s->routine.i].name;
    if (part && strncmp(part, loop, sizeof loop - 1) == 0)
        return s->kind == ORDO_PROFILE_LOOP && has(routine, part + sizeof loop - 1);
    if (part && strncmp(part, recursion, sizeof recursion - 1) == 0)
        return s->kind == ORDO_PROFILE_RECURSION && has(routine, part + sizeof recursion - 1);
    return has(routine, part);
}

static bool called_by(const struct ordo_profile *p, const struct ordo_profile_scope *s,
                      const char *part) {
    if (!part) return true;
    for (uint64_t k = 0; k < s->callers.n; k++) {
        struct ordo_scope_id caller = p->edges[s->callers.first + k].caller;
        if (ordo_scope_is_none(caller)) continue;
        const struct ordo_profile_scope *c = &p->scopes[caller.i];
        if (has(c->name, part) || is_named(p, c, part)) return true;
    }
    return false;
}

bool ordo_scope_filter_passes(const struct ordo_scope_filter *f, const struct ordo_profile *p,
                              const struct ordo_analysis *analysis, uint32_t scope) {
    const struct ordo_profile_scope *s = &p->scopes[scope];
    if (!has(s->file, f->file) || !is_named(p, s, f->routine) || !called_by(p, s, f->caller))
        return false;
    if (!(f->min_share > 0)) return true;
    double now = ordo_rank_share(p, s);
    if (!analysis) return now >= f->min_share;
    const struct ordo_scope_growth *g = &analysis->scope[scope];
    return g->explosive || (g->has_share && g->share_at_10x >= f->min_share);
}
