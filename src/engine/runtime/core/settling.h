/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * settling.h: which ended activations add to points and to costs of children.
 *
 * An activation that is small in size and cost takes less time than its points do, and after
 * thousands like it brings nothing new. So in each node of the calling context tree, activations
 * with a size below ORT_SETTLING_SIZES and a cost of at most ORT_SETTLING_COST settle, each class
 * of sizes by itself. Sizes below 8 are classes of their own, and there are four to an octave
 * above. The first ORT_SETTLING_ALL of a class are kept, of the next ones one in 4, and when
 * ORT_SETTLED have ended, one in 32; each stands for that many. All others are counted in totals
 * and in their node, and their children are dropped.
 *
 * Large and dear activations are few, but their points and children lie in large tables. They
 * settle for each scope, in classes of sizes (as above) and of costs (one to an octave). Classes
 * whose numbers have the same hash are one. The first ORT_LARGE_ALL of a class are kept, then one
 * in 8. Classes have many sizes, and models need them, so that more are kept than of small ones.
 *
 * Which one of each stride is kept depends on its number alone, and differs from one group to the
 * next, so that a program that does things in turn is not seen from one side only. Activations that
 * are the largest so far and those with input are always kept. So means are unbiased at every size.
 *
 * The points of an activation are kept with a weight: the number of activations that it stands for.
 * An activation that is not kept adds nothing to the sums from which means are
 * computed. If it has the greatest cost of its class of sizes, it raises the maximum of the points
 * of its own size. If it is larger than any before by depth or by an argument, or dearer and its
 * size has no point by rms, it gets a point of its own.
 *
 * Counting begins again with each thread that uses the state, so that what is kept depends on the
 * thread's own activations alone.
 *
 * Not in structure and production builds, and not if --all-points or a metric beyond rms, depth,
 * input and arguments was requested.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_SETTLING_H
#define ORT_SETTLING_H

#include "child_costs.h"
#include "context_count.h"
#include "contexts.h"
#include "engine/runtime/core/recurring.h"
#include "seams.h"
#include "slots.h"
#include "space.h"

#define ORT_SETTLING_ALL 256u
#define ORT_SETTLED 2048u
#define ORT_LARGE_ALL 1024u
#define ORT_SETTLING_COST 255u
#define ORT_SETTLING_SIZES 48u

/* Sets whether the scopes of the state settle. */
void ort_settling_init(struct ort_thread *t);

/* Returns the class of a size. */
static inline uint32_t ort_settling_class(uint64_t n) {
    uint32_t octave = 63u - (uint32_t)__builtin_clzll(n | 4); /* 2 for sizes below 8 */
    return n < 8 ? (uint32_t)n : 4 * (octave - 2) + (uint32_t)(n >> (octave - 2));
}
_Static_assert(ORDO_RAW_SETTLING_CLASSES == 18, "classes of sizes below 48");

/* Returns how many small activations one that is kept stands for, as a base 2 logarithm. */
static inline uint32_t ort_settling_stride_log2(uint32_t number) {
    return number < ORT_SETTLING_ALL ? 0 : number < ORT_SETTLED ? 2 : 5;
}

/* Returns whether the activation with this number is kept, of those of which one in
 * 2^stride_log2 is. */
static inline int ort_settling_keeps(uint32_t number, uint32_t stride_log2) {
    uint64_t group = number >> stride_log2;
    return (number & ((1u << stride_log2) - 1)) ==
           (uint32_t)(group * 0x9E3779B1u) >> (32 - stride_log2);
}

/* Returns the number after `number`. Numbers of settled activations come round. */
static inline uint16_t ort_settling_next(uint32_t number) {
    return (uint16_t)(number == UINT16_MAX ? ORT_SETTLED : number + 1);
}

/* The numbers of an ended activation that its frame does not have. */
struct ort_ended {
    uint64_t cost, self, depth;
    int unit; /* 1: outermost of a group that has recurred */
};

/* Adds f with the weight, which is not 0. */
void ort_ended_points_add(struct ort_thread *t, struct ort_slot *s, const struct ordo_frame *f,
                          const struct ort_ended *e, uint64_t weight);

/* Notes f, which is not kept. `dearest`: as ort_settling_weigh says. */
void ort_ended_points_note(struct ort_thread *t, struct ort_slot *s, const struct ordo_frame *f,
                           const struct ort_ended *e, int dearest);

/* Returns whether an activation of the scope of that depth, with the args of f, would be the
 * largest one by one of them. `m` has the scope's tables. Sets *negative to the number of negative
 * arguments, which are no sizes. */
static inline int ort_ended_is_largest(const struct ort_thread *t, const struct ort_more *m,
                                       const struct ordo_frame *f, uint64_t depth, uint32_t n_args,
                                       uint32_t *negative) {
    const struct ort_largest *l = &m->largest;
    if (unlikely(l->owner != ort_thread_raw((struct ort_thread *)t)->threads)) return 1;
    int larger = depth > l->depth;
    for (uint32_t i = 0; i < n_args; i++) {
        larger |= f->args[i] > l->args[i];
        *negative += f->args[i] < 0;
    }
    return larger;
}

/* Counts f in its node, which has the index `context`, or among the large ones of its scope, and
 * returns how many activations f stands for: 0 if it is not kept. Sets *dearest if no activation
 * counted there whose size is of its class was as dear. */
uint64_t ort_settling_weigh(struct ort_thread *t, const struct ordo_frame *f, uint32_t context,
                            uint64_t cost, int *dearest);

/* Counts the child f of an open activation whose child costs are kept. */
static inline __attribute__((always_inline)) void ort_settling_note_child(struct ort_thread *t,
                                                                          struct ordo_frame *below,
                                                                          uint32_t id,
                                                                          uint64_t cost) {
    if (likely(below != t->frames) && likely(t->children != NULL))
        ort_child_costs_note(t, below, id, cost);
}

/* Ends f, the innermost activation, if it has settled, is not kept and is in no way the largest
 * one, or else does nothing and returns 0. This is the way that most activations take. */
static inline __attribute__((always_inline)) int ort_settling_end(struct ort_thread *t,
                                                                  struct ordo_frame *f) {
    struct ordo_frame *below = f - 1;
    const struct ordo_scope *scope = f->scope;
    const uint64_t n = (uint64_t)f->rms, cost = t->hot.cost - f->cost_entry;
    if (n >= ORT_SETTLING_SIZES || cost > ORT_SETTLING_COST ||
        f->flags & ~(uint32_t)ORT_FRAME_SPACE)
        return 0;
    if (below->flags & ORT_FRAME_MARK || unlikely(!ort_context_known(t, below))) return 0;
    const uint32_t id = scope->id;
    const uint32_t context = f->context ? f->context : ort_context_found(t, below->context, id);
    if (unlikely(!context)) return 0;
    struct ordo_raw_context *node = ort_context_node(t, context - 1);
    const uint32_t class = ort_settling_class(n), number = node->seen[class];
    if (number < ORT_SETTLING_ALL || ort_settling_keeps(number, ort_settling_stride_log2(number)) ||
        cost > node->most[class] || n > node->largest || (uint32_t)node->calls + 1 == node->due)
        return 0;
    if (unlikely(node->owner != ort_thread_raw(t)->threads || ort_sampler_on | ort_structure_on))
        return 0;

    int outermost = 1, unit = 0;
    uint64_t depth = 0;
    uint32_t negative = 0;
    struct ordo_nest *group = NULL;
    if (scope->flags & ORDO_SCOPE_RECURSIVE) {
        outermost = t->hot.nest[id].open == 1;
        if (scope->kind == ORDO_KIND_ROUTINE) {
            group = &t->hot.nest[ort_group_of(scope)];
            depth = group->deepest - f->depth_level;
            if (unlikely(f->depth_level && !group->recurred)) return 0;
            unit = !f->depth_level && group->recurred;
        }
    }
    if (group || scope->n_args) {
        uint32_t n_args = scope->n_args < ORDO_MAX_ARGS ? scope->n_args : ORDO_MAX_ARGS;
        if (unlikely(ort_ended_is_largest(t, t->slots[id].more, f, depth, n_args, &negative)))
            return 0;
    }

    const uint64_t self = cost - f->cost_below;
    struct ordo_raw_total *total = (void *)(ort_raw.base + (uint64_t)node->total * ORDO_RAW_ALIGN);
    ort_total_count(total, cost, self, f->iterations, outermost, unit);
    if (unlikely(negative)) total->negative_args += negative;
    node->calls++;
    node->cost += cost;
    node->self += self;
    node->sizes += n;
    node->seen[class] = ort_settling_next(number);
    if (scope->flags & ORDO_SCOPE_RECURSIVE) {
        t->hot.nest[id].open--;
        if (group) {
            group->level--;
            if (f->depth_saved > group->deepest) group->deepest = f->depth_saved;
        }
    }
    below->rms += (int64_t)n;
    below->cost_below += cost;
    if (f->children) ort_child_costs_drop(t, f);
    ort_settling_note_child(t, below, id, cost);
    if (unlikely(f->flags)) ort_space_pass(t, f);
    t->hot.top = below;
    return 1;
}

#endif
