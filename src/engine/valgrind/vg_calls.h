/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_calls.h: calls, returns and jumps of the program as activations on the shadow stack.
 *
 * All are called from translated code at the end of a basic block, with the stack pointer as the
 * next block will find it; for a call that is where the return address lies.
 *
 * Threads: the one that runs.
 */
#ifndef OVG_CALLS_H
#define OVG_CALLS_H

#include "vg_routines.h"
#include <stdint.h>

/* A call of the routine. */
void ovg_call(struct ovg_routine *routine, uint64_t sp);

/* A call through a register or memory. */
void ovg_call_to(uint64_t target, uint64_t sp);

/* A jump to the beginning of another routine: the last thing that the running one does, if its
 * return address is what the stack pointer points to. */
void ovg_jump(struct ovg_routine *routine, uint64_t sp);

/* A jump through a register or memory. */
void ovg_jump_to(uint64_t target, uint64_t sp);

/* The jump of a stub of the procedure linkage table. */
void ovg_linkage_to(uint64_t target, uint64_t sp);

/* The jump of the table's first entry into the dynamic linker, which will jump to the routine with
 * the stack pointer `sp`. */
void ovg_bind(uint64_t sp);

/* A return to `target`; `sp`: past the return address. */
void ovg_return(uint64_t target, uint64_t sp);

/* Of the bottom frame of a signal handler's state: the part of the address space that the handler's
 * stack pointer stays in. */
#define OVG_HANDLER_HIGH(root) ((uint64_t)(root)->args[0])
#define OVG_HANDLER_LOW(root) ((uint64_t)(root)->args[1])

/* A routine begins that nobody called: the program's first, or a signal handler. */
void ovg_begin(uint64_t entry, uint64_t sp);

#endif
