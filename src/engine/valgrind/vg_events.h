/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_events.h: connects Ordo to Valgrind's events: memory, threads, signals and system calls.
 */
#ifndef OVG_EVENTS_H
#define OVG_EVENTS_H

#include "pub_tool_basics.h"

/* Registers for the events. Called before the program starts. */
void ovg_events_init(void);

/* Returns the number of the system call that is made instead of `number`. The program is about
 * to make it with these first and fourth arguments. The program must not affect the tool's
 * memory, which Valgrind does not know about: mlockall, which would bring the shadow into memory
 * and has no effect that the program can see, becomes another call that succeeds; and mappings
 * with an address that is only a hint are not placed where the tool's are. */
ULong ovg_call_number(ULong number, ULong first);
ULong ovg_call_first(ULong number, ULong first, ULong fourth);

#endif
