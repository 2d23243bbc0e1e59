/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_extents.h: finds the extent of a routine that has no symbol.
 *
 * Every object, stripped or not, has a table of its routines' extents for the unwinding of
 * exceptions. It is read in the program's memory.
 *
 * Threads: the running one.
 * Source:  Linux Standard Base Core Specification 5.0, section 10.6 (.eh_frame and .eh_frame_hdr)
 */
#ifndef OVG_EXTENTS_H
#define OVG_EXTENTS_H

#include <stdint.h>

/* Sets the extent around the address. Returns 0 if none is known. */
int ovg_extent_find(uint64_t address, uint64_t *low, uint64_t *high);

#endif
