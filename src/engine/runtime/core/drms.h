/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * drms.h: dynamic read memory size: reads that are an activation's first access to a cell, or its
 * first since the latest write to that cell by the kernel or another thread.
 *
 * Source:  Coppa, Demetrescu, Finocchi, Marotta, Estimating the Empirical Cost Function of Routines
 *          with Dynamic Workloads, CGO 2014; a version number per cell instead of global time.
 * Threads: any; versions are shared. Signal-safe: yes.
 */
#ifndef ORT_DRMS_H
#define ORT_DRMS_H

#include "thread_state.h"

int ort_drms_init(struct ort_thread *t); /* 0, or -1; recording has then been stopped */

/* Counts a read for drms. Must be called before ort_access_read of the same range, which changes
 * the stamps. */
void ort_drms_read(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size);
/* Counts a write by this thread, or by the kernel if `by_kernel`. */
void ort_drms_write(struct ort_thread *t, uintptr_t addr, uint64_t size, int by_kernel);

#endif
