/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * maps.h: reads the mappings of the process in the order of their addresses (/proc/self/maps).
 *
 * Errors:  if /proc cannot be read, ort_maps_open returns 0 and there are no mappings.
 * Threads: any; mappings that others make at the same time may be missing. Signal-safe: yes.
 * May allocate: no.
 */
#ifndef ORT_MAPS_H
#define ORT_MAPS_H

#include <stdint.h>

struct ort_map {
    uintptr_t low, high;
    int writable, shared;
    char path[1024]; /* "": the mapping is not of a file */
};

struct ort_maps {
    int fd;
    long at, n; /* in the buffer */
    char buffer[2048];
};

/* Returns 1, or 0 if there is nothing to read. Must be closed in either case. */
int ort_maps_open(struct ort_maps *m);
/* Reads the next mapping: 1, or 0 if there are no more. */
int ort_maps_next(struct ort_maps *m, struct ort_map *out);
void ort_maps_close(struct ort_maps *m);

#endif
