/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * engine.h: the reference engine's state.
 *
 * The reference engine implements the runtime's hooks by the simple-minded approach of aprof: every
 * open activation keeps the set of cells accessed in it. It is slow and meant for tests. The only
 * code that it shares with the runtime is the library models (effects.h).
 *
 * One lock, which also blocks signals, protects everything here: hooks call oref_engine_lock and
 * oref_engine_unlock. Counts are kept for the process, not per thread.
 *
 * Settings, from the environment: ORDO_RAW_DIR (recording is on if set), ORDO_CELL (1, 2, 4, 8),
 * ORDO_DRMS (1: drms too).
 *
 * Source: Coppa, Demetrescu, Finocchi: Input-Sensitive Profiling, PLDI 2012, section 4.1; extended
 * with object lifetimes, loops, recursion depth and drms as defined in docs/measurement.md and
 * abi.h.
 */
#ifndef ORDO_REF_ENGINE_H
#define ORDO_REF_ENGINE_H

/* The library exports only the hooks. */
#pragma GCC visibility push(default)
#include "abi/abi.h"
#pragma GCC visibility pop
#include "abi/raw.h"
#include "cell_set.h"
#include "point_map.h"
#include <signal.h>
#include <stddef.h>

/* The engine's data of an open activation, besides its ordo_frame. */
struct activation {
    struct cell_set accessed; /* A_f: cells accessed since entry, by callees too */
    struct cell_set current;  /* drms: the subset that others have not written since */
    uint64_t rms, drms;
    uint64_t input;     /* bytes that reached the program since entry, in callees too */
    uint64_t depth;     /* longest chain of the same group seen below */
    uint32_t in_group;  /* 1: began by __ordo_recur */
    uint32_t outer;     /* 1: no activation of its group was open at entry */
    uint32_t inherited; /* 1: open when the process was forked; it belongs to the parent */
};

/* A stack of activations: a thread's, or a signal handler's on top of it. */
struct strand {
    struct ordo_thread hot;     /* must be first: instrumented code and the models see only this */
    struct ordo_frame *frames;  /* frames[0] is the root */
    struct activation *open;    /* open[i] belongs to frames[i] */
    struct strand *interrupted; /* the strand that a signal handler's strand runs on top of */
    struct strand *next;        /* all strands */
    uint64_t shadow_word;       /* what hot.shadow_base points to: 0, so that every check calls */
    int in_use;
    int own_stack; /* created together with a machine stack (ort_stack_begin) */
};

/* The points of a scope in one size metric. */
struct series {
    uint32_t metric, unit;
    struct point_map map;
};

/* Calls of one scope by another. */
struct edge {
    struct edge *next;
    uint32_t caller, callee; /* scope ids; caller 0: none */
    uint64_t calls, cost, self;
};

/* A registered scope, copied because modules may be unloaded. Its place is scopes[id - 1]. */
struct scope {
    struct ordo_raw_scope raw;
    uint32_t id, module;
    uint64_t descriptor, uncovered; /* as in raw.def */
    const char *name, *linkage_name, *file, *arg_names;
    const void *address; /* routine: its code while the module is loaded */
    struct ordo_raw_total total;
    uint64_t outer_calls; /* activations outside all others of the group */
    struct series *series;
    size_t n_series, series_capacity;
};

struct module {
    const char *object, *source_root, *unit;
    uint64_t load_address;
    uint32_t flags;
};

struct engine {
    int started, on;
    unsigned cell_shift;
    int drms;
    int forked;
    uint64_t start_ns;
    const char *raw_dir;
    struct strand *strands;
    struct scope *scopes;
    size_t n_scopes, scopes_capacity;
    struct module *modules;
    size_t n_modules, modules_capacity;
    struct edge *edges[1024];
};

extern struct engine oref;

/* Starts the engine if necessary; cheap if it runs. The caller does not hold the lock. */
void oref_engine_start(void);

/* Ends the calling thread's open activations, as exit() does. The caller holds the lock. */
void oref_engine_close_all(void);

struct engine_hold {
    sigset_t signals;
    int saved_errno;
};
struct engine_hold oref_engine_lock(void);
void oref_engine_unlock(struct engine_hold *hold);

/* Returns the calling thread's strand, which is created if necessary, or the idle one if
 * recording is off. Never NULL. */
struct strand *oref_strand_self(void);
struct strand *oref_strand_of(struct ordo_thread *t);

/* Returns the strand of an open frame and sets its index. */
struct strand *oref_strand_with(const struct ordo_frame *f, size_t *index);

/* Ends the activations of the strand above frame `keep`, counted as closed by exit() if at_exit. */
void oref_strand_close(struct strand *s, struct ordo_frame *keep, int at_exit);

/* Handle an access to [addr, addr + size) by frame f. Return the number of cells touched. */
uint64_t oref_access_read(struct ordo_frame *f, const void *addr, uint64_t size);
uint64_t oref_access_write(struct ordo_frame *f, const void *addr, uint64_t size);

/* Counts the ended activation f of strand s: its points, totals and edge. */
void oref_tally_activation(struct strand *s, size_t index, int at_exit);
void oref_tally_edge(uint32_t caller, uint32_t callee, uint64_t cost, uint64_t self);
/* Clears all counts: those of a forked child start at 0. */
void oref_tally_reset(void);

/* The ordo_thread.counts of every strand. */
extern uint64_t *oref_uncounted_blocks[1];

/* Returns the id of a library routine's scope, which is registered at its first use. */
uint32_t oref_registry_library(struct ordo_scope *library);
/* Writes the raw file of the current counts. */
void oref_raw_image_write(enum ordo_raw_state state);

#endif
