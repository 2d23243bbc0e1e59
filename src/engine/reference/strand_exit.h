/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * strand_exit.h: beginnings and ends of threads and signal handlers.
 *
 * Signal-safe: oref_strand_interrupt and oref_strand_resume; the others are not called in handlers
 * May allocate: engine memory only
 */
#ifndef ORDO_REF_STRAND_EXIT_H
#define ORDO_REF_STRAND_EXIT_H

#include "engine.h"

/* Ensures that the calling thread's strand is retired when the thread ends. */
void oref_strand_exit_arm(void);

/* Ends the strand's open activations and frees it for another thread. The caller holds the lock. */
void oref_strand_retire(struct strand *s);

/* Begins a strand for a signal handler of the program; ends it when the handler returns. */
void oref_strand_interrupt(void);
void oref_strand_resume(void);

/* Like ort_stack_begin and ort_stack_return (effects.h). */
void strand_stack_begin(void);
void strand_stack_return(struct strand *s);

#endif
