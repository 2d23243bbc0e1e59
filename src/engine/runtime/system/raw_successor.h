/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_successor.h: a new raw file that takes the place of the present one, at the same addresses:
 * that of a fork's child, and the next one of a production process (rotation.h).
 *
 * The successor holds the header, the blocks that are wanted, at their old offsets, and holes
 * between them. It is written first and mapped afterwards, so that a full disk is an error and no
 * signal.
 *
 * Errors:  -errno: the old file is still in place and the new one is gone.
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
    uint64_t free[8]; /* holes that exist on the disk and serve later blocks */
    uint32_t n_free;
    uint64_t room; /* bytes of them that may still be added */
};

/* Creates it and fills it with the `wanted` blocks of the old file, of which `used` bytes count: 0
 * or -errno. */
long ort_raw_successor_make(struct ort_raw_successor *s, uint64_t used,
                            int (*wanted)(const struct ordo_raw_block *));
/* Maps its bytes [offset, offset + size) at `where`, over whatever is there: 0 or -errno. */
long ort_raw_successor_view(const struct ort_raw_successor *s, void *where, uint64_t offset,
                            uint64_t size);
/* It takes the old file's place: 0; or -errno, and it is gone. */
long ort_raw_successor_take(struct ort_raw_successor *s);
/* Instead: it is gone. */
void ort_raw_successor_drop(struct ort_raw_successor *s);

#endif
