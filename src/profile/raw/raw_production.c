/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_production.c: reads gates and samples of one raw file.
 *
 * Gates are memory in which plain versions count while the program runs, one array for each thread
 * and module. Their counts are added by scope. The scope of a gate comes from the module's
 * GATE_SCOPES block; these blocks are read first. Whole samples are identified by scope, process
 * and number. Other samples have the number of the sample before them and are only counted.
 *
 * A module counts the activations of all routines of a recursion that have gates, or of none. If it
 * has no such counter and its plain code entered the recursion, an unknown number of activations is
 * missing from each of the recursion's routines. If it has, and the recursion consists of one
 * routine, the routine called itself as often as it had more activations than it was entered.
 */
#include "profile/raw/raw_measures.h"

#include "abi/abi.h"
#include "base/memory.h"
#include "profile/gather/point_set.h"

#include <stdlib.h>

_Static_assert((int)ORDO_SAMPLED_SECOND == (int)ORDO_SAMPLE_SECOND, "production.h and raw.h agree");

#define NOT_WHOLE ((uint32_t)(ORDO_SAMPLE_INCOMPLETE | ORDO_SAMPLE_GIVEN_UP | ORDO_SAMPLE_LEFT))

struct reading {
    const struct ordo_raw_reader *r;
    const struct ordo_raw_scopes *s;
    struct ordo_gather *g;
    struct ordo_error *error;
    uint64_t process;
    struct ordo_map scopes_of; /* number of a GATE_SCOPES block to its offset / 64 */
    struct ordo_map latest;    /* scope to the number of its samples so far */
    struct plain_calls *plain; /* parallel to s->list */
    /* By id of a recursion's first routine in its module: */
    struct ordo_map counted;   /* plain code counts the recursion's activations */
    struct ordo_map uncounted; /* plain code entered the recursion, and does not count them */
    struct ordo_map members;   /* number of its routines */
};

/* Of a recursion's routine, in plain code. */
struct plain_calls {
    uint64_t entries, activations;
};

bool ordo_raw_is_sampled(const struct ordo_raw_header *h) {
    return h->sampled == 1 || h->sampled == 2;
}

uint64_t ordo_raw_sampling_key(const struct ordo_raw_header *h) {
    uint64_t key = ordo_map_mix(h->start_ns ^ ordo_map_mix(h->pid));
    return key ? key : 1;
}

uint64_t ordo_raw_sample_records(const struct ordo_raw_reader *r) {
    const struct ordo_raw_block *b;
    uint64_t n = 0;
    for (uint64_t at = 0; (b = ordo_raw_next(r, &at));) {
        const struct ordo_raw_samples *t = (const struct ordo_raw_samples *)b;
        const struct ordo_raw_sample *items = (const struct ordo_raw_sample *)(t + 1);
        if (b->kind != ORDO_RAW_SAMPLES) continue;
        for (uint32_t i = 0; i < t->n && i < (b->size - sizeof *t) / sizeof *items; i++)
            n += items[i].scope != 0;
    }
    return n;
}

/* Notes the recursions that have counters of activations: gates whose scope calls itself. */
static enum ordo_status list_counted(struct reading *d, const struct ordo_raw_gate_scopes *t) {
    const uint32_t *scopes = (const uint32_t *)(t + 1), *callers = scopes + t->n_gates;
    for (uint32_t i = 0; i < t->n_gates; i++) {
        const struct ordo_raw_named_scope *s;
        if ((scopes[i] & ORDO_RAW_GATE_FLAGS) != ORDO_RAW_GATE_CALLS) continue;
        if ((scopes[i] & ~ORDO_RAW_GATE_FLAGS) != callers[i]) continue;
        ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, t, callers[i], &s, d->error));
        ordo_map_put(&d->counted, s->raw->group, 1);
    }
    return ORDO_OK;
}

static enum ordo_status list_scopes(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    const struct ordo_raw_gate_scopes *t = (const struct ordo_raw_gate_scopes *)b;
    uint32_t other;
    if (t->n_gates > (b->size - sizeof *t) / sizeof(uint32_t) / 2)
        return ordo_raw_corrupt(d->r, b, d->error, "the scopes of %u gates do not fit", t->n_gates);
    if (!t->number || ordo_map_find(&d->scopes_of, t->number, &other))
        return ordo_raw_corrupt(d->r, b, d->error, "the number %u of gates is taken", t->number);
    uint64_t place = ordo_raw_offset(d->r, b) / ORDO_RAW_ALIGN;
    if (place > UINT32_MAX)
        return ordo_raw_corrupt(d->r, b, d->error, "the scopes of gates are too far into the file");
    ordo_map_put(&d->scopes_of, t->number, (uint32_t)place);
    return list_counted(d, t);
}

/* Adds the calls of a routine by one of its callers, its activations in a recursion, or what a
 * library routine did for it: the bytes that it accessed, which count as cells. */
static enum ordo_status read_calls(struct reading *d, const struct ordo_raw_gate *gate,
                                   uint32_t named, uint32_t by) {
    const struct ordo_raw_named_scope *s, *caller;
    uint64_t n = gate->iterations > gate->before ? gate->iterations - gate->before : 0;
    bool is_calls = named & ORDO_RAW_GATE_CALLS;
    struct ordo_gated_scope add = {.executions = is_calls ? n : 0,
                                   .iterations = is_calls ? 0 : n / d->r->header->cell_bytes};
    ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, gate, named & ~ORDO_RAW_GATE_FLAGS, &s, d->error));
    ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, gate, by, &caller, d->error));
    if (!n || s->handle == ORDO_GATHER_NONE) return ORDO_OK;
    add.scope = s->handle;
    if (caller == s) { /* activations in a recursion's plain code */
        add.iterations = n;
        add.executions = 0;
        d->plain[s - d->s->list].activations += n;
        ordo_gather_gated(d->g, &add);
        return ORDO_OK;
    }
    if (named & ORDO_RAW_GATE_LIBRARY) ordo_gather_gated(d->g, &add);
    if (caller->handle != ORDO_GATHER_NONE)
        ordo_gather_edge(d->g, caller->handle, s->handle, add.executions, add.iterations);
    return ORDO_OK;
}

/* Adds the counts of one gate. A gate that let no execution pass means that all executions were
 * recorded. `by`: what it was inlined into; 0: unknown. */
static enum ordo_status read_gate(struct reading *d, const struct ordo_raw_gate *gate,
                                  uint32_t named, uint32_t by) {
    const struct ordo_raw_named_scope *s, *caller = NULL;
    if (named & (ORDO_RAW_GATE_LIBRARY | ORDO_RAW_GATE_CALLS))
        return read_calls(d, gate, named, by);
    /* Computed modulo 2^64, because counts of a parent process or an older file are subtracted.
     * The result is below 0 for an instant while the gate is being set. */
    uint64_t plain =
        gate->executions + gate->interval - (uint64_t)(int64_t)(int32_t)gate->countdown;
    struct ordo_gated_scope add = {
        .executions = plain > INT64_MAX ? 0 : plain,
        .iterations = gate->iterations > gate->before ? gate->iterations - gate->before : 0};
    if (named & ORDO_RAW_GATE_REPEATS) add.iterations += add.executions;
    ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, gate, named & ~ORDO_RAW_GATE_FLAGS, &s, d->error));
    if (by) ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, gate, by, &caller, d->error));
    if (s->handle == ORDO_GATHER_NONE) return ORDO_OK;
    add.scope = s->handle;
    ordo_gather_gated(d->g, &add);
    d->plain[s - d->s->list].entries += add.executions;
    if (caller && caller->handle != ORDO_GATHER_NONE && add.executions)
        ordo_gather_edge(d->g, caller->handle, s->handle, add.executions, add.iterations);
    return ORDO_OK;
}

static enum ordo_status read_gates(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    const struct ordo_raw_gates *t = (const struct ordo_raw_gates *)b;
    uint32_t place;
    if (!t->number) return ORDO_OK; /* reserved for a module that was never loaded */
    ORDO_TRY(ordo_raw_check_table(d->r, b, t->n_gates, sizeof(struct ordo_raw_gate), d->error));
    const struct ordo_raw_gate_scopes *names =
        ordo_map_find(&d->scopes_of, t->number, &place)
            ? (const void *)ordo_raw_block_at(d->r, (uint64_t)place * ORDO_RAW_ALIGN,
                                              ORDO_RAW_GATE_SCOPES)
            : NULL;
    if (!names || t->n_gates > names->n_gates)
        return ordo_raw_corrupt(d->r, b, d->error,
                                "the scopes of its %u gates (number %u) are missing", t->n_gates,
                                t->number);
    const struct ordo_raw_gate *gates = (const struct ordo_raw_gate *)(t + 1);
    const uint32_t *scopes = (const uint32_t *)(names + 1);
    const uint32_t *callers = scopes + names->n_gates;
    for (uint32_t i = 0; i < t->n_gates; i++)
        ORDO_TRY(read_gate(d, &gates[i], scopes[i], callers[i]));
    return ORDO_OK;
}

static bool is_in(const struct ordo_map *groups, const struct ordo_raw_named_scope *s) {
    uint32_t value;
    return ordo_map_find(groups, s->raw->group, &value);
}

static void find_groups(struct reading *d) {
    for (size_t i = 0; i < d->s->n; i++) {
        const struct ordo_raw_named_scope *s = &d->s->list[i];
        uint32_t n = 0;
        if (s->raw->scope_kind != ORDO_KIND_ROUTINE) continue;
        ordo_map_find(&d->members, s->raw->group, &n);
        ordo_map_put(&d->members, s->raw->group, n + 1);
        if (d->plain[i].entries && !is_in(&d->counted, s))
            ordo_map_put(&d->uncounted, s->raw->group, 1);
    }
}

/* Adds what is known of recursions in plain code, after all gates have been read. */
static void add_recursions(struct reading *d) {
    find_groups(d);
    for (size_t i = 0; i < d->s->n; i++) {
        const struct ordo_raw_named_scope *s = &d->s->list[i];
        const struct plain_calls *c = &d->plain[i];
        uint32_t members;
        if (s->raw->scope_kind != ORDO_KIND_ROUTINE || s->handle == ORDO_GATHER_NONE) continue;
        if (is_in(&d->uncounted, s)) ordo_gather_flag(d->g, s->handle, ORDO_PROFILE_UNCOUNTED);
        if (c->activations <= c->entries || !is_in(&d->counted, s)) continue;
        if (!ordo_map_find(&d->members, s->raw->group, &members) || members != 1) continue;
        uint64_t again = c->activations - c->entries;
        ordo_gather_edge(d->g, s->handle, s->handle, again, again);
    }
}

static enum ordo_status read_sample(struct reading *d, const struct ordo_raw_sample *x) {
    const struct ordo_raw_named_scope *s;
    ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, x, x->scope, &s, d->error));
    if (x->n > INT64_MAX || x->rms > INT64_MAX || x->level >= 64)
        return ordo_raw_corrupt(d->r, x, d->error, "a sample of size %llu at level %u",
                                (unsigned long long)x->n, x->level);
    if (s->handle == ORDO_GATHER_NONE) return ORDO_OK;
    bool whole = !(x->flags & NOT_WHOLE);
    uint32_t before = 0;
    ordo_map_find(&d->latest, s->handle, &before);
    uint32_t more = x->samples > before ? x->samples - before : 0;
    struct ordo_gated_scope add = {.scope = s->handle,
                                   .samples = (uint64_t)more + !whole,
                                   .incomplete = (x->flags & ORDO_SAMPLE_INCOMPLETE) != 0,
                                   .given_up = (x->flags & ORDO_SAMPLE_GIVEN_UP) != 0,
                                   .left = (x->flags & ORDO_SAMPLE_LEFT) != 0};
    if (more) ordo_map_put(&d->latest, s->handle, x->samples);
    ordo_gather_gated(d->g, &add);
    if (!whole) return ORDO_OK;
    ordo_gather_sample(d->g, &(struct ordo_sample){.scope = s->handle,
                                                   .flags = x->flags & ORDO_SAMPLE_SECOND,
                                                   .process = d->process,
                                                   .number = x->samples,
                                                   .time_ns = x->time_ns,
                                                   .executions = x->executions,
                                                   .iterations = x->iterations,
                                                   .own = x->own,
                                                   .cost = x->cost,
                                                   .n = x->n,
                                                   .rms = x->rms,
                                                   .level = x->level,
                                                   .tracked = x->tracked,
                                                   .again = x->again,
                                                   .before = x->before,
                                                   .all = x->all,
                                                   .once = x->once,
                                                   .twice = x->twice,
                                                   .sums = {x->sum_own, x->sum_cost, x->sum_n}});
    return ORDO_OK;
}

static enum ordo_status read_samples(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    const struct ordo_raw_samples *t = (const struct ordo_raw_samples *)b;
    if (t->n > t->capacity)
        return ordo_raw_corrupt(d->r, b, d->error, "%u samples in room for %u", t->n, t->capacity);
    ORDO_TRY(ordo_raw_check_table(d->r, b, t->capacity, sizeof(struct ordo_raw_sample), d->error));
    const struct ordo_raw_sample *items = (const struct ordo_raw_sample *)(t + 1);
    for (uint32_t i = 0; i < t->n; i++)
        if (items[i].scope) ORDO_TRY(read_sample(d, &items[i]));
    return ORDO_OK;
}

enum ordo_status ordo_raw_production_read(const struct ordo_raw_reader *r,
                                          const struct ordo_raw_scopes *s, struct ordo_gather *g,
                                          struct ordo_error *error) {
    struct reading d = {.r = r, .s = s, .g = g, .error = error};
    if (!ordo_raw_is_sampled(r->header)) return ORDO_OK;
    d.process = ordo_raw_sampling_key(r->header);
    ordo_gather_has_production(g);
    ordo_map_init(&d.scopes_of);
    ordo_map_init(&d.latest);
    ordo_map_init(&d.counted);
    ordo_map_init(&d.uncounted);
    ordo_map_init(&d.members);
    d.plain = ordo_memory_new(s->n, sizeof *d.plain);
    enum ordo_status status = ordo_raw_each(d.r, ORDO_RAW_GATE_SCOPES, list_scopes, &d);
    if (status == ORDO_OK) status = ordo_raw_each(d.r, ORDO_RAW_GATES, read_gates, &d);
    if (status == ORDO_OK) status = ordo_raw_each(d.r, ORDO_RAW_SAMPLES, read_samples, &d);
    if (status == ORDO_OK) add_recursions(&d);
    ordo_map_done(&d.scopes_of);
    ordo_map_done(&d.latest);
    ordo_map_done(&d.counted);
    ordo_map_done(&d.uncounted);
    ordo_map_done(&d.members);
    free(d.plain);
    if (status == ORDO_OK) ordo_gather_tidy_samples(g);
    return status;
}
