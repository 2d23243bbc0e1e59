/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gate_area.h: gates that code for executables reaches through the segment register GS (abi.h:
 * ordo_gates_head).
 *
 * Words:   an area is a copy of the executable's section "ordo_gates": heads, each followed by the
 *          gates of one module. The area of a thread state is a row of GATES blocks of the raw
 *          file. Threads that record nothing count in areas that nobody reads. A thread is *in* the
 *          area that its GS leads to. A new thread is in none: it counts in the section itself,
 *          which all such threads share, until one of its gates first asks whether to sample.
 *
 * The kernel copies GS from a thread to the threads that it creates. The usual functions that
 * create threads are intercepted (libc_thread_begin.c), so that new threads begin in no area. A
 * thread that was created in another way counts in its creator's area until one of its gates first
 * asks, and both threads may lose counts.
 *
 * Errors:  if the kernel does not let GS be set, recording stops, and the program says why unless
 *          `ordo record` started it.
 * Threads: the calling thread's area. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_GATE_AREA_H
#define ORT_GATE_AREA_H

#include "engine/runtime/core/seams.h"

/* Makes an area in the raw file for a thread state. Returns NULL if there is no such section or
 * recording has been stopped. */
char *ort_gate_area_make(uint32_t thread);

/* Returns an area, shared by several threads, for a thread that records nothing; NULL: no
 * memory. */
char *ort_gate_area_idle(void);

/* Returns the head of the module's gates in `area`; NULL is the section itself. */
struct ordo_gates_head *ort_gate_area_part(char *area, const struct ordo_production *p);

/* Moves the calling thread to `area`. Returns 1; 0 if it is there already; -1 if GS cannot be set
 * or `area` is NULL. */
int ort_gate_area_enter(char *area);

/* Sets __ordo_sampling, and the copy of it that code which uses GS reads. */
void ort_sampling_set(uint32_t on);

/* Has the calling thread left its area for a while (ort_gate_area_leave)? Then its gates get no
 * answer. */
int ort_gate_area_is_left(void);

#endif
