/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export_flamegraph.c: writes collapsed stacks: "main;loop a.c:3;f 1200", one line per context with
 * own cost. Semicolons separate frames and a newline ends a stack, so names must not have either.
 */
#include "base/memory.h"
#include "report/export/export_costs.h"

#include <inttypes.h>
#include <stdlib.h>

static void frame(FILE *out, const struct ordo_profile_scope *s) {
    if (s->kind == ORDO_PROFILE_LOOP) fputs("loop ", out);
    if (!*s->name) putc_unlocked('?', out);
    for (const char *c = s->name; *c; c++) {
        unsigned char u = (unsigned char)*c;
        putc_unlocked(u == ';' ? ':' : u < ' ' || u == 127 ? '?' : u, out);
    }
}

void ordo_export_flamegraph(FILE *out, const struct ordo_export_request *r) {
    const struct ordo_profile *p = r->profile;
    struct ordo_export_costs costs;
    uint32_t *path = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *path);
    ordo_export_costs_init(&costs, r);
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        uint64_t own = ordo_export_context(&costs, i);
        uint32_t n = 0;
        if (!own) continue;
        for (uint32_t at = i; at != UINT32_MAX; at = p->contexts[at].parent) path[n++] = at;
        while (n--) {
            frame(out, &p->scopes[p->contexts[path[n]].scope.i]);
            putc_unlocked(n ? ';' : ' ', out);
        }
        fprintf(out, "%" PRIu64 "\n", own);
    }
    ordo_export_costs_done(&costs);
    free(path);
}
