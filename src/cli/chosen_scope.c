/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * chosen_scope.c: an operand that is no profile is a name, and may still be a file by mistake.
 */
#include "cli/chosen_scope.h"

#include "base/memory.h"
#include "cli/nearest.h"
#include "report/choice/rank.h"
#include "report/words/absent_scope.h"
#include "report/words/scope_argument.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Returns whether `name` is a part of the scope's name that no letter precedes or follows, such as
 * std::swap of std::swap<int>. */
static bool is_part(const char *scope, const char *name) {
    size_t n = strlen(name);
    for (const char *at = scope; n && (at = strstr(at, name)); at++)
        if ((at == scope || !is_letter(at[-1]) || !is_letter(*name)) &&
            (!is_letter(at[n]) || !is_letter(name[n - 1])))
            return true;
    return false;
}

/* Returns the costliest scope that ran whose name has `name` as a part, or NULL. */
static const char *longer_name(const struct ordo_profile *p, const char *name) {
    const struct ordo_profile_scope *best = NULL;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind != ORDO_PROFILE_ROUTINE || !ordo_rank_profiled(s) ||
            !(s->calls || s->unfinished))
            continue;
        if ((!best || s->cost_total > best->cost_total) && is_part(s->name, name)) best = s;
    }
    return best ? best->name : NULL;
}

/* Returns the name of a scope that is near `name`, or NULL. */
static const char *nearest_scope(const struct ordo_profile *p, const char *name) {
    const char *longer = longer_name(p, name);
    if (longer) return longer;
    const char **names = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *names);
    size_t n = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_LIBRARY) names[n++] = p->scopes[i].name;
    const char *near = ordo_nearest_find(name, names, n);
    free(names);
    return near;
}

enum ordo_status ordo_chosen_scope_find(const struct ordo_profile *p, const char *name,
                                        uint32_t *scope, struct ordo_error *error) {
    ORDO_TRY(ordo_scope_argument_find(p, name, scope, error));
    const struct ordo_profile_scope *s =
        *scope == ORDO_SCOPE_NONE_INDEX ? NULL : &p->scopes[*scope];
    if (s && ordo_rank_profiled(s) && (s->calls || s->unfinished)) return ORDO_OK;
    return ordo_absent_scope_explain(p, *scope, name, s ? NULL : nearest_scope(p, name),
                                     access(name, F_OK) == 0, error);
}
