/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * modules.h: the instrumented object files of the process (__ordo_module_add,
 * __ordo_module_remove).
 *
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_MODULES_H
#define ORT_MODULES_H

#include <stdint.h>

/* Returns what recorded code enters in place of the routine at `address`: its recorded version, or
 * the routine itself; NULL if it is not a registered routine. */
void *ort_module_recorded(const void *address);

/* Makes the table of the routines of all modules, unless it is up to date. Called before a sample
 * begins, so that the sample does not pay for it. */
void ort_modules_list(void);

/* Changes when modules are loaded or unloaded, and with them the results of ort_module_recorded. */
extern uint32_t ort_modules_generation;

#endif
