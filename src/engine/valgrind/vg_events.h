/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_events.h: what Valgrind tells of memory, threads, signals and system calls.
 */
#ifndef OVG_EVENTS_H
#define OVG_EVENTS_H

/* Asks Valgrind to tell; before the program starts. */
void ovg_events_init(void);

#endif
