/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * unrecurred.c: an activation that was treated as a repetition, although its routine did not recur.
 * Its facts become what they would be if it had never been one. What it did itself counts for its
 * place, in the step that called it. What ended within it goes to the home around it. Sizes that
 * were measured when it began are dropped if its place knows the input: without the repetition the
 * input would not have been measured then.
 */
#include "activities.h"
#include "ranges.h"
#include "watch.h"

/* Splits the list into own facts of inputs, those of their types and ranges, and others. */
static void sort_out(struct ort_structure *s, uint32_t list, uint32_t *inputs, uint32_t *parts,
                     uint32_t *others) {
    while (list) {
        uint32_t i = list;
        struct ort_fact *f = &s->table.facts[i - 1];
        list = f->next;
        uint32_t *to = f->key & ORT_KEY_RANGE || (f->own && f->type) ? parts
                       : f->own                                      ? inputs
                                                                     : others;
        f->next = *to;
        *to = i;
    }
}

/* Makes fact i one of the home and context. Drops the sizes that were measured when the activation
 * began, unless the input is new there. */
static void give_back(struct ort_structure *s, uint32_t i, uint32_t home, uint32_t context,
                      uint32_t typed) {
    struct ort_fact *f = &s->table.facts[i - 1];
    uint32_t at = ort_fact_find(&s->table, home, context, f->key, f->type);
    struct ort_fact *into = at ? &s->table.facts[at - 1] : NULL;
    if (into && !(f->key & (ORT_KEY_RANGE | ORT_KEY_STREAM))) {
        if (!f->type && !into->own) ort_facts_reopen(s, into);
        if (!f->type && ort_range_part(s, f, home, context)) f->each = 0;
        f->elements = f->references = f->capacity = f->all_capacity = 0;
        f->measured = ORT_KNOWS_ALL;
    } else if (!into && !f->type && !(f->key & ORT_KEY_RANGE)) {
        s->activities[home].inputs++;
    }
    ort_facts_name_anew(s, &s->activities[home].facts, i, home, context, f->key, typed);
}

/* Gives what activation `number` did to the one around it, in the step that called it. `parts`:
 * facts of types and ranges. */
static void give_all_back(struct ort_thread *t, struct ort_structure *s, uint32_t number,
                          uint32_t inputs, uint32_t parts) {
    const struct ort_activity *a = &s->activities[number], *of = a - 1;
    uint32_t home = of->home - 1, typed = parts, lists[] = {inputs, parts, 0};
    struct ordo_frame *place = t->frames + of->place;
    for (int k = 0; k < 3; k++) {
        uint32_t list = k < 2 ? lists[k] : a->facts; /* what the first two lists left */
        while (list) {
            uint32_t i = list;
            struct ort_fact *f = &s->table.facts[i - 1];
            int own = f->context == a->context;
            list = f->next;
            if (own && !k) {
                f->apart = of->place != home;
                f->activation = place->stamp;
                f->step = ort_step_of(s, t->frames + number - 1, place);
                if (f->step_first) f->step_of_first = place->iterations + 1;
            }
            give_back(s, i, home, own ? of->context : f->context, k ? 0 : typed);
        }
    }
}

/* Ends f, whose routine may recur and did not: what it did counts for what is around it. */
void ort_structure_end_unrecurred(struct ort_thread *t, struct ordo_frame *f) {
    struct ort_structure *s = t->structure;
    uint32_t number = (uint32_t)(f - t->frames), inputs = 0, parts = 0, others = 0;
    struct ort_activity *a = &s->activities[number], *of = a - 1;
    if (!a->home || a->around != number + 1) return; /* not observed */
    ort_facts_settle_steps(t, number, 0, 0, 0);
    int in_graph = a->facts && ort_graph_enter();
    sort_out(s, a->facts, &inputs, &parts, &others);
    a->facts = 0;
    if (of->home > 1) {
        struct ort_activity *home = &s->activities[of->home - 1];
        if (!home->facts) home->joins = a->joins;
        home->partial |= a->partial;
        home->ignores |= a->ignores;
        if (in_graph) give_all_back(t, s, number, inputs, parts);
    }
    if (!in_graph || of->home <= 1) {
        ort_facts_pass_on(s, inputs, 0);
        ort_facts_pass_on(s, parts, 0);
    }
    ort_facts_pass_on(s, others, of->around - 1);
    a->facts = a->inputs = a->many = a->joins = a->partial = a->ignores = 0;
    ort_watch_ended(s->watch, a->context, a->began, ort_structure_work(s), 0);
    if (in_graph) ort_graph_leave();
}
