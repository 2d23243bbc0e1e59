/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_kept.h: the latest measurement of an input, kept true while the program goes on.
 *
 * A kept measurement knows the vertices that it reached (their stamp is its own), by which link
 * each was first reached (a tree), how many links lead to each from the others, and the sizes. What
 * changes a slot, a vertex or an array's room tells it here. Either the sizes follow, exactly and
 * at a small cost, or the measurement is dropped and the next one begins anew.
 *
 * Errors:  out of memory drops the measurement
 * Threads: the caller holds the graph's lock. Signal-safe: yes.
 */
#ifndef ORT_GRAPH_KEPT_H
#define ORT_GRAPH_KEPT_H

#include "graph_parts.h"

#define ORT_KEPT_TYPES 32u /* what has more is not kept */
#define ORT_KEPT_LOST 4u
#define ORT_KEPT_LOOK_MOST 32u  /* slots looked through for a link */
#define ORT_KEPT_CLIMB_MOST 64u /* steps up the tree */

/* Vertices; so few are measured as fast as they are looked up, and not kept. Tests set it. */
extern uint64_t ort_kept_least;

struct ort_kept_type {
    uint32_t type;
    bool array; /* elements are those that arrays have room for */
    uint64_t elements, references;
};

/* A slot that was set and leads to what is not reached yet: it has ORT_SLOT_UNCOUNTED. */
struct ort_kept_link {
    uint32_t vertex, slot;
};

struct ort_kept {
    uint32_t stamp; /* 0: none is kept */
    uint32_t input;
    ort_vertex start; /* a free one: the next free one */
    uint32_t n_types;
    uint64_t reached, structs, room, references;
    uint64_t one_way;     /* reached ones without a link back to where they were reached from */
    uint64_t appearances; /* ort_appearances, when there are pending slots */
    bool pending;
    ort_vertex lost[ORT_KEPT_LOST]; /* reached ones that hang nowhere, and what is below them */
    ort_vertex lost_from;           /* where the only one of them hung; 0: not known */
    uint32_t n_lost;
    uint64_t missed; /* vertices walked since it last answered (graph_measure.c) */
    uint64_t upkeep; /* changes that it followed since then */
    uint64_t worth;  /* vertices that it had then: what a search would have looked at */
    bool answered;   /* it did, since it was made */
    struct ort_kept_link *links;
    uint32_t n_links, links_room;
    struct ort_kept_type types[ORT_KEPT_TYPES];
};

/* Of a vertex that a kept measurement reached. */
struct ort_reach {
    ort_vertex from; /* 0: the start, or lost */
    uint32_t links;  /* to it, from reached ones, counted */
    uint32_t below;  /* vertices that were reached from it */
    bool back;       /* one of its links leads to `from` */
};

/* Counts what pending slots may wait for. */
extern uint64_t ort_appearances;

struct ort_reach *ort_reach_of(ort_vertex v); /* NULL: no memory */

/* The measurement that is kept of v's input, or NULL. */
struct ort_kept *ort_kept_of(ort_vertex v);
/* Is one to be made of v's input, whose search comes next? Asked once a search: after those that
 * were dropped without an answer, ever more searches go by until one is kept again. */
bool ort_kept_promises(ort_vertex v);
/* It answered. */
void ort_kept_answered(struct ort_kept *k);
static inline bool ort_kept_has(const struct ort_kept *k, ort_vertex v) {
    return ort_vertex_at(v)->stamp == k->stamp;
}
/* A new one, of nothing, in place of the one that is kept of v's input. NULL: no memory. */
struct ort_kept *ort_kept_make(ort_vertex v);
void ort_kept_drop(struct ort_kept *k);

/* v, which is not reached, is reached by a link from `from` (0: it is the start), and all that it
 * leads to. false: the measurement has been dropped. *work: vertices and slots looked at. */
bool ort_kept_extend(struct ort_kept *k, ort_vertex v, ort_vertex from, uint64_t *work);
/* Slots that were set are counted. false: the measurement is no longer true and has been dropped.
 */
bool ort_kept_settle(struct ort_kept *k, uint64_t *work);
/* --- graph_repair.c */

/* What was lost is found, v as the start when it leads to the old one. false: it was not and all is
 * dropped. */
bool ort_kept_repair(struct ort_kept *k, ort_vertex v);
/* A link of v leads to t: when t was lost and v is not, it is found. */
void ort_kept_find(struct ort_kept *k, ort_vertex v, ort_vertex t);
/* t is not among the lost. */
void ort_kept_found(struct ort_kept *k, ort_vertex t);
/* The start, to which nothing leads, is left out, so that the only one below it is the start. */
bool ort_kept_advance(struct ort_kept *k);

/* From the graph: slot i of v, which has a stamp, gets `slot`. */
void ort_kept_store(ort_vertex v, uint32_t i, uint64_t slot);
/* v, which has a stamp, is about to die; its links move; what it counts as changes. */
void ort_kept_gone(ort_vertex v);
void ort_kept_moved(ort_vertex v);
void ort_kept_changed(ort_vertex v);
/* The array v has room for other numbers of elements. */
void ort_kept_room(ort_vertex v, uint64_t was, uint64_t is);
/* Input `gone` became `stays`. */
void ort_kept_join(uint32_t stays, uint32_t gone);

/* --- what graph_kept.c does for graph_repair.c; false: it is to be dropped */

extern struct ort_pool ort_reaches;

static inline struct ort_reach *ort_kept_reach(ort_vertex v) { /* of one that is reached */
    return ort_pool_at(&ort_reaches, v, sizeof(struct ort_reach));
}

/* The tally of elements like x; NULL: too many kinds. */
struct ort_kept_type *ort_kept_type_of(struct ort_kept *k, const struct ort_graph_vertex *x);
/* x comes or goes; a link from x to t, both reached, does. */
bool ort_kept_count(struct ort_kept *k, const struct ort_graph_vertex *x, bool comes);
bool ort_kept_count_link(struct ort_kept *k, const struct ort_graph_vertex *x, ort_vertex t,
                         bool comes);
/* v is reached now, from `from`; its links are not counted. */
bool ort_kept_mark(struct ort_kept *k, ort_vertex v, ort_vertex from);
/* v, which is reached, hangs below `from` from now on. */
void ort_kept_hang(struct ort_kept *k, ort_vertex v, ort_vertex from);
void ort_kept_set_back(struct ort_kept *k, struct ort_reach *r, bool back);
/* Does one of v's links lead to t? Not looked for among many: then it is not known to. */
bool ort_kept_leads_to(ort_vertex v, ort_vertex t);
/* v's slot is uncounted. */
bool ort_kept_remember(struct ort_kept *k, ort_vertex v, uint32_t slot);
void ort_kept_note_pending(struct ort_kept *k, uint64_t slot);
/* Is t, which the slot of v leads to, of v's input? Otherwise nobody would tell of its changes. */
bool ort_kept_belongs(ort_vertex v, uint64_t slot, ort_vertex t);
/* false: vertices may have appeared where pending slots lead; dropped. */
bool ort_kept_holds(struct ort_kept *k);

#endif
