/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * profile.c: frees a profile, names its enums, counts its processes and finds what was inlined into
 * a scope.
 */
#include "profile/profile.h"

#include "base/arena.h"
#include "base/map.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Between the end of a raw file and the start of its successor. A process id is not used again so
 * soon. */
#define MOST_NS_OF_ROTATION 1000000000u

void ordo_profile_free(struct ordo_profile *p) {
    if (p) ordo_arena_free(p->arena);
}

const char *ordo_profile_kind_name(enum ordo_profile_kind kind) {
    static const char *const names[] = {"routine", "loop", "recursion", "library"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

const char *ordo_profile_growth_cost(const struct ordo_profile *p,
                                     const struct ordo_profile_scope *s) {
    for (uint64_t i = 0; s->kind == ORDO_PROFILE_LOOP && i < s->series.n; i++) {
        const char *cost = p->series[s->series.first + i].cost;
        if (strcmp(cost, "events") == 0) return cost;
    }
    return p->cost_metric;
}

const char *ordo_process_state_name(enum ordo_process_state state) {
    static const char *const names[] = {"finished", "execed", "killed", "running"};
    return (unsigned)state < sizeof names / sizeof *names ? names[state] : "unknown";
}

static const struct {
    const char *name, *text;
} stops[] = {
    {"none", NULL},
#define ORDO_STOP(identifier, number, name, text) [number] = {name, text},
#include "abi/stops.def"
};

uint32_t ordo_stop_last(void) {
    return sizeof stops / sizeof *stops - 1;
}

const char *ordo_stop_name(uint32_t stop) {
    return stop <= ordo_stop_last() ? stops[stop].name : "unknown";
}

const char *ordo_stop_text(uint32_t stop) {
    return stop <= ordo_stop_last() ? stops[stop].text : NULL;
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

static bool follows(const struct ordo_process *before, const struct ordo_process *x) {
    return before->state == ORDO_PROCESS_FINISHED && before->sampling.key && x->sampling.key &&
           x->start_ns >= before->end_ns && x->start_ns - before->end_ns < MOST_NS_OF_ROTATION &&
           strcmp(before->exe, x->exe) == 0;
}

uint32_t ordo_profile_continued(const struct ordo_profile *p, bool *continues) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_processes; i++) continues[i] = false;
    for (uint32_t k = 0; k < p->n_runs; k++) {
        const struct ordo_span *of_run = &p->runs[k].processes;
        struct ordo_map latest; /* by process id */
        ordo_map_init(&latest);
        for (uint64_t i = of_run->first; i < of_run->first + of_run->n; i++) {
            uint32_t before;
            continues[i] = ordo_map_find(&latest, p->processes[i].pid, &before) &&
                           follows(&p->processes[before], &p->processes[i]);
            ordo_map_put(&latest, p->processes[i].pid, (uint32_t)i);
            n += !continues[i];
        }
        ordo_map_done(&latest);
    }
    return n;
}

uint32_t ordo_profile_processes(const struct ordo_profile *p) {
    bool *continues = ordo_memory_new(p->n_processes, sizeof *continues);
    uint32_t n = ordo_profile_continued(p, continues);
    free(continues);
    return n;
}

bool ordo_profile_is_nested(const struct ordo_profile *p, uint32_t context) {
    for (uint32_t up = p->contexts[context].parent; up != UINT32_MAX; up = p->contexts[up].parent)
        if (p->contexts[up].scope.i == p->contexts[context].scope.i) return true;
    return false;
}
