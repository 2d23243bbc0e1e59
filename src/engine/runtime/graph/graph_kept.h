/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_kept.h: the latest measurement of an input, kept up to date while the program continues.
 *
 * A kept measurement knows the vertices that it reached (their stamp is its own), the link through
 * which each was first reached (these form a tree), how many links lead to each from the others,
 * and the sizes. Everything that changes a slot, a vertex or an array's room reports that here.
 * Then either the sizes follow, exactly and at a small cost, or the measurement is dropped and the
 * next one starts from nothing.
 *
 * Errors:  out of memory drops the measurement
 * Threads: the caller holds the graph's lock. Signal-safe: yes.
 */
#ifndef ORT_GRAPH_KEPT_H
#define ORT_GRAPH_KEPT_H

#include "graph_parts.h"

#define ORT_KEPT_TYPES 32u /* types; a measurement with more is not kept */
#define ORT_KEPT_LOST 4u
#define ORT_KEPT_LOOK_MOST 32u  /* slots searched for a link */
#define ORT_KEPT_CLIMB_MOST 64u /* steps up the tree */

/* Inputs with at most so many vertices are not kept, because measuring them is as fast as a
 * look-up. Tests set it. */
extern uint64_t ort_kept_least;

struct ort_kept_type {
    uint32_t type;
    bool array;   /* its elements are those that arrays have room for */
    bool content; /* ort_array_is_content */
    uint64_t elements, references;
};

/* A slot that was set and leads to what is not reached yet. It has ORT_SLOT_UNCOUNTED. */
struct ort_kept_link {
    uint32_t vertex, slot;
};

struct ort_kept {
    uint32_t stamp; /* 0: none is kept */
    uint32_t input;
    ort_vertex start; /* of a free one: the next free one */
    uint32_t n_types;
    uint64_t reached, structs, room, references;
    uint64_t contents;    /* the part of `room` that is in arrays that are contents */
    uint64_t one_way;     /* reached vertices without a link back to their parent in the tree */
    uint64_t appearances; /* value of ort_appearances, if there are pending slots */
    bool pending;
    ort_vertex lost[ORT_KEPT_LOST]; /* reached vertices that have lost their parent in the tree */
    ort_vertex lost_from;           /* former parent of the only one of them; 0: not known */
    uint32_t n_lost;
    uint64_t missed;       /* vertices walked since it last answered (graph_measure.c) */
    uint64_t upkeep;       /* changes that it has followed since then */
    uint64_t worth;        /* vertices that it had then, which a search would have looked at */
    ort_vertex way_to;     /* the start to which the ways are known (graph_measure.c) */
    uint32_t leads, fails; /* marks of vertices that lead there, and that do not; 0: none has it */
    bool answered;         /* it has answered since it was made */
    struct ort_kept_link *links;
    uint32_t n_links, links_room;
    struct ort_kept_type types[ORT_KEPT_TYPES];
};

/* How a kept measurement reached a vertex. */
struct ort_reach {
    ort_vertex from; /* parent in the tree; 0: the start, or lost */
    uint32_t links;  /* counted links to it from reached vertices */
    uint32_t below;  /* number of its children in the tree */
    uint32_t mark;   /* ort_kept.leads or .fails, or an earlier one */
    bool back;       /* one of its links leads to `from` */
};

/* Counts changes through which a pending slot may come to lead to a vertex. */
extern uint64_t ort_appearances;

struct ort_reach *ort_reach_of(ort_vertex v); /* NULL: no memory */

/* Returns the kept measurement of v's input, or NULL. */
struct ort_kept *ort_kept_of(ort_vertex v);
/* Should the next search of v's input be kept? To be asked once per search. After measurements that
 * were dropped without an answer, more and more searches pass until one is kept again. */
bool ort_kept_promises(ort_vertex v);
/* Notes that the measurement has answered. */
void ort_kept_answered(struct ort_kept *k);
static inline bool ort_kept_has(const struct ort_kept *k, ort_vertex v) {
    return ort_vertex_at(v)->stamp == k->stamp;
}
/* Makes an empty measurement in place of the one that is kept of v's input. NULL: no memory. */
struct ort_kept *ort_kept_make(ort_vertex v);
void ort_kept_drop(struct ort_kept *k);

/* Adds v, which is not reached yet, below `from` (0: as the start), and all that it leads to. Adds
 * the vertices and slots looked at to *work. false: the measurement has been dropped. */
bool ort_kept_extend(struct ort_kept *k, ort_vertex v, ort_vertex from, uint64_t *work);
/* Counts the slots that were set. false: the measurement is no longer true and has been dropped. */
bool ort_kept_settle(struct ort_kept *k, uint64_t *work);
/* --- graph_repair.c */

/* Finds a new parent for everything that was lost. v becomes the start if it leads to the old one.
 * false: not everything was found, and the measurement has been dropped. */
bool ort_kept_repair(struct ort_kept *k, ort_vertex v);
/* Handles a link from v to t: if t was lost and v is not, t is put below v. */
void ort_kept_find(struct ort_kept *k, ort_vertex v, ort_vertex t);
/* Removes t from the lost ones. */
void ort_kept_found(struct ort_kept *k, ort_vertex t);
/* Removes the start, to which no other vertex leads, and makes its only child the start. false: it
 * has not been done. */
bool ort_kept_advance(struct ort_kept *k);

/* Called by the graph: stores `slot` in slot i of v, which has a stamp. */
void ort_kept_store(ort_vertex v, uint32_t i, uint64_t slot);
/* Called by the graph for v, which has a stamp: it is about to die (gone), links to it lead nowhere
 * because it moves (moved), or what it counts as changes (changed). */
void ort_kept_gone(ort_vertex v);
void ort_kept_moved(ort_vertex v);
void ort_kept_changed(ort_vertex v);
/* Called by the graph: the array v, which had room for `was` elements, has room for `is`. */
void ort_kept_room(ort_vertex v, uint64_t was, uint64_t is);
/* Called by the graph: input `gone` became part of input `stays`. */
void ort_kept_join(uint32_t stays, uint32_t gone);

/* --- what graph_repair.c uses of graph_kept.c; false: the measurement must be dropped */

extern struct ort_pool ort_reaches;

static inline struct ort_reach *ort_kept_reach(ort_vertex v) { /* v is reached */
    return ort_pool_at(&ort_reaches, v, sizeof(struct ort_reach));
}

/* Returns the tally of vertices like x; NULL: too many kinds. */
struct ort_kept_type *ort_kept_type_of(struct ort_kept *k, const struct ort_graph_vertex *x);
/* Count the vertex x, or a link from x to t, both reached: added if `comes`, otherwise removed. */
bool ort_kept_count(struct ort_kept *k, const struct ort_graph_vertex *x, bool comes);
bool ort_kept_count_link(struct ort_kept *k, const struct ort_graph_vertex *x, ort_vertex t,
                         bool comes);
/* Makes v reached, below `from`. Its links are not counted. */
bool ort_kept_mark(struct ort_kept *k, ort_vertex v, ort_vertex from);
/* Moves v, which is reached, below `from`. */
void ort_kept_hang(struct ort_kept *k, ort_vertex v, ort_vertex from);
void ort_kept_set_back(struct ort_kept *k, struct ort_reach *r, bool back);
/* Does one of v's links lead to t? Many links are not searched: then the answer is false. */
bool ort_kept_leads_to(ort_vertex v, ort_vertex t);
/* Remembers that v's slot is uncounted. */
bool ort_kept_remember(struct ort_kept *k, ort_vertex v, uint32_t slot);
void ort_kept_note_pending(struct ort_kept *k, uint64_t slot);
/* Does t, to which the slot of v leads, belong to v's input? Otherwise its changes are not
 * reported. */
bool ort_kept_belongs(ort_vertex v, uint64_t slot, ort_vertex t);
/* Does the measurement still hold? false: vertices may have appeared where pending slots lead, and
 * it has been dropped. */
bool ort_kept_holds(struct ort_kept *k);

#endif
