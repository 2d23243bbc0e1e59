/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export_callgrind.c: writes Callgrind's profile format, version 1. A routine becomes a function. A
 * loop's own cost is on the loop's line, and so are calls from within the loop.
 *
 * Names are written as "(NUMBER) NAME" the first time and as "(NUMBER)" later. This is the format's
 * own compression; it also distinguishes names that begin with a bracket.
 */
#include "base/memory.h"
#include "report/export/export_costs.h"
#include "report/words/source_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    FILE *out;
    const struct ordo_profile *p;
    const struct ordo_export_costs *costs;
    unsigned char *named; /* by scope: its function has been named */
    uint32_t *loops;      /* loops sorted by their routine */
    uint32_t n_loops;
    uint32_t *calls; /* edges sorted by the caller's routine */
    uint64_t n_calls;
};

/* An index with its keys beside it, for sorting. */
struct keyed {
    uint32_t key, index;
};

static int by_key(const void *a, const void *b) {
    const struct keyed *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static void name(FILE *out, const char *s) {
    for (; *s; s++) putc_unlocked((unsigned char)*s < ' ' || *s == 127 ? '?' : *s, out);
}

static void place(const struct writer *w, const char *what, const struct ordo_profile_scope *s) {
    struct ordo_text path = {0};
    ordo_source_place_add(&path, w->p, s);
    fprintf(w->out, "%s=", what);
    name(w->out, path.n ? path.bytes : "???");
    putc_unlocked('\n', w->out);
    ordo_text_done(&path);
}

static void function(const struct writer *w, const char *what, uint32_t scope) {
    fprintf(w->out, "%s=(%u)", what, scope + 1);
    if (!w->named[scope]) {
        putc_unlocked(' ', w->out);
        name(w->out, *w->p->scopes[scope].name ? w->p->scopes[scope].name : "???");
    }
    w->named[scope] = 1;
    putc_unlocked('\n', w->out);
}

static uint32_t routine_of(const struct ordo_profile *p, uint32_t scope) {
    return p->scopes[scope].kind == ORDO_PROFILE_LOOP ? p->scopes[scope].routine.i : scope;
}

static void write_call(const struct writer *w, const struct ordo_edge *e) {
    const struct ordo_profile_scope *callee = &w->p->scopes[e->callee.i];
    fprintf(w->out, "cob=");
    name(w->out, *callee->object ? callee->object : "???");
    putc_unlocked('\n', w->out);
    place(w, "cfi", callee);
    function(w, "cfn", e->callee.i);
    fprintf(w->out, "calls=%" PRIu64 " %u\n", e->calls, callee->line);
    fprintf(w->out, "%u %" PRIu64 "\n", w->p->scopes[e->caller.i].line,
            ordo_export_edge(w->costs, e));
}

/* Writes one routine. Its loops and calls are adjacent in the sorted lists. */
static void write_routine(const struct writer *w, uint32_t i, uint32_t *loop, uint64_t *call) {
    const struct ordo_profile *p = w->p;
    const struct ordo_profile_scope *s = &p->scopes[i];
    fprintf(w->out, "\nob=");
    name(w->out, *s->object ? s->object : "???");
    putc_unlocked('\n', w->out);
    place(w, "fl", s);
    function(w, "fn", i);
    uint64_t own = ordo_export_own(w->costs, i);
    if (own || !s->callers.n) fprintf(w->out, "%u %" PRIu64 "\n", s->line, own);
    for (; *loop < w->n_loops && p->scopes[w->loops[*loop]].routine.i == i; ++*loop) {
        uint32_t x = w->loops[*loop];
        uint64_t cost = ordo_export_own(w->costs, x);
        if (cost) fprintf(w->out, "%u %" PRIu64 "\n", p->scopes[x].line, cost);
    }
    for (; *call < w->n_calls && routine_of(p, p->edges[w->calls[*call]].caller.i) == i; ++*call)
        write_call(w, &p->edges[w->calls[*call]]);
}

/* Returns the indices, sorted by key. */
static uint32_t *sorted(struct keyed *k, uint64_t n) {
    uint32_t *out = ordo_memory_new(n + 1, sizeof *out);
    qsort(k, n, sizeof *k, by_key);
    for (uint64_t i = 0; i < n; i++) out[i] = k[i].index;
    return out;
}

static void collect(struct writer *w) {
    const struct ordo_profile *p = w->p;
    uint64_t most = p->n_edges > p->n_scopes ? p->n_edges : p->n_scopes;
    struct keyed *k = ordo_memory_new(most + 1, sizeof *k);
    w->named = ordo_memory_new((size_t)p->n_scopes + 1, 1);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind == ORDO_PROFILE_LOOP)
            k[w->n_loops++] = (struct keyed){p->scopes[i].routine.i, i};
    w->loops = sorted(k, w->n_loops);
    for (uint64_t i = 0; i < p->n_edges; i++) {
        const struct ordo_edge *e = &p->edges[i];
        /* A loop's calls belong to its routine; entering a loop is not a call. */
        if (ordo_scope_is_none(e->caller) || p->scopes[e->callee.i].kind == ORDO_PROFILE_LOOP)
            continue;
        k[w->n_calls++] = (struct keyed){routine_of(p, e->caller.i), (uint32_t)i};
    }
    w->calls = sorted(k, w->n_calls);
    free(k);
}

static void write_all(const struct writer *w, const struct ordo_export_request *r) {
    const struct ordo_profile *p = w->p;
    fprintf(w->out, "# callgrind format\nversion: 1\ncreator: ordo " ORDO_VERSION "\n");
    for (uint32_t i = 0; i < p->n_runs; i++) {
        fputs(i ? "desc: also: " : "cmd: ", w->out);
        name(w->out, p->runs[i].command);
        putc_unlocked('\n', w->out);
    }
    if (r->predicted)
        fprintf(w->out, "desc: Predicted: at %g times the size\n", r->analysis->factor);
    fprintf(w->out, "positions: line\nevents: %s\n", p->cost_metric);
    uint32_t loop = 0;
    uint64_t call = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        enum ordo_profile_kind kind = p->scopes[i].kind;
        if (kind == ORDO_PROFILE_ROUTINE || kind == ORDO_PROFILE_LIBRARY)
            write_routine(w, i, &loop, &call);
    }
    putc_unlocked('\n', w->out);
}

void ordo_export_callgrind(FILE *out, const struct ordo_export_request *r) {
    struct ordo_export_costs costs;
    ordo_export_costs_init(&costs, r);
    struct writer w = {.out = out, .p = r->profile, .costs = &costs};
    collect(&w);
    write_all(&w, r);
    free(w.named);
    free(w.loops);
    free(w.calls);
    ordo_export_costs_done(&costs);
}
