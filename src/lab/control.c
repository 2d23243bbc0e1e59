/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * control.c: follows control from a call that did not return, as the counters assume it continued.
 *
 * These have a counter of their own: the then branch, the body of every loop except do, the right
 * side of && and ||, the first arm of ?:, labels, cases (without what falls through), what follows
 * a switch or a try, and handlers. All other counts are sums of the counts before them.
 */
#include "lab/control.h"

#include <string.h>

struct ordo_control *ordo_control_new(struct ordo_arena *arena, enum ordo_control_kind kind,
                                      struct ordo_position begin, struct ordo_position end) {
    struct ordo_control *c = ordo_arena_alloc(arena, sizeof *c);
    *c = (struct ordo_control){
        .kind = kind, .construct = ORDO_CONTROL_NO_CONSTRUCT, .begin = begin, .end = end};
    return c;
}

void ordo_control_add(struct ordo_control *parent, struct ordo_control *child) {
    if (!child) return;
    if (parent->last_child)
        parent->last_child->next = child;
    else
        parent->children = child;
    parent->last_child = child;
}

struct visited {
    uint32_t *out;
    size_t n, max;
};

static bool holds(const struct ordo_control *c, struct ordo_position p) {
    return c && ordo_position_within(c->begin, c->end, p);
}

static enum ordo_control_way enter(struct visited *v, const struct ordo_control *c);

static enum ordo_control_way enter_each(struct visited *v, const struct ordo_control *c) {
    enum ordo_control_way way = ORDO_CONTROL_ON;
    for (; c && way == ORDO_CONTROL_ON; c = c->next) way = enter(v, c);
    return way;
}

/* Follows control from the end of a loop's body by `way`: step and condition, unless by break. */
static enum ordo_control_way leave_loop(struct visited *v, enum ordo_control_way way,
                                        const struct ordo_control *step,
                                        const struct ordo_control *condition) {
    if (way == ORDO_CONTROL_AWAY) return way;
    if (way != ORDO_CONTROL_BREAK) {
        enter(v, step);
        enter(v, condition);
    }
    return ORDO_CONTROL_ON;
}

/* Follows control that is assumed to reach the beginning of c. */
static enum ordo_control_way enter(struct visited *v, const struct ordo_control *c) {
    if (!c) return ORDO_CONTROL_ON;
    if (c->kind == ORDO_CONTROL_LABEL) return ORDO_CONTROL_AWAY;
    if (c->construct != ORDO_CONTROL_NO_CONSTRUCT) {
        if (v->n < v->max) v->out[v->n] = c->construct;
        v->n++;
    }
    switch (c->kind) {
    case ORDO_CONTROL_IF:
        enter(v, c->part[0]);
        return enter(v, c->part[2]);
    case ORDO_CONTROL_WHILE:
    case ORDO_CONTROL_RANGE:
        enter(v, c->part[0]);
        return ORDO_CONTROL_ON;
    case ORDO_CONTROL_DO:
        return leave_loop(v, enter(v, c->part[0]), NULL, c->part[1]);
    case ORDO_CONTROL_FOR:
        enter(v, c->part[0]), enter(v, c->part[1]);
        return ORDO_CONTROL_ON;
    case ORDO_CONTROL_SWITCH:
        enter(v, c->part[0]);
        return ORDO_CONTROL_AWAY;
    case ORDO_CONTROL_TRY: {
        enum ordo_control_way way = enter(v, c->part[0]);
        return way == ORDO_CONTROL_ON ? ORDO_CONTROL_AWAY : way;
    }
    case ORDO_CONTROL_BOTH:
        enter(v, c->part[0]);
        return ORDO_CONTROL_ON;
    case ORDO_CONTROL_CHOICE:
        enter(v, c->part[0]), enter(v, c->part[2]);
        return ORDO_CONTROL_ON;
    default:
        break;
    }
    enum ordo_control_way way = enter_each(v, c->children);
    return way == ORDO_CONTROL_ON ? c->way : way;
}

static enum ordo_control_way go_on(struct visited *v, const struct ordo_control *c,
                                   struct ordo_position p);

static enum ordo_control_way go_on_in_order(struct visited *v, const struct ordo_control *c,
                                            struct ordo_position p) {
    enum ordo_control_way way = ORDO_CONTROL_ON;
    for (const struct ordo_control *x = c->children; x && way == ORDO_CONTROL_ON; x = x->next) {
        if (holds(x, p))
            way = go_on(v, x, p);
        else if (ordo_position_before(p, x->begin))
            way = enter(v, x);
    }
    return way == ORDO_CONTROL_ON ? c->way : way;
}

static enum ordo_control_way go_on_in_for(struct visited *v, const struct ordo_control *c,
                                          struct ordo_position p) {
    if (holds(c->part[0], p)) {
        go_on(v, c->part[0], p);
        enter(v, c->part[1]);
    } else if (holds(c->part[1], p)) {
        go_on(v, c->part[1], p);
    } else if (holds(c->part[2], p)) {
        go_on(v, c->part[2], p);
        enter(v, c->part[1]);
    } else if (holds(c->part[3], p)) {
        return leave_loop(v, go_on(v, c->part[3], p), c->part[2], c->part[1]);
    }
    return ORDO_CONTROL_ON;
}

/* After a switch comes a counter of its own; only continue leads further. */
static enum ordo_control_way out_of_switch(enum ordo_control_way way) {
    return way == ORDO_CONTROL_CONTINUE ? way : ORDO_CONTROL_AWAY;
}

static enum ordo_control_way go_on_in_try(struct visited *v, const struct ordo_control *c,
                                          struct ordo_position p) {
    enum ordo_control_way way = ORDO_CONTROL_ON;
    if (holds(c->part[0], p)) way = go_on(v, c->part[0], p);
    for (const struct ordo_control *x = c->children; x; x = x->next)
        if (holds(x, p)) way = go_on(v, x, p);
    return way == ORDO_CONTROL_ON ? ORDO_CONTROL_AWAY : way;
}

/* Follows control that is assumed to return from the call at p, which is inside c. */
static enum ordo_control_way go_on(struct visited *v, const struct ordo_control *c,
                                   struct ordo_position p) {
    const struct ordo_control *const *part = (const struct ordo_control *const *)c->part;
    switch (c->kind) {
    case ORDO_CONTROL_IF:
        if (holds(part[0], p)) {
            go_on(v, part[0], p);
            return enter(v, part[2]);
        }
        return holds(part[1], p)   ? go_on(v, part[1], p)
               : holds(part[2], p) ? go_on(v, part[2], p)
                                   : ORDO_CONTROL_ON;
    case ORDO_CONTROL_WHILE:
        if (holds(part[0], p)) go_on(v, part[0], p);
        if (holds(part[1], p)) return leave_loop(v, go_on(v, part[1], p), NULL, part[0]);
        return ORDO_CONTROL_ON;
    case ORDO_CONTROL_DO:
        if (holds(part[0], p)) return leave_loop(v, go_on(v, part[0], p), NULL, part[1]);
        if (holds(part[1], p)) go_on(v, part[1], p);
        return ORDO_CONTROL_ON;
    case ORDO_CONTROL_FOR:
        return go_on_in_for(v, c, p);
    case ORDO_CONTROL_RANGE:
        if (holds(part[0], p)) go_on(v, part[0], p);
        if (holds(part[1], p)) return leave_loop(v, go_on(v, part[1], p), NULL, NULL);
        return ORDO_CONTROL_ON;
    case ORDO_CONTROL_SWITCH:
        if (holds(part[0], p)) go_on(v, part[0], p);
        return holds(part[1], p) ? out_of_switch(go_on(v, part[1], p)) : ORDO_CONTROL_AWAY;
    case ORDO_CONTROL_TRY:
        return go_on_in_try(v, c, p);
    case ORDO_CONTROL_BOTH:
        if (holds(part[0], p)) go_on(v, part[0], p);
        if (holds(part[1], p)) go_on(v, part[1], p);
        return ORDO_CONTROL_ON;
    case ORDO_CONTROL_CHOICE:
        if (holds(part[0], p)) {
            go_on(v, part[0], p);
            enter(v, part[2]);
        }
        if (holds(part[1], p)) go_on(v, part[1], p);
        if (holds(part[2], p)) go_on(v, part[2], p);
        return ORDO_CONTROL_ON;
    default:
        return go_on_in_order(v, c, p);
    }
}

size_t ordo_control_believed(const struct ordo_control *function, struct ordo_position call,
                             uint32_t *out, size_t max) {
    struct visited v = {.out = out, .max = max};
    if (holds(function, call)) go_on(&v, function, call);
    return v.n;
}
