/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * marks.c: see marks.h. In a killed process marks are open frames of the root's scope, which
 * readers skip. In a fork's child they measure nothing, because the nodes are the parent's.
 */
#include "marks.h"
#include "child_costs.h"
#include "extra.h"
#include "frame_push.h"
#include "input_size.h"
#include "space.h"

#define PATIENCE_LOG2 5    /* marks wait for their scope for at most 2^-5 of the thread's cost */
#define MARKED_LOG2 4      /* at most so much of it may pass while there are marks */
#define MOST_PASSED_OVER 8 /* a node that is next may have ended its last call */

/* What a mark is for; args[0] and args[1] are Valgrind's. */
#define NODE(f) ((f)->args[2])
#define SCOPE(f) ((f)->args[3])
#define ENDED_RMS(f) ((f)->args[4]) /* of the earlier mark: of the ended call */
#define READ_BEFORE(f)                                                                             \
    ((f)->args[4]) /* of the later mark: -rms of the earlier one, at the end of the                \
                      last other activation */

static struct ordo_frame *push(struct ort_thread *t, uint32_t stamp) {
    struct ordo_frame *below = t->hot.top, *f = below + 1;
    if (unlikely(t->extras != NULL)) ort_extra_enter(t, f);
    f->stamp = stamp;
    f->flags = ORT_FRAME_MARK;
    ort_frame_fill(f, &ort_root_scope, t->hot.cost);
    f->depth_level = f->depth_saved = 0;
    f->context = below->context;
    f->args[0] = below->args[0];
    f->args[1] = below->args[1];
    ort_barrier();
    t->hot.top = f;
    return f;
}

/* Makes the node the next one that may have marks, if none is. Of several scopes that are called in
 * turn, the first would otherwise have them all. */
static void wait_for_turn(struct ort_thread *t, uint32_t node) {
    if (t->marks_next) return;
    t->marks_next = node + 1;
    t->marks_passed_over = 0;
}

/* Returns whether the node's scope may have marks: there were not too many, and no other node is
 * next. */
static int may_have(struct ort_thread *t, uint32_t node) {
    if (t->marked > t->hot.cost >> MARKED_LOG2) {
        wait_for_turn(t, node);
        return 0;
    }
    if (t->marks_next && t->marks_next != node + 1 && t->marks_passed_over++ < MOST_PASSED_OVER)
        return 0;
    t->marks_next = 0;
    return 1;
}

int ort_marks_push(struct ort_thread *t, const struct ordo_frame *f, uint32_t node) {
    struct ordo_frame *below = t->hot.top;
    if (ort_is_mark(below)) {
        wait_for_turn(t, node);
        return 0;
    }
    if (below->stamp >= f->stamp || below + 3 >= t->frames_end || t->hot.clock >= UINT32_MAX - 1 ||
        !below->context || !may_have(t, node))
        return 1;
    uint32_t ended = f->stamp; /* the marks overwrite f */
    const struct ordo_scope *scope = f->scope;
    int64_t rms = f->rms;
    ENDED_RMS(push(t, ended)) = rms;
    struct ordo_frame *later = push(t, ++t->hot.clock);
    NODE(later) = node;
    SCOPE(later) = (int64_t)(intptr_t)scope;
    READ_BEFORE(later) = 0;
    return 1;
}

uint32_t ort_marks_drop(struct ort_thread *t, struct ordo_frame *f) {
    struct ordo_frame *below = f - 1;
    int is_own = ort_is_mark(below) && !(f->flags & ORT_FRAME_INHERITED);
    uint32_t node = is_own ? (uint32_t)NODE(f) + 1 : 0;
    if (ort_is_mark(below)) t->marked += t->hot.cost - f->cost_entry; /* once a pair */
    below->rms += f->rms;
    below->cost_below += f->cost_below;
    if (unlikely(f->flags & ORT_FRAME_INPUT)) ort_input_size_pass(t, f);
    if (unlikely(f->flags & ORT_FRAME_SPACE)) ort_space_pass(t, f);
    if (unlikely(t->extras != NULL)) ort_extra_leave(t, f);
    if (f->children) {
        if (below == t->frames)
            ort_child_costs_drop(t, f);
        else if (!below->children)
            below->children = f->children;
    }
    if (f->flags & ORT_FRAME_INHERITED) ort_thread_raw(t)->frames = (uint64_t)(uintptr_t)below;
    f->flags = 0;
    t->hot.top = below;
    return node;
}

void ort_marks_library(struct ordo_frame *later) {
    READ_BEFORE(later) = -(later - 1)->rms;
}

static void drop_both(struct ort_thread *t, struct ordo_frame *later) {
    ort_marks_drop(t, later);
    ort_marks_drop(t, later - 1);
}

int ort_marks_pass(struct ort_thread *t, const struct ordo_frame *f, struct ort_kept *found) {
    struct ordo_frame *later = t->hot.top, *earlier = later - 1;
    if (SCOPE(later) != (int64_t)(intptr_t)f->scope) {
        READ_BEFORE(later) = -earlier->rms;
        if (t->hot.cost - later->cost_entry > t->hot.cost >> PATIENCE_LOG2) drop_both(t, later);
        return 0;
    }
    int64_t written = f->rms - later->rms; /* later->rms includes f->rms already */
    int64_t kept = f->rms - (written > 0 ? written : 0), again = -earlier->rms;
    if (kept > again) kept = again;
    found->node = later->flags & ORT_FRAME_INHERITED ? UINT32_MAX : (uint32_t)NODE(later);
    found->rms = (uint64_t)f->rms;
    found->before = (uint64_t)ENDED_RMS(earlier);
    found->kept = kept > 0 ? (uint64_t)kept : 0;
    found->written = written > 0 ? (uint64_t)(written < f->rms ? written : f->rms) : 0;
    int64_t own = again - READ_BEFORE(later);
    found->own = own > 0 ? (uint64_t)(own < kept ? own : kept > 0 ? kept : 0) : 0;
    drop_both(t, later);
    return 1;
}
