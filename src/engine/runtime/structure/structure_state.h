/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure_state.h: what a thread has of data structures and of the repetitions that work on them,
 * as plain data (activities.h).
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

/* Work (ort_structure_work) that an invocation is told since it began. Once the thread has told so
 * much to all, there is less of it for each: for what repetitions in it do, and for what it reads
 * itself. */
#define ORT_TOLD (1u << 21)
#define ORT_TOLD_BY_ALL (1u << 22)
#define ORT_TOLD_LESS (1u << 14)
#define ORT_TOLD_ITSELF_LESS (1u << 20)

struct ort_activity {
    uint32_t home;    /* number + 1 of the home's frame; 1: none is looked at; 0: not settled yet */
    uint32_t place;   /* number of the repetition's frame; 0: none */
    uint32_t context; /* of the place: index + 1 */
    uint32_t facts;   /* a home's: list; index + 1 */
    uint32_t inputs;  /* facts of inputs that came since their number was looked at */
    uint32_t many;    /* so many may come until it is again; 0: MOST_NEW_INPUTS */
    uint32_t joins;   /* of inputs, when its first fact came */
    uint32_t around;  /* like home, however much that has been told already */
    uint32_t recursion; /* number of the innermost frame, that of the place or one around it, that a
                           recursion was entered by; 0: none */
    uint16_t partial;   /* a home that was not told all that is done in it */
    uint16_t cut;      /* the home is told no reads of it any more, which it was; writes of links */
    uint32_t copyings; /* of arrays, when it began (graph.h) */
    uint64_t began;    /* the thread's work when the repetition began */
} __attribute__((aligned(64))); /* a cache line each */

/* An array's own fact of a home and context, and the range of its indices. */
struct ort_recent {
    ort_vertex vertex;
    uint32_t age, home, context;
    uint32_t fact, serial;
    uint32_t range, range_serial; /* 0: no array */
};

/* A structure's own fact of a home and context. */
struct ort_latest {
    uint32_t input, home, context, fact, serial;
};
#define ORT_LATEST 1024u

/* growths.c: an array that was copied to a larger one, and the keys that they have. */
struct ort_growth {
    uint64_t accesses; /* of the thread, when it was copied */
    uint32_t from, to;
    ort_vertex larger, array;
};

struct ort_structure {
    struct ort_facts table;
    struct ort_key_index scales;  /* ranges.c: the range of a context and scale */
    struct ort_key_index reached; /* growths.c: when and how far inputs were accessed */
    struct ort_growth *growths;
    uint32_t n_growths, thread;
    struct ort_latest latest[ORT_LATEST]; /* by input */
    struct ort_activity *activities;      /* by frame number */
    struct ort_recent recent[1u << ORT_RECENT_LOG2];
    struct ort_activity writer; /* an activation that is cut, as its writes of links see it */
    struct ort_fact nowhere;    /* what is accessed when nothing is looked at counts for this */
    uint64_t accesses;
    uint64_t passed; /* facts that went from an ended home to another one */
    uint32_t order;
    struct ort_site_of *sites;           /* sites.h */
    struct ort_effort *effort;           /* effort.h */
    struct ort_invocations *invocations; /* invocations.h */
    struct ort_watch *watch;             /* watch.h */
    struct ort_cycles cycles;            /* cycles_seen.h */
};

#endif
