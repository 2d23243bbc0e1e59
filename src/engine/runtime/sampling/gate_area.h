/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gate_area.h: gates that code for executables reaches by the segment register GS (abi.h:
 * ordo_gates_head).
 *
 * Words:   an area is a copy of the executable's section "ordo_gates": heads, each with the gates
 * of one module behind it. A thread state's area is a row of GATES blocks of the raw file; threads
 * that record nothing count in areas that nobody reads. A thread is in the area that its GS leads
 * to; new ones are in none, and count in the section itself, which they share, until they ask.
 *
 * GS goes from a thread to those that it makes, as the kernel copies it. What makes threads by the
 * usual means is intercepted (libc_thread_begin.c). One that came otherwise counts in its maker's
 * area up to the first question, and both may lose counts.
 *
 * Errors:  the kernel refuses to set GS: recording stops, and the program says why unless `ordo
 *          record` started it.
 * Threads: the calling thread's area. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_GATE_AREA_H
#define ORT_GATE_AREA_H

#include "engine/runtime/core/seams.h"

/* An area of the raw file for a thread state; NULL: there is no such section, or recording has been
 * stopped. */
char *ort_gate_area_make(uint32_t thread);

/* One for a thread that records nothing; NULL: no memory. */
char *ort_gate_area_idle(void);

/* The module's gates in an area; NULL is the section itself. */
struct ordo_gates_head *ort_gate_area_part(char *area, const struct ordo_production *p);

/* The calling thread goes over to an area: 1; 0: it is there already; -1: refused, or area is
 * NULL. */
int ort_gate_area_enter(char *area);

/* __ordo_sampling, and what code that goes by GS sees of it. */
void ort_sampling_set(uint32_t on);

/* It has left: nothing that asks is answered. */
int ort_gate_area_is_left(void);

#endif
