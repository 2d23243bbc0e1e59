/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread_state.h: the state of one recorded thread, as plain data.
 *
 * A state is in its THREAD block of the raw file and is never freed. When its thread ends, or its
 * signal handler returns, it goes to the pool. Its next owner continues with its tables, its shadow
 * and its clock. Only its owner touches a state, except that ort_stop halts its clock.
 *
 *   stamps   [frames[i].stamp, frames[i + 1].stamp) belongs to open activation i. A cell with a
 *            stamp older than the root's counts as never accessed.
 *   slots    One per scope id, made when the scope's first activation ends in this state.
 */
#ifndef ORT_THREAD_STATE_H
#define ORT_THREAD_STATE_H

#include "abi/abi.h"
#include "abi/raw.h"

#include <stddef.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define ort_barrier() __asm__ volatile("" ::: "memory")

/* ordo_frame.flags */
enum ort_frame_flag {
    ORT_FRAME_INHERITED = 2,  /* opened by the parent of this forked process: not counted */
    ORT_FRAME_INCOMPLETE = 4, /* not recorded completely: counted, adds no point (sampler.h) */
    ORT_FRAME_COUNTED = 8,    /* its sample was given up: already counted */
    ORT_FRAME_EVENTS = 16,    /* it has its events in args (events.h) */
    ORT_FRAME_MARK = 32,      /* no activation: a mark (marks.h) */
    ORT_FRAME_INPUT = 64,     /* bytes arrived while it was open (input_size.h) */
    ORT_FRAME_SPACE = 128,    /* blocks were allocated or freed while it was open (space.h) */
};

/* A table of points: dense in the raw file, found by a private hash index (points.h). */
struct ort_points {
    struct ordo_raw_point *points; /* NULL: none yet; sums of n follow the last one when bucketed */
    uint16_t *index;               /* 2^(64 - shift) indices of points, + 1; 0: free */
    uint32_t scope;
    uint16_t capacity, used; /* of `points` */
    uint16_t metric;         /* ordo_raw_metric */
    uint8_t shift;
    uint8_t bucketed; /* keys are buckets */
    uint8_t cost;     /* ordo_raw_cost */
    uint8_t unit;     /* 1: outermost activations of a recursion only */
    uint8_t alone;    /* 1: ort_more.events, and the rest of the ort_more is not there */
    uint8_t pad;
};

/* The largest sizes of the activations of a scope in one thread, except rms, or 0. */
struct ort_largest {
    uint64_t depth;
    int64_t args[ORDO_MAX_ARGS];
    uint32_t owner; /* ordo_raw_thread.threads when the thread began */
    uint32_t pad;
};

/* Tables that only some scopes have. For loops of production builds, memory may be allocated for
 * `events` only. */
struct ort_more {
    struct ort_points events;
    struct ort_points depth, drms, input;
    struct ort_points args[ORDO_MAX_ARGS];
    struct ort_points unit_rms, unit_depth, unit_drms, unit_input;
    struct ort_points unit_args[ORDO_MAX_ARGS];
    struct ort_points costs[ORDO_COST_EVENTS]; /* those that are recorded on request */
    struct ort_space_tables *space;            /* space.h; NULL: no activation allocated */
    struct ort_largest largest; /* of activations that were not kept, and of kept ones since */
};

/* The large and the dear activations of a scope in one thread (settling.h). */
#define ORT_LARGE_SIZES 96
#define ORT_LARGE_CLASSES 128
struct ort_large {
    uint32_t owner; /* ordo_raw_thread.threads when the thread began */
    uint32_t pad;
    uint64_t largest;                 /* size */
    uint64_t most[ORT_LARGE_SIZES];   /* by class of sizes, the greatest cost */
    uint16_t seen[ORT_LARGE_CLASSES]; /* by class of sizes and costs, the next one's number */
};

/* A scope in one thread state: one cache line. */
struct ort_slot {
    struct ort_points points; /* rms of every activation, cost in blocks */
    struct ordo_raw_total *total;
    struct ort_more *more; /* NULL: there are only points by rms */
    uint32_t group;        /* scope id of its recursion group */
    uint32_t beyond;       /* its context node beyond the tree's bound, index + 1 */
    uint8_t recursive;     /* a routine that may be re-entered */
    uint8_t nested; /* counted in the thread's nest: recursive, or a loop of such a routine */
    uint8_t n_args;
    uint8_t kind;   /* ordo_scope_kind */
    uint32_t large; /* index + 1 in ort_thread.large; 0: none yet */
};
_Static_assert(sizeof(struct ort_slot) == 64, "one cache line");

struct ort_child {
    uint32_t scope, pad;
    uint64_t calls, cost;
};

/* Lazily zeroed objects (zeroed.c). */
struct ort_zeroed {
    uintptr_t low, high; /* [low, high), whole cells */
    uint32_t stamp, pad;
};

/* Bytes that arrived while an activation was the innermost one, or during callees of it that have
 * ended (input_size.h). */
struct ort_arrival {
    struct ordo_frame *frame;
    uint64_t bytes;
};
#define ORT_FIRST_ARRIVALS 8

/* The blocks of an activation while it was the innermost one, and of callees of it that have ended
 * (space.h). */
struct ort_space {
    struct ordo_frame *frame;
    uint64_t allocated; /* bytes */
    int64_t live, peak; /* bytes; relative to the entry */
    uint32_t unknown;   /* 1: a block of unknown size was freed */
    uint32_t pad;
};
#define ORT_FIRST_SPACES 8

/* Running totals of the extra metrics at an activation's entry, and its partial drms. */
struct ort_extra {
    uint64_t at_entry[ORDO_COST_EVENTS];
    int64_t drms;
};

/* An entry of the cache of the two-level table: an array and its granule's number + 1, 0: none. */
struct ort_found_granule {
    uint64_t number;
    uint32_t *stamps;
};
#define ORT_FOUND_GRANULES 64

#define ORT_CONTEXT_CHUNKS 16
#define ORT_CONTEXT_FIRST_CHUNK_LOG2 ORDO_NODES_LOG2

struct ort_thread {
    struct ordo_thread hot; /* from here to peak: ordo_raw_thread from `top` on */
    uint64_t undo_copy[8];
    uint64_t input, allocations, allocated; /* running totals: bytes, calls, bytes */
    int64_t live;                           /* bytes allocated minus bytes freed */
    uint64_t peak;                          /* the most that `live` was; UINT64_MAX: not known */

    struct ordo_frame *frames;     /* the root frame, at the start of a reserved range */
    struct ordo_frame *frames_end; /* end of its mapped part */
    uint64_t frames_most;          /* frames that the range has addresses for */
    struct ort_slot *slots;
    uint32_t n_slots;
    uint32_t n_made, made_room;
    uint32_t *made; /* ids of the slots that were made, in that order */
    struct ort_large *large;
    uint32_t n_large, large_room;
    uint32_t number;      /* from 1 */
    uint32_t shadow_slot; /* window number + 1; 0: two-level table */
    uint32_t root_stamp;  /* older stamps are those of former owners: never accessed */
    uint32_t only_word;   /* without windows: 0, the word that inline checks see */
    uint32_t n_contexts;
    uint32_t root_context; /* index + 1 */
    uint32_t own_stack;    /* 1: made for a machine stack by ort_stack_begin */
    uint32_t settles;      /* 1: scopes settle (settling.h) */
    uint32_t pad0;
    struct ordo_raw_context *contexts[ORT_CONTEXT_CHUNKS];
    struct ordo_raw_step *steps[ORT_CONTEXT_CHUNKS];    /* by node; NULL if not recorded */
    struct ordo_raw_tally *tallies[ORT_CONTEXT_CHUNKS]; /* by node (tally.h); or NULL */
    struct ort_recursion_steps *recursions;             /* by scope id (steps.h) */
    uint32_t n_recursions;
    struct ort_structure *structure; /* activities.h; NULL: no structure was accessed */

    uint64_t marked; /* cost while marks were pushed (marks.h), of all pairs */
    uint32_t marks_next,
        marks_passed_over; /* node + 1 that marks are owed to; others turned away */

    struct ort_child *children; /* log of the ended children of open activations */
    uint32_t children_used, children_room;
    uint32_t *child_index; /* private hash index: offset / 64 of records in the raw file; 0: free */
    struct ordo_raw_child *child_next, *child_end; /* room in the latest CHILDREN block */
    uint32_t child_capacity, child_used;           /* of the index */

    struct ort_zeroed *zeroed; /* sorted, disjoint */
    uint32_t zeroed_used, zeroed_room;
    uint64_t window_bytes;         /* windows: bytes of addresses that each of the two covers */
    uint16_t *tags;                /* windows: see shadow.h */
    uint64_t *touched;             /* windows: a bit per 2 MiB of shadow that may hold stamps */
    struct ort_granules *granules; /* two-level table */
    struct ort_found_granule found_granules[ORT_FOUND_GRANULES]; /* cache, by granule number */
    struct ort_granules *seen; /* drms: the version of each cell that this thread saw last */
    struct ort_sample_shadow *sample_shadow; /* production: instead of windows and table */

    struct ort_arrival *arrivals; /* by frame, ascending; NULL: none yet */
    uint32_t n_arrivals, arrivals_room;
    struct ort_arrival first_arrivals[ORT_FIRST_ARRIVALS];
    uint64_t ended_input; /* of the latest ended activation with ORT_FRAME_INPUT */

    struct ort_space *spaces; /* by frame, ascending; NULL: none yet */
    uint32_t n_spaces, spaces_room;
    struct ort_space first_spaces[ORT_FIRST_SPACES];
    struct ort_space ended_space; /* of the latest ended activation with ORT_FRAME_SPACE */

    struct ort_extra *extras;           /* parallel to frames; NULL if not recorded */
    uint64_t counts[ORDO_COST_METRICS]; /* running totals of the extra metrics */
    uint64_t library_read; /* cells that a library routine has read, until it is charged */

    struct ort_vforked *vforked; /* vfork.c: a copy of what a vfork's child changes; or NULL */

    struct ort_sampler *sampler; /* production: of the thread that takes samples in this state */
    struct ort_sampler *own_sampler; /* production: the sampler whose gates belong to this state */
    struct ordo_nest *own_nest;      /* hot.nest, except while a sample is given up */

    struct ort_thread *next;         /* all states of the process */
    struct ort_thread *next_free;    /* the pool */
    struct ordo_thread *interrupted; /* a signal handler's state: the one that it interrupted */
};
_Static_assert(offsetof(struct ordo_raw_thread, top) == 64, "raw.def against thread_state.h");
_Static_assert(offsetof(struct ordo_raw_thread, peak) == 64 + offsetof(struct ort_thread, peak),
               "raw.def against thread_state.h");

extern struct ort_thread *ort_threads; /* all states, newest first */

/* Returns the chunk of node i, and its index in it in *at. Chunk k has 64 << k nodes. */
static inline uint32_t ort_context_chunk(uint32_t i, uint32_t *at) {
    uint32_t n = i + (1u << ORT_CONTEXT_FIRST_CHUNK_LOG2);
    uint32_t k = 31u - (uint32_t)__builtin_clz(n) - ORT_CONTEXT_FIRST_CHUNK_LOG2;
    *at = n - (1u << (ORT_CONTEXT_FIRST_CHUNK_LOG2 + k));
    return k;
}

static inline struct ordo_raw_thread *ort_thread_raw(struct ort_thread *t) {
    return (struct ordo_raw_thread *)((char *)t - offsetof(struct ordo_raw_thread, top));
}

/* Returns the calling thread's state if it records, else NULL. */
static inline struct ort_thread *ort_thread_current(void) {
    struct ordo_thread *t = __ordo_self;
    return t && t->tick ? (struct ort_thread *)t : NULL;
}

#endif
