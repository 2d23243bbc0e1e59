/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_extents.h: from where to where a routine without a symbol goes.
 *
 * Every object carries the extents of its routines for the unwinding of exceptions, stripped or
 * not. They are read where they lie in the program's memory.
 *
 * Threads: the one that runs.
 * Source:  Linux Standard Base Core Specification 5.0, section 10.6 (.eh_frame and .eh_frame_hdr)
 */
#ifndef OVG_EXTENTS_H
#define OVG_EXTENTS_H

#include <stdint.h>

/* The extent around the address; 0: none is known. */
int ovg_extent_find(uint64_t address, uint64_t *low, uint64_t *high);

#endif
