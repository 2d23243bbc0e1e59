/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * address_path.c: one pass over the mappings, which notes where the run of mappings of the current
 * path began. The mapping of a bss has no path and belongs to the run before it.
 */
#include "address_path.h"
#include "maps.h"
#include "short_text.h"

void ort_address_mapping(const void *address, struct ort_mapping *out) {
    struct ort_maps maps;
    struct ort_map m;
    out->low = out->high = out->start = 0;
    out->path[0] = 0;
    ort_maps_open(&maps);
    while (!out->low && ort_maps_next(&maps, &m)) {
        if (m.path[0] && !ort_same_text(m.path, out->path)) {
            out->start = m.low;
            ort_append_text(out->path, out->path + sizeof out->path - 1, m.path);
        }
        if ((uintptr_t)address - m.low < m.high - m.low) {
            out->low = m.low;
            out->high = m.high;
        }
    }
    ort_maps_close(&maps);
    if (!out->low || out->path[0] != '/') out->path[0] = 0;
}
