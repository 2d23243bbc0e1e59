/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * progress.h: how far a long job is, on a terminal's last line.
 *
 * Shows nothing in the first second, and nothing at all when stderr is no terminal.
 *
 * Threads: one job at a time in a process
 */
#ifndef ORDO_PROGRESS_H
#define ORDO_PROGRESS_H

#include <stddef.h>

/* `done` of `total` steps are done; `what` is what a step works on ("reading a.data"). */
void ordo_progress_show(const char *what, size_t done, size_t total);

/* Clears the line; before anything else is printed. The job may go on. */
void ordo_progress_clear(void);

#endif
