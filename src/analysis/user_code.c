/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "analysis/user_code.h"

#include <string.h>

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

bool ordo_is_loader_code(const struct ordo_profile *p, uint32_t scope) {
    const char *object = p->scopes[scope].object, *slash = strrchr(object, '/');
    const char *name = slash ? slash + 1 : object;
    return begins(name, "ld-linux") || begins(name, "ld-musl") || begins(name, "vgpreload_");
}

bool ordo_is_user_code(const struct ordo_profile *p, uint32_t scope) {
    const struct ordo_profile_scope *s = &p->scopes[scope];
    if (s->kind == ORDO_PROFILE_LIBRARY || ordo_is_loader_code(p, scope)) return false;
    const char *name = p->scopes[s->routine.i].name;
    if (begins(s->file, "/usr/include/") || begins(s->file, "/usr/lib/")) return false;
    return !begins(name, "std::") && !begins(name, "__gnu_cxx::");
}

/* Most of the scope's cost is in one of its calling contexts. Returns the user's scope around that
 * context, or ORDO_SCOPE_NONE_INDEX. */
static uint32_t user_scope_around(const struct ordo_profile *p, uint32_t scope) {
    uint32_t best = ORDO_SCOPE_NONE_INDEX;
    uint64_t most = 0;
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        if (p->contexts[i].scope.i != scope || p->contexts[i].cost < most) continue;
        uint32_t up = p->contexts[i].parent;
        while (up != UINT32_MAX && !ordo_is_user_code(p, p->contexts[up].scope.i))
            up = p->contexts[up].parent;
        if (up != UINT32_MAX) best = p->contexts[up].scope.i, most = p->contexts[i].cost;
    }
    return best;
}

uint32_t ordo_user_scope_of(const struct ordo_call_paths *c, uint32_t scope) {
    uint32_t at = scope;
    for (uint32_t step = 0; at != ORDO_SCOPE_NONE_INDEX && step < ORDO_CALL_PATHS_LONGEST; step++) {
        if (ordo_is_user_code(c->p, at)) return at;
        at = ordo_call_main_caller(c, at);
    }
    return user_scope_around(c->p, scope); /* the callers lead back: routines call each other */
}
