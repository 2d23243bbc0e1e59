/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a context has paid is what its node says that its invocations cost, what it did most at once
 * what its steps say: those that are not looked at leave nothing to do here.
 */
#include "watch.h"
#include "contexts.h"
#include "private_memory.h"
#include "settings.h"
#include "steps.h"

#define ALWAYS 16u
#define PART 128u /* of the invocations that were, the gap to the next one */
#define AFTER_GROWTH 8u
#define BLOCKS 4u             /* that a piece of work is worth */
#define FREE_SHARE (1u << 26) /* blocks of a thread, beyond what it executes */

struct ort_watched *ort_watch_grow(struct ort_watch *w, uint32_t context) {
    uint32_t room = w->room ? w->room : 1024;
    while (room < context) room *= 2;
    struct ort_watched *more = ort_private_array(w->of, w->room, room, sizeof *more);
    if (!more) return NULL;
    w->of = more;
    w->room = room;
    return &w->of[context - 1];
}

static uint32_t magnitude(uint64_t n) {
    return n ? 64u - (uint32_t)__builtin_clzll(n) : 0;
}

/* Has an invocation ended that took twice as many steps as any did when this was last asked? */
static int has_grown(struct ort_watched *of, const struct ort_thread *t, uint32_t context) {
    if (!ort_steps_on(t)) return 0;
    const struct ordo_raw_step *s = ort_steps_of(t, context - 1);
    uint32_t m = magnitude(s->greatest > s->group_greatest ? s->greatest : s->group_greatest);
    if (m <= of->seen) return 0;
    of->seen = m;
    return 1;
}

int ort_watch_begins(struct ort_watch *w, const struct ort_thread *t, uint32_t context) {
    if (ort_settings.measure_all) return 1;
    struct ort_watched *of = ort_watched(w, context);
    if (!of) return 0;
    const struct ordo_raw_context *node = ort_context_node(t, context - 1);
    if (has_grown(of, t, context)) of->owed = AFTER_GROWTH;
    if (node->calls < ALWAYS) return 1;
    if (node->calls < of->next && !of->owed) return 0;
    if (BLOCKS * w->spent > t->hot.cost + FREE_SHARE && BLOCKS * of->spent > node->cost) return 0;
    if (of->owed) of->owed--;
    of->next = node->calls + 1 + node->calls / PART;
    return 1;
}

void ort_watch_ended(struct ort_watch *w, uint32_t context, uint64_t work, int outermost) {
    struct ort_watched *of = ort_watched(w, context);
    if (of) of->spent += work;
    if (outermost) w->spent += work;
}

void ort_watch_forget(struct ort_watch *w) {
    ort_private_array_free(w->of, w->room, sizeof *w->of);
    *w = (struct ort_watch){0};
}
