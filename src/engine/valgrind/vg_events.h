/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_events.h: what Valgrind tells of memory, threads, signals and system calls.
 */
#ifndef OVG_EVENTS_H
#define OVG_EVENTS_H

#include "pub_tool_basics.h"

/* Asks Valgrind to tell; before the program starts. */
void ovg_events_init(void);

/* The program is about to make the system call `number` with these first and fourth arguments: the
 * number, and the first argument, of the call that is made instead. The tool's memory is no
 * business of the program's: locking all memory (mlockall) would bring the shadow into memory and
 * is nothing the program can see, so that another call which succeeds takes its place; and mappings
 * whose place is only a wish do not go where the tool's are, of which Valgrind knows nothing. */
ULong ovg_call_number(ULong number, ULong first);
ULong ovg_call_first(ULong number, ULong first, ULong fourth);

#endif
