/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * statement_hooks.h: the functions and counters used by code that is compiled for the laboratory
 * (by statements.c of the compiler pass).
 *
 * Threads: each has its own counts
 * Signal-safe: no
 */
#ifndef ORDO_ENGINE_LAB_STATEMENT_HOOKS_H
#define ORDO_ENGINE_LAB_STATEMENT_HOOKS_H

#include "abi/lab_protocol.h"

/* Statements executed so far, and number of open calls. */
extern _Thread_local uint64_t __ordo_lab_work;
extern _Thread_local uint32_t __ordo_lab_depth;

/* Adds a module, before main. */
void __ordo_lab_add(struct ordo_lab_module *m);

/* Surround every call of module M; NUMBER is the call's number in M. */
void __ordo_lab_call(struct ordo_lab_module *m, uint32_t number);
void __ordo_lab_return(void);

/* Handles a return to a frame by longjmp or an exception. DEPTH calls were open when the frame
 * began. */
void __ordo_lab_unwound(uint32_t depth);

/* Handles setjmp, a call of module M, which has returned VALUE. NUMBER and DEPTH are as above. */
void __ordo_lab_again(struct ordo_lab_module *m, uint32_t number, uint32_t depth, int value);

#endif
