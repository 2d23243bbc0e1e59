/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure_state.h: what a thread knows of data structures and of the repetitions that work on
 * them, as plain data (activities.h).
 */
#ifndef ORT_STRUCTURE_STATE_H
#define ORT_STRUCTURE_STATE_H

#include "cycles_seen.h"
#include "engine/runtime/core/recurring.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/tally.h"
#include "engine/runtime/graph/facts.h"
#include "engine/runtime/system/settings.h"
#include "key_index.h"

#define ORT_RECENT_LOG2 11

/* The work (ort_structure_work) that an invocation may record since it began. Once the thread has
 * done ORT_WORK_OF_ALL, the limit is lower: ORT_LIMIT_WITHIN for what repetitions in the invocation
 * do, ORT_LIMIT_OWN for what it reads itself. */
#define ORT_WORK_LIMIT (1u << 21)
#define ORT_WORK_OF_ALL (1u << 22)
#define ORT_LIMIT_WITHIN (1u << 14)
#define ORT_LIMIT_OWN (1u << 20)

struct ort_activity {
    uint32_t home;  /* number + 1 of the home's frame; 1: nothing is recorded; 0: not settled yet */
    uint32_t place; /* number of the repetition's frame; 0: none */
    uint32_t context;   /* of the place: index + 1 */
    uint32_t facts;     /* a home's: list; index + 1 */
    uint32_t inputs;    /* facts of inputs that were added since the inputs were last counted */
    uint32_t many;      /* as many may be added before the next count; 0: MOST_NEW_INPUTS */
    uint32_t joins;     /* ort_graph_joins when its first fact was added */
    uint32_t around;    /* like home, but even if that does not record this any more */
    uint32_t recursion; /* number of the innermost frame, the place's or one around it, that entered
                           a recursion; 0: none */
    uint16_t partial;   /* 1: a home that has not recorded everything */
    uint16_t cut;       /* 1: its home, which recorded it, now records only its writes to links */
    uint32_t copyings;  /* ort_graph_copyings when it began (graph.h) */
    uint32_t ignores;   /* 1: a home that does not record some of the repetitions in it */
    uint64_t began;     /* the thread's work when the repetition began */
} __attribute__((aligned(64))); /* a cache line each */

/* The own fact of an array in a home and context, and that of its indices. */
struct ort_recent {
    ort_vertex vertex;
    uint32_t age, joins; /* joins: ort_graph_joins when the fact was that of the array's input */
    uint32_t home, context;
    uint32_t fact, serial;
    uint32_t range, range_serial; /* 0: no array */
};

/* The own fact of a structure in a home and context. */
struct ort_latest {
    uint32_t input, home, context, fact, serial;
};
#define ORT_LATEST 1024u

/* growths.c: an array that was copied to a larger one, and the keys of both. */
struct ort_growth {
    uint64_t accesses; /* of the thread, when it was copied */
    uint32_t from, to;
    ort_vertex larger, array;
};

struct ort_structure {
    struct ort_facts table;
    struct ort_key_index scales;      /* ranges.c: the range of a context and scale */
    struct ort_key_index reached;     /* growths.c: when and how far inputs were accessed */
    struct ort_key_index known_sizes; /* known_sizes.c: sizes of inputs */
    struct ort_growth *growths;
    uint32_t n_growths, thread;
    struct ort_latest latest[ORT_LATEST]; /* by input */
    struct ort_activity *activities;      /* by frame number */
    struct ort_recent recent[1u << ORT_RECENT_LOG2];
    struct ort_activity writer; /* a cut activation, with the home of its writes to links */
    struct ort_fact nowhere;    /* takes counts that nobody reads */
    uint64_t accesses;
    uint64_t passed; /* facts that went from an ended home to another one */
    uint32_t order;
    struct ort_site_of *sites;           /* sites.h */
    struct ort_effort *effort;           /* effort.h */
    struct ort_invocations *invocations; /* invocations.h */
    struct ort_watch *watch;             /* watch.h */
    struct ort_cycles cycles;            /* cycles_seen.h */
};

/* Describes types that are not in the raw file yet. The caller holds the graph's lock. */
void ort_structure_types(void);

#endif
