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

/* What records when it is entered in place of the routine at `address`: its recorded body, or
 * itself; NULL: it is no registered routine. */
void *ort_module_body(const void *address);

/* Lists the routines of all modules, if they are not: a sample that is about to begin shall not pay
 * for it. */
void ort_modules_list(void);

/* Changes when modules come and go, and with them what ort_module_body answers. */
extern uint32_t ort_modules_generation;

#endif
