/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * progress.h: shows the progress of a long job on the terminal's last line.
 *
 * Shows nothing in the first second, and nothing at all if stderr is not a terminal.
 *
 * Threads: one job at a time in a process
 */
#ifndef ORDO_PROGRESS_H
#define ORDO_PROGRESS_H

#include <stddef.h>

/* Shows that `done` of `total` steps are done. what: the object of the next step, such as a file.
 */
void ordo_progress_show(const char *what, size_t done, size_t total);

/* Clears the line. Must be called before anything else is printed; the job may go on. */
void ordo_progress_clear(void);

#endif
