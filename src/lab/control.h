/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * control.h: the control structure of a function as written, and which of its constructs are
 * counted too often if a call does not return.
 *
 * clang's coverage has few counters. What follows an `if` counts as often as the if was reached; an
 * else branch counts as often as the condition was tested, minus the executions of the other
 * branch. These sums assume that every call returns. If one does not, they continue as if control
 * had returned and had passed every condition by its uncounted side, up to the next construct with
 * its own counter.
 *
 * Memory:  nodes belong to an arena
 * Threads: pure
 */
#ifndef ORDO_CONTROL_H
#define ORDO_CONTROL_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ordo_position {
    uint32_t line, column;
};

static inline bool ordo_position_before(struct ordo_position a, struct ordo_position b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

/* Returns whether p is in [begin, end). */
static inline bool ordo_position_within(struct ordo_position begin, struct ordo_position end,
                                        struct ordo_position p) {
    return !ordo_position_before(p, begin) && ordo_position_before(p, end);
}

enum ordo_control_kind {
    ORDO_CONTROL_PLAIN,  /* its children in order: a sequence, a statement, an expression
                          */
    ORDO_CONTROL_IF,     /* condition, then, else */
    ORDO_CONTROL_WHILE,  /* condition, body */
    ORDO_CONTROL_DO,     /* body, condition */
    ORDO_CONTROL_FOR,    /* init, condition, step, body */
    ORDO_CONTROL_RANGE,  /* C++ range-for: range, body */
    ORDO_CONTROL_SWITCH, /* condition, body */
    ORDO_CONTROL_TRY,    /* block, handlers one after the other */
    ORDO_CONTROL_LABEL,  /* statement: has a counter of its own */
    ORDO_CONTROL_BOTH,   /* && and ||: left, right */
    ORDO_CONTROL_CHOICE, /* ?: condition, yes, no */
};

/* Where control goes at the end of a node. */
enum ordo_control_way {
    ORDO_CONTROL_ON,
    ORDO_CONTROL_BREAK,
    ORDO_CONTROL_CONTINUE,
    ORDO_CONTROL_AWAY, /* return, goto, throw; or to a construct with its own counter */
};

#define ORDO_CONTROL_NO_CONSTRUCT UINT32_MAX

struct ordo_control {
    enum ordo_control_kind kind;
    enum ordo_control_way way; /* of PLAIN: after its children */
    uint32_t construct;        /* its number, or ORDO_CONTROL_NO_CONSTRUCT */
    struct ordo_position begin, end;
    struct ordo_control *part[4]; /* by kind; any may be NULL */
    struct ordo_control *children, *last_child,
        *next; /* of PLAIN, and of nodes without parts; in order */
};

/* Returns a new node. */
struct ordo_control *ordo_control_new(struct ordo_arena *arena, enum ordo_control_kind kind,
                                      struct ordo_position begin, struct ordo_position end);

void ordo_control_add(struct ordo_control *parent, struct ordo_control *child); /* NULL: nothing */

/* Finds the constructs that are counted although the call at `call` in the function did not return,
 * in the order of control. Returns their number; at most `max` of them are in `out`. */
size_t ordo_control_believed(const struct ordo_control *function, struct ordo_position call,
                             uint32_t *out, size_t max);

#endif
