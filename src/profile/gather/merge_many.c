/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * merge_many.c: a counter to base 16 whose digits are profiles.
 *
 * Sixteen profiles of one level are merged into one of the next, so that each profile is merged
 * once per level.
 */
#include "profile/gather/merge_many.h"

#include "base/memory.h"
#include "profile/gather/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BASE = 16, LEVELS = 8, NAME_BYTES = 128 };

struct held {
    struct ordo_profile *p;
    char name[NAME_BYTES]; /* the name of the first merged profile */
};

struct ordo_merge_many {
    struct held held[LEVELS][BASE];
    size_t n[LEVELS];
    size_t added;
};

struct ordo_merge_many *ordo_merge_many_new(void) {
    return ordo_memory_new(1, sizeof(struct ordo_merge_many));
}

void ordo_merge_many_free(struct ordo_merge_many *m) {
    for (int level = 0; m && level < LEVELS; level++)
        for (size_t i = 0; i < m->n[level]; i++) ordo_profile_free(m->held[level][i].p);
    free(m);
}

static enum ordo_status merge(struct held *list, size_t n, struct ordo_profile **out,
                              struct ordo_error *error) {
    const struct ordo_profile *profiles[LEVELS * BASE];
    const char *names[LEVELS * BASE];
    for (size_t i = 0; i < n; i++) {
        profiles[i] = list[i].p;
        names[i] = list[i].name;
    }
    return ordo_profile_merge(profiles, names, n, out, error);
}

/* Merges a full level into the next one. The last level is merged into itself. */
static enum ordo_status carry(struct ordo_merge_many *m, int level, struct ordo_error *error) {
    struct held *list = m->held[level], sum = {NULL, ""};
    memcpy(sum.name, list->name, sizeof sum.name);
    ORDO_TRY(merge(list, m->n[level], &sum.p, error));
    for (size_t i = 0; i < m->n[level]; i++) ordo_profile_free(list[i].p);
    m->n[level] = 0;
    int next = level + 1 < LEVELS ? level + 1 : level;
    m->held[next][m->n[next]++] = sum;
    return ORDO_OK;
}

enum ordo_status ordo_merge_many_add(struct ordo_merge_many *m, struct ordo_profile *p,
                                     struct ordo_error *error) {
    struct held *to = &m->held[0][m->n[0]++];
    const char *command = p->n_processes ? p->processes[0].command : NULL;
    to->p = p;
    snprintf(to->name, sizeof to->name, command ? "profile %zu (%s)" : "profile %zu", ++m->added,
             command);
    for (int level = 0; level < LEVELS && m->n[level] == BASE; level++)
        ORDO_TRY(carry(m, level, error));
    return ORDO_OK;
}

enum ordo_status ordo_merge_many_take(struct ordo_merge_many *m, struct ordo_profile **out,
                                      struct ordo_error *error) {
    struct held list[LEVELS * BASE];
    size_t n = 0;
    for (int level = LEVELS; level-- > 0;)
        for (size_t i = 0; i < m->n[level]; i++) list[n++] = m->held[level][i];
    if (n > 1) return merge(list, n, out, error);
    *out = list->p;
    memset(m->n, 0, sizeof m->n);
    return ORDO_OK;
}
