/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * profile.c: the end of a profile's life, and the words of its enums.
 */
#include "profile/profile.h"

#include "base/arena.h"

void ordo_profile_free(struct ordo_profile *p) {
    if (p) ordo_arena_free(p->arena);
}

const char *ordo_profile_kind_name(enum ordo_profile_kind kind) {
    static const char *const names[] = {"routine", "loop", "recursion", "library"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

const char *ordo_process_state_name(enum ordo_process_state state) {
    static const char *const names[] = {"finished", "execed", "killed", "running"};
    return (unsigned)state < sizeof names / sizeof *names ? names[state] : "unknown";
}

const char *ordo_stop_name(uint32_t stop) {
    static const char *const names[] = {"none",  "disk",    "memory",       "limit",
                                        "depth", "threads", "stack-switch", "addresses"};
    return stop < sizeof names / sizeof *names ? names[stop] : "unknown";
}

uint32_t ordo_profile_inlined(const struct ordo_profile *p, const struct ordo_profile_scope *s,
                              uint32_t *n) {
    uint32_t scope = (uint32_t)(s - p->scopes), low = 0, high = p->n_inlined;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->inlined[middle].into.i < scope)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0; low + *n < p->n_inlined && p->inlined[low + *n].into.i == scope;) ++*n;
    return low;
}
