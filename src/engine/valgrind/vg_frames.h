/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_frames.h: activations on the shadow stack.
 *
 * Threads: the running one.
 */
#ifndef OVG_FRAMES_H
#define OVG_FRAMES_H

#include "engine/runtime/core/frame_push.h"
#include "vg_state.h"

/* Address of the return address of the activation, or of the routine whose loop it is. If loops
 * are measured, OVG_RETURN is the return address itself. */
#define OVG_SP(f) ((f)->args[0])
#define OVG_RETURN(f) ((f)->args[1])

/* Pushes an activation. The state's costs must be settled. */
static inline void ovg_frame_push(struct ordo_thread *hot, struct ordo_scope *scope, uint64_t sp) {
    struct ordo_frame *f = hot->top + 1;
    if (unlikely(f >= hot->limit)) {
        f = __ordo_push(hot);
        if (!hot->tick) return;
    }
    if (unlikely(hot->clock >= UINT32_MAX - 1))
        f->stamp = __ordo_renumber(hot);
    else
        f->stamp = ++hot->clock;
    ort_frame_fill(f, scope, hot->cost);
    OVG_SP(f) = (int64_t)sp;
    hot->top = f;
    if (scope->kind != ORDO_KIND_ROUTINE) {
        __ordo_recur(hot, f);
        return;
    }
    /* A routine is a group of its own. */
    struct ordo_nest *nest = &hot->nest[scope->id];
    nest->open++;
    f->depth_level = nest->level++;
    f->depth_saved = nest->deepest;
    nest->deepest = f->depth_level;
}

#endif
