/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_calls.h: turns the program's calls, returns and jumps into activations on the shadow stack.
 *
 * Translated code calls these functions at the end of a basic block, with the value that the stack
 * pointer has at the start of the next block. After a call this is the address of the return
 * address.
 *
 * Threads: the running one.
 */
#ifndef OVG_CALLS_H
#define OVG_CALLS_H

#include "vg_routines.h"
#include <stdint.h>

/* Handles a call of the routine. */
void ovg_call(struct ovg_routine *routine, uint64_t sp);

/* Handles a call through a register or memory. */
void ovg_call_to(uint64_t target, uint64_t sp);

/* Handles a jump to the beginning of another routine. It is a tail call if the stack pointer
 * points to the running routine's return address. */
void ovg_jump(struct ovg_routine *routine, uint64_t sp);

/* Handles a jump through a register or memory. */
void ovg_jump_to(uint64_t target, uint64_t sp);

/* Handles the jump of a stub of the procedure linkage table. */
void ovg_linkage_to(uint64_t target, uint64_t sp);

/* Handles the jump of the table's first entry into the dynamic linker, which will jump to the
 * routine when the stack pointer is `sp`. */
void ovg_bind(uint64_t sp);

/* Handles a return to `target`; `sp` is past the return address. */
void ovg_return(uint64_t target, uint64_t sp);

/* Bounds of the part of the address space that the handler's stack pointer stays in, kept in the
 * bottom frame of a signal handler's state. */
#define OVG_HANDLER_HIGH(root) ((uint64_t)(root)->args[0])
#define OVG_HANDLER_LOW(root) ((uint64_t)(root)->args[1])

/* Begins a routine that was not called: the program's first, or a signal handler. */
void ovg_begin(uint64_t entry, uint64_t sp);

#endif
