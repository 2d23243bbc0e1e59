/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_filter.c: matches plain substrings; tries the meanings of a name in the order of the
 * header.
 */
#include "report/choice/scope_filter.h"

#include "report/choice/rank.h"

#include <string.h>

static bool has(const char *text, const char *part) {
    return !part || strstr(text, part) != NULL;
}

static bool called_by(const struct ordo_profile *p, const struct ordo_profile_scope *s,
                      const char *part) {
    if (!part) return true;
    for (uint64_t k = 0; k < s->callers.n; k++) {
        struct ordo_scope_id caller = p->edges[s->callers.first + k].caller;
        if (ordo_scope_is_none(caller)) continue;
        const struct ordo_profile_scope *c = &p->scopes[caller.i];
        if (has(c->name, part) || has(p->scopes[c->routine.i].name, part)) return true;
    }
    return false;
}

bool ordo_scope_filter_passes(const struct ordo_scope_filter *f, const struct ordo_profile *p,
                              const struct ordo_analysis *analysis, uint32_t scope) {
    const struct ordo_profile_scope *s = &p->scopes[scope];
    if (!has(s->file, f->file) || !has(p->scopes[s->routine.i].name, f->routine) ||
        !called_by(p, s, f->caller))
        return false;
    if (!(f->min_share > 0)) return true;
    double now = ordo_rank_share(p, s);
    if (!analysis) return now >= f->min_share;
    const struct ordo_scope_growth *g = &analysis->scope[scope];
    return g->explosive || (g->has_share && g->share_at_10x >= f->min_share);
}

/* Whether `end` is the last components of the path. */
static bool ends_path(const char *path, const char *end) {
    size_t n = strlen(path), m = strlen(end);
    return n > m && path[n - m - 1] == '/' && strcmp(path + n - m, end) == 0;
}

/* How well the name fits: 0 if it does not; greater is better. */
static int likeness(const struct ordo_profile_scope *s, const char *name) {
    size_t n = strlen(name);
    int match = strcmp(s->name, name) == 0                                           ? 3
                : strcmp(s->linkage_name, name) == 0 && s->kind != ORDO_PROFILE_LOOP ? 2
                : strncmp(s->name, name, n) == 0 && s->name[n] == '('                ? 1
                                                                                     : 0;
    if (!match && s->kind == ORDO_PROFILE_LOOP &&
        (ends_path(s->name, name) || ends_path(name, s->name)))
        match = 1;
    return match ? 2 * match + (s->kind == ORDO_PROFILE_RECURSION) : 0;
}

uint32_t ordo_scope_filter_find(const struct ordo_profile *p, const char *name) {
    uint32_t found = ORDO_SCOPE_NONE_INDEX;
    int best = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind == ORDO_PROFILE_LIBRARY) continue;
        int match = likeness(s, name);
        if (!match || match < best) continue;
        if (match == best && s->cost_total <= p->scopes[found].cost_total) continue;
        best = match;
        found = i;
    }
    return found;
}
