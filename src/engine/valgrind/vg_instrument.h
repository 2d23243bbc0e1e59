/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_instrument.h: instruments one superblock of the program.
 */
#ifndef OVG_INSTRUMENT_H
#define OVG_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

IRSB *ovg_instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
                     const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
                     IRType host_word);

#endif
