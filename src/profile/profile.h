/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * profile.h: the vocabulary of a profile in memory. Plain data, and functions that free it and
 * name its enums.
 *
 * A profile is canonical: two profiles of the same multiset of activations and runs are equal
 * array by array, in whatever order threads, files and profiles were joined.
 *
 * Shapes:  each array's order is given beside it; spans refer to the profile's own arrays
 * Units:   sizes in the metric's unit (rms, drms: cells of cell_bytes), costs in cost_metric
 * Text:    UTF-8 if the program's own names are, NUL-terminated, never NULL unless the comment
 *          says so
 * Memory:  everything belongs to the profile; ordo_profile_free frees it at once
 * Threads: a finished profile is read-only, so any number of threads may read it
 */
#ifndef ORDO_PROFILE_H
#define ORDO_PROFILE_H

#include "profile/observations.h"
#include "profile/production.h"
#include "profile/structures.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct ordo_arena;

/* Index of a scope in ordo_profile.scopes. */
struct ordo_scope_id {
    uint32_t i;
};
#define ORDO_SCOPE_NONE_INDEX UINT32_MAX
static inline bool ordo_scope_is_none(struct ordo_scope_id s) {
    return s.i == ORDO_SCOPE_NONE_INDEX;
}

/* Is it a cost of memory, in bytes? */
static inline bool ordo_cost_is_space(const char *cost) {
    return strcmp(cost, "allocated") == 0 || strcmp(cost, "peak") == 0;
}

enum ordo_profile_kind {
    ORDO_PROFILE_ROUTINE = 0,
    ORDO_PROFILE_LOOP = 1,
    ORDO_PROFILE_RECURSION = 2, /* derived from the call graph; see members */
    ORDO_PROFILE_LIBRARY = 3,   /* routine of a library that is not instrumented */
};

enum ordo_profile_flag {
    ORDO_PROFILE_FOLDED = 1,        /* O(1) by construction: listed without calls or sizes */
    ORDO_PROFILE_RECURSIVE = 2,     /* may be re-entered */
    ORDO_PROFILE_IRREDUCIBLE = 4,   /* cycle that is not a natural loop: listed, not profiled */
    ORDO_PROFILE_DRMS = 8,          /* compiled with --drms */
    ORDO_PROFILE_UNCOVERED = 16,    /* library: neither instrumented nor modelled */
    ORDO_PROFILE_NO_LINES = 32,     /* no line tables: a loop's line is its ordinal */
    ORDO_PROFILE_RECURRED = 64,     /* routine: was re-entered at run time */
    ORDO_PROFILE_COUNTED = 128,     /* compiled with --blocks=only: only blocks were counted */
    ORDO_PROFILE_SAMPLED = 256,     /* compiled with --production: only samples were recorded */
    ORDO_PROFILE_REPETITIONS = 512, /* routine, compiled with --structure: unless it is an entry
                                       point or may recur, its work is counted in the scope
                                       around it */
    ORDO_PROFILE_SETTLED = 2048, /* points and children stand for all activations, but not all were
                                    kept (docs/measurement.md) */
    ORDO_PROFILE_LATE = 1024,    /* routine: recurred after it had been classified as not recurring;
                                    its earlier calls are missing */
    ORDO_PROFILE_UNCOUNTED = 4096, /* routine of a recursion that plain code of a production build
                                      entered, and whose activations it does not count */
};

/* A range of one of the profile's arrays. */
struct ordo_span {
    uint64_t first, n;
};

/* One distinct size of one scope. In a bucketed series, `n` is the lower end of the bucket
 * (ordo_raw_bucket of every size in it) and sum_n / count its mean size; otherwise sum_n is n *
 * count. */
struct ordo_point {
    uint64_t n, count, sum_n;
    uint64_t min, max, sum;         /* costs seen at this size */
    uint64_t sumsq_low, sumsq_high; /* sum of squared costs, 128 bits */
    uint64_t self;                  /* sum of own costs */
};

/* The points of one scope under one size metric and one cost metric. */
struct ordo_series {
    struct ordo_scope_id scope;
    const char *metric; /* "rms", "drms", "depth", "input", "arg:NAME"; in production reports also
                           "run" */
    const char *cost;   /* "blocks", "steps", "events", "iterations", "allocs", "io",
                           "instructions"; "allocated" and "peak", in bytes, have points of the
                           activations that allocated only */
    uint32_t unit;      /* 0: every activation; 1: only outermost activations of the recursion
                           that the routine enters, which are the points of its recursion scope */
    bool bucketed;
    uint64_t n_min, n_max; /* smallest and largest size (bucketed: lower ends) */
    struct ordo_span points;
};

/* Calls of `callee` by `caller`, a scope that may be a loop, or none at the bottom of a thread. */
struct ordo_edge {
    struct ordo_scope_id callee, caller;
    uint64_t calls, cost; /* cost: of all these calls, callees included */
};

/* The cost that activations of `parent` with rms (or bucket) n spent in their direct child. */
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

/* The steps of `invocations` invocations: sum, least and greatest. */
struct ordo_step_sum {
    uint64_t invocations, sum, least, greatest;
};

/* The steps of the loop or recursive routine of a calling context. Recorded only on request. */
struct ordo_steps {
    uint32_t context;           /* index */
    struct ordo_step_sum own;   /* loop: activations and their iterations; routine: activations
                                   while no other activation of it was open, and all its
                                   activations inside them */
    struct ordo_step_sum group; /* routine: the same for the set of routines that, as the
                                   compiler sees, call each other */
};

struct ordo_profile_scope {
    uint64_t id; /* hash of the identity: kind, linkage name, file, line, column, ordinal */
    enum ordo_profile_kind kind;
    uint32_t flags;           /* ordo_profile_flag */
    const char *name;         /* for people; a loop: FILE:LINE */
    const char *linkage_name; /* a loop or recursion: its routine's */
    const char *object;       /* executable or shared library, "" if unknown; library routines:
                                 the library */
    const char *file;         /* relative to the object's source root, or absolute if outside it */
    uint32_t line, column;    /* 1-based, 0: unknown */
    uint32_t ordinal;         /* distinguishes scopes that share everything above; mostly 0 */
    struct ordo_scope_id routine; /* a loop or recursion: its routine; others: itself */
    struct ordo_scope_id parent;  /* lexically enclosing scope, or none */
    uint64_t calls;               /* activations that ended (a recursion: outermost ones) */
    uint64_t iterations;          /* loops only */
    uint64_t cost_total;          /* of ended activations that were outermost of this scope */
    uint64_t cost_self;           /* of ended activations */
    bool has_self; /* false: own cost is not defined (a recursion entered by several routines) */
    uint64_t unfinished;      /* activations that were still open when recording ended */
    uint64_t unfinished_cost; /* their cost until then (outermost ones) */
    uint64_t at_exit;   /* activations that exit() closed, or that were not recorded to their end
                           because their sample was given up; also counted in calls */
    uint64_t units;     /* routine: outermost activations as the entry of its recursion */
    uint64_t unit_cost; /* routine: their cost; 0: not known, if nothing settled */
    uint64_t negative_args;    /* argument values below 0, which are not sizes */
    struct ordo_span series;   /* of unit 0; a recursion: its routine's of unit 1 if there are
                                  any; else all its activations are outermost and it shares those
                                  of unit 0 */
    struct ordo_span callers;  /* into edges */
    struct ordo_span children; /* into children */
    struct ordo_span members;  /* recursion: into members, the routines of the cycle */
};

enum ordo_process_state {
    ORDO_PROCESS_FINISHED = 0,
    ORDO_PROCESS_EXECED = 1,  /* replaced by exec */
    ORDO_PROCESS_KILLED = 2,  /* ended by a signal, without notice */
    ORDO_PROCESS_RUNNING = 3, /* still running when the profile was made */
};

struct ordo_process {
    uint32_t pid, ppid;
    const char *exe, *command; /* command: quoted for a shell, cut after 2 kB */
    enum ordo_process_state state;
    uint32_t stop; /* enum ordo_raw_stop: why recording ended early; 0: it did not */
    uint32_t stop_errno;
    uint32_t lost_children;    /* processes that it forked and that were not recorded */
    uint32_t lost_errno;       /* of the latest of them: the error; 0: not known */
    uint64_t start_ns, end_ns; /* CLOCK_REALTIME, 0: unknown */
    bool forked;
    bool drms_asked, drms_compiled;
    uint32_t threads; /* threads that ran */
    uint64_t cost;
    struct ordo_sampling sampling; /* key 0: not a production build */
};

struct ordo_feature_value {
    const char *name;
    double value; /* finite */
};

/* What one scope did in one run. */
struct ordo_run_cost {
    struct ordo_scope_id scope;        /* not a recursion: these have what their routines have */
    uint64_t calls, iterations, units; /* as in ordo_profile_scope */
    uint64_t cost;      /* of outermost activations, including those that never ended */
    uint64_t self;      /* of ended activations */
    uint64_t allocated; /* bytes, in ended outermost activations (a loop: in all) */
    uint64_t peak;      /* bytes: the most that one activation had in use at once */
}; /* Production builds: cost is what samples recorded; the others also have what gates
      counted outside of samples, and self all iterations of loops with gates. */
#define ORDO_RUNS_WITH_COSTS 64 /* the costs of at most so many runs are kept */

/* One recording. Sorted by start, then by everything else. */
struct ordo_run {
    const char *command; /* quoted for a shell, "" if unknown */
    uint64_t start_ns, end_ns;
    int32_t exit_status;        /* -1: unknown, or killed */
    int32_t signal;             /* 0: none */
    uint32_t unreadable;        /* raw files that could not be read */
    const char *unreadable_why; /* reason for the first of them, else "" */
    const char *code;           /* the builds that ran: lines of a hash of 16 hexadecimal digits, a
                                   space and the name of the file, sorted by name; "": unknown */
    uint64_t input;             /* bytes that entered its processes from outside */
    uint64_t allocations;       /* calls that allocated memory */
    uint64_t allocated;         /* bytes of the blocks that they returned */
    uint64_t peak;              /* bytes in use at once, at most; 0: not known */
    struct ordo_span features;  /* sorted by name */
    struct ordo_span processes; /* sorted by start, then by everything else */
    struct ordo_span costs;     /* sorted by scope; none: not known (a file of several runs by an
                                   older version, or more runs than are kept) */
};

/* An object file that was loaded, and the root of its sources. */
struct ordo_object {
    const char *path, *source_root;
};

/* Executions of one source line. Each routine and process contributes the count of its most often
 * executed basic block with code of the line; the contributions are added. */
struct ordo_line_count {
    const char *file;
    uint32_t line;
    uint64_t count;
};

/* Executions of one basic block of a routine, in objects compiled with --blocks. */
struct ordo_block_count {
    struct ordo_scope_id routine;
    uint32_t ordinal; /* from 0, in the order in which the front end emits the routine's blocks */
    const char *file; /* of its first instruction; line 0: unknown */
    uint32_t line, column;
    bool is_cost; /* adds 1 to costs (docs/measurement.md) */
    uint64_t count;
};

/* A routine that the compiler inlined into another one, in objects with debug information. */
struct ordo_inlined {
    struct ordo_scope_id into;
    const char *name, *file; /* file: "" if unknown */
    uint32_t line;           /* of its declaration; 0: unknown */
};

struct ordo_profile {
    const char *engine;      /* "compiled"; "valgrind" if any process was an unmodified binary */
    uint32_t cell_bytes;     /* 1, 2, 4, 8 or 16; 0: nothing was recorded */
    const char *cost_metric; /* "blocks"; production builds: "steps" */
    uint64_t total_cost;     /* of all threads of all runs */
    bool contexts_truncated; /* the tree exceeded its limit */
    bool has_points;         /* false: loaded as a summary; series have spans, but points,
                                children, invocations, lines and blocks are NULL */
    struct ordo_run *runs;
    uint32_t n_runs;
    struct ordo_feature_value *features;
    uint32_t n_features;
    struct ordo_process *processes;
    uint32_t n_processes;
    struct ordo_run_cost *run_costs;
    uint64_t n_run_costs;
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
    struct ordo_observation *observations; /* sorted by context, thread, call */
    uint64_t n_observations;
    bool has_steps; /* steps were recorded */
    bool has_input; /* the size "input" was measured; a scope without such a series has size 0 in
                       all activations */
    bool has_structure; /* a process recorded invocations; false: the arrays below are empty, up
                           to choices */
    struct ordo_element_type *types; /* sorted by name, bytes, flags; each once */
    uint32_t n_types;
    struct ordo_scope_advance *advances; /* sorted by outer, inner, callee; each once */
    uint32_t n_advances;
    struct ordo_invocation *invocations; /* sorted by context, process, ordinal, contents */
    uint32_t n_invocations;
    struct ordo_input *inputs; /* by invocation, then by first access */
    uint32_t n_inputs;
    struct ordo_fact *facts; /* by invocation; sorted by context, input, type; none first */
    uint32_t n_facts;
    struct ordo_group_choice *choices; /* sorted by outer, inner; each pair once */
    uint32_t n_choices;
    bool has_production; /* production builds: only samples were recorded; false: the arrays
                            below are empty, up to sample_sums */
    struct ordo_sampling *samplings; /* sorted by process, each once */
    uint32_t n_samplings;
    struct ordo_gated_scope *gated; /* sorted by scope, each once */
    uint32_t n_gated;
    struct ordo_sample *samples; /* sorted by scope, process, number, each once; at most
                                    ORDO_SAMPLES_BOUND of each scope, spread over its runs */
    uint64_t n_samples;
    struct ordo_sample_sums *sample_sums; /* the sums of samples, as a table of a file; may be
                                             NULL */
    uint64_t n_sample_sums;
    struct ordo_line_count *lines; /* sorted by file, line */
    uint64_t n_lines;
    struct ordo_block_count *blocks; /* sorted by routine, ordinal, file, line, column */
    uint64_t n_blocks;
    struct ordo_arena *arena; /* owns all of the above, including this structure */
};

/* Finds what was inlined into the scope: *n items of p->inlined from the returned index on. */
uint32_t ordo_profile_inlined(const struct ordo_profile *p, const struct ordo_profile_scope *s,
                              uint32_t *n);

/* Sets continues[i], for each of p->n_processes, to whether it is the same process as one before it
 * in its run, in a new raw file after a rotation. Returns the number of the others. */
uint32_t ordo_profile_continued(const struct ordo_profile *p, bool *continues);
/* Returns the number of processes, each counted once. */
uint32_t ordo_profile_processes(const struct ordo_profile *p);

/* Frees the profile; NULL is allowed. */
void ordo_profile_free(struct ordo_profile *p);

/* Return the words used in the store and in reports: "routine", "loop", ...; "finished", "execed",
 * ... */
const char *ordo_profile_kind_name(enum ordo_profile_kind kind);

/* Returns whether calls in the context are part of other calls of its scope. */
bool ordo_profile_is_nested(const struct ordo_profile *p, uint32_t context);

/* Returns the cost metric in which the scope's growth is reported: normally the profile's own.
 * Steps leave out all code outside loops. Therefore loops of production builds use "events"
 * (docs/production.md) if these were recorded. */
const char *ordo_profile_growth_cost(const struct ordo_profile *p,
                                     const struct ordo_profile_scope *s);
const char *ordo_process_state_name(enum ordo_process_state state);
/* Return the name ("disk", "memory", ...) and the description of an enum ordo_raw_stop. The name
 * of 0 is "none", of numbers above ordo_stop_last() "unknown"; both have the description NULL. */
const char *ordo_stop_name(uint32_t stop);
const char *ordo_stop_text(uint32_t stop);
uint32_t ordo_stop_last(void);

#endif
