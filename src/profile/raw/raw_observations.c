/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_observations.c: reads the observed calls of one raw file.
 *
 * A process that is killed while it replaces a block leaves both: the older one is skipped.
 */
#include "profile/raw/raw_measures.h"

#include "abi/abi.h"
#include "profile/gather/gather.h"

#define SHARE_LOG2 9 /* 2^-9: a scope with less than 0.2 % of the cost is never a finding */

struct reading {
    const struct ordo_raw_reader *r;
    const struct ordo_raw_scopes *s;
    const struct ordo_raw_places *places;
    struct ordo_gather *g;
    struct ordo_map replaced; /* by offset / ORDO_RAW_ALIGN */
    struct ordo_map threads;  /* THREAD block, offset / ORDO_RAW_ALIGN, by number */
    struct ordo_error *error;
};

static enum ordo_status note_replaced(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    const struct ordo_raw_observations *t = (const struct ordo_raw_observations *)b;
    const struct ordo_raw_observations *old =
        (const struct ordo_raw_observations *)ordo_raw_block_at(d->r, t->supersedes,
                                                                ORDO_RAW_OBSERVATIONS);
    if (old && old != t && old->thread == t->thread && old->node == t->node)
        ordo_map_put(&d->replaced, t->supersedes / ORDO_RAW_ALIGN, 1);
    return ORDO_OK;
}

static enum ordo_status note_thread(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    ordo_map_put(&d->threads, b->thread, (uint32_t)(ordo_raw_offset(d->r, b) / ORDO_RAW_ALIGN));
    return ORDO_OK;
}

/* Returns whether the observed calls have a noticeable part of their thread's cost. A node may have
 * had that only at the beginning, when it was first observed. */
static bool is_noticeable(const struct reading *d, uint32_t thread,
                          const struct ordo_raw_observation *last) {
    uint32_t at;
    if (!ordo_map_find(&d->threads, thread, &at)) return false;
    const struct ordo_raw_thread *t = (const struct ordo_raw_thread *)ordo_raw_block_at(
        d->r, (uint64_t)at * ORDO_RAW_ALIGN, ORDO_RAW_THREAD);
    return t && last->sum_cost >= t->cost >> SHARE_LOG2;
}

/* Finds the names of the size arguments of the scope's routine. */
static enum ordo_status find_arg_names(const struct reading *d, const void *at, uint32_t scope,
                                       const char **names) {
    const struct ordo_raw_named_scope *s;
    ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, at, scope, &s, d->error));
    if (s->raw->scope_kind == ORDO_KIND_LOOP)
        ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, at, s->raw->routine, &s, d->error));
    *names = s->raw->scope_kind == ORDO_KIND_ROUTINE ? s->arg_names : "";
    return ORDO_OK;
}

static enum ordo_status read_block(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    const struct ordo_raw_observations *t = (const struct ordo_raw_observations *)b;
    const struct ordo_raw_observation *items = (const struct ordo_raw_observation *)(t + 1);
    uint32_t value, context;
    if (ordo_map_find(&d->replaced, ordo_raw_offset(d->r, b) / ORDO_RAW_ALIGN, &value))
        return ORDO_OK;
    ORDO_TRY(ordo_raw_check_table(d->r, b, t->capacity, sizeof *items, d->error));
    if (t->used > t->capacity)
        return ordo_raw_corrupt(d->r, b, d->error, "%u observations have room for %u", t->used,
                                t->capacity);
    if (!ordo_raw_places_find(d->places, b->thread, t->node, &context))
        return ordo_raw_corrupt(d->r, b, d->error,
                                "observations of calling context %u, which "
                                "thread %u does not have",
                                t->node, b->thread);
    const char *names;
    ORDO_TRY(find_arg_names(d, b, t->scope, &names));
    for (uint32_t i = 0; i < t->used; i++)
        if (items[i].next_kept > items[i].next_rms || items[i].next_own > items[i].next_kept ||
            (i && items[i].calls <= items[i - 1].calls))
            return ordo_raw_corrupt(d->r, &items[i], d->error, "an impossible observation");
    if (context == ORDO_GATHER_NONE || !t->used ||
        !is_noticeable(d, b->thread, &items[t->used - 1]))
        return ORDO_OK;
    uint64_t thread = ordo_map_mix(ordo_raw_sampling_key(d->r->header) + b->thread);
    for (uint32_t i = 0; i < t->used; i++) {
        const struct ordo_raw_observation *o = &items[i];
        struct ordo_observation x = {.context = context,
                                     .thread = thread,
                                     .calls = o->calls,
                                     .sum_cost = o->sum_cost,
                                     .sum_size = o->sum_size,
                                     .clock = o->clock,
                                     .rms = o->rms,
                                     .cost = o->cost,
                                     .self = o->self,
                                     .iterations = o->iterations,
                                     .outer = o->outer,
                                     .depth = o->depth,
                                     .input = o->input,
                                     .allocated = o->allocated,
                                     .peak = o->peak,
                                     .next_rms = o->next_rms,
                                     .next_kept = o->next_kept,
                                     .next_own = o->next_own,
                                     .before_rms = o->before_rms,
                                     .next_written = o->next_written,
                                     .arg_names = names};
        for (int k = 0; k < ORDO_OBSERVED_ARGS; k++) x.args[k] = o->args[k];
        ordo_gather_observation(d->g, &x);
    }
    return ORDO_OK;
}

enum ordo_status ordo_raw_observations_read(const struct ordo_raw_reader *r,
                                            const struct ordo_raw_scopes *s,
                                            const struct ordo_raw_places *places,
                                            struct ordo_gather *g, struct ordo_error *error) {
    struct reading d = {.r = r, .s = s, .places = places, .g = g, .error = error};
    ordo_map_init(&d.replaced);
    ordo_map_init(&d.threads);
    enum ordo_status status = ordo_raw_each(r, ORDO_RAW_THREAD, note_thread, &d);
    if (status == ORDO_OK) status = ordo_raw_each(r, ORDO_RAW_OBSERVATIONS, note_replaced, &d);
    if (status == ORDO_OK) status = ordo_raw_each(r, ORDO_RAW_OBSERVATIONS, read_block, &d);
    ordo_map_done(&d.replaced);
    ordo_map_done(&d.threads);
    return status;
}
