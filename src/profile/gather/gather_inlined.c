/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather_inlined.c: accumulates inlined routines.
 *
 * They are appended; duplicates are removed when their number has doubled since the last time, and
 * when the profile is sealed.
 */
#include "base/arena.h"
#include "profile/gather/gather.h"
#include "profile/gather/seal.h"

#include <stdlib.h>
#include <string.h>

#define COMPACT 4096

static int by_number(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int compare(const void *a, const void *b) {
    const struct ordo_inlined *x = a, *y = b;
    int c = by_number(x->into.i, y->into.i);
    if (!c) c = strcmp(x->name, y->name);
    if (!c) c = strcmp(x->file, y->file);
    return c ? c : by_number(x->line, y->line);
}

static void tidy(struct ordo_gather *g) {
    size_t kept = 0;
    if (g->n_inlined) qsort(g->inlined, g->n_inlined, sizeof *g->inlined, compare);
    for (size_t i = 0; i < g->n_inlined; i++)
        if (!kept || compare(&g->inlined[kept - 1], &g->inlined[i]) != 0)
            g->inlined[kept++] = g->inlined[i];
    g->n_inlined = g->inlined_tidy = kept;
}

void ordo_gather_inlined(struct ordo_gather *g, uint32_t into, const char *name, const char *file,
                         uint32_t line) {
    if (g->n_inlined >= COMPACT && g->n_inlined >= 2 * g->inlined_tidy) tidy(g);
    ORDO_GATHER_ROOM(g, inlined, n_inlined);
    g->inlined[g->n_inlined++] =
        (struct ordo_inlined){{into}, ordo_gather_keep(g, name), ordo_gather_keep(g, file), line};
}

void ordo_gather_seal_inlined(struct ordo_gather *g, const uint32_t *rank, struct ordo_profile *p) {
    for (size_t i = 0; i < g->n_inlined; i++) g->inlined[i].into.i = rank[g->inlined[i].into.i];
    tidy(g);
    p->inlined = ordo_arena_array(p->arena, g->n_inlined, sizeof *p->inlined);
    if (g->n_inlined) memcpy(p->inlined, g->inlined, g->n_inlined * sizeof *p->inlined);
    p->n_inlined = (uint32_t)g->n_inlined;
}
