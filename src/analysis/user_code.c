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

uint32_t ordo_user_scope_of(const struct ordo_call_paths *c, uint32_t scope) {
    for (uint32_t step = 0; scope != ORDO_SCOPE_NONE_INDEX && step < c->p->n_scopes; step++) {
        if (ordo_is_user_code(c->p, scope)) return scope;
        scope = ordo_call_main_caller(c, scope);
    }
    return ORDO_SCOPE_NONE_INDEX;
}
