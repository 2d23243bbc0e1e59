/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repetition_filter.h: which nodes of a repetition tree are shown: those whose steps, including all
 * nodes below them, are at least a given share of the steps of the whole tree. All ancestors of a
 * shown node are shown.
 *
 * Memory:  release by ordo_repetition_filter_done
 * Threads: reentrant
 */
#ifndef ORDO_REPETITION_FILTER_H
#define ORDO_REPETITION_FILTER_H

#include "base/text.h"
#include "structure/repetition_tree.h"

/* A share that shows all of a tree that fits on a screen, and half a per cent of a larger one. */
#define ORDO_REPETITION_SHARE_FITTING (-1.0)

struct ordo_repetition_filter {
    bool *shown;  /* by node */
    double share; /* in [0, 1] */
    bool hides;   /* some node is not shown */
};

void ordo_repetition_filter_init(struct ordo_repetition_filter *f,
                                 const struct ordo_repetition_tree *t, double share);
/* Hides a node without steps, unless a node below it is shown. Call it for deeper nodes first. */
void ordo_repetition_filter_hide(struct ordo_repetition_filter *f,
                                 const struct ordo_repetition_tree *t, uint32_t node);
void ordo_repetition_filter_done(struct ordo_repetition_filter *f);

/* Appends a line that says how many nodes are hidden and how to see them; nothing if none is. */
void ordo_repetition_filter_say(struct ordo_text *text, const struct ordo_repetition_filter *f,
                                const struct ordo_repetition_tree *t);
/* Appends the same line for `algorithms`, and for `repetitions` of algorithms that are shown. */
void ordo_repetition_filter_say_algorithms(struct ordo_text *text,
                                           const struct ordo_repetition_filter *f,
                                           uint32_t algorithms, uint32_t repetitions);

#endif
