/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * watch.c: decides which invocations are observed.
 *
 * What a context has paid is the cost of its invocations, which its node has; the most that it did
 * at once is in its steps. So invocations that are not observed leave nothing to do here. A
 * context's tally says from which call on something has to be decided.
 */
#include "watch.h"
#include "engine/runtime/core/contexts.h"
#include "engine/runtime/core/steps.h"
#include "engine/runtime/graph/effort.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/settings.h"
#include "structure_state.h"

#define ALWAYS 16u            /* the first invocations of a context, always observed */
#define MANY 8192u            /* 4 of each context once so many were observed as such */
#define VERY_MANY 32768u      /* 1 of each context once so many were */
#define PART 128u             /* the gap to the next one: 1/128 of those so far */
#define LESS 16u              /* the same once the free share is spent */
#define STALE 4u              /* the same while they bring nothing new */
#define COST 64u              /* blocks that a unit of work costs; twice as many if there */
                              /* are many contexts, four times if there are very many */
#define END 16u               /* work of writing one down */
#define FREE_SHARE (1u << 27) /* blocks, for each thread */
#define FAIR_SHARE (1u << 30) /* the same, divided among its contexts */

struct ort_watched *ort_watch_grow(struct ort_watch *w, uint32_t context) {
    uint32_t room = w->room ? w->room : 1024;
    while (room < context) room *= 2;
    struct ort_watched *more = ort_private_array(w->of, w->room, room, sizeof *more);
    if (!more) return NULL;
    w->of = more;
    w->room = room;
    return &w->of[context - 1];
}

/* Is the next invocation one of its context's first? `calls` of them are over. */
static int is_first(struct ort_watch *w, uint64_t calls) {
    uint32_t always = w->first < MANY ? ALWAYS : w->first < VERY_MANY ? 4 : 1;
    if (calls >= always) return 0;
    w->first++;
    return 1;
}

static uint64_t price(const struct ort_watch *w, uint64_t work) {
    return (w->first < MANY ? COST : w->first < VERY_MANY ? 2 * COST : 4 * COST) * work;
}

/* Notes if an invocation of the recursion has ended with more steps than any had at the last
 * call. */
static void note_recursion(struct ort_watched *of, const struct ort_thread *t, uint32_t context) {
    if (!ort_steps_on(t)) return;
    const struct ordo_raw_step *s = ort_steps_of(t, context - 1);
    ort_watch_note(of, s->greatest > s->group_greatest ? s->greatest : s->group_greatest);
}

/* Defers the next decision until the next invocation is due. */
static void wait(const struct ort_watched *of, const struct ort_thread *t, uint32_t context) {
    uint64_t others = ort_context_node(t, context - 1)->calls;
    ort_tally_wait_calls(ort_tally_of(t, context - 1), of->next > others ? of->next - others : 0);
}

/* Defers the next decision until the context has executed `blocks` more. */
static void put_off(const struct ort_thread *t, uint32_t context, uint64_t blocks) {
    struct ordo_raw_tally *y = ort_tally_of(t, context - 1);
    ort_tally_wait_cost(y, y->cost + blocks);
}

/* Returns the blocks that the context, which cost `cost`, still has to execute to pay for its
 * observed invocations. */
static uint64_t lacks(const struct ort_watch *w, const struct ort_watched *of, uint64_t cost) {
    uint64_t owes = price(w, of->spent);
    return owes > cost && price(w, w->spent) > FREE_SHARE ? owes - cost : 0;
}

/* Has the context spent no more than its part of the fair share, or the thread less than half? */
static int is_within_fair_share(const struct ort_watch *w, const struct ort_watched *of) {
    if (price(w, w->given) <= FAIR_SHARE / 2) return 1;
    return price(w, w->given) <= FAIR_SHARE &&
           price(w, of->given) * (w->contexts + 1ull) <= FAIR_SHARE;
}

static void spend(struct ort_watch *w, uint64_t work) {
    *(price(w, w->given) <= FAIR_SHARE ? &w->given : &w->spent) += work;
}

static int may(struct ort_watch *w, const struct ort_thread *t, uint32_t context, int loop) {
    if (ort_settings.measure_all) return 1;
    struct ort_watched *of = ort_watched(w, context);
    if (!of) return 0;
    uint64_t calls = ort_tally_all_calls(t, context - 1);
    uint64_t cost = ort_tally_all_cost(t, context - 1);
    if (!loop) note_recursion(of, t, context);
    if (is_first(w, calls)) return 1;
    if (is_within_fair_share(w, of) &&
        !ort_effort_lacks(t->structure->effort, context, t->hot.cost, cost))
        return 1;
    if (calls < of->next && !of->owed) {
        wait(of, t, context);
        return 0;
    }
    uint64_t blocks = ort_effort_lacks(t->structure->effort, context, t->hot.cost, cost);
    if (blocks || (blocks = lacks(w, of, cost))) {
        put_off(t, context, blocks);
        return 0;
    }
    int share_left = price(w, w->spent) <= FREE_SHARE;
    if (of->owed) of->owed--;
    of->next = calls + 1 + calls / (share_left ? PART : of->stale ? STALE : LESS);
    if (!of->owed) wait(of, t, context);
    return 1;
}

int ort_watch_decides(struct ort_watch *w, const struct ort_thread *t, uint32_t context, int loop,
                      uint64_t work, int within) {
    if (!may(w, t, context, loop)) return 0;
    if (within) spend(w, work - w->noted);
    w->noted = work;
    return 1;
}

void ort_watch_ended(struct ort_watch *w, uint32_t context, uint64_t began, uint64_t work,
                     int news) {
    struct ort_watched *of = ort_watched(w, context);
    if (of && !(of->spent | of->given)) w->contexts++;
    if (of) *(is_within_fair_share(w, of) ? &of->given : &of->spent) += END + work - began;
    if (of) of->stale = !news;
    spend(w, END + work - w->noted);
    w->noted = work;
}

void ort_watch_forget(struct ort_watch *w) {
    ort_private_array_free(w->of, w->room, sizeof *w->of);
    *w = (struct ort_watch){0};
}
