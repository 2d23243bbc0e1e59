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

#include <stdlib.h>
#include <unistd.h>

/* Returns the name of a scope that is near `name`, or NULL. */
static const char *nearest_scope(const struct ordo_profile *p, const char *name) {
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
