/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repetition_filter.h: which nodes of a repetition tree are worth a line: those whose steps, with
 * the steps of all nodes below them, are at least a share of the steps of the whole tree. What is
 * shown hangs together: above a node that is shown all are.
 *
 * Errors:  ORDO_NO_MEMORY; the caller's storage is then as after ordo_repetition_filter_done
 * Memory:  ended by ordo_repetition_filter_done
 * Threads: reentrant
 */
#ifndef ORDO_REPETITION_FILTER_H
#define ORDO_REPETITION_FILTER_H

#include "base/text.h"
#include "structure/repetition_tree.h"

/* As the share asked for: all of a tree that fits on a screen, else half a per cent. */
#define ORDO_REPETITION_SHARE_FITTING (-1.0)

struct ordo_repetition_filter {
    bool *shown;  /* by node */
    double share; /* in [0, 1] */
    bool hides;   /* some node is not shown */
};

enum ordo_status ordo_repetition_filter_init(struct ordo_repetition_filter *f,
                                             const struct ordo_repetition_tree *t, double share,
                                             struct ordo_error *error);
/* Hides a node without steps, unless one below it is shown: hide those first. */
void ordo_repetition_filter_hide(struct ordo_repetition_filter *f,
                                 const struct ordo_repetition_tree *t, uint32_t node);
void ordo_repetition_filter_done(struct ordo_repetition_filter *f);

/* A line that says how many are not shown, and how to see them; nothing when none is. */
void ordo_repetition_filter_say(struct ordo_text *text, const struct ordo_repetition_filter *f,
                                const struct ordo_repetition_tree *t);
/* The same of `algorithms`, and of `repetitions` that belong to algorithms that are shown. */
void ordo_repetition_filter_say_algorithms(struct ordo_text *text,
                                           const struct ordo_repetition_filter *f,
                                           uint32_t algorithms, uint32_t repetitions);

#endif
