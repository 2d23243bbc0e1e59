/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_successor.h: a new raw file that takes the place of the current one, at the same addresses:
 * the file of a fork's child, or the next file of a production process (rotation.h).
 *
 * The successor has the header, the wanted blocks at their old offsets, and holes between them. It
 * is written before it is mapped, so that a full disk is an error and not a signal.
 *
 * Errors:  -errno: the old file is still in place and the new one has been removed, except that
 *          ort_raw_successor_view does not remove it.
 * Threads: the caller holds all locks. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_RAW_SUCCESSOR_H
#define ORT_RAW_SUCCESSOR_H

#include "raw_file.h"
#include "raw_folder.h"

struct ort_raw_successor {
    struct ort_raw_identity file;
    int fd;
    uint64_t used, size, start_ns;
    uint64_t free[8]; /* holes that exist on the disk, for later blocks */
    uint32_t n_free;
    uint64_t room; /* bytes of such holes that may still be added */
};

/* Creates the successor and fills it with the blocks for which wanted() is not 0, from the first
 * `used` bytes of the old file: 0 or -errno. */
long ort_raw_successor_make(struct ort_raw_successor *s, uint64_t used,
                            int (*wanted)(const struct ordo_raw_block *));
/* Maps its bytes [offset, offset + size) in place of whatever is mapped at `where`: 0 or -errno. */
long ort_raw_successor_view(const struct ort_raw_successor *s, void *where, uint64_t offset,
                            uint64_t size);
/* Replaces the old file by the successor: 0 or -errno. */
long ort_raw_successor_take(struct ort_raw_successor *s);
/* Removes the successor instead. */
void ort_raw_successor_drop(struct ort_raw_successor *s);

#endif
