/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_stack.h: the vertices that a walk through the graph has still to look at. A walk keeps
 * count of them itself; the room stays for the next one.
 *
 * Errors:  false: out of memory, recording has been stopped
 * Threads: the caller holds the graph's lock. Signal-safe: yes.
 */
#ifndef ORT_GRAPH_STACK_H
#define ORT_GRAPH_STACK_H

#include "graph.h"
#include "private_memory.h"

struct ort_stack {
    ort_vertex *at;
    uint64_t room;
};

/* at[n] = v, room made. */
static inline bool ort_stack_put(struct ort_stack *s, uint64_t n, ort_vertex v) {
    if (n == s->room) {
        uint64_t more = s->room ? s->room * 2 : 1024;
        ort_vertex *to = ort_private_array(s->at, s->room, more, sizeof *to);
        if (!to) return false;
        s->at = to;
        s->room = more;
    }
    s->at[n] = v;
    return true;
}

#endif
