/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * strand.c: strands and their stacks. A strand's limit is NULL, so that every push calls this file.
 * Frames and activations are two arrays in reserved address space, which becomes memory when it is
 * accessed. Invariant: above hot.top no activation owns memory.
 */
#include "engine.h"
#include "ref_memory.h"
#include "strand_exit.h"
#include <string.h>

enum { MAX_FRAMES = 1 << 22 };

__thread struct ordo_thread *__ordo_self __attribute__((visibility("default")));

static struct ordo_scope root_scope = {
    .name = "", .linkage_name = "", .file = "", .arg_names = "", .kind = ORDO_KIND_ROOT};

/* The strand of every thread while recording is off: pushes return the one spare frame. */
static struct ordo_frame idle_frames[2] = {{.scope = &root_scope}};
static struct activation idle_open[2];
static struct ordo_nest idle_nest;
static uint8_t idle_unframed[ORDO_MAX_SCOPES];
static struct strand idle = {.hot = {.top = &idle_frames[0],
                                     .nest = &idle_nest,
                                     .counts = oref_uncounted_blocks,
                                     .unframed = idle_unframed},
                             .frames = idle_frames,
                             .open = idle_open,
                             .shadow_word = ~(uint64_t)0};

struct strand *oref_strand_of(struct ordo_thread *t) {
    return (struct strand *)(void *)t;
}

static void start_afresh(struct strand *s) {
    s->in_use = 1;
    s->own_stack = 0;
    s->interrupted = NULL;
    s->frames[0] = (struct ordo_frame){.stamp = 2, .scope = &root_scope};
    oref_cell_set_done(&s->open[0].accessed);
    oref_cell_set_done(&s->open[0].current);
    s->open[0] = (struct activation){0};
    s->hot.top = s->frames;
}

static struct strand *take_strand(void) {
    struct strand *s = oref.strands;
    while (s && s->in_use) s = s->next;
    if (!s) {
        s = oref_alloc(sizeof *s);
        s->frames = oref_reserve(sizeof *s->frames * MAX_FRAMES);
        s->open = oref_reserve(sizeof *s->open * MAX_FRAMES);
        s->hot.shadow_base = (uintptr_t)&s->shadow_word;
        s->hot.nest = oref_reserve(sizeof *s->hot.nest * ORDO_MAX_SCOPES);
        s->hot.counts = oref_uncounted_blocks;
        s->hot.unframed = oref_reserve(ORDO_MAX_SCOPES);
        s->hot.tick = 1;
        s->hot.clock = 2;
        s->next = oref.strands;
        oref.strands = s;
    }
    start_afresh(s);
    return s;
}

struct strand *oref_strand_self(void) {
    if (__ordo_self) return oref_strand_of(__ordo_self);
    oref_engine_start();
    if (!oref.on) {
        idle.hot.shadow_base = (uintptr_t)&idle.shadow_word;
        __ordo_self = &idle.hot;
        return &idle;
    }
    struct engine_hold h = oref_engine_lock();
    struct strand *s = take_strand();
    __ordo_self = &s->hot;
    oref_engine_unlock(&h);
    oref_strand_exit_arm();
    return s;
}

struct strand *oref_strand_with(const struct ordo_frame *f, size_t *index) {
    struct strand *s = __ordo_self ? oref_strand_of(__ordo_self) : NULL;
    if (!s || f < s->frames || f >= s->frames + MAX_FRAMES)
        for (s = oref.strands; s; s = s->next)
            if (f >= s->frames && f < s->frames + MAX_FRAMES) break;
    if (!s) oref_die("an access by a frame that is on no stack");
    *index = (size_t)(f - s->frames);
    return s;
}

void oref_strand_close(struct strand *s, struct ordo_frame *keep, int at_exit) {
    while (s->hot.top > keep) {
        size_t i = (size_t)(s->hot.top - s->frames);
        oref_tally_activation(s, i, at_exit);
        oref_cell_set_done(&s->open[i].accessed);
        oref_cell_set_done(&s->open[i].current);
        s->hot.top--;
    }
}

void oref_strand_retire(struct strand *s) {
    oref_strand_close(s, s->frames, 0);
    oref_cell_set_done(&s->open[0].accessed);
    oref_cell_set_done(&s->open[0].current);
    s->in_use = 0;
}

void oref_strand_interrupt(void) {
    struct strand *below = oref_strand_self();
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    struct strand *s = take_strand();
    s->interrupted = below;
    __ordo_self = &s->hot;
    oref_engine_unlock(&h);
}

/* Makes s the calling thread's strand and ends the handlers above it. */
static void resume(struct strand *s) {
    while (__ordo_self != &s->hot) {
        struct strand *handler = oref_strand_of(__ordo_self);
        if (!handler->interrupted) return;
        oref_strand_retire(handler);
        __ordo_self = &handler->interrupted->hot;
    }
}

void oref_strand_resume(void) {
    if (!oref.on || !__ordo_self) return;
    struct engine_hold h = oref_engine_lock();
    struct strand *s = oref_strand_of(__ordo_self)->interrupted;
    if (s) resume(s);
    oref_engine_unlock(&h);
}

void strand_stack_begin(void) {
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    struct strand *s = take_strand();
    s->own_stack = 1;
    __ordo_self = &s->hot;
    oref_engine_unlock(&h);
}

void strand_stack_return(struct strand *s) {
    struct strand *from = oref_strand_of(__ordo_self);
    __ordo_self = &s->hot;
    if (!oref.on || from == s || !from->own_stack || from->hot.top != from->frames) return;
    struct engine_hold h = oref_engine_lock();
    oref_strand_retire(from);
    oref_engine_unlock(&h);
}

ORDO_PRESERVE_MOST struct ordo_thread *__ordo_begin(void) {
    return &oref_strand_self()->hot;
}

ORDO_PRESERVE_MOST struct ordo_frame *__ordo_push(struct ordo_thread *t) {
    struct strand *s = oref_strand_of(t);
    if (s == &idle) return &idle_frames[1];
    size_t i = (size_t)(t->top + 1 - s->frames);
    if (i >= MAX_FRAMES) oref_die("more open activations than the shadow stack holds");
    s->open[i] = (struct activation){0};
    return &s->frames[i];
}

ORDO_PRESERVE_MOST uint32_t __ordo_renumber(struct ordo_thread *t) {
    t->clock = 3; /* this engine does not use stamps */
    return 3;
}

void __ordo_leave(struct ordo_thread *t, struct ordo_frame *f) {
    struct strand *s = oref_strand_of(t);
    if (s == &idle) {
        t->top = &idle_frames[0];
        return;
    }
    struct engine_hold h = oref_engine_lock();
    oref_strand_close(s, f - 1, 0);
    oref_engine_unlock(&h);
}

void __ordo_unwind(struct ordo_thread *t, struct ordo_frame *f) {
    struct strand *s = oref_strand_of(t);
    if (s == &idle) {
        t->top = f;
        return;
    }
    struct engine_hold h = oref_engine_lock();
    if (__ordo_self != t) resume(s);
    oref_strand_close(s, f, 0);
    oref_engine_unlock(&h);
}

/* The chains from each open activation of the group to this one are one longer than those to the
 * group's activation below it. */
void __ordo_recur(struct ordo_thread *t, struct ordo_frame *f) {
    struct strand *s = oref_strand_of(t);
    if (s == &idle || f->scope->kind != ORDO_KIND_ROUTINE) return;
    struct engine_hold h = oref_engine_lock();
    size_t top = (size_t)(f - s->frames);
    uint64_t chain = 0;
    for (size_t i = top; i-- > 1;) {
        if (!s->open[i].in_group || s->frames[i].scope->group != f->scope->group) continue;
        chain++;
        if (chain > s->open[i].depth) s->open[i].depth = chain;
    }
    s->open[top].in_group = 1;
    s->open[top].outer = chain == 0;
    oref_engine_unlock(&h);
}
