/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repetition_tree.h: the dynamic nesting of a program's loops and recursions (Zaparanuks and
 * Hauswirth, Algorithmic Profiling, sections 2.1 and 3.2), from the calling contexts of a profile
 * and their steps.
 *
 *   entry       the outermost routine of a thread: main, a thread's start routine, a handler
 *   loop        its invocations are its activations, its steps are its iterations
 *   recursion   routines that were re-entered, with those between the two activations, are one
 *               recursion, named after the routine that entered it. An invocation is an activation
 *               of that routine while the recursion is not open otherwise; its steps are the
 *               activations of all its routines, including the first
 *
 * Other routines are not nodes: loops and recursions in them are below the node that called them.
 *
 * Shapes:  nodes are in depth-first order, siblings in the order of their sources
 * Memory:  freed by ordo_repetition_tree_free; scopes are indices into the profile
 * Threads: reentrant
 */
#ifndef ORDO_REPETITION_TREE_H
#define ORDO_REPETITION_TREE_H

#include "profile/profile.h"

enum ordo_repetition_kind {
    ORDO_REPETITION_ENTRY,
    ORDO_REPETITION_LOOP,
    ORDO_REPETITION_RECURSION
};

struct ordo_repetition {
    enum ordo_repetition_kind kind;
    uint32_t scope;
    uint32_t parent; /* index; UINT32_MAX for an entry */
    uint32_t depth;  /* entries: 0 */
    uint64_t invocations;
    uint64_t steps;                   /* entries: 0 */
    bool has_range;                   /* least and greatest are known */
    uint64_t least, greatest;         /* steps of one invocation */
    uint32_t first_member, n_members; /* recursion: its routines, into tree.members */
};

struct ordo_repetition_tree {
    struct ordo_repetition *nodes; /* entries without repetitions are left out */
    uint32_t n_nodes;
    uint32_t *members; /* scopes, ascending for each recursion */
    bool truncated;    /* the profile's contexts were truncated: deeper ones are missing */
    uint32_t *place;   /* by context: the node that it runs in; for a re-entry, its recursion;
                          UINT32_MAX: the entry was left out */
    bool *repeats; /* by context: it is a loop or a routine of the recursion that it runs in, and
                      not an entry: its executions are steps of its place */
};

struct ordo_repetition_tree *ordo_repetition_tree_new(const struct ordo_profile *p);
void ordo_repetition_tree_free(struct ordo_repetition_tree *t); /* NULL is allowed */

#endif
