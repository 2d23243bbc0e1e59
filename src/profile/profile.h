/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * profile.h: the vocabulary of a profile in memory. Plain data; no functions but the two that end
 * its life and name its enums.
 *
 * A profile is canonical: two profiles of the same multiset of activations and runs are equal
 * array by array, whatever the order in which threads, files and profiles were joined.
 *
 * Shapes:  every array is sorted as stated beside it; spans refer into the profile's own arrays
 * Units:   sizes in the metric's unit (rms, drms: cells of cell_bytes), costs in cost_metric
 * Strings: UTF-8 as far as the program's own names are, NUL-terminated, never NULL unless stated
 * Memory:  everything belongs to the profile; ordo_profile_free releases it at once
 * Threads: read-only after it was made, so any number may read
 */
#ifndef ORDO_PROFILE_H
#define ORDO_PROFILE_H

#include "profile/production.h"
#include "profile/structures.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ordo_arena;

/* Index of a scope in ordo_profile.scopes. */
struct ordo_scope_id {
    uint32_t i;
};
#define ORDO_SCOPE_NONE_INDEX UINT32_MAX
static inline bool ordo_scope_is_none(struct ordo_scope_id s) {
    return s.i == ORDO_SCOPE_NONE_INDEX;
}

enum ordo_profile_kind {
    ORDO_PROFILE_ROUTINE = 0,
    ORDO_PROFILE_LOOP = 1,
    ORDO_PROFILE_RECURSION = 2, /* derived from the call graph; see ordo_profile_scope.members */
    ORDO_PROFILE_LIBRARY = 3,   /* a routine of a library that is not instrumented */
};

enum ordo_profile_flag {
    ORDO_PROFILE_FOLDED = 1,      /* O(1) by construction: listed, no calls, no sizes */
    ORDO_PROFILE_RECURSIVE = 2,   /* may be re-entered */
    ORDO_PROFILE_IRREDUCIBLE = 4, /* a cycle that is no natural loop: listed, not profiled */
    ORDO_PROFILE_DRMS = 8,        /* compiled with --drms */
    ORDO_PROFILE_UNCOVERED = 16,  /* library: neither instrumented nor modelled */
    ORDO_PROFILE_NO_LINES = 32,   /* no line tables: a loop's line is its ordinal */
    ORDO_PROFILE_RECURRED = 64,   /* routine: was re-entered at run time */
    ORDO_PROFILE_COUNTED = 128,   /* compiled with --blocks=only: nothing but blocks was counted */
    ORDO_PROFILE_SAMPLED = 256,   /* compiled with --production: recorded in samples only */
    ORDO_PROFILE_REPETITIONS = 512, /* routine, compiled with --structure: where it is neither an
                                       entry nor may recur, what it does is counted around it */
    ORDO_PROFILE_LATE = 1024, /* routine: recurred after it had been taken for one that does not,
                                 so that calls of it before are missing */
};

/* A stretch of one of the profile's arrays. */
struct ordo_span {
    uint64_t first, n;
};

/* One distinct size of one scope. In a bucketed series `n` is the lower end of the bucket
 * (ordo_raw_bucket of every size in it) and sum_n / count its mean size; else sum_n = n * count. */
struct ordo_point {
    uint64_t n, count, sum_n;
    uint64_t min, max, sum;         /* costs seen at it */
    uint64_t sumsq_low, sumsq_high; /* sum of squared costs, 128 bits */
    uint64_t self;                  /* sum of own costs */
};

/* The points of one scope under one size metric and one cost metric. */
struct ordo_series {
    struct ordo_scope_id scope;
    const char *metric; /* "rms", "drms", "depth", "arg:NAME", later "structure", "feature:NAME" */
    const char *cost;   /* "blocks", "iterations", "allocs", "io", "instructions" */
    uint32_t unit;      /* 0: every activation; 1: outermost activations of the recursion that the
                           routine enters: the sizes of its recursion scope */
    bool bucketed;
    uint64_t n_min, n_max; /* smallest and largest size (bucketed: lower ends) */
    struct ordo_span points;
};

/* Calls of `callee` by `caller` (a scope, possibly a loop; none: the bottom of a thread). */
struct ordo_edge {
    struct ordo_scope_id callee, caller;
    uint64_t calls, cost; /* cost: inclusive, of all these calls */
};

/* What activations of `parent` with rms (or bucket) n spent in their direct child. */
struct ordo_child {
    struct ordo_scope_id parent, child;
    uint64_t n, calls, cost;
};

/* A node of the calling context tree. Parents come before their children. */
struct ordo_context {
    uint32_t parent; /* index, UINT32_MAX: at the bottom of a thread */
    struct ordo_scope_id scope;
    uint64_t calls, cost, self;
};

/* Steps of `invocations` invocations: their sum, least and greatest. */
struct ordo_step_sum {
    uint64_t invocations, sum, least, greatest;
};

/* How often the loop or recursive routine of a calling context repeated; only where asked for. */
struct ordo_steps {
    uint32_t context;           /* index */
    struct ordo_step_sum own;   /* loop: activations, and bodies entered; routine: activations while
                                   no other of it was open, and its activations in them */
    struct ordo_step_sum group; /* routine: the same for the routines that the compiler knows to
                                   call each other */
};

struct ordo_profile_scope {
    uint64_t id; /* hash of the identity: kind, linkage name, file, line, column, ordinal */
    enum ordo_profile_kind kind;
    uint32_t flags;           /* ordo_profile_flag */
    const char *name;         /* for people: a loop's is FILE:LINE */
    const char *linkage_name; /* a loop's, a recursion's: its routine's */
    const char *object;       /* executable or shared library, "" if unknown; library routines: the
                                 library */
    const char *file;         /* relative to the object's source root, or absolute outside of it */
    uint32_t line, column;    /* 1-based, 0: unknown */
    uint32_t ordinal;         /* tells scopes apart that share everything above; mostly 0 */
    struct ordo_scope_id routine; /* a loop's or recursion's routine; itself for the others */
    struct ordo_scope_id parent;  /* lexically enclosing scope, or none */
    uint64_t calls;               /* activations that ended (a recursion's: units) */
    uint64_t iterations;          /* loops: bodies entered */
    uint64_t cost_total;          /* ended activations that were outermost of this scope */
    uint64_t cost_self;           /* ended activations */
    bool has_self; /* false: own cost is not defined (a recursion entered by several routines) */
    uint64_t unfinished;       /* activations that were still open when recording ended */
    uint64_t unfinished_cost;  /* what these (outermost) had cost by then */
    uint64_t at_exit;          /* activations that exit() closed; counted in calls too */
    uint64_t units;            /* routine: outermost activations as entry of its recursion */
    uint64_t negative_args;    /* argument values below 0, which are not sizes */
    struct ordo_span series;   /* of unit 0; a recursion's: its routine's of unit 1 if it has any,
                                  else all its activations are units and it shares those of unit 0 */
    struct ordo_span callers;  /* into edges */
    struct ordo_span children; /* into children */
    struct ordo_span members;  /* recursion: into members, the routines of the cycle */
};

enum ordo_process_state {
    ORDO_PROCESS_FINISHED = 0,
    ORDO_PROCESS_EXECED = 1,  /* replaced by exec */
    ORDO_PROCESS_KILLED = 2,  /* ended without a word: a signal */
    ORDO_PROCESS_RUNNING = 3, /* was still running when the profile was made */
};

struct ordo_process {
    uint32_t pid, ppid;
    const char *exe, *command; /* command: quoted for a shell, cut after 2 kB */
    enum ordo_process_state state;
    uint32_t stop; /* enum ordo_raw_stop: why its recording ended early; 0: it did not */
    uint32_t stop_errno;
    uint32_t lost_children;    /* processes that it forked and that are not recorded */
    uint32_t lost_errno;       /* of the latest of them: what failed; 0: not known */
    uint64_t start_ns, end_ns; /* CLOCK_REALTIME, 0: unknown */
    bool forked;
    bool drms_asked, drms_compiled;
    uint32_t threads; /* how many threads ran */
    uint64_t cost;
    struct ordo_sampling sampling; /* key 0: not a production build */
};

struct ordo_feature_value {
    const char *name;
    double value; /* finite */
};

/* One recording. Sorted by start, then by everything else. */
struct ordo_run {
    const char *command; /* quoted for a shell, "" if unknown */
    uint64_t start_ns, end_ns;
    int32_t exit_status;        /* -1: unknown, or killed */
    int32_t signal;             /* 0: none */
    uint32_t unreadable;        /* raw files that could not be read */
    const char *unreadable_why; /* of the first such, else "" */
    struct ordo_span features;  /* sorted by name */
    struct ordo_span processes; /* sorted by start, then by everything else */
};

/* An object file that was loaded, and where its sources were. */
struct ordo_object {
    const char *path, *source_root;
};

/* Executions of one source line: in each routine and process those of its most often executed
 * basic block that holds code of the line; routines and processes add up. */
struct ordo_line_count {
    const char *file;
    uint32_t line;
    uint64_t count;
};

/* Executions of one basic block of a routine, of objects compiled with --blocks. */
struct ordo_block_count {
    struct ordo_scope_id routine;
    uint32_t ordinal; /* among the routine's blocks as the front end emits them, from 0 */
    const char *file; /* where its first instruction stands; line 0: unknown */
    uint32_t line, column;
    bool is_cost; /* counts one in costs (docs/measurement.md) */
    uint64_t count;
};

/* A routine that the compiler has inlined into another, of objects with debug information. */
struct ordo_inlined {
    struct ordo_scope_id into;
    const char *name, *file; /* file: "" where it is not known */
    uint32_t line;           /* where it is declared; 0: unknown */
};

struct ordo_profile {
    const char *engine;      /* "compiled"; "valgrind" when an unmodified binary was among it */
    uint32_t cell_bytes;     /* 1, 2, 4, 8 or 16; 0: nothing was recorded */
    const char *cost_metric; /* "blocks"; of production builds "steps" */
    uint64_t total_cost;     /* of all threads of all runs */
    bool contexts_truncated; /* the tree was larger than its bound */
    bool has_points;         /* false: loaded as a summary; series have spans, points is NULL, and
                                so are children, contexts, invocations, lines and blocks */
    struct ordo_run *runs;
    uint32_t n_runs;
    struct ordo_feature_value *features;
    uint32_t n_features;
    struct ordo_process *processes;
    uint32_t n_processes;
    struct ordo_object *objects; /* sorted by path, source root */
    uint32_t n_objects;
    struct ordo_profile_scope
        *scopes; /* sorted by file, line, column, kind, linkage name, ordinal */
    uint32_t n_scopes;
    struct ordo_series *series; /* sorted by scope, unit, cost, metric */
    uint32_t n_series;
    struct ordo_point *points; /* sorted by series, n */
    uint64_t n_points;
    struct ordo_edge *edges; /* sorted by callee, caller; no caller first */
    uint64_t n_edges;
    struct ordo_child *children; /* sorted by parent, child, n */
    uint64_t n_children;
    struct ordo_scope_id *members;
    uint32_t n_members;
    struct ordo_inlined *inlined; /* sorted by routine, name, file, line; each once */
    uint32_t n_inlined;
    struct ordo_context *contexts; /* breadth first, siblings sorted by scope */
    uint32_t n_contexts;
    struct ordo_steps *steps; /* sorted by context, each once */
    uint32_t n_steps;
    bool has_steps;     /* they were asked for */
    bool has_structure; /* a process recorded invocations; false: what follows is empty */
    struct ordo_element_type *types; /* sorted by name, bytes, flags; each once */
    uint32_t n_types;
    struct ordo_scope_advance *advances; /* sorted by outer, inner, callee; each once */
    uint32_t n_advances;
    struct ordo_invocation *invocations; /* sorted by context, process, ordinal, what they hold */
    uint32_t n_invocations;
    struct ordo_input *inputs; /* by invocation; of one in the order of their first accesses */
    uint32_t n_inputs;
    struct ordo_fact *facts; /* by invocation; sorted by context, input, type; no input, no type
                                first */
    uint32_t n_facts;
    struct ordo_group_choice *choices; /* sorted by outer, inner; each pair once */
    uint32_t n_choices;
    bool has_production; /* production builds: all that was recorded are samples; false: what
                            follows is empty */
    struct ordo_sampling *samplings; /* sorted by process, each once */
    uint32_t n_samplings;
    struct ordo_gated_scope *gated; /* sorted by scope, each once */
    uint32_t n_gated;
    struct ordo_sample *samples; /* sorted by scope, process, number, each once; of each scope at
                                    most ORDO_SAMPLES_BOUND, spread over its runs */
    uint64_t n_samples;
    struct ordo_sample_sums *sample_sums; /* their sums once more, as a table of a file; or none */
    uint64_t n_sample_sums;
    struct ordo_line_count *lines; /* sorted by file, line */
    uint64_t n_lines;
    struct ordo_block_count *blocks; /* sorted by routine, ordinal, file, line, column */
    uint64_t n_blocks;
    struct ordo_arena *arena; /* owner of all of the above, this structure included */
};

/* What was inlined into the scope: items of p->inlined from the index returned on, *n of them. */
uint32_t ordo_profile_inlined(const struct ordo_profile *p, const struct ordo_profile_scope *s,
                              uint32_t *n);

/* Ends its life; NULL is allowed. */
void ordo_profile_free(struct ordo_profile *p);

/* Words used in the store and in reports: "routine", "loop", ...; "finished", "execed", ... */
const char *ordo_profile_kind_name(enum ordo_profile_kind kind);

/* The cost metric by which the scope's growth is told. Steps leave out all that code does outside
 * of loops, so of loops of production builds it is "events" (docs/production.md), where they were
 * recorded; else the profile's own. */
const char *ordo_profile_growth_cost(const struct ordo_profile *p,
                                     const struct ordo_profile_scope *s);
const char *ordo_process_state_name(enum ordo_process_state state);
/* For an enum ordo_raw_stop: "disk", "memory", ...; and what happened. For others: "none" for 0,
 * "unknown" past the last (ordo_stop_last); no text: NULL. */
const char *ordo_stop_name(uint32_t stop);
const char *ordo_stop_text(uint32_t stop);
uint32_t ordo_stop_last(void);

#endif
