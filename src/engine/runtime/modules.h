/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * modules.h: the instrumented object files of the process (__ordo_module_add,
 * __ordo_module_remove).
 *
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_MODULES_H
#define ORT_MODULES_H

/* 1 when `address` is the code of a registered routine. */
int ort_module_covers(const void *address);

#endif
