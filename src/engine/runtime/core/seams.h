/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seams.h: what the core asks of sampling, of data structures and of their graph. This header is
 * the only way from the core to these rooms. Their files define what is declared here, and include
 * it.
 *
 * Compiled with ORT_NO_SAMPLER or ORT_NO_STRUCTURE (Ordo's Valgrind tool), the rooms are not there
 * and the core asks nothing of them.
 *
 * Threads: the caller's own state, unless a comment says otherwise. Signal-safe: yes.
 * May allocate: no.
 */
#ifndef ORT_SEAMS_H
#define ORT_SEAMS_H

#include "thread_state.h"

/* ---- sampling (sampling/sampler.c, sample_interrupted.c, gate_area.c) ---- */

#ifdef ORT_NO_SAMPLER
enum { ort_sampler_on = 0 };
#else
extern int ort_sampler_on; /* activations are those of samples; from the first module to the end */
#endif

/* A module with gates was loaded; the modules' lock is held. Returns the number of its gates in the
 * raw file, which begin to count. From the first such module on the process records samples only,
 * unless a thread already records all it does: then ORT_GATES_UNSAMPLED. 0: recording has been
 * stopped. */
#define ORT_GATES_UNSAMPLED UINT32_MAX
uint32_t ort_sampler_module(const struct ordo_production *p);
/* Any module was loaded, under the same lock. Decides whether the process is one of a production
 * build although nothing in it has a gate; one module of another build decides against it. */
void ort_sampler_note(int production);
/* A module whose gates may be in the executable's section was loaded, under the same lock. */
void ort_gate_area_module(const struct ordo_production *p);
/* Around the calling thread's making of another: it is in no area meanwhile, so that the other
 * begins in none. */
void ort_gate_area_leave(void);
void ort_gate_area_return(void);

/* An activation of t has ended; f is above t's top and whole. */
void ort_sampler_ended(struct ort_thread *t, struct ordo_frame *f, uint64_t cost, uint64_t depth);
/* f was left in a state that does not record: stopped, idle, or of a sample that was given up. */
void ort_sampler_unrecorded(struct ordo_thread *hot, struct ordo_frame *f);
/* Counts one more hook in a recording state. Returns 1 if the sample has been given up: the hook
 * has nothing to do any more. */
int ort_sampler_tired(struct ort_thread *t);
/* The sample's first access of the cell at addr is a read. */
void ort_sampler_first_read(struct ort_thread *t, uintptr_t addr);

/* Gives up the calling thread's sample: it is counted and is no point. */
void ort_sampler_drop(void);
/* The process exits; the calling thread ends. */
void ort_sampler_exit(void);
void ort_sampler_thread_end(void);

/* Around a vfork. The first finds the calling thread's gates and gives up its sample, because the
 * child can do neither for it. The thread takes no other sample until the parent goes on. */
void ort_sampler_vfork(void);
void ort_sampler_vforked(void);

/* What ort_signal_enter, ort_signal_leave and ort_state_return (signal.h) do in such a process. */
struct ordo_thread *ort_sampler_signal_enter(void);
void ort_sampler_signal_leave(struct ordo_thread *interrupted);
void ort_sampler_return(struct ort_thread *t);

/* Around a fork: the lock of the process's samples; the calling thread's states, NULL after the
 * last one; and in the child, once the states are restored and the raw file is its own. */
void ort_sampler_lock(void);
void ort_sampler_unlock(void);
struct ort_thread *ort_sampler_state(uint32_t i);
void ort_sampler_forked(void);

/* ---- data structures (structure/activities.c, structure_module.c, counted_end.c) ---- */

#ifdef ORT_NO_STRUCTURE
enum { ort_structure_on = 0 };
static inline int ort_structure_ends(struct ort_thread *t, struct ordo_frame *f, int at_exit) {
    (void)t, (void)f, (void)at_exit;
    return 0;
}
#else
extern int ort_structure_on; /* data structures are recorded in the process */
/* Ends f, the innermost activation, if it is one of a structure build that ends without a point,
 * and counts it in at_exit when `at_exit`. Returns 0, and does nothing, if it is not. */
int ort_structure_ends(struct ort_thread *t, struct ordo_frame *f, int at_exit);
#endif

/* A module was loaded, and its scopes have their ids; `known`: it was loaded before. It is
 * unloaded. */
void ort_structure_module(const struct ordo_module *m, int known);
void ort_structure_module_gone(const struct ordo_module *m);

/* The activation f has ended in the node with the index context - 1; 0: it is in none. */
void ort_structure_ended(struct ort_thread *t, struct ordo_frame *f, uint32_t context);
/* A calling context was made for a routine that is on its own path. */
void ort_structure_closed(struct ort_thread *t, uint32_t context);
/* A library routine read or wrote [p, p + size). */
void ort_structure_range(struct ort_thread *t, const void *p, size_t size, int is_write);
/* The stamps of t's activations have changed. */
void ort_structure_renumbered(struct ort_thread *t);

/* Around a fork, while no other thread changes the graph: 0 if the interrupted thread does, and
 * then the second must not be called. In the child, t has recorded nothing yet. */
int ort_structure_hold(void);
void ort_structure_let_go(void);
void ort_structure_forget(struct ort_thread *t);

#endif
