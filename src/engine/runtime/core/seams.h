/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * seams.h: what the core calls in the rooms for sampling, data structures and their graph. This
 * header is the only way from the core to these rooms. Their files define what is declared here,
 * and include it.
 *
 * If ORT_NO_SAMPLER or ORT_NO_STRUCTURE is defined (Ordo's Valgrind tool), the room does not exist
 * and the core does not call it.
 *
 * Threads: the caller's own state, unless a comment says otherwise. Signal-safe: yes.
 * May allocate: no.
 */
#ifndef ORT_SEAMS_H
#define ORT_SEAMS_H

#include "cell_sketch.h"
#include "engine/runtime/system/settings.h"
#include "thread_state.h"

/* ---- sampling (sampling/sampler.c, sample_interrupted.c, gate_area.c) ---- */

#ifdef ORT_NO_SAMPLER
enum { ort_sampler_on = 0 };
#else
extern int ort_sampler_on;   /* only samples are recorded, from the first module with gates on */
#endif

/* Registers a module with gates that was loaded. Its gates begin to count. The caller holds
 * ORT_LOCK_MODULES. Returns the number of the gates in the raw file; ORT_GATES_UNSAMPLED if a
 * thread already records everything; 0 if recording has been stopped. From the first such module
 * on, the process records only samples. */
#define ORT_GATES_UNSAMPLED UINT32_MAX
uint32_t ort_sampler_module(const struct ordo_production *p);
/* Notes that a module was loaded (`production`: of a production build). Decides whether a process
 * in which nothing has a gate is of a production build: it is not if any module is of another
 * build. The caller holds ORT_LOCK_MODULES. */
void ort_sampler_note(int production);
/* Registers a module whose gates may be in the executable's section. The caller holds
 * ORT_LOCK_MODULES. */
void ort_gate_area_module(const struct ordo_production *p);
/* Surround the creation of a thread. In between, the calling thread has no area, so that the new
 * thread begins without one. */
void ort_gate_area_leave(void);
void ort_gate_area_return(void);

/* Notes that an activation of t has ended. f is above t's top, and complete. */
void ort_sampler_ended(struct ort_thread *t, struct ordo_frame *f, uint64_t cost, uint64_t depth);
/* Notes that f was left in a state that does not record: it has stopped, is idle, or its sample was
 * given up. */
void ort_sampler_unrecorded(struct ordo_thread *hot, struct ordo_frame *f);
/* What hooks look at of a thread's sampler, which begins with it: they must not call a function for
 * it, because they save all registers. */
struct ort_sampler_hooks {
    int32_t patience;           /* hook calls until the clock is read */
    struct ort_cell_list cells; /* whose first access in the recording sample was a read */
};
/* Reads the clock: the rare half of ort_sampler_tired. */
int ort_sampler_look(struct ort_sampler *s);
/* Counts one more hook in a recording state. Returns 1 if the sample has been given up; the hook
 * then has nothing left to do. */
static inline int ort_sampler_tired(struct ort_thread *t) {
    struct ort_sampler_hooks *s = (struct ort_sampler_hooks *)t->sampler;
    if (!s || likely(--s->patience >= 0)) return 0;
    return ort_sampler_look(t->sampler);
}
/* Notes that the sample's first access to the cell at addr is a read. */
static inline void ort_sampler_first_read(struct ort_thread *t, uintptr_t addr) {
    struct ort_sampler_hooks *s = (struct ort_sampler_hooks *)t->sampler;
    if (s) ort_cell_list_add(&s->cells, addr >> ort_settings.cell_shift);
}

/* Gives up the calling thread's sample: it is counted and adds no point. */
void ort_sampler_drop(void);
/* Note that the process exits, and that the calling thread ends. */
void ort_sampler_exit(void);
void ort_sampler_thread_end(void);

/* Surround a vfork. ort_sampler_vfork finds the calling thread's gates and gives up its sample,
 * because the child cannot do either for it. The thread takes no other sample until the parent
 * continues. */
void ort_sampler_vfork(void);
void ort_sampler_vforked(void);

/* What ort_signal_enter, ort_signal_leave and ort_state_return (signal.h) do if ort_sampler_on. */
struct ordo_thread *ort_sampler_signal_enter(void);
void ort_sampler_signal_leave(struct ordo_thread *interrupted);
void ort_sampler_return(struct ort_thread *t);

/* For fork. ort_sampler_lock and ort_sampler_unlock take and drop the lock of the process's
 * samples. ort_sampler_state returns the calling thread's i-th state, or NULL after the last one.
 * ort_sampler_forked is called in the child, once its states are restored and it has its own raw
 * file. */
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
 * and counts it in at_exit if `at_exit`. Returns 0, and does nothing, if it is not. */
int ort_structure_ends(struct ort_thread *t, struct ordo_frame *f, int at_exit);
#endif

/* Note that a module was loaded and its scopes have ids (`known`: it was loaded before), and that
 * it is unloaded. */
void ort_structure_module(const struct ordo_module *m, int known);
void ort_structure_module_gone(const struct ordo_module *m);

/* Notes that the activation f has ended in the node with the index context - 1; if `context` is 0,
 * it has no node. */
void ort_structure_ended(struct ort_thread *t, struct ordo_frame *f, uint32_t context);
/* Notes that a calling context was made for a routine that is already on its path. */
void ort_structure_closed(struct ort_thread *t, uint32_t context);
/* Notes that `size` bytes at `data` (NULL: not in the program's memory) entered the program through
 * a descriptor or stream, or left it if `out`; and that the descriptor was opened. */
void ort_structure_passed(int fd, const void *stream, int out, const void *data, size_t size);
void ort_structure_opened(int fd);
/* Notes that a library routine read or wrote [p, p + size). */
void ort_structure_range(struct ort_thread *t, const void *p, size_t size, int is_write);
/* Notes that the stamps of t's activations have changed. */
void ort_structure_renumbered(struct ort_thread *t);

/* Surround a fork: in between, no other thread changes the graph. ort_structure_hold returns 0 if
 * the code that the calling thread interrupted is changing it; ort_structure_let_go must not be
 * called then. */
int ort_structure_hold(void);
void ort_structure_let_go(void);
/* Discards what t has recorded, in a fork's child. */
void ort_structure_forget(struct ort_thread *t);

#endif
