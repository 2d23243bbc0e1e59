/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_state.h: where this process's raw file is in memory (raw_file.h).
 */
#ifndef ORT_RAW_STATE_H
#define ORT_RAW_STATE_H

#include "abi/raw.h"

struct ort_raw {
    char *base;              /* the start of the mapping, where the header is */
    uint64_t reserved;       /* bytes that are mapped */
    uint64_t backed;         /* bytes that exist on the disk */
    uint64_t free_lists[48]; /* by log2 of the size: offset of the first free block, or 0 */
};

extern struct ort_raw ort_raw;

static inline struct ordo_raw_header *ort_raw_header(void) {
    return (struct ordo_raw_header *)ort_raw.base;
}

#endif
