/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * statement_hooks.h: what code compiled for the laboratory calls and counts in (the compiler pass's
 * statements.c).
 *
 * Threads: each its own
 * Signal-safe: no
 */
#ifndef ORDO_ENGINE_LAB_STATEMENT_HOOKS_H
#define ORDO_ENGINE_LAB_STATEMENT_HOOKS_H

#include "abi/lab_protocol.h"

/* Statements executed so far, and calls that have not returned. */
extern _Thread_local uint64_t __ordo_lab_work;
extern _Thread_local uint32_t __ordo_lab_depth;

/* A module comes, before main. */
void __ordo_lab_add(struct ordo_lab_module *m);

/* Around every call of module M: its number there. */
void __ordo_lab_call(struct ordo_lab_module *m, uint32_t number);
void __ordo_lab_return(void);

/* Control came back to a frame otherwise than by a return; DEPTH calls were open when it began. */
void __ordo_lab_unwound(uint32_t depth);

/* setjmp, a call of module M, has returned VALUE; the rest as above. */
void __ordo_lab_again(struct ordo_lab_module *m, uint32_t number, uint32_t depth, int value);

#endif
