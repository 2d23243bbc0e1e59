/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * marks.h: how much of what a call reads the call before it had accessed already.
 *
 * A repeated pass over the same data and passes over ever new data have the same sizes. To tell
 * them apart, two frames that are no activations are pushed when a call of a scope has ended:
 *
 *   caller's frame | earlier mark: the ended call's stamp | later mark: a new stamp | ...
 *
 * Cells whose latest access was during the ended call are then owned by the earlier mark, and those
 * accessed since then by the later one (access.c). The partial sizes of the marks therefore say at
 * the end of the next call of the scope by the same activation:
 *   -earlier.rms   cells of the ended call that were read again, by this call or before it
 *   -later.rms     if positive: cells that this call read, and that were written in between
 * What earlier.rms has lost since anything else ended is what this call read itself.
 * The marks' partial sizes and costs are then added to the caller's frame, so that every size and
 * cost remains what it would be without them.
 *
 * At most one pair of marks is above an activation. A pair is dropped when that activation ends, or
 * if the next call does not come soon: while there are marks, reads in callees take longer to find
 * the owners of cells.
 *
 * Threads: the owner of `t` only. Signal-safe: yes.
 */
#ifndef ORT_MARKS_H
#define ORT_MARKS_H

#include "thread_state.h"

#ifdef ORT_NO_MARKS /* Valgrind's tool takes frames for what they are not */
#define ORT_MARKS 0
#else
#define ORT_MARKS 1
#endif

/* Pushes marks for the scope of f, an activation that has just ended: it is above the top, and
 * complete. `node` is the index of its node. Returns 0 if there are marks already, so that it can
 * be tried again later. Does nothing if there is no room, or if there have been marks for too much
 * of the run. */
int ort_marks_push(struct ort_thread *t, const struct ordo_frame *f, uint32_t node);

/* Returns whether the frame is a mark. (Valgrind's tool does not set flags.) */
static inline int ort_is_mark(const struct ordo_frame *f) {
    return ORT_MARKS && f->flags & ORT_FRAME_MARK;
}

/* What marks found out: of the cells that a call in the node read, how many were kept. */
struct ort_kept {
    uint32_t node; /* index */
    uint64_t rms;
    uint64_t
        kept; /* at most: if other code read cells in between, it may have been before a write */
    uint64_t own;     /* those that nothing else accessed in between */
    uint64_t before;  /* rms of the call before it */
    uint64_t written; /* cells that were written in between: at least */
};

/* Notes that f has ended directly above marks, which are the top. If they are for its scope, drops
 * them and returns 1; *found is then what they measured, or a node of UINT32_MAX if they are those
 * of a fork's parent. Also drops them, and returns 0, if they have waited for too long. */
int ort_marks_pass(struct ort_thread *t, const struct ordo_frame *f, struct ort_kept *found);

/* Notes that a library routine was called by the activation below these marks; `later` is the upper
 * one. */
void ort_marks_library(struct ordo_frame *later);

/* Returns the upper one of the marks that are directly above f, which is open; f if there are
 * none. */
static inline struct ordo_frame *ort_marks_above(const struct ort_thread *t, struct ordo_frame *f) {
    return t->hot.top > f && ort_is_mark(f + 1) ? f + 2 : f;
}

/* Returns the frame that a library call's effects belong to now; f was the top when the call began,
 * and the library may have called the program since. Marks above f are then new, or those that f
 * was one of have gone. */
static inline struct ordo_frame *ort_marks_now(const struct ort_thread *t, struct ordo_frame *f) {
    struct ordo_frame *top = t->hot.top;
    if (likely(f == top)) return f;
    int went = f > top && f < t->frames_end, came = f + 2 == top && ort_is_mark(top);
    return went || came ? top : f;
}

/* Drops the mark f, the top: adds what it has to the frame below. Returns the index + 1 of the node
 * that the marks are for, if f is the upper one; else, and for those of a fork's parent, 0. */
uint32_t ort_marks_drop(struct ort_thread *t, struct ordo_frame *f);

#endif
